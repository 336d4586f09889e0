// What a value from the neighbourhood says of itself for its interval.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoOfDay } from '../../../src/calendar.ts'
import { UNSEEN } from '../../../src/valuation/attributes/attribute-model.ts'
import { MARKETS } from '../../../src/valuation/comparables/comparable.ts'
import { FLAT, flatOf } from '../../../src/valuation/market/flat-vector.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import { valueLocally } from '../../../src/valuation/neighbours/local-value.ts'
import { NEIGHBOURS } from '../../../src/valuation/neighbours/scales.ts'
import { assertNear } from '../../support/near.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'

const YEAR_DAYS = 365

/** A question about a flat in a building that the market does not know. */
const aboutUnknown = (flat: Float64Array, day = TOWN_DAY) => ({
  flat,
  unstated: [],
  building: -1,
  fold: UNSEEN,
  day,
  knownDay: day,
  knownMonth: Infinity,
  radiusKm: 10,
})

describe('what an interval knows of a flat', () => {
  it('is whether it is a new build', async () => {
    const mixed = town({ rows: 300 }).map(
      (one, i) => ({ ...one, market: i % 2 === 0 ? 'new' : 'secondary' }) as const,
    )
    const model = await fit(mixed, { until: isoOfDay(TOWN_DAY), ...QUICK_FIT })
    for (const [code, market] of MARKETS.entries()) {
      const { shape } = valueLocally(
        model,
        aboutUnknown(flatOf(model.table, 0).with(FLAT.market, code)),
      )
      assert.equal(shape.isNew, market === 'new')
    }
  })
})

describe('how many flats a value rests on', () => {
  it('is the square of their weights’ sum over the sum of their squares', async () => {
    const model = await fit(town({ rows: 300 }), { until: isoOfDay(TOWN_DAY), ...QUICK_FIT })
    const { shape, neighbours } = valueLocally(model, aboutUnknown(flatOf(model.table, 0)))
    const { power } = model.scales.unknown
    const weights = [...neighbours.squaredDistances]
      .slice(0, neighbours.count)
      .map((squared) => Math.exp(-0.5 * Math.sqrt(squared) ** power))
    const mass = weights.reduce((sum, weight) => sum + weight, 0)
    const squares = weights.reduce((sum, weight) => sum + weight ** 2, 0)
    assert.equal(neighbours.count, NEIGHBOURS)
    assertNear(shape.mass, mass, 1e-9)
    assertNear(shape.nEffective, mass ** 2 / squares, 1e-9)
    assert.ok(shape.nEffective > 2 && shape.nEffective < NEIGHBOURS)
  })
})

describe('the price per m² that an interval goes by', () => {
  it('is the value over the area, on whatever day the value is of', async () => {
    const model = await fit(town({ rows: 300 }), { until: isoOfDay(TOWN_DAY), ...QUICK_FIT })
    const flat = flatOf(model.table, 0)
    for (const day of [TOWN_DAY, TOWN_DAY - YEAR_DAYS]) {
      const { ln, index, shape } = valueLocally(model, aboutUnknown(flat, day))
      const areaM2 = Math.exp(flat[FLAT.lnArea] as number)
      const perM2 = Math.exp(ln - index) / areaM2
      assertNear(Math.exp(shape.lnPerM2) / perM2, 1, 1e-9)
    }
  })
})
