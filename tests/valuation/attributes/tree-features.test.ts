import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fitHedonic } from '../../../src/valuation/attributes/fit-hedonic.ts'
import {
  FEATURE,
  treeColumns,
  treeFeaturesOf,
} from '../../../src/valuation/attributes/tree-features.ts'
import { clean } from '../../../src/valuation/market/cleaning.ts'
import { FLAT, flatOf } from '../../../src/valuation/market/flat-vector.ts'
import { marketTable } from '../../../src/valuation/market/market-table.ts'
import { STATEABLE } from '../../../src/valuation/market/stated-attributes.ts'
import { FULLY_STATED } from '../sale.ts'

/** Flats that state everything, and what a regression makes of them. */
function statedMarket() {
  const flats = Array.from({ length: 12 }, (_, i) => ({
    ...FULLY_STATED,
    sourceId: `${i}`,
    floor: 1 + (i % 5),
    areaM2: 40 + i,
    priceRub: 5_000_000 + i * 100_000,
  }))
  const table = marketTable(clean(flats))
  return { table, hedonic: fitHedonic(table) }
}

describe('what the trees see', () => {
  it('of a flat that states everything has no gap', () => {
    const { table, hedonic } = statedMarket()
    const columns = treeColumns(table, hedonic)
    assert.deepEqual(
      Object.entries(FEATURE).filter(([name, at]) => name !== 'size' && Number.isNaN(columns[at])),
      [],
    )
  })

  it('of a flat depends on each attribute that it may state', () => {
    const { table, hedonic } = statedMarket()
    const flat = flatOf(table, 0)
    const seen = treeFeaturesOf(hedonic, flat, 0)
    for (const [name, position] of Object.entries(FLAT)) {
      if (!STATEABLE.includes(position)) continue
      assert.notDeepEqual(treeFeaturesOf(hedonic, flat.with(position, Number.NaN), 0), seen, name)
    }
  })
})
