import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { binColumns } from '../../../src/valuation/attributes/tree-bins.ts'

/** The bins and cuts of the first of some columns, given row by row. */
const first = (rows: readonly (readonly number[])[], given?: readonly number[]) => {
  const features = rows[0]?.length ?? 0
  const binned = binColumns(
    Float64Array.from(rows.flat()),
    rows.length,
    features,
    given && new Map([[0, Float64Array.from(given)]]),
  )
  return {
    bins: rows.map((_, i) => binned.bins[i * features]),
    cuts: [...(binned.cuts[0] ?? [])],
    informative: binned.informative,
  }
}

describe('the bins of a column', () => {
  it('are cut between its values, and the unknown have their own', () => {
    const { bins, cuts } = first([[3], [1], [Number.NaN], [2]])
    assert.deepEqual(cuts, [1.5, 2.5])
    assert.deepEqual(bins, [3, 1, 0, 2])
  })

  it('are cut where that is given, a cut belonging to the bin before it', () => {
    const { bins, cuts } = first([[1], [2], [3], [Number.NaN]], [2])
    assert.deepEqual(cuts, [2])
    assert.deepEqual(bins, [1, 1, 2, 0])
  })

  it('are few enough for a byte, and hold as many rows each, to one', () => {
    const rows = Array.from({ length: 5000 }, (_, i) => [(i * 7919) % 5000])
    const { bins } = first(rows)
    const sizes = [...Map.groupBy(bins, (bin) => bin).values()].map(({ length }) => length)
    assert.ok(sizes.length <= 250 && sizes.length > 240, `${sizes.length}`)
    assert.ok(Math.max(...sizes) <= Math.min(...sizes) + 1, `${Math.max(...sizes)}`)
    const many = Array.from({ length: 251 }, (_, i) => i)
    assert.throws(() => first(rows, many), RangeError)
  })

  it('tell something only where the rows differ', () => {
    assert.deepEqual(
      first([
        [1, 5, Number.NaN],
        [2, 5, Number.NaN],
      ]).informative,
      [0],
    )
    assert.deepEqual(first([[1], [Number.NaN]]).informative, [0])
  })
})
