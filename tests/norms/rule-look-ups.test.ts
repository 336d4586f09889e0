import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stepAt } from '../../src/norms/rule-look-ups.ts'

const steps = (...bounds: readonly (number | null)[]) =>
  bounds.map((up_to, index) => ({ up_to, value: index }))

describe('a table of steps', () => {
  it('gives the first step that reaches the quantity, up to its bound and at it', () => {
    const table = steps(3, 9, null)
    assert.deepEqual(
      [0, 3, 3.001, 9, 9.001, 1e9].map((at) => stepAt(table, at)),
      [0, 0, 1, 1, 2, 2],
    )
    assert.throws(() => stepAt([], 1), RangeError)
    assert.equal(stepAt(steps(3, 9), 9), 1)
    assert.throws(() => stepAt(steps(3, 9), 9.001), RangeError)
  })
})
