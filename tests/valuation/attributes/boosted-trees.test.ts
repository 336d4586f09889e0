import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from '../../../src/numbers/random.ts'
import { growTrees } from '../../../src/valuation/attributes/boosted-trees.ts'
import { FEW_ROWS } from '../../../src/valuation/attributes/few-rows.ts'
import { binColumns } from '../../../src/valuation/attributes/tree-bins.ts'
import { predictWithTrees } from '../../../src/valuation/attributes/trees.ts'
import { assertNear } from '../../support/near.ts'

describe('the trees', () => {
  it('learn a step that a line cannot, and predict the same for rows already predicted', () => {
    const random = seededRandom(3)
    const n = 600
    const columns = Float64Array.from({ length: 2 * n }, () => random())
    const target = Float64Array.from({ length: n }, (_, i) =>
      (columns[2 * i] as number) > 0.5 ? 1 : 0,
    )
    const predicted = new Float64Array(n)
    const trees = growTrees(
      binColumns(columns, n, 2),
      { target, training: Int32Array.from({ length: n }, (_, i) => i), predicted },
      {
        trees: 60,
        leaves: 4,
        learningRate: 0.2,
        leafWeight: 2,
        shrinkage: 0.1,
        rowShare: 0.8,
        featureShare: 1,
        lossWidth: 0.5,
      },
      1,
    )
    assertNear(predictWithTrees(trees, Float64Array.of(0.9, 0.5)), 1, 0.05)
    assert.ok(Math.abs(predictWithTrees(trees, Float64Array.of(0.1, 0.5))) < 0.05)
    for (let i = 0; i < 40; i += 1) {
      const row = columns.subarray(2 * i, 2 * i + 2) as Float64Array
      assertNear(predictWithTrees(trees, row), predicted[i] as number, 1e-9)
    }
  })

  /**
   * One tree on a column of distinct values, with the loss of squares: what it predicts of each
   * row.
   */
  const grown = (target: readonly number[], leaves: number, leafWeight: number) => {
    const n = target.length
    const predicted = new Float64Array(n)
    growTrees(
      binColumns(
        Float64Array.from({ length: n }, (_, i) => i),
        n,
        1,
      ),
      {
        target: Float64Array.from(target),
        training: Int32Array.from({ length: n }, (_, i) => i),
        predicted,
      },
      {
        trees: 1,
        leaves,
        learningRate: 1,
        leafWeight,
        shrinkage: 0,
        rowShare: 1,
        featureShare: 1,
        lossWidth: 1e6,
      },
      1,
    )
    return [...predicted].map((value) => Number(value.toFixed(6)))
  }

  it('have the mean of its rows in each leaf, and split first where that gains most', () => {
    assert.deepEqual(grown([0, 0, 0, 9, 9, 12], 2, 0.5), [0, 0, 0, 10, 10, 10])
    assert.deepEqual(grown([0, 0, 0, 9, 9, 12], 3, 0.5), [0, 0, 0, 9, 9, 12])
  })

  it('are alike where leaves have many rows, and the larger side of a split is what the other leaves', () => {
    const steps = (...runs: readonly (readonly [rows: number, value: number])[]) =>
      runs.flatMap(([rows, value]) => Array.from({ length: rows }, () => value))
    const both = steps([FEW_ROWS, 0], [10, 4], [FEW_ROWS + 1, 90], [20, 94])
    const one = steps([30, 0], [FEW_ROWS + 1, 90], [FEW_ROWS + 1, 94])
    for (const target of [both, both.toReversed(), one, one.toReversed()]) {
      assert.deepEqual(grown(target, new Set(target).size, 0.5), target)
    }
  })

  it('never have a leaf of less weight than it must hold', () => {
    // Each row weighs next to 1 here.
    assert.deepEqual(grown([0, 0, 0, 9, 9, 12], 3, 2.5), [0, 0, 0, 10, 10, 10])
    assert.deepEqual(grown([1, 1, 1, 1, 1, 13], 2, 1.5), [1, 1, 1, 1, 7, 7])
    assert.deepEqual(grown([1, 1, 1, 13], 2, 2.5), [4, 4, 4, 4])
    assert.deepEqual(grown([13, 1, 1, 1, 1, 1], 2, 2.5), [5, 5, 5, 1, 1, 1])
  })
})
