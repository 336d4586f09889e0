import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireLaneDemand, stepAt } from '../../src/norms/rule-look-ups.ts'
import { rulesWith } from './rules.ts'

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

describe('the way for fire engines that a house demands', () => {
  it('is that of the step which its height ends exactly at', () => {
    const { rules } = rulesWith({
      storey_height_m: 3.1,
      fire_lane_width_m: [
        { up_to: 27.9, value: 4 },
        { up_to: null, value: 6 },
      ],
    })
    // As doubles 9 × 3.1 is more than 27.9.
    assert.deepEqual(
      [9, 10].map((storeys) => fireLaneDemand(storeys, rules).widthM),
      [4, 6],
    )
    assert.equal(fireLaneDemand(9, rules).heightM, 27.9)
  })
})
