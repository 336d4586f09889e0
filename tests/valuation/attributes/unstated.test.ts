import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fitHedonic } from '../../../src/valuation/attributes/fit-hedonic.ts'
import { hedonicLn } from '../../../src/valuation/attributes/hedonic.ts'
import { unstatedSd, unstatedVariances } from '../../../src/valuation/attributes/unstated.ts'
import { MARKETS } from '../../../src/valuation/comparables/comparable.ts'
import { clean } from '../../../src/valuation/market/cleaning.ts'
import { FLAT, flatOf } from '../../../src/valuation/market/flat-vector.ts'
import { marketTable } from '../../../src/valuation/market/market-table.ts'
import { isStated, STATEABLE } from '../../../src/valuation/market/stated-attributes.ts'
import { assertNear } from '../../support/near.ts'
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

const meanSquare = (moves: readonly number[]) =>
  moves.reduce((sum, move) => sum + move * move, 0) / moves.length

describe('what an attribute that a flat leaves out adds to its error', () => {
  it('is how far leaving it out moves f, as often as flats of the segment state it', () => {
    const moves = Array.from({ length: table.n }, (_, row) => flatOf(table, row)).flatMap((flat) =>
      Number.isNaN(flat[FLAT.condition])
        ? []
        : hedonicLn(hedonic, flat.with(FLAT.condition, Number.NaN)) - hedonicLn(hedonic, flat),
    )
    const moved = meanSquare(moves)
    assert.ok(moved > 0.02 ** 2 && moved < 0.2 ** 2, `${moved}`)
    for (const market of [NEW, SECONDARY]) {
      const share = statedIn(market, statesCondition)
      assertNear(of(market, FLAT.condition) / (share * moved), 1, 1e-9)
    }
    assert.ok(of(NEW, FLAT.condition) < 0.2 * of(SECONDARY, FLAT.condition))
  })

  it('counts a kitchen filled with the usual share as left out', () => {
    const share = of(SECONDARY, FLAT.kitchenShare) / of(NEW, FLAT.kitchenShare)
    // Every fourth row lacks it, all of the secondary market.
    assert.ok(Math.abs(share - 0.5) < 0.05, `${share}`)
  })

  it('is of a kitchen how far it is from the usual share', () => {
    const moves = Array.from({ length: table.n }, (_, row) => row).flatMap((row) => {
      if (!isStated(table, row, FLAT.kitchenShare)) return []
      const flat = flatOf(table, row)
      const usual = table.usualShares.get(FLAT.kitchenShare)?.[Math.min(5, flat[FLAT.rooms] ?? 0)]
      const without = flat.with(FLAT.kitchenShare, usual ?? Number.NaN)
      return [hedonicLn(hedonic, without) - hedonicLn(hedonic, flat)]
    })
    assert.ok(moves.length > 200 && moves.length < table.n)
    // Of those that state it one in one is tried while they are fewer than 400.
    const share = statedIn(SECONDARY, (row) => isStated(table, row, FLAT.kitchenShare))
    assertNear(of(SECONDARY, FLAT.kitchenShare) / (share * meanSquare(moves)), 1, 1e-9)
  })

  it('is learnt from all flats that state it where those are few', () => {
    const high = town({ rows: 1300 }).map((row, i) => ({
      ...row,
      ceilingHeightM: i % 130 === 7 ? 2.5 + 0.1 * (i % 11) : null,
    }))
    const rare = marketTable(clean(high))
    const learnt = fitHedonic(rare)
    const stating = Array.from({ length: rare.n }, (_, row) => row).filter((row) =>
      isStated(rare, row, FLAT.ceilingM),
    )
    assert.ok(stating.length > 5 && stating.length <= 10, `${stating.length}`)
    const moves = stating.map((row) => {
      const flat = flatOf(rare, row)
      return hedonicLn(learnt, flat.with(FLAT.ceilingM, Number.NaN)) - hedonicLn(learnt, flat)
    })
    const segment = MARKETS.indexOf(high[0]?.market ?? 'secondary')
    const found = unstatedVariances(rare, { hedonic: learnt, folds: [] })[segment]
    const expected = (stating.length / rare.n) * meanSquare(moves)
    const variance = found?.[STATEABLE.indexOf(FLAT.ceilingM)] as number
    assert.ok(variance > 0)
    assert.ok(Math.abs(variance / expected - 1) < 1e-9, `${variance} for ${expected}`)
  })

  it('is not learnt from a segment that has it alike', () => {
    const years = town({ rows: 600 }).map((row, i) => ({
      ...row,
      market: i % 2 === 0 ? ('new' as const) : ('secondary' as const),
      yearBuilt: i % 2 === 0 ? 2024 : row.yearBuilt,
    }))
    const mixed = marketTable(clean(years))
    assert.equal(mixed.settled[NEW]?.get(FLAT.year), 2024)
    const learnt = fitHedonic(mixed)
    const moves = Array.from({ length: mixed.n }, (_, row) => row).flatMap((row) => {
      const flat = flatOf(mixed, row)
      if (flat[FLAT.market] === NEW || !isStated(mixed, row, FLAT.year)) return []
      return [hedonicLn(learnt, flat.with(FLAT.year, Number.NaN)) - hedonicLn(learnt, flat)]
    })
    const found = unstatedVariances(mixed, { hedonic: learnt, folds: [] })
    const ofResold = found[SECONDARY]?.[STATEABLE.indexOf(FLAT.year)] as number
    const resold = Array.from({ length: mixed.n }, (_, row) => flatOf(mixed, row)).filter(
      (flat) => flat[FLAT.market] === SECONDARY,
    ).length
    assertNear(ofResold / ((moves.length / resold) * meanSquare(moves)), 1, 1e-9)
  })

  it('is that of all flats in a segment without any', () => {
    const stated = Array.from({ length: table.n }, (_, row) => row).filter(statesCondition).length
    const [ofNone, ofResold] = [MARKETS.length, SECONDARY].map((one) => of(one, FLAT.condition))
    const share = statedIn(SECONDARY, statesCondition)
    assert.ok(ofNone && ofResold)
    assertNear(ofNone / ofResold / (stated / table.n / share), 1, 1e-9)
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
    assertNear(unstatedSd(variances, flat, both), expected, 1e-12)
    assert.equal(unstatedSd(variances, flat, []), 0)
  })
})
