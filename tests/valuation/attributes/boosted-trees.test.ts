import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from '../../../src/numbers/random.ts'
import { growTrees, type TreeSettings } from '../../../src/valuation/attributes/boosted-trees.ts'
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

  /** One tree on a column, with the loss of squares: each row weighs 1. */
  const oneTree = (
    column: readonly number[],
    target: readonly number[],
    settings: Partial<TreeSettings>,
  ) => {
    const n = target.length
    const predicted = new Float64Array(n)
    const trees = growTrees(
      binColumns(Float64Array.from(column), n, 1),
      {
        target: Float64Array.from(target),
        training: Int32Array.from({ length: n }, (_, i) => i),
        predicted,
      },
      {
        trees: 1,
        leaves: 2,
        learningRate: 1,
        leafWeight: 0.5,
        shrinkage: 0,
        rowShare: 1,
        featureShare: 1,
        lossWidth: 1e12,
        ...settings,
      },
      1,
    )
    return { trees, predicted: [...predicted].map((value) => Number(value.toFixed(6))) }
  }

  /** What a tree on a column of distinct values predicts of each row. */
  const grown = (target: readonly number[], leaves: number, leafWeight: number) =>
    oneTree([...target.keys()], target, { leaves, leafWeight }).predicted

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
    assert.deepEqual(grown([0, 0, 0, 9, 9, 12], 3, 3), [0, 0, 0, 10, 10, 10])
    assert.deepEqual(grown([0, 0, 0, 9, 9, 12], 3, 2.5), [0, 0, 0, 10, 10, 10])
    assert.deepEqual(grown([1, 1, 1, 1, 1, 13], 2, 1.5), [1, 1, 1, 1, 7, 7])
    assert.deepEqual(grown([1, 1, 1, 13], 2, 2.5), [4, 4, 4, 4])
    assert.deepEqual(grown([13, 1, 1, 1, 1, 1], 2, 2.5), [5, 5, 5, 1, 1, 1])
  })

  it('shrink a leaf as if it had so many more rows of no error, and take a share of it', () => {
    const settings = { shrinkage: 1, learningRate: 0.5 }
    // Half of 12 / (3 + 1).
    const { predicted } = oneTree([1, 2, 3, 4, 5, 6], [0, 0, 0, 4, 4, 4], settings)
    assert.deepEqual(predicted, [0, 0, 0, 1.5, 1.5, 1.5])
  })

  it('part what is unknown from all that is known, also from what is below zero', () => {
    const unknown = Number.NaN
    const { trees } = oneTree([unknown, unknown, -3, -2, -1, -4], [6, 6, 1, 1, 1, 1], {})
    const predicted = [unknown, -1, -99].map((value) =>
      predictWithTrees(trees, Float64Array.of(value)),
    )
    assert.deepEqual(predicted, [6, 1, 1])
  })

  it('look at one column at least, however small the share of those drawn', () => {
    const { predicted } = oneTree([1, 2, 3, 4], [1, 1, 5, 5], { featureShare: 0 })
    assert.deepEqual(predicted, [1, 1, 5, 5])
  })
})
