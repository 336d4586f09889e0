import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Comparable, HOUSE_MATERIALS } from '../../../src/valuation/comparables/comparable.ts'
import { clean } from '../../../src/valuation/market/cleaning.ts'
import { FLAT, flatOf } from '../../../src/valuation/market/flat-vector.ts'
import { consensus, flatWithoutFilled } from '../../../src/valuation/market/gaps.ts'
import { marketTable } from '../../../src/valuation/market/market-table.ts'
import { isStated } from '../../../src/valuation/market/stated-attributes.ts'
import { sale } from '../sale.ts'

/** The table of sales of flats that differ by their floor, and each one's row by its id. */
function tableOf(...changes: readonly Partial<Comparable>[]) {
  const sales = changes.map((change, i) =>
    sale(`${i}`, 1e7, { floor: i, floorsTotal: 200, ...change }),
  )
  const evidence = clean(sales)
  const table = marketTable(evidence)
  const rowOf = (i: number) =>
    evidence.findIndex(({ comparable }) => comparable.sourceId === `${i}`)
  return { table, rowOf, flat: (i: number) => flatOf(table, rowOf(i)) }
}

describe('what a building’s flats say together', () => {
  it('is the most frequent word, of equals the first, and the middle of a measure', () => {
    assert.equal(consensus(FLAT.material, [2, 1, 2]), 2)
    assert.equal(consensus(FLAT.material, [2, 1]), 1)
    assert.equal(consensus(FLAT.class, [7, 3, 3, 7]), 3)
    assert.equal(consensus(FLAT.year, [1980, 1985, 1999]), 1985)
    assert.equal(consensus(FLAT.floors, [9, 10]), 10)
    assert.equal(consensus(FLAT.ceilingM, [2.5, 2.75]), 2.625)
    assert.equal(consensus(FLAT.year, []), Number.NaN)
  })
})

describe('an attribute of the building that a flat leaves out', () => {
  const { table, rowOf, flat } = tableOf(
    { yearBuilt: 1980 },
    { yearBuilt: 1982, houseMaterial: null },
    { yearBuilt: null, ceilingHeightM: 2.8 },
    { yearBuilt: null, lat: 57, houseMaterial: 'brick' },
  )
  const panel = HOUSE_MATERIALS.indexOf('panel')

  it('is that of its other flats, and never of another building', () => {
    assert.equal(flat(2)[FLAT.year], 1981)
    assert.equal(flat(1)[FLAT.material], panel)
    assert.equal(flat(0)[FLAT.ceilingM], 2.8)
    assert.equal(flat(3)[FLAT.year], Number.NaN)
    assert.equal(flat(0)[FLAT.year], 1980)
    const states = (i: number) => isStated(table, rowOf(i), FLAT.year)
    assert.deepEqual([0, 1, 2, 3].map(states), [true, true, false, false])
  })

  it('is unknown again where the building is to be unknown, and nothing else is', () => {
    const bare = (i: number) => flatWithoutFilled(table, rowOf(i))
    assert.equal(bare(2)[FLAT.year], Number.NaN)
    assert.equal(bare(2)[FLAT.ceilingM], 2.8)
    assert.equal(bare(2)[FLAT.material], panel)
    assert.equal(bare(1)[FLAT.material], Number.NaN)
    assert.equal(bare(1)[FLAT.year], 1982)
    assert.equal(flat(2)[FLAT.year], 1981, 'the table stays')
  })
})

describe('a kitchen that a flat leaves out', () => {
  const kitchens = (rooms: number, count: number, share: number | null) =>
    Array.from({ length: count }, () => ({
      rooms,
      areaM2: 100,
      kitchenAreaM2: share === null ? null : 100 * share,
    }))

  it('is the usual share for as many rooms, or of all flats where few state it', () => {
    const rows = [
      ...kitchens(1, 25, 0.2),
      ...kitchens(2, 20, 0.1),
      ...kitchens(3, 19, 0.4),
      ...kitchens(5, 20, 0.3),
      ...[1, 2, 3, 4, 6].flatMap((rooms) => kitchens(rooms, 1, null)),
    ]
    const { table, rowOf, flat } = tableOf(...rows)
    const filled = [1, 2, 3, 4, 6].map((_, k) => flat(84 + k)[FLAT.kitchenShare])
    assert.deepEqual(filled, [0.2, 0.1, 0.2, 0.2, 0.3])
    const states = (i: number) => isStated(table, rowOf(i), FLAT.kitchenShare)
    assert.deepEqual([states(83), states(84)], [true, false])
  })
})
