// What an estimate says and does where the request describes a flat that its building or its market
// does not know.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoOfDay } from '../../../src/calendar.ts'
import { estimate } from '../../../src/valuation/answer/estimate.ts'
import type { Comparable } from '../../../src/valuation/comparables/comparable.ts'
import { clean } from '../../../src/valuation/market/cleaning.ts'
import { coderOf } from '../../../src/valuation/market/flat-vector.ts'
import { marketTable } from '../../../src/valuation/market/market-table.ts'
import { isUnusual, newestYear, usualRanges } from '../../../src/valuation/market/usual-ranges.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import type { Model } from '../../../src/valuation/model/model.ts'
import { EQUAL_CITIES } from '../../../src/valuation/neighbours/city-scales.ts'
import { constantExpectation } from '../../../src/valuation/neighbours/expected-error.ts'
import { assertNear } from '../../support/near.ts'
import { ok } from '../ok-estimate.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'

const TODAY = isoOfDay(TOWN_DAY)
const FSD = 0.05

/** All errors have one size, so that the evidence alone gives an FSD of 0.05. */
const sure = (model: Model): Model => ({
  ...model,
  interval: {
    expectation: constantExpectation(1),
    scores: [Float64Array.of(FSD, FSD), Float64Array.of(FSD, FSD)],
    independent: [100, 100],
    leastInUnknown: 0,
    cityScales: [EQUAL_CITIES, EQUAL_CITIES],
  },
})

const market = sure(await fit(town({ rows: 1500 }), { until: TODAY, ...QUICK_FIT }))

/** A flat of a house of five storeys, built in the middle of the years there are. */
const ownIn = ({ comparables }: Model): Comparable =>
  comparables.find(
    ({ floorsTotal, yearBuilt }) => floorsTotal === 5 && Math.abs((yearBuilt ?? 0) - 1990) < 10,
  ) as Comparable

const value = (change: Partial<Comparable>, model = market) => {
  const subject = { ...ownIn(model), floor: 3, condition: 'euro', ...change } as const
  return ok(estimate(model, subject, { valuationDate: TODAY }))
}
const reasons = (change: Partial<Comparable>, model = market) =>
  value(change, model).confidence.reasons.filter((reason) => reason.startsWith('subject_'))

describe('a flat whose floors or year no other flat of its building has', () => {
  const own = ownIn(market)
  const floors = own.floorsTotal as number
  const year = own.yearBuilt as number

  it('is valued with a reason, and with intervals wider by what the difference is worth', () => {
    for (const change of [{ floorsTotal: floors + 8 }, { yearBuilt: year - 20 }]) {
      const given = value(change)
      const inBuilding = value({})
      assert.deepEqual(reasons(change), ['subject_contradicts_building'])
      const differenceLn = Math.log(given.value.market_rub / inBuilding.value.market_rub)
      if ('yearBuilt' in change) assert.ok(Math.abs(differenceLn) > 0.01)
      assertNear(given.confidence.fsd, Math.hypot(FSD, differenceLn), 0.001)
      assert.equal(inBuilding.confidence.fsd, FSD)
    }
    const bothAlone = { floorsTotal: floors + 8, yearBuilt: year - 5 }
    assert.deepEqual(reasons(bothAlone), ['subject_contradicts_building'])
  })
  it('is never valued with more confidence than the flat as in its building', () => {
    // Here the error is taken to fall as neighbours grow unlike, as those of an odd year are.
    const expectation = constantExpectation(1)
    expectation.coefficients[3] = -1
    const misled = { ...market, interval: { ...market.interval, expectation } }
    const inBuilding = value({}, misled)
    for (const yearBuilt of [1700, 1850, year - 40, 2026]) {
      const { value: given, confidence } = value({ yearBuilt }, misled)
      const doubtLn = Math.log(given.market_rub / inBuilding.value.market_rub)
      const least = Math.hypot(inBuilding.confidence.fsd, doubtLn)
      assert.ok(confidence.fsd >= least - 0.001, `${yearBuilt}: ${confidence.fsd}, not ${least}`)
    }
  })
  it('is wider a storey or five years apart too, without a reason', () => {
    const inBuilding = value({}).value.market_rub
    for (const change of [{ floorsTotal: floors + 1 }, { yearBuilt: year - 5 }]) {
      assert.ok(!reasons(change).includes('subject_contradicts_building'))
      const { value: given, confidence } = value(change)
      const differenceLn = Math.log(given.market_rub / inBuilding)
      if ('yearBuilt' in change) assert.ok(Math.abs(differenceLn) > 0.001)
      assertNear(confidence.fsd, Math.hypot(FSD, differenceLn), 0.001)
    }
  })
  it('is in no doubt where they are not given, or another flat of the building has them', () => {
    for (const change of [{}, { floorsTotal: null, yearBuilt: null }]) {
      assert.ok(!reasons(change).includes('subject_contradicts_building'))
      assert.equal(value(change).confidence.fsd, FSD)
    }
    assert.deepEqual(reasons({ floorsTotal: floors + 2 }), ['subject_contradicts_building'])
  })
  it('is in doubt although its own advert says the same', async () => {
    const odd = { areaM2: own.areaM2 + 7, floor: 3, yearBuilt: year - 20, floorsTotal: floors + 8 }
    const advert = { ...own, ...odd, kind: 'listing', sourceId: 'own advert' } as const
    const model = sure(await fit([...market.comparables, advert], { until: TODAY, ...QUICK_FIT }))
    assert.ok(reasons(odd, model).includes('subject_contradicts_building'))
  })
  it('is in doubt where two other flats say otherwise, in none where one alone does', async () => {
    const ofOne = { lat: 55.02, lon: 60.02, address: 'Улица Новая, 1' }
    const ofTwo = { lat: 55.023, lon: 60.02, address: 'Улица Новая, 2' }
    const added = [
      { ...own, ...ofOne, sourceId: 'alone' },
      { ...own, ...ofTwo, sourceId: 'first of two', floor: 2 },
      { ...own, ...ofTwo, sourceId: 'second of two', floor: 4 },
    ]
    const model = sure(await fit([...market.comparables, ...added], { until: TODAY, ...QUICK_FIT }))
    const floorsTotal = floors + 8
    assert.deepEqual(reasons({ ...ofOne, floorsTotal }, model), [])
    assert.deepEqual(reasons({ ...ofTwo, floorsTotal }, model), ['subject_contradicts_building'])
  })
})

