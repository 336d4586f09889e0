import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoOfDay } from '../../../src/calendar.ts'
import { estimate } from '../../../src/valuation/answer/estimate.ts'
import { CONDITIONS, MARKETS } from '../../../src/valuation/comparables/comparable.ts'
import { FLAT } from '../../../src/valuation/market/flat-vector.ts'
import { settledConditions } from '../../../src/valuation/market/settled-condition.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'

const NEW = MARKETS.indexOf('new')
const SECONDARY = MARKETS.indexOf('secondary')
const NONE = CONDITIONS.indexOf('none')
const EURO = CONDITIONS.indexOf('euro')

/** So many flats of a market with a condition. */
const flats = (market: number, condition: number, count: number) =>
  Array.from({ length: count }, () => {
    const flat = new Float64Array(FLAT.size)
    flat[FLAT.market] = market
    flat[FLAT.condition] = condition
    return [...flat]
  }).flat()
const settled = (...rows: readonly number[][]) => settledConditions(Float64Array.from(rows.flat()))

describe('the condition that all flats of a segment share', () => {
  it('is that of nine in ten of them, in each segment for itself', () => {
    const found = settled(
      flats(NEW, NONE, 90),
      flats(NEW, EURO, 10),
      flats(SECONDARY, EURO, 89),
      flats(SECONDARY, NONE, 11),
    )
    assert.equal(found[NEW], NONE)
    assert.equal(found[SECONDARY], Number.NaN)
  })
  it('is unknown where one flat in five does not say, or the flats are few', () => {
    assert.equal(settled(flats(NEW, NONE, 80), flats(NEW, Number.NaN, 20))[NEW], Number.NaN)
    assert.equal(settled(flats(NEW, NONE, 49))[NEW], Number.NaN)
  })
  it('is taken for a flat whose request does not name it, and named as imputed', async () => {
    const valuationDate = isoOfDay(TOWN_DAY)
    const bare = town({ rows: 250 }).map(
      (one) => ({ ...one, market: 'new', condition: 'none' }) as const,
    )
    const model = await fit(bare, { until: valuationDate, ...QUICK_FIT })
    const [flat] = bare
    assert.ok(flat)
    const unnamed = estimate(model, { ...flat, condition: null }, { valuationDate })
    const named = estimate(model, flat, { valuationDate })
    assert.deepEqual(
      unnamed.imputed.filter((field) => field === 'condition'),
      ['condition'],
    )
    assert.ok(!named.imputed.includes('condition'))
    assert.equal(unnamed.value?.market_rub, named.value?.market_rub)
  })
})
