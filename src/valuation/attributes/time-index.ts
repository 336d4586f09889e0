// The level of a market over time: smoothed monthly effects, read at any day and carried a little
// past the last month. Never here: how the monthly effects are estimated (fit-hedonic.ts), and any
// month after the last one that may be known.
import { DAYS_PER_MONTH, firstDayOfMonth, monthOfDay } from '../../calendar.ts'
import { clamp } from '../../numbers/clamp.ts'
import { median } from '../../numbers/order-statistics.ts'
import { LONGEST_GAP_MONTHS } from '../market/market-table.ts'

/** ln price level by month: `effects[k]` belongs to `firstMonth + k`. */
interface MonthlyEffects {
  readonly firstMonth: number
  readonly effects: Float64Array
}

/** The index of a market, or of one of its cities. */
export interface MarketIndex extends MonthlyEffects {
  /** By month, 1 or 0: whether it has rows. What the index says of the others is a guess. */
  readonly hasRows: Uint8Array
}

const SLOPE_MONTHS = 6
const SLOPE_CARRIED = 0.7
const MAX_MONTHS_CARRIED = 3

/** Middle of a month as a day number. */
function midMonth(month: number): number {
  return (firstDayOfMonth(month) + firstDayOfMonth(month + 1) - 1) / 2
}

function smoothed(index: MonthlyEffects, at: number, last: number): number {
  const { effects } = index
  const here = effects[at] as number
  if (at === 0 || at >= last) return here
  return 0.25 * (effects[at - 1] as number) + 0.5 * here + 0.25 * (effects[at + 1] as number)
}

/**
 * ln level of the market on a day, as known at the end of `knownMonth`: later months do not exist
 * for this answer.
 * It is linear between the middles of months and flat before the first one. Past the last one it
 * continues at 0.7 of the slope of the last 6 months, as far as that lasts, for 3 months at most.
 */
export function indexLevel(index: MonthlyEffects, day: number, knownMonth = Infinity): number {
  const { firstMonth, effects } = index
  if (effects.length === 0) return 0
  const last = clamp(knownMonth - firstMonth, 0, effects.length - 1)
  const month = monthOfDay(day)
  let at = month - firstMonth
  if (day < midMonth(month)) at -= 1
  if (at < 0) return smoothed(index, 0, last)
  if (at < last) {
    const from = midMonth(firstMonth + at)
    const share = (day - from) / (midMonth(firstMonth + at + 1) - from)
    return (1 - share) * smoothed(index, at, last) + share * smoothed(index, at + 1, last)
  }
  const back = Math.min(SLOPE_MONTHS, last)
  const here = effects[last] as number
  if (back === 0) return here
  const slope = lastingSlope(effects.subarray(last - back, last + 1))
  const monthsPast = (day - midMonth(firstMonth + last)) / DAYS_PER_MONTH
  return here + SLOPE_CARRIED * slope * Math.min(monthsPast, MAX_MONTHS_CARRIED)
}

/** So many of the last months must bear a slope out. */
const LATEST_MONTHS = 2

/**
 * The slope by month of a row of levels, as far as it lasts: the least of the mean, the median
 * month and the latest months, and none where these differ in sign. A jump within one month is no
 * trend.
 */
function lastingSlope(levels: Float64Array): number {
  const here = levels.at(-1) as number
  const meanSince = (months: number) => (here - (levels.at(-1 - months) as number)) / months
  const months = levels.length - 1
  const steps = levels.subarray(1).map((level, i) => level - (levels[i] as number))
  const slopes = [meanSince(months), median(steps), meanSince(Math.min(LATEST_MONTHS, months))]
  if (slopes.every((slope) => slope > 0)) return Math.min(...slopes)
  return slopes.every((slope) => slope < 0) ? Math.max(...slopes) : 0
}

/** Months as `monthOfDay` counts. */
interface KnownMonths {
  readonly since: number
  readonly until: number
}

/**
 * The months with rows up to `month`, the last of them and those before it without a gap of more
 * than half a year; undefined where there is none.
 */
export function knownMonths(
  { firstMonth, hasRows }: MarketIndex,
  month: number,
): KnownMonths | undefined {
  const until = hasRows.lastIndexOf(1, Math.min(month - firstMonth, hasRows.length - 1))
  if (month < firstMonth || until < 0) return undefined
  let since = until
  for (let at = until - 1; at >= 0 && since - at <= LONGEST_GAP_MONTHS; at -= 1) {
    if (hasRows[at] === 1) since = at
  }
  return { since: firstMonth + since, until: firstMonth + until }
}

/** Prices of an unknown market move so much in a month, ln; they wander, so by √h in h months. */
const USUAL_DRIFT = 0.02
/** That counts as much as so many of the index's own misses. Arbitrary. */
const USUAL_COUNTS_FOR = 6
/** The index must have seen so many months before it is tried as what then was to come. */
const LEAST_SEEN_MONTHS = 3

/**
 * By how much prices may have moved beside what the index says of a day after its months, ln, as a
 * standard deviation: what it missed as many months ahead before, or fewer if that was more, shrunk
 * towards what is usual. 0 in the month after the last one with rows, for which intervals are
 * learnt, and before.
 */
export function driftSd(index: MarketIndex, day: number): number {
  const known = knownMonths(index, monthOfDay(day))
  const ahead = known === undefined ? 0 : monthOfDay(day) - known.until - 1
  let most = 0
  for (let months = 1; known && months <= ahead; months += 1) {
    most = Math.max(most, missedAhead(index, known, months))
  }
  return most
}

function missedAhead(index: MarketIndex, { since, until }: KnownMonths, ahead: number): number {
  let [tried, squares] = [0, 0]
  for (let seen = since + LEAST_SEEN_MONTHS; seen + ahead <= until; seen += 1) {
    const then = Math.floor(midMonth(seen + ahead))
    squares += (indexLevel(index, then) - indexLevel(index, then, seen)) ** 2
    tried += 1
  }
  const usual = USUAL_DRIFT ** 2 * ahead
  return Math.sqrt((squares + USUAL_COUNTS_FOR * usual) / (tried + USUAL_COUNTS_FOR))
}
