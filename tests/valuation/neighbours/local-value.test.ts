// What a value from the neighbourhood rests on, and what it says of itself for its interval.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { firstDayOfMonth, isoOfDay, monthOfDay } from '../../../src/calendar.ts'
import { UNSEEN } from '../../../src/valuation/attributes/attribute-model.ts'
import { hedonicLn } from '../../../src/valuation/attributes/hedonic.ts'
import { MARKETS } from '../../../src/valuation/comparables/comparable.ts'
import { FLAT, flatOf } from '../../../src/valuation/market/flat-vector.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import { valueLocally } from '../../../src/valuation/neighbours/local-value.ts'
import { kernel, NEIGHBOURS } from '../../../src/valuation/neighbours/scales.ts'
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

/** Days, one of the years a leap year. */
const TWO_YEARS = 731

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

describe('what a value rests on', async () => {
  const model = await fit(town({ rows: 300 }), { until: isoOfDay(TOWN_DAY), ...QUICK_FIT })
  const flat = flatOf(model.table, 0)
  const massOf = (squaredDistances: Float64Array, power: number) =>
    squaredDistances.reduce((mass, squared) => mass + kernel(squared, power), 0)

  it('is as far as its tenth neighbour, of fewer as the last, and of none as four scales', () => {
    const { shape, neighbours } = valueLocally(model, aboutUnknown(flat))
    assert.equal(shape.tenthDistance, Math.sqrt(neighbours.squaredDistances[9] as number))
    const nearest = [...neighbours.rows.subarray(0, 4)]
    const few = valueLocally(model, {
      ...aboutUnknown(flat),
      isLeftOut: (row) => !nearest.includes(row),
    })
    assert.equal(few.shape.tenthDistance, Math.sqrt(neighbours.squaredDistances[3] as number))
    const none = valueLocally(model, { ...aboutUnknown(flat), isLeftOut: () => true })
    assert.deepEqual([none.shape.tenthDistance, none.shape.nEffective], [4, 0])
    assert.equal(none.ln, none.f + none.index)
  })

  it('is weighed by the scales for a known building there, and elsewhere by the others', () => {
    const { unknown } = model.scales
    const scales = { known: { ...unknown, power: 2.5 }, unknown: { ...unknown, power: 0.5 } }
    const building = model.table.building[0] as number
    for (const [of, { power }] of [
      [building, scales.known],
      [-1, scales.unknown],
    ] as const) {
      const asked = { ...aboutUnknown(flat), building: of }
      const { shape, neighbours } = valueLocally({ ...model, scales }, asked)
      assertNear(shape.mass, massOf(neighbours.squaredDistances, power), 1e-9)
    }
  })

  it('tells how far the trees are apart of a flat in a known building that none of them saw', async () => {
    const market = await fit(town({ rows: 500 }), { until: isoOfDay(TOWN_DAY), ...QUICK_FIT })
    const asked = { ...aboutUnknown(flatOf(market.table, 0)), building: 0 }
    const { byFold, shape } = valueLocally(market, asked)
    const mean = byFold.reduce((sum, f) => sum + f, 0) / byFold.length
    const squares = byFold.reduce((sum, f) => sum + (f - mean) ** 2, 0)
    assert.ok(byFold.length > 1 && shape.treesApart > 0)
    assertNear(shape.treesApart, Math.sqrt(squares / (byFold.length - 1)), 1e-12)
    for (const other of [{ building: -1 }, { fold: 0 }]) {
      assert.ok(Number.isNaN(valueLocally(market, { ...asked, ...other }).shape.treesApart))
    }
  })

  it('differs from the regression by the trees and the local level', () => {
    const { shape, f, local } = valueLocally(model, aboutUnknown(flat))
    assert.ok(Math.abs(local.level) > 1e-3)
    assertNear(shape.excess, f + local.level - hedonicLn(model.attribute.hedonic, flat), 1e-12)
  })

  it('is dated in the two years before the day of the value, up to the last known day', async () => {
    const dates = [TWO_YEARS, TWO_YEARS + 1, 100, 99].map((ago) => isoOfDay(TOWN_DAY - ago))
    const few = town({ rows: 40 }).map((one, i) => ({ ...one, date: dates[i] ?? one.date }))
    const small = await fit(few, { until: isoOfDay(TOWN_DAY), ...QUICK_FIT })
    const asked = { ...aboutUnknown(flatOf(small.table, 0)), knownDay: TOWN_DAY - 100 }
    const days = [...small.table.day].filter(
      (day) => day >= TOWN_DAY - TWO_YEARS && day <= TOWN_DAY - 100,
    )
    const found = [...valueLocally(small, asked).neighbours.rows].map((row) => small.table.day[row])
    assert.deepEqual(found.toSorted(), days.toSorted())
    assert.ok(days.includes(TOWN_DAY - TWO_YEARS) && days.includes(TOWN_DAY - 100))
  })

  it('knows no prices of a month after the last known one', () => {
    const knownMonth = monthOfDay(TOWN_DAY) - 6
    const asked = {
      ...aboutUnknown(flat, firstDayOfMonth(knownMonth + 1) - 1),
      knownMonth,
    }
    const { hedonic } = model.attribute
    const indices = hedonic.indices.map((index) => ({
      ...index,
      effects: index.effects.map((effect, k) =>
        index.firstMonth + k > knownMonth ? effect + 1 : effect,
      ),
    }))
    const risenSince = {
      ...model,
      attribute: { ...model.attribute, hedonic: { ...hedonic, indices } },
    }
    assert.equal(valueLocally(risenSince, asked).ln, valueLocally(model, asked).ln)
    const knowing = { ...asked, knownMonth: Infinity }
    assert.notEqual(valueLocally(risenSince, knowing).ln, valueLocally(model, knowing).ln)
  })
})
