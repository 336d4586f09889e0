import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fitHedonic } from '../../../src/valuation/attributes/fit-hedonic.ts'
import { FEATURE, treeColumns } from '../../../src/valuation/attributes/tree-features.ts'
import { clean } from '../../../src/valuation/market/cleaning.ts'
import { marketTable } from '../../../src/valuation/market/market-table.ts'
import { FULLY_STATED } from '../sale.ts'

describe('what the trees see', () => {
  it('of a flat that states everything has no gap', () => {
    const flats = Array.from({ length: 12 }, (_, i) => ({
      ...FULLY_STATED,
      sourceId: `${i}`,
      floor: 1 + (i % 5),
      areaM2: 40 + i,
      priceRub: 5_000_000 + i * 100_000,
    }))
    const table = marketTable(clean(flats))
    const columns = treeColumns(table, fitHedonic(table))
    assert.deepEqual(
      Object.entries(FEATURE).filter(([name, at]) => name !== 'size' && Number.isNaN(columns[at])),
      [],
    )
  })
})
