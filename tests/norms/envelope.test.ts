// What a height limit leaves of storeys.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { storeysWithin } from '../../src/norms/envelope.ts'

const storeys = (mostM: number, eachM: number) =>
  storeysWithin({
    max_height_m: { value: mostM, source: '' },
    storey_height_m: { value: eachM, source: '' },
  })

describe('the storeys within a height', () => {
  it('are as many as stand below it, those that fill it exactly too', () => {
    assert.equal(storeys(18.2, 2.6), 7)
    assert.equal(storeys(9, 3), 3)
    assert.equal(storeys(8.99, 3), 2)
    assert.equal(storeys(11.9, 3), 3)
    assert.equal(storeys(2, 3), 0)
  })
  it('are whole for any heights in tenths of a metre', () => {
    fc.assert(
      fc.property(fc.integer({ min: 25, max: 60 }), fc.integer({ min: 1, max: 100 }), (each, n) => {
        assert.equal(storeys((each * n) / 10, each / 10), n)
        assert.equal(storeys((each * n - 1) / 10, each / 10), n - 1)
      }),
    )
  })
})
