import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { dayOfIso, isoOfDay } from '../../../src/calendar.ts'
import { distanceKm } from '../../../src/geometry/earth.ts'
import { estimate } from '../../../src/valuation/answer/estimate.ts'
import type { Comparable, Dwelling } from '../../../src/valuation/comparables/comparable.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import type { EstimateOptions } from '../../../src/valuation/wire/estimate-options.ts'
import { assertNear } from '../../support/near.ts'
import { ok } from '../ok-estimate.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'

const TODAY = isoOfDay(TOWN_DAY)
const rows = town({ rows: 900, kind: 'mixed' })
const model = await fit(rows, { until: TODAY, ...QUICK_FIT, tuningTrials: 200, unknownTrials: 200 })

const subjectOf = (one: Comparable, change: Partial<Dwelling> = {}): Dwelling => ({
  ...one,
  ...change,
})

const anySubject = fc
  .record({
    of: fc.nat(rows.length - 1),
    areaM2: fc.double({ min: 25, max: 95, noNaN: true }),
    floor: fc.integer({ min: 1, max: 5 }),
    condition: fc.constantFrom('none', 'cosmetic', 'euro', 'designer', null),
    moved: fc.double({ min: -0.004, max: 0.004, noNaN: true }),
    silent: fc.boolean(),
  })
  .map(({ of, areaM2, floor, condition, moved, silent }) => {
    const one = rows[of] as Comparable
    return subjectOf(one, {
      areaM2,
      floor,
      condition,
      lat: one.lat + moved,
      ...(silent ? { yearBuilt: null, houseMaterial: null, district: null, city: null } : {}),
    })
  })

const anyOptions = fc.record({
  valuationDate: fc.nat(60).map((days) => isoOfDay(TOWN_DAY + days)),
  maxComparables: fc.integer({ min: 3, max: 20 }),
  radiusM: fc.integer({ min: 500, max: 10_000 }),
  interval: fc.constantFrom(0.5, 0.8, 0.9),
  priceBasis: fc.constantFrom('ask', 'deal'),
}) as fc.Arbitrary<EstimateOptions>

