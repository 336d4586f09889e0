import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isInvertedSpan, stepAt, stepsAreWhole } from '../../src/norms/rule-look-ups.ts'

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
  })

  for (const [bounds, isWhole] of [
    [[null], true],
    [[0, null], true],
    [[0.5, 9, null], true],
    [[9], false],
    [[null, null], false],
    [[null, 9, null], false],
    [[5, 9, 5, null], false],
    [[9, 9, null], false],
    [[5, 9, 9, null], false],
    [[9, 5, null], false],
    [[3, 9], false],
  ] as const) {
    it(`reaches everything once where bounds grow to the last, which is null: ${JSON.stringify(bounds)}`, () => {
      assert.equal(stepsAreWhole(steps(...bounds)), isWhole)
    })
  }
})

describe('a least and a most', () => {
  it('are inverted where the least is greater, and nothing else is', () => {
    assert.deepEqual(
      [{ least: 8, most: 5 }, { least: 5, most: 5 }, { least: 5 }, { most: 5 }, 5, null].map(
        (value) => isInvertedSpan({ value }),
      ),
      [true, false, false, false, false, false],
    )
  })
})
