import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { robustScale } from '../../../src/order-statistics.ts'
import { fitHedonic } from '../../../src/valuation/attributes/fit-hedonic.ts'
import { hedonicLn } from '../../../src/valuation/attributes/hedonic.ts'
import { unstatedSd, unstatedVariances } from '../../../src/valuation/attributes/unstated.ts'
import { MARKETS } from '../../../src/valuation/comparables/comparable.ts'
import { clean } from '../../../src/valuation/market/cleaning.ts'
import { FLAT, flatOf } from '../../../src/valuation/market/flat-vector.ts'
import { marketTable } from '../../../src/valuation/market/market-table.ts'
import { STATEABLE } from '../../../src/valuation/market/stated-attributes.ts'
import { town } from '../synthetic-market.ts'

const [NEW, SECONDARY] = [MARKETS.indexOf('new'), MARKETS.indexOf('secondary')]
/** In steps over which the town's conditions, and who leaves one out, are evenly spread. */
const rows = town({ rows: 500 }).map((row, i) => ({
  ...row,
  market: i % 2 === 0 ? ('new' as const) : ('secondary' as const),
  condition: i % 2 === 0 && i % 20 !== 0 ? null : (row.condition ?? 'none'),
  kitchenAreaM2: i % 4 < 3 ? row.areaM2 * (0.1 + 0.02 * (i % 7)) : null,
}))
const table = marketTable(clean(rows))
const hedonic = fitHedonic(table)
const variances = unstatedVariances(table, { hedonic, folds: [] })
const of = (market: number, position: number) =>
  variances[market]?.[STATEABLE.indexOf(position)] as number

/** Rows of a segment that state the attribute, and all. */
const statedIn = (market: number, states: (row: number) => boolean) => {
  const all = Array.from({ length: table.n }, (_, row) => row).filter(
    (row) => flatOf(table, row)[FLAT.market] === market,
  )
  return all.filter(states).length / all.length
}
const statesCondition = (row: number) => !Number.isNaN(flatOf(table, row)[FLAT.condition])

describe('what an attribute that a flat leaves out adds to its error', () => {
  it('is how far leaving it out moves f, as often as flats of the segment state it', () => {
    const moves = Array.from({ length: table.n }, (_, row) => flatOf(table, row)).flatMap((flat) =>
      Number.isNaN(flat[FLAT.condition])
        ? []
        : hedonicLn(hedonic, flat.with(FLAT.condition, Number.NaN)) - hedonicLn(hedonic, flat),
    )
    const moved = robustScale(moves)
    assert.ok(moved > 0.02 && moved < 0.2, `${moved}`)
    for (const market of [NEW, SECONDARY]) {
      const share = statedIn(market, statesCondition)
      assert.ok(Math.abs(of(market, FLAT.condition) / (share * moved ** 2) - 1) < 1e-9)
    }
    assert.ok(of(NEW, FLAT.condition) < 0.2 * of(SECONDARY, FLAT.condition))
  })

  it('counts a kitchen filled with the usual share as left out', () => {
    const share = of(SECONDARY, FLAT.kitchenShare) / of(NEW, FLAT.kitchenShare)
    // Every fourth row lacks it, all of the secondary market.
    assert.ok(Math.abs(share - 0.5) < 0.05, `${share}`)
  })

  it('is that of all flats in a segment without any', () => {
    const stated = Array.from({ length: table.n }, (_, row) => row).filter(statesCondition).length
    const [ofNone, ofResold] = [MARKETS.length, SECONDARY].map((one) => of(one, FLAT.condition))
    const share = statedIn(SECONDARY, statesCondition)
    assert.ok(ofNone && ofResold)
    assert.ok(Math.abs(ofNone / ofResold / (stated / table.n / share) - 1) < 1e-9)
  })

  it('is nothing where no flat states it, and where f does not depend on it', () => {
    for (const market of [NEW, SECONDARY, MARKETS.length]) {
      assert.equal(of(market, FLAT.livingShare), 0)
      assert.equal(of(market, FLAT.class), 0)
    }
  })

  it('adds up as independent errors do', () => {
    const flat = flatOf(table, 0).with(FLAT.market, SECONDARY)
    const both = [FLAT.condition, FLAT.kitchenShare]
    const expected = Math.sqrt(of(SECONDARY, FLAT.condition) + of(SECONDARY, FLAT.kitchenShare))
    assert.ok(Math.abs(unstatedSd(variances, flat, both) - expected) < 1e-12)
    assert.equal(unstatedSd(variances, flat, []), 0)
  })
})
