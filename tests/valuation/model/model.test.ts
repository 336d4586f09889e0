import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { dayOfIso, isoOfDay } from '../../../src/calendar.ts'
import { estimate, knowsLaterThan } from '../../../src/valuation/answer/estimate.ts'
import type { Comparable } from '../../../src/valuation/comparables/comparable.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import type { Model } from '../../../src/valuation/model/model.ts'
import {
  deserialiseModel,
  ModelFileError,
  serialiseModel,
} from '../../../src/valuation/model/model-file.ts'
import { STARTING_WEIGHTS } from '../../../src/valuation/neighbours/similarity.ts'
import { assertNear } from '../../support/near.ts'
import { ok } from '../ok-estimate.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'

const TODAY = isoOfDay(TOWN_DAY)
const rows = town({ rows: 900, kind: 'mixed' })

/** With trials enough to tune the scales for unknown buildings. */
const TUNED_FIT = { ...QUICK_FIT, unknownTrials: 160 }

describe('a model', async () => {
  it('has its own scales once it has enough flats to try them on', async () => {
    const large = await fit(rows, { until: TODAY, ...QUICK_FIT, tuningTrials: 200 })
    assert.notDeepEqual(large.scales.known.weights, STARTING_WEIGHTS)
  })

  const some = rows.slice(0, 420)
  const subjects = rows.slice(500, 512)
  const answers = (fitted: Model): unknown[] =>
    subjects.map((one) => {
      const { model: _, ...answer } = estimate(fitted, one, { valuationDate: TODAY })
      return answer
    })
  const values = (fitted: Model): number[] =>
    subjects.map((one) => ok(estimate(fitted, one, { valuationDate: TODAY })).value.market_rub)
  const fitted = await fit(some, { until: TODAY, ...TUNED_FIT })

  it('is the same, to its version, whatever the order of the rows', async () => {
    const turned = await fit(some.toReversed(), { until: TODAY, ...TUNED_FIT })
    assert.equal(turned.version, fitted.version)
    assert.deepEqual(answers(turned), answers(fitted))
  })

  it('is changed by no duplicate of an advert', async () => {
    const advert = some.find(({ kind }) => kind === 'listing') as Comparable
    const older = {
      ...advert,
      sourceId: 'older',
      date: isoOfDay((dayOfIso(advert.date) ?? 0) - 20),
      priceRub: advert.priceRub * 2,
    }
    const twin = { ...advert, sourceId: 'twin' }
    const more = await fit([...some, older, twin], { until: TODAY, ...TUNED_FIT })
    assert.equal(more.version, fitted.version)
    assert.deepEqual(answers(more), answers(fitted))
  })

  it('values as many times higher where all prices are', async () => {
    const dear = await fit(
      some.map((one) => ({ ...one, priceRub: one.priceRub * 4 })),
      { until: TODAY, ...TUNED_FIT },
    )
    const before = values(fitted)
    for (const [i, value] of values(dear).entries()) {
      assertNear(value / (before[i] ?? Number.NaN) / 4, 1, 1e-5)
    }
  })

  it('keeps those three rules on any small market', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          size: fc.integer({ min: 3, max: 40 }),
          seed: fc.nat(10_000),
          kind: fc.constantFrom('deal', 'listing', 'mixed'),
          times: fc.double({ min: 0.2, max: 50, noNaN: true }),
          twin: fc.nat(39),
          daysBefore: fc.nat(300),
        }),
        async ({ size, seed, kind, times, twin, daysBefore }) => {
          const market = town({ rows: size, seed, kind, buildings: 3 })
          const [subject] = town({ rows: 1, seed: seed + 1, buildings: 3 })
          assert.ok(subject)
          const house = market[0] as Comparable
          const flat = { ...subject, lat: house.lat, lon: house.lon, address: house.address }
          const answered = async (comparables: readonly Comparable[]) => {
            const { model: _, ...answer } = estimate(
              await fit(comparables, { until: TODAY, ...QUICK_FIT }),
              flat,
              { valuationDate: TODAY },
            )
            return answer
          }
          const answer = await answered(market)
          assert.deepEqual(await answered(market.toReversed()), answer)

          const advert = { ...(market[twin % size] as Comparable), kind: 'listing' as const }
          const older = {
            ...advert,
            sourceId: 'older',
            date: isoOfDay((dayOfIso(advert.date) ?? 0) - 1 - daysBefore),
            priceRub: advert.priceRub * 2,
          }
          const among = [...market.filter(({ sourceId }) => sourceId !== advert.sourceId), advert]
          assert.deepEqual(await answered([...among, older]), await answered(among))

          const dearer = await answered(
            market.map((one) => ({ ...one, priceRub: Math.round(one.priceRub * times) })),
          )
          assert.equal(dearer.status, answer.status)
          if (answer.value && dearer.value) {
            assertNear(dearer.value.market_rub / answer.value.market_rub / times, 1, 1e-5)
          }
        },
      ),
      { numRuns: 30 },
    )
  })

  it('answers the same after a round trip through bytes', () => {
    const back = deserialiseModel(serialiseModel(fitted))
    assert.equal(back.version, fitted.version)
    assert.deepEqual(answers(back), answers(fitted))
    assert.throws(() => deserialiseModel(Buffer.from('nothing')), ModelFileError)
  })

  it('has another version for other data or settings', async () => {
    const versions = [
      fitted,
      await fit(some.slice(1), { until: TODAY, ...TUNED_FIT }),
      await fit(some, { until: TODAY, ...TUNED_FIT, seed: 2 }),
    ].map(({ version }) => version)
    assert.equal(new Set(versions).size, 3)
  })

  it('has another version where one row is of another kind, or one city has another name', async () => {
    const few = town({ rows: 40 })
    const versionOf = async (rows: readonly Comparable[]) =>
      (await fit(rows, { until: TODAY })).version
    const [first, ...rest] = few
    assert.ok(first)
    const versions = [
      await versionOf(few),
      await versionOf([{ ...first, kind: 'listing' }, ...rest]),
      await versionOf(few.map((one) => ({ ...one, city: 'Иной' }))),
    ]
    assert.equal(new Set(versions).size, 3)
  })

  it('tells the day of its latest row, not of its fit', async () => {
    const [latest] = town({ rows: 40 })
      .map(({ date }) => date)
      .toSorted()
      .toReversed()
    assert.ok(latest)
    const untilOf = async (until: string, rows = town({ rows: 40 })) =>
      (await fit(rows, { until })).dataUntil
    assert.equal(await untilOf(isoOfDay(TOWN_DAY + 30)), latest)
    assert.equal(await untilOf(latest), latest)
    assert.ok((await untilOf(isoOfDay((dayOfIso(latest) ?? 0) - 1))) < latest)
    // Without a row it is the day that it is fitted until.
    assert.equal(await untilOf(TODAY, []), TODAY)
  })

  it('that is fitted until a date answers as if nothing later had happened', async () => {
    const date = isoOfDay(TOWN_DAY - 200)
    const then = some.filter((one) => one.date <= date)
    const withFuture = await fit(
      [...then, ...town({ rows: 300, seed: 9, yearlyGrowth: 3 }).filter((one) => one.date > date)],
      { until: date, ...TUNED_FIT },
    )
    const without = await fit(then, { until: date, ...TUNED_FIT })
    assert.equal(withFuture.version, without.version)
    for (const one of subjects) {
      const options = { valuationDate: date }
      const answer = estimate(withFuture, one, options)
      assert.deepEqual(answer, estimate(without, one, options))
      for (const { date: used } of answer.comparables) assert.ok(used <= date)
    }
  })

  it('refuses a valuation date before its data and says what to fit instead', () => {
    const date = isoOfDay(TOWN_DAY - 200)
    assert.equal(knowsLaterThan(fitted, date), true)
    assert.equal(knowsLaterThan(fitted, fitted.dataUntil), false)
    assert.equal(knowsLaterThan(fitted, TODAY), false)
    assert.throws(() => estimate(fitted, rows[0] as Comparable, { valuationDate: date }), {
      name: 'RangeError',
      message: /Fit one with until set to that date/,
    })
  })
})
