import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { round, wholeDown, wholeUp } from '../../src/numbers/rounding.ts'

describe('rounding', () => {
  it('is half up to the places asked for, below zero as well', () => {
    assert.deepEqual(
      [2.5, 2.4999, -2.5, -2.5001].map((value) => round(value, 0)),
      [3, 2, -2, -3],
    )
    assert.deepEqual(
      [round(0.125, 2), round(-0.125, 2), round(1234.5678, 1)],
      [0.13, -0.12, 1234.6],
    )
  })

  it('never gives a negative zero', () => {
    assert.ok(Object.is(round(-0.001, 2), 0))
    assert.ok(Object.is(round(-0.5, 0), 0))
  })

  it('takes for whole what doubles miss by a billionth, and nothing that is farther off', () => {
    assert.deepEqual([3, 2.9999999999, 2.99999999, 2].map(wholeDown), [3, 3, 2, 2])
    assert.deepEqual([3, 3.0000000001, 3.00000001, 4].map(wholeUp), [3, 3, 4, 4])
  })
})