describe('a flat beyond almost all of the market', () => {
  const isBeyond = (change: Partial<Comparable>, model = market): boolean => {
    const flat = coderOf(model.table.words)({ ...ownIn(model), ...change })
    return isUnusual(model.usualRanges, flat)
  }

  it('is one too large or small, high or low, old or new, or with rooms too small', () => {
    for (const change of [
      { areaM2: 95 },
      { areaM2: 20 },
      { rooms: 10 },
      { areaM2: 36, rooms: 3 },
      { floor: -1 },
      { floor: 17 },
      { floorsTotal: 40 },
      { yearBuilt: 2100 },
    ]) {
      assert.ok(isBeyond(change), JSON.stringify(change))
    }
    for (const change of [{}, { floor: 16 }, { yearBuilt: null }]) assert.ok(!isBeyond(change))
  })
  it('is one with rooms too large, studios in the market or not', () => {
    const large = { areaM2: 79, rooms: 1 }
    const flats = town({ rows: 900 })
    const withStudios = flats.map((one, i) => (i % 50 === 0 ? { ...one, rooms: 0 } : one))
    for (const rows of [flats, withStudios]) {
      const table = marketTable(clean(rows))
      const isBeyondThem = (change: Partial<Comparable>) =>
        isUnusual(usualRanges(table), coderOf(table.words)({ ...ownIn(market), ...change }))
      assert.ok(isBeyondThem(large))
      assert.equal(isBeyondThem({ areaM2: 38, rooms: 0 }), rows === flats)
    }
  })
  it('is one whose kitchen or living rooms take more of it than of others', () => {
    const flats = town({ rows: 900 }).map((one, i) => ({
      ...one,
      kitchenAreaM2: one.areaM2 * (0.15 + (i % 10) / 100),
      livingAreaM2: one.areaM2 * (0.5 + (i % 10) / 100),
    }))
    const table = marketTable(clean(flats))
    const ranges = usualRanges(table)
    const [some] = flats
    assert.ok(some)
    const isBeyondThem = (kitchen: number, living: number) => {
      const { areaM2 } = some
      const shares = { kitchenAreaM2: areaM2 * kitchen, livingAreaM2: areaM2 * living }
      return isUnusual(ranges, coderOf(table.words)({ ...some, ...shares }))
    }
    assert.ok(!isBeyondThem(0.16, 0.52))
    assert.ok(isBeyondThem(0.3, 0.52))
    assert.ok(isBeyondThem(0.16, 0.8))
    assert.ok(isBeyondThem(0.16, 0.1))
  })
  it('is valued with a reason', () => {
    assert.deepEqual(reasons({ floor: -1 }), ['subject_unusual'])
    assert.deepEqual(reasons({}), [])
  })
  it('is valued as the newest that the market knows where it is newer, and with a reason', () => {
    const newest = newestYear(market.usualRanges)
    const { lat, lon } = ownIn(market)
    // Away from the building, which would know its year.
    const valued = (yearBuilt: number) => {
      const flat = { ...ownIn(market), address: null, lat: lat + 0.002, lon, yearBuilt }
      const answer = estimate(market, flat, { valuationDate: TODAY })
      assert.ok(answer.status === 'ok')
      return [answer.value.market_rub, answer.confidence.reasons.includes('subject_unusual')]
    }
    const [asNewest] = valued(newest)
    assert.deepEqual(valued(newest + 1), [asNewest, true])
    assert.deepEqual(valued(newest + 30), [asNewest, true])
    assert.notEqual(valued(newest - 20)[0], asNewest)
  })
  it('is usual in a market too small to tell', async () => {
    const small = await fit(town({ rows: 400 }), { until: TODAY, ...QUICK_FIT })
    assert.ok(!isBeyond({ floor: -1, areaM2: 300 }, small))
  })
})

describe('a flat below the ground', () => {
  it('is valued below the same on the first floor where no sale tells', () => {
    for (let i = 0; i < 300; i += 10) {
      const { lat, lon, address, areaM2 } = market.comparables[i] as Comparable
      const at = (floor: number) =>
        value({ lat, lon, address, areaM2: areaM2 + 0.3, floor }).value.market_rub
      assert.ok(at(-1) < at(1))
    }
  })
})