describe('an estimate', () => {
  it('adds up: weights to one, adjustments to prices, prices to the value', () => {
    let answered = 0
    fc.assert(
      fc.property(anySubject, anyOptions, (subject, options) => {
        const answer = estimate(model, subject, options)
        if (answer.status !== 'ok') {
          assert.equal(answer.value, null)
          assert.equal(answer.reasons.length, 1)
          return
        }
        answered += 1
        const { value, comparables, confidence } = answer
        const weight = comparables.reduce((sum, one) => sum + one.weight, 0)
        assertNear(weight, 1, 1e-9)
        for (const [at, one] of comparables.entries()) {
          const before = comparables[at - 1] ?? one
          assert.ok(before.similarity >= one.similarity, 'the most similar first')
          // Weights are rounded so that they sum to one.
          assert.ok(before.weight >= one.weight - 1e-6, 'the most similar weighs most')
        }
        let aggregate = 0
        for (const one of comparables) {
          const product = one.adjustments.reduce((all, { fraction }) => all * (1 + fraction), 1)
          const gross = one.adjustments.reduce((all, { fraction }) => all + Math.abs(fraction), 0)
          assert.ok(Math.abs(one.adjusted_price_rub - one.price_rub * product) <= 1)
          assertNear(one.net_adjustment, product - 1, 1e-6)
          assertNear(one.gross_adjustment, gross, 1e-6)
          assert.ok(Math.abs(product - 1) <= 0.25 && gross <= 0.4)
          assert.ok(one.date <= options.valuationDate)
          assert.equal(
            one.age_days,
            (dayOfIso(options.valuationDate) ?? 0) - (dayOfIso(one.date) ?? 0),
          )
          assert.ok(one.distance_m <= (options.radiusM ?? 0) + 1)
          assert.ok(one.similarity >= 0 && one.similarity <= 1)
          aggregate += one.weight * one.adjusted_price_rub
        }
        assert.ok(Math.abs(value.market_rub - aggregate) <= 1)
        assert.ok(value.low_rub <= value.market_rub && value.market_rub <= value.high_rub)
        assert.ok(comparables.length >= 3)
        assert.ok(comparables.length <= (options.maxComparables ?? 10))
        assert.equal(confidence.n_comparables, comparables.length)
        assert.ok(confidence.n_effective >= 2 && confidence.fsd <= 0.25)
        const squares = comparables.reduce((sum, one) => sum + one.weight ** 2, 0)
        assertNear(confidence.n_effective, 1 / squares, 0.06)
        assert.equal(new Set(comparables.map(({ id }) => id)).size, comparables.length)
      }),
      { numRuns: 150 },
    )
    assert.ok(answered > 75, `only ${answered} of 150 were answered`)
  })

  it('has a wider band at a wider interval, and nothing else moves', () => {
    let compared = 0
    fc.assert(
      fc.property(anySubject, (subject) => {
        const [half, most, nearly] = ([0.5, 0.8, 0.9] as const).map((interval) =>
          estimate(model, subject, { valuationDate: TODAY, interval }),
        )
        if (half?.status !== 'ok' || most?.status !== 'ok' || nearly?.status !== 'ok') return
        compared += 1
        assert.ok(half.value.low_rub >= most.value.low_rub)
        assert.ok(most.value.low_rub >= nearly.value.low_rub)
        assert.ok(half.value.high_rub <= most.value.high_rub)
        assert.ok(most.value.high_rub <= nearly.value.high_rub)
        assert.equal(half.value.market_rub, nearly.value.market_rub)
      }),
      { numRuns: 30 },
    )
    assert.ok(compared > 10, `${compared}`)
  })

  it('has ten comparables within 4 km, is a deal, and its interval 80 %, where none of it is asked', () => {
    const [one] = rows as [Comparable]
    const usual = { maxComparables: 10, radiusM: 4000, interval: 0.8, priceBasis: 'deal' } as const
    // The town is about 4 km from here.
    const north = subjectOf(one, { lat: 55.045, address: null, areaM2: 60 })
    const answerTo = (asked: Partial<EstimateOptions>) =>
      estimate(model, north, { valuationDate: TODAY, ...asked })
    const unasked = answerTo({})
    assert.equal(ok(unasked).value.basis, 'deal')
    assert.deepEqual(unasked, answerTo(usual))
    for (const other of [
      { maxComparables: 9 },
      { maxComparables: 11 },
      { radiusM: 3800 },
      { radiusM: 4200 },
      { interval: 0.9 },
    ] as const) {
      assert.notDeepEqual(unasked, answerTo({ ...usual, ...other }), JSON.stringify(other))
    }
  })

  it('is no less sure where fewer comparables are asked for', () => {
    fc.assert(
      fc.property(anySubject, anyOptions, (subject, options) => {
        const [few, many] = [3, 20].map((maxComparables) =>
          estimate(model, subject, { ...options, maxComparables }),
        )
        if (few?.status !== 'ok' || many?.status !== 'ok') return
        assert.equal(few.confidence.fsd, many.confidence.fsd)
      }),
      { numRuns: 60, seed: 5 },
    )
  })

  it('is one value wherever in its building the point is, with comparables around that point', () => {
    const here = subjectOf(rows[0] as Comparable, { address: null, areaM2: 60 })
    const options: EstimateOptions = { valuationDate: TODAY, radiusM: 3000 }
    const inside = ok(estimate(model, here, options))
    for (const metres of [1e-6, 3, 11]) {
      const beside = subjectOf(rows[0] as Comparable, {
        ...here,
        lat: here.lat + metres / 111_195,
      })
      const moved = ok(estimate(model, beside, options))
      assert.deepEqual(moved.value, inside.value)
      for (const one of moved.comparables) {
        const km = distanceKm(beside.lat, beside.lon, one.lat, one.lon)
        assert.equal(one.distance_m, Math.round(km * 1000))
      }
      const nearest = Math.min(...moved.comparables.map((one) => one.distance_m))
      const farthest = Math.max(...moved.comparables.map((one) => one.distance_m))
      assert.ok(nearest < farthest)
      const within = estimate(model, beside, { ...options, radiusM: farthest - 1 })
      assert.ok(within.comparables.every((one) => one.distance_m <= farthest - 1))
    }
  })

  it('takes comparables from all the radius, though its building is aside of the point', () => {
    const [one] = rows as [Comparable]
    const [radiusM, northM] = [500, 150]
    const subject = subjectOf(one, { areaM2: 60, lat: one.lat + northM / 111_195 })
    const options = { valuationDate: TODAY, radiusM, maxComparables: 20 }
    const { comparables } = ok(estimate(model, subject, options))
    assert.ok(comparables.some((each) => each.same_building && each.distance_m === northM))
    const kmFromBuilding = comparables.map(({ lat, lon }) => distanceKm(one.lat, one.lon, lat, lon))
    assert.ok(kmFromBuilding.some((km) => km * 1000 > radiusM))
    assert.ok(comparables.every((each) => each.distance_m <= radiusM))
  })

  it('comes close to prices it was not shown', async () => {
    const others = await fit(rows.slice(150), { until: TODAY, ...QUICK_FIT })
    const misses = rows
      .slice(0, 150)
      .flatMap((one) => {
        const answer = estimate(others, subjectOf(one), {
          valuationDate: TODAY,
          priceBasis: one.kind === 'listing' ? 'ask' : 'deal',
        })
        if (answer.status !== 'ok') return []
        const grown = one.priceRub * Math.exp((0.08 * (TOWN_DAY - (dayOfIso(one.date) ?? 0))) / 365)
        return [Math.abs(answer.value.market_rub / grown - 1)]
      })
      .sort((a, b) => a - b)
    assert.ok(misses.length > 100, `${misses.length}`)
    assert.ok((misses[Math.floor(misses.length / 2)] as number) < 0.06)
  })

  it('is higher as an asking price than as a deal by the bargaining it names', () => {
    const subject = subjectOf(rows[5] as Comparable)
    const deal = ok(estimate(model, subject, { valuationDate: TODAY, priceBasis: 'deal' }))
    const ask = ok(estimate(model, subject, { valuationDate: TODAY, priceBasis: 'ask' }))
    assert.ok(Math.abs(deal.value.bargaining + 0.045) < 0.01)
    assertNear(ask.value.market_rub / deal.value.ask_rub, 1, 1e-4)
    assert.equal(ask.value.ask_rub, ask.value.market_rub)
  })

  it('never uses the subject’s own advert', () => {
    const adverts = rows.filter(({ kind }) => kind === 'listing').slice(0, 60)
    let shown = 0
    for (const advert of adverts) {
      const { comparables } = estimate(model, subjectOf(advert), { valuationDate: TODAY })
      shown += comparables.length
      assert.ok(!comparables.some(({ id }) => id === advert.sourceId))
    }
    assert.ok(shown > 300, `${shown}`)
  })

  it('is made from flats farther away when those next door are all too different', async () => {
    // In one corner only small flats stand; the large ones are two kilometres away.
    const corner = rows.map((one, i) =>
      i % 3 === 0
        ? one
        : {
            ...one,
            lat: one.lat + 0.02,
            areaM2: one.areaM2 / 2.2,
            priceRub: Math.round(one.priceRub / 2),
          },
    )
    const split = await fit(corner, { until: TODAY, ...QUICK_FIT })
    const large = corner.filter((_, i) => i % 3 === 0).slice(0, 20)
    for (const one of large) {
      const moved = subjectOf(one, { lat: one.lat + 0.02, areaM2: 62, rooms: 3 })
      const answer = ok(estimate(split, moved, { valuationDate: TODAY }))
      for (const { gross_adjustment: gross, net_adjustment: net } of answer.comparables) {
        assert.ok(gross <= 0.4 && Math.abs(net) <= 0.25)
      }
    }
  })

  it('shows nothing dated after the valuation date, though its model has seen later', () => {
    const valuationDate = isoOfDay(TOWN_DAY - 300)
    // Within 500 m there are fewer than asked for: all that may be shown is looked at.
    let [shown, later] = [0, 0]
    for (const one of rows.slice(0, 60)) {
      const answer = estimate(model, subjectOf(one), {
        valuationDate,
        radiusM: 500,
        maxComparables: 20,
        modelMayBeLater: true,
      })
      shown += answer.comparables.length
      later += answer.comparables.filter(({ date }) => date > valuationDate).length
    }
    assert.ok(shown > 100)
    assert.equal(later, 0)
  })

  it('adjusts the date by what a segment gained beyond the index too', async () => {
    // Small flats rise by a fifth a year more than large ones: the index knows only their mean.
    const apart = town({ rows: 2500, seed: 4, noise: 0.02 }).map((one) => {
      const years = ((dayOfIso(one.date) ?? 0) - TOWN_DAY) / 365
      return {
        ...one,
        priceRub: Math.round(one.priceRub * Math.exp(one.rooms === 1 ? 0.2 * years : 0)),
      }
    })
    const learnt = await fit(apart, {
      until: TODAY,
      ...QUICK_FIT,
      trees: { trees: 60, leaves: 31 },
    })
    const yearly = (rooms: number): number => {
      const fractions = apart
        .filter((one) => one.rooms === rooms)
        .slice(0, 40)
        .flatMap((one) => {
          const answer = estimate(learnt, subjectOf(one), {
            valuationDate: TODAY,
            maxComparables: 20,
          })
          return answer.comparables
            .filter(({ age_days: age }) => age > 300)
            .map(({ age_days: age, adjustments }) => {
              const date = adjustments.find(({ factor }) => factor === 'date')?.fraction ?? 0
              return (Math.log1p(date) * 365) / age
            })
        })
      return fractions.reduce((sum, one) => sum + one, 0) / fractions.length
    }
    assert.ok(yearly(1) > yearly(3) + 0.08)
  })

  it('names the attributes it took from the building', () => {
    const one = rows[7] as Comparable
    const answer = estimate(model, subjectOf(one, { yearBuilt: null, houseMaterial: null }), {
      valuationDate: TODAY,
    })
    assert.deepEqual(answer.imputed, ['year_built', 'house_material'])
  })

  it('gives no price to columns that another kind of flat lacks', async () => {
    // New flats, a third dearer, from a feed without kitchens and living rooms.
    const market = town({ rows: 700, spanDays: 300 }).map((one, i): Comparable => {
      const isNew = i % 4 === 0
      return isNew
        ? { ...one, market: 'new', priceRub: Math.round(one.priceRub * 1.33) }
        : {
            ...one,
            kitchenAreaM2: (0.15 + 0.01 * (i % 5)) * one.areaM2,
            livingAreaM2: (0.54 + 0.01 * (i % 7)) * one.areaM2,
          }
    })
    const sparse = await fit(market, { ...QUICK_FIT, until: TODAY })
    const moved = market.slice(0, 120).flatMap((one) => {
      const told = {
        ...subjectOf(one),
        kitchenAreaM2: 0.17 * one.areaM2,
        livingAreaM2: 0.57 * one.areaM2,
      }
      const untold = { ...told, kitchenAreaM2: null, livingAreaM2: null }
      const [with_, without] = [told, untold].map((flat) =>
        estimate(sparse, flat, { valuationDate: TODAY }),
      )
      if (with_?.status !== 'ok' || without?.status !== 'ok') return []
      assert.deepEqual(without.imputed, ['kitchen_area_m2', 'living_area_m2'])
      return [Math.abs(without.value.market_rub / with_.value.market_rub - 1)]
    })
    moved.sort((a, b) => a - b)
    assert.ok(moved.length > 60, `${moved.length} estimates`)
    const median = moved[moved.length >> 1] ?? 1
    assert.ok(median < 0.03, `the median estimate moves by ${median}`)
  })

  it('is refused where either the errors that count or those of all trials are too wide', () => {
    const subject = subjectOf(rows[3] as Comparable)
    const estimated = (change: Partial<typeof model>) =>
      estimate({ ...model, ...change }, subject, { valuationDate: TODAY })
    assert.equal(estimated({}).status, 'ok')
    const [unknown, known] = model.interval.scores.map((scores) => scores.map((one) => 20 * one))
    assert.ok(unknown && known)
    const wide = { ...model.interval, scores: [unknown, known] as [Float64Array, Float64Array] }
    for (const change of [{ interval: wide }, { refusal: wide }]) {
      const refused = estimated(change)
      assert.deepEqual(refused.status === 'insufficient_data' && refused.reasons, ['too_dispersed'])
    }
  })

  it('gives the reason where there is no evidence', async () => {
    const one = rows[3] as Comparable
    const far = estimate(model, subjectOf(one, { lat: 10, lon: 10 }), { valuationDate: TODAY })
    assert.equal(far.status, 'insufficient_data')
    assert.deepEqual(far.status === 'insufficient_data' && far.reasons, [
      'no_comparables_in_radius',
    ])
    const stale = estimate(model, subjectOf(one), { valuationDate: '2029-01-01' })
    assert.deepEqual(stale.status === 'insufficient_data' && stale.reasons, [
      'no_comparables_in_radius',
    ])
    const huge = estimate(model, subjectOf(one, { areaM2: 900 }), { valuationDate: TODAY })
    assert.deepEqual(huge.status === 'insufficient_data' && huge.reasons, ['too_few_comparables'])
    const empty = await fit([], { until: TODAY, ...QUICK_FIT })
    assert.equal(
      estimate(empty, subjectOf(one), { valuationDate: TODAY }).status,
      'insufficient_data',
    )
  })
})
