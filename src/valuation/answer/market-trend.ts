// Prices around a flat month by month: the sample's median moved along the market's index. Never
// here: which flats are the sample (market-around.ts) and how the index is learnt
// (attributes/fit-hedonic.ts).
import { firstDayOfMonth, isoOfDay, monthOfDay } from '../../calendar.ts'
import { memoized } from '../../made-once.ts'
import { median } from '../../numbers/order-statistics.ts'
import { indexLevel, knownMonths, type MarketIndex } from '../attributes/time-index.ts'
import type { TrendPoint } from '../wire/estimate-schema.ts'

/** Prices around the subject with the month each was asked or paid in, as `monthOfDay` counts. */
export interface TrendSample {
  readonly rubPerM2: readonly number[]
  readonly months: readonly number[]
}

const MAX_MONTHS = 24

/**
 * The sample's median in each month: price · exp(index(month) − index(month of the price)).
 * The trend ends with the last month that has evidence, never after `day`, and begins after any gap
 * of more than half a year. It is empty without a sample, and where fewer than two months are
 * known: a snapshot has no trend.
 */
export function marketTrend(
  index: MarketIndex,
  { rubPerM2, months }: TrendSample,
  day: number,
): TrendPoint[] {
  const known = knownMonths(index, monthOfDay(day))
  if (!known || rubPerM2.length === 0 || known.until === known.since) return []
  const last = known.until
  const first = Math.max(known.since, last - MAX_MONTHS + 1)
  const levelOf = memoized((month: number) => {
    const middle = firstDayOfMonth(month) + 14
    return indexLevel(index, Math.min(middle, day))
  })
  const lastLevel = levelOf(last)
  const now = median(
    rubPerM2.map((price, i) => price * Math.exp(lastLevel - levelOf(months[i] as number))),
  )
  return Array.from({ length: last - first + 1 }, (_, k) => ({
    month: isoOfDay(firstDayOfMonth(first + k)).slice(0, 'YYYY-MM'.length),
    rub_per_m2: Math.round(now * Math.exp(levelOf(first + k) - lastLevel)),
  }))
}
