import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dayOfIso, firstDayOfMonth, monthOfDay } from '../../../src/calendar.ts'
import { marketTrend } from '../../../src/valuation/answer/market-trend.ts'
import { assertNear } from '../../support/near.ts'

const day = dayOfIso('2024-05-20') ?? 0
const may = monthOfDay(day)

/** 1 % dearer each month, `months` of them, the last one `until`. */
const rising = (months: number, until = may) => ({
  firstMonth: until - months + 1,
  effects: Float64Array.from({ length: months }, (_, k) => 0.01 * k),
  hasRows: new Uint8Array(months).fill(1),
})

const sample = { rubPerM2: [90_000, 100_000, 120_000], months: [may, may, may] }

describe('the trend of prices around a flat', () => {
  it('is the median of its sample, carried back along the index', () => {
    const trend = marketTrend(rising(3), sample, firstDayOfMonth(may) + 14)
    assert.deepEqual(
      trend.map(({ month }) => month),
      ['2024-03', '2024-04', '2024-05'],
    )
    assert.equal(trend[2]?.rub_per_m2, 100_000)
    const april = trend[1]?.rub_per_m2 ?? 0
    assert.ok(april < 100_000 && april > 98_000, String(april))
  })

  it('has the month of the valuation at the level of that day, the others at their middles', () => {
    const [april, last] = marketTrend(rising(5, may + 2), sample, firstDayOfMonth(may) + 2).slice(
      -2,
    )
    assert.equal(last?.rub_per_m2, 100_000)
    // 15 April to 3 May are 18 of the 30.5 days between the middles of both: 100,000 ·
    // exp(−0.0059).
    assert.equal(april?.rub_per_m2, 99_412)
  })

  it('brings each price to one month before it takes the median', () => {
    const index = rising(13)
    const aYearOld = { rubPerM2: [100_000], months: [may - 12] }
    const [oldest, ...later] = marketTrend(index, aYearOld, day)
    assert.equal(oldest?.rub_per_m2, 100_000)
    assertNear(later.at(-1)?.rub_per_m2 ?? 0, 100_000 * Math.exp(0.12), 1_000)
  })

  it('has two years at most and nothing later than the valuation date', () => {
    const trend = marketTrend(rising(60, may + 6), sample, day)
    assert.equal(trend.length, 24)
    assert.equal(trend.at(-1)?.month, '2024-05')
    assert.equal(trend[0]?.month, '2022-06')
  })

  it('ends with the last known month, not with an extrapolation', () => {
    const trend = marketTrend(rising(12, may - 3), { rubPerM2: [1], months: [may - 3] }, day)
    assert.equal(trend.at(-1)?.month, '2024-02')
  })

  it('begins after more than half a year without prices, which nobody knows the course of', () => {
    const monthsWith = (...hasRows: readonly number[]) =>
      marketTrend({ ...rising(9), hasRows: Uint8Array.from(hasRows) }, sample, day).map(
        ({ month }) => month,
      )
    assert.equal(monthsWith(1, 1, 0, 0, 0, 0, 0, 1, 1).length, 9)
    assert.deepEqual(monthsWith(1, 0, 0, 0, 0, 0, 0, 1, 1), ['2024-04', '2024-05'])
    assert.deepEqual(monthsWith(1, 0, 0, 0, 0, 0, 0, 0, 1), [])
  })

  it('is empty in a snapshot, and without a sample', () => {
    assert.deepEqual(marketTrend(rising(1), sample, day), [])
    assert.deepEqual(marketTrend(rising(12), { rubPerM2: [], months: [] }, day), [])
  })
})
