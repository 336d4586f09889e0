import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { firstDayOfMonth, isoOfDay } from '../../../src/calendar.ts'
import { estimate } from '../../../src/valuation/answer/estimate.ts'
import { cutsBetweenSteps } from '../../../src/valuation/attributes/day-steps.ts'
import type { Comparable } from '../../../src/valuation/comparables/comparable.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'

const JANUARY = 2024 * 12

/** So many rows in each month from January on. */
const cutsOf = (...rows: readonly number[]) => {
  const month = Int32Array.from(rows.flatMap((count, k) => new Array(count).fill(JANUARY + k)))
  return [...cutsBetweenSteps({ month, n: month.length })]
}
const begins = (...months: readonly number[]) =>
  months.map((k) => firstDayOfMonth(JANUARY + k) - 0.5)

describe('the days that the trees may tell apart', () => {
  it('are whole months', () => {
    assert.deepEqual(cutsOf(20, 20, 20, 20, 20, 20), begins(1, 2, 3, 4, 5))
  })
  it('lie in one step with the month before while a month has few flats', () => {
    assert.deepEqual(cutsOf(20, 20, 20, 2, 20, 20, 20, 20), begins(1, 2, 3, 5, 6, 7))
    assert.deepEqual(cutsOf(20, 20, 20, 20, 20, 20, 2), begins(1, 2, 3, 4, 5))
  })
  it('are those of a month alone that has a quarter of what a month has on average', () => {
    // Of 224 flats in eight months a quarter is 7.
    assert.deepEqual(cutsOf(31, 31, 31, 7, 31, 31, 31, 31), begins(1, 2, 3, 4, 5, 6, 7))
    assert.deepEqual(cutsOf(31, 31, 31, 6, 31, 31, 31, 31), begins(1, 2, 3, 5, 6, 7))
  })
  it('are at most 240 steps, however many months there are', () => {
    const stepsOf = (months: number) => cutsOf(...new Array<number>(months).fill(5)).length + 1
    // Two months each, and three.
    assert.deepEqual([480, 600].map(stepsOf), [240, 200])
  })
  it('are none where the evidence is of few months, or there is none', () => {
    assert.deepEqual(cutsOf(20, 20, 20, 20, 20), [])
    assert.deepEqual(cutsOf(20_000, 400), [])
    assert.deepEqual(cutsOf(), [])
  })
})

describe('a few adverts of the next day', () => {
  it('change no price for a day that brought no change', async () => {
    // The second day brings the town's dearest flats again.
    const perM2 = ({ priceRub, areaM2 }: Comparable) => priceRub / areaM2
    const first = town({ rows: 700, spanDays: 0 })
    const dear = first
      .toSorted((a, b) => perM2(b) - perM2(a))
      .slice(0, 40)
      .map((one) => ({
        ...one,
        sourceId: `${one.sourceId}-again`,
        floor: Math.max(1, (one.floor ?? 1) - 1),
        date: isoOfDay(TOWN_DAY + 1),
      }))
    const valuationDate = isoOfDay(TOWN_DAY + 1)
    const model = await fit([...first, ...dear], {
      until: valuationDate,
      ...QUICK_FIT,
      trees: { trees: 40, leaves: 63, leafWeight: 2 },
      tuningTrials: 20,
      intervalTrials: 20,
      unknownTrials: 20,
    })
    for (const one of first.slice(0, 40)) {
      const { comparables } = estimate(model, one, { valuationDate, maxComparables: 20 })
      for (const { adjustments } of comparables) {
        const date = adjustments.find(({ factor }) => factor === 'date')?.fraction ?? 0
        assert.ok(Math.abs(date) < 0.002, `${date}`)
      }
    }
  })
})
