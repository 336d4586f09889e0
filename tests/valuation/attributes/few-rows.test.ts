import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { FEW_ROWS, FewRows } from '../../../src/valuation/attributes/few-rows.ts'
import { binColumns } from '../../../src/valuation/attributes/tree-bins.ts'
import { Histograms } from '../../../src/valuation/attributes/tree-histograms.ts'

const FEATURES = 3
const SETTINGS = { leafWeight: 2, shrinkage: 0.5 }

/** Columns with a few and with many values, some unknown, and what the rows are worth. */
const table = fc
  .array(
    fc.record({
      few: fc.constantFrom(1, 2, Number.NaN),
      many: fc.double({ min: 0, max: 1, noNaN: true }),
      whole: fc.integer({ min: 0, max: 40 }),
      // Quarters add up without rounding, in any order.
      gradient: fc.integer({ min: -20, max: 20 }).map((quarters) => quarters / 4),
      weight: fc.constantFrom(0.25, 0.5, 1),
    }),
    // As many as a column has bins, and more than a leaf of few rows.
    { minLength: 2, maxLength: 250, size: 'max' },
  )
  .map((rows) => ({
    n: rows.length,
    columns: Float64Array.from(rows.flatMap(({ few, many, whole }) => [few, many, whole])),
    gradients: Float64Array.from(rows, ({ gradient }) => gradient),
    weights: Float64Array.from(rows, ({ weight }) => weight),
  }))

describe('the split of few rows', () => {
  it('is the one that a histogram of them gives, in one leaf after another', () => {
    let split = 0
    fc.assert(
      fc.property(table, fc.nat(), ({ n, columns, gradients, weights }, cut) => {
        const data = binColumns(columns, n, FEATURES)
        const used = Int32Array.from({ length: FEATURES }, (_, f) => f)
        const rows = Int32Array.from({ length: n }, (_, i) => i)
        const histograms = new Histograms(data, gradients, weights, SETTINGS)
        histograms.use(used)
        const few = new FewRows(data, gradients, weights, SETTINGS)
        for (const from of [0, cut % n, Math.max(0, n - FEW_ROWS)]) {
          const to = Math.min(n, from + FEW_ROWS)
          const best = few.bestSplit(used, rows, from, to)
          assert.deepEqual(best, histograms.bestSplit(histograms.count(rows, from, to)))
          if (best.feature >= 0) split += 1
        }
      }),
      { numRuns: 300, seed: 1 },
    )
    assert.ok(split > 100, `${split}`)
  })
})
