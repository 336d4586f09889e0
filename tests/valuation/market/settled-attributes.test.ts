import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoOfDay } from '../../../src/calendar.ts'
import { estimate } from '../../../src/valuation/answer/estimate.ts'
import { CONDITIONS, MARKETS } from '../../../src/valuation/comparables/comparable.ts'
import { FLAT } from '../../../src/valuation/market/flat-vector.ts'
import { fillSettled, settledAttributes } from '../../../src/valuation/market/settled-attributes.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import { ok } from '../ok-estimate.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'

const NEW = MARKETS.indexOf('new')
const SECONDARY = MARKETS.indexOf('secondary')
const NONE = CONDITIONS.indexOf('none')
const EURO = CONDITIONS.indexOf('euro')

/** So many flats of a market with a condition, and of a year. */
const flats = (market: number, condition: number, count: number, year = Number.NaN) =>
  Array.from({ length: count }, () => {
    const flat = new Float64Array(FLAT.size)
    flat[FLAT.market] = market
    flat[FLAT.condition] = condition
    flat[FLAT.year] = year
    return [...flat]
  }).flat()
const settled = (...rows: readonly number[][]) => settledAttributes(Float64Array.from(rows.flat()))

describe('what all flats of a segment have alike', () => {
  it('is the condition of nine in ten of them, in each segment for itself', () => {
    const found = settled(
      flats(NEW, NONE, 90),
      flats(NEW, EURO, 10),
      flats(SECONDARY, EURO, 89),
      flats(SECONDARY, NONE, 11),
    )
    assert.deepEqual([...(found[NEW] ?? [])], [[FLAT.condition, NONE]])
    assert.deepEqual([...(found[SECONDARY] ?? [])], [])
  })
  it('is the middle year, where nine in ten are within five years of it', () => {
    const bare = (year: number, count: number) => flats(NEW, Number.NaN, count, year)
    const yearOf = (...rows: readonly number[][]) => settled(...rows)[NEW]?.get(FLAT.year)
    assert.equal(yearOf(bare(2016, 45), bare(2021, 45), bare(2022, 10)), 2021)
    assert.equal(yearOf(bare(2021, 90), bare(2015, 5), bare(2027, 5)), 2021)
    assert.equal(yearOf(bare(2021, 89), bare(2015, 11)), undefined)
    assert.equal(yearOf(bare(2021, 89), bare(Number.NaN, 11)), undefined)
  })
  it('is unknown where one flat in five or most do not say, or the flats are few', () => {
    assert.equal(settled(flats(NEW, NONE, 80), flats(NEW, Number.NaN, 20))[NEW]?.size, 0)
    assert.equal(settled(flats(NEW, NONE, 5), flats(NEW, Number.NaN, 95))[NEW]?.size, 0)
    assert.equal(settled(flats(NEW, NONE, 49, 2021))[NEW]?.size, 0)
    assert.equal(settled(flats(NEW, NONE, 50, 2021))[NEW]?.size, 2)
  })
  it('fills the gaps of a flat of that segment alone, and no other gap', () => {
    const all = settled(flats(NEW, NONE, 60, 2021), flats(SECONDARY, EURO, 60))
    const filled = (market: number, year: number) => {
      const flat = new Float64Array(FLAT.size).fill(Number.NaN)
      flat[FLAT.market] = market
      flat[FLAT.year] = year
      const positions = fillSettled({ settled: all, untold: [] }, flat)
      assert.equal(flat.filter((value) => !Number.isNaN(value)).length, 3 - Number(market !== NEW))
      return { positions, year: flat[FLAT.year], condition: flat[FLAT.condition] }
    }
    assert.deepEqual(filled(NEW, Number.NaN), {
      positions: [FLAT.condition, FLAT.year],
      year: 2021,
      condition: NONE,
    })
    assert.deepEqual(filled(NEW, 2019), {
      positions: [FLAT.condition],
      year: 2019,
      condition: NONE,
    })
    assert.deepEqual(filled(SECONDARY, Number.NaN), {
      positions: [FLAT.condition],
      year: Number.NaN,
      condition: EURO,
    })
  })
  it('fills no gap that the flats of the city leave too', () => {
    const all = settled(flats(NEW, NONE, 60, 2021))
    const untold = [[], [FLAT.condition]]
    const filledIn = (city: number) => {
      const flat = new Float64Array(FLAT.size).fill(Number.NaN)
      flat[FLAT.market] = NEW
      flat[FLAT.city] = city
      return fillSettled({ settled: all, untold }, flat)
    }
    assert.deepEqual(filledIn(0), [FLAT.condition, FLAT.year])
    assert.deepEqual(filledIn(1), [FLAT.year])
    assert.deepEqual(filledIn(Number.NaN), [FLAT.condition, FLAT.year])
  })
  it('is taken for a flat whose request does not name it, and named as imputed', async () => {
    const valuationDate = isoOfDay(TOWN_DAY)
    const bare = town({ rows: 250 }).map(
      (one) => ({ ...one, market: 'new', condition: 'none' }) as const,
    )
    const model = await fit(bare, { until: valuationDate, ...QUICK_FIT })
    const [flat] = bare
    assert.ok(flat)
    const unnamed = ok(estimate(model, { ...flat, condition: null }, { valuationDate }))
    const named = ok(estimate(model, flat, { valuationDate }))
    assert.deepEqual(
      unnamed.imputed.filter((field) => field === 'condition'),
      ['condition'],
    )
    assert.ok(!named.imputed.includes('condition'))
    assert.equal(unnamed.value.market_rub, named.value.market_rub)
  })
})
