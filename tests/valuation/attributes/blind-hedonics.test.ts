import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoOfDay } from '../../../src/calendar.ts'
import { quantileOfSorted } from '../../../src/numbers/order-statistics.ts'
import { sum } from '../../../src/numbers/sum.ts'
import { estimate } from '../../../src/valuation/answer/estimate.ts'
import { foldsByBuilding } from '../../../src/valuation/attributes/attribute-model.ts'
import { blindHedonics } from '../../../src/valuation/attributes/blind-hedonics.ts'
import { fitHedonic } from '../../../src/valuation/attributes/fit-hedonic.ts'
import {
  type Hedonic,
  hedonicLn,
  marketIndexOf,
} from '../../../src/valuation/attributes/hedonic.ts'
import { indexLevel } from '../../../src/valuation/attributes/time-index.ts'
import type { Comparable } from '../../../src/valuation/comparables/comparable.ts'
import { clean } from '../../../src/valuation/market/cleaning.ts'
import { flatOf } from '../../../src/valuation/market/flat-vector.ts'
import { type MarketTable, marketTable } from '../../../src/valuation/market/market-table.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import { studyOf } from '../../../src/valuation/study/ratio-study.ts'
import { assertNear } from '../../support/near.ts'
import { TOWN_DAY, town } from '../synthetic-market.ts'

describe('regressions blind to a fold', () => {
  const table = marketTable(clean(town({ rows: 600, buildings: 12 })))
  const hedonic = fitHedonic(table)
  const foldOfRow = foldsByBuilding(table, 4)

  it('a price never teaches the regression of its own fold', () => {
    const row = foldOfRow.indexOf(2)
    const byItsFold = (lnPrice: Float64Array) => {
      const [, , blind] = blindHedonics({ ...table, lnPrice }, hedonic, { folds: 4, foldOfRow })
      return blind === undefined ? Number.NaN : hedonicLn(blind, flatOf(table, row))
    }
    const before = byItsFold(table.lnPrice)
    const dearer = table.lnPrice.map((ln, i) => (foldOfRow[i] === 2 ? ln + 3 : ln))
    assert.equal(byItsFold(dearer), before)
    assert.ok(Number.isFinite(before))
  })

  /** By how much each misses the prices that it has seen, on average and as deals, ln. */
  const meanMisses = (market: MarketTable, whole: Hedonic, ofFold: Uint8Array) =>
    blindHedonics(market, whole, { folds: 2, foldOfRow: ofFold }).map((blind, fold) => {
      const rows = [...market.lnPrice.keys()].filter((row) => ofFold[row] !== fold)
      const misses = rows.map((row) => {
        const flat = flatOf(market, row)
        const index = indexLevel(marketIndexOf(whole, flat), market.day[row] as number)
        const asked = market.listing[row] === 1 ? whole.lnAskOverDeal : 0
        return (market.lnPrice[row] as number) - asked - index - hedonicLn(blind, flat)
      })
      return sum(misses) / misses.length
    })

  it('each keeps to the months of the whole market', () => {
    // By itself a regression without the latest third, or all before it, has another level.
    const latest = quantileOfSorted(Float64Array.from(table.day).sort(), 2 / 3)
    const inTime = Uint8Array.from(table.day, (day) => Number(day > latest))
    for (const mean of meanMisses(table, hedonic, inTime)) assertNear(mean, 0, 0.01)
  })

  it('each keeps to the bargaining of the whole market', () => {
    // Of adverts alone none could learn that a fifth is asked beyond what is paid.
    const dear = town({ rows: 600, kind: 'mixed' }).map((one) =>
      one.kind === 'listing' ? { ...one, priceRub: Math.round(1.15 * one.priceRub) } : one,
    )
    const mixed = marketTable(clean(dear))
    const whole = fitHedonic(mixed)
    assert.ok(whole.lnAskOverDeal > 0.15)
    for (const mean of meanMisses(mixed, whole, mixed.listing)) assertNear(mean, 0, 0.01)
  })
})

const placeOf = ({ lat, lon }: Comparable): string => `${lat},${lon}`

describe('a market of few buildings', () => {
  it('intervals hold their share of the flats of a building that it lacks', async () => {
    const draws = [1, 2, 3, 4]
    let covered = 0
    for (const seed of draws) {
      const evidence = clean(town({ rows: 400, buildings: 25, seed, spanDays: 0 }))
      const study = await studyOf(evidence, {
        split: { kind: 'folds', folds: 3, by: 'building' },
        fit: { tuningTrials: 100, intervalTrials: 300 },
        rows: { read: 400, rejected: 0, firstRejected: null },
      })
      covered += (study.coverage['0.8'] ?? 0) / draws.length
    }
    assert.ok(covered > 0.74 && covered < 0.9, `80 % covers ${covered}`)
  })

  it('intervals hold their share of flats of known buildings, where districts would explain any price', async () => {
    const draws = [1, 2, 3]
    let covered = 0
    for (const seed of draws) {
      const flats = town({ rows: 200, seed, spanDays: 0 }).map((flat, i) => ({
        ...flat,
        district: `район ${(i * 7919) % 40}`,
        buildingClass: `класс ${(i * 104_729) % 40}`,
      }))
      const study = await studyOf(clean(flats), {
        split: { kind: 'folds', folds: 5, by: 'row' },
        fit: { tuningTrials: 100 },
        rows: { read: 200, rejected: 0, firstRejected: null },
      })
      covered += (study.coverage['0.8'] ?? 0) / draws.length
    }
    assert.ok(covered > 0.74 && covered < 0.9, `80 % covers ${covered}`)
  })

  it('has no value for flats of a building that it lacks where the buildings have nothing in common', async () => {
    const valuationDate = isoOfDay(TOWN_DAY)
    const times = new Map([1, 0.4, 2.5, 0.7, 1.6, 0.5].entries())
    const houses = [...new Set(town({ rows: 300, buildings: 6, spanDays: 0 }).map(placeOf))]
    const flats = town({ rows: 300, buildings: 6, spanDays: 0 }).map((flat) => ({
      ...flat,
      priceRub: Math.round(flat.priceRub * (times.get(houses.indexOf(placeOf(flat))) ?? 1)),
    }))
    const model = await fit(flats, { until: valuationDate })
    assert.ok(model.interval.independent[0] <= houses.length)
    const elsewhere = { ...(flats[0] as Comparable), address: null, lat: 55.001, lon: 60.001 }
    assert.equal(estimate(model, elsewhere, { valuationDate }).status, 'insufficient_data')
    assert.equal(estimate(model, flats[0] as Comparable, { valuationDate }).status, 'ok')
  })
})
