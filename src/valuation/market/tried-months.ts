// The months whose rows the method is tried on: of each city the last year, since requests are
// about today. Never here: which of their rows are tried (trials.ts).
import { sum } from '../../numbers/sum.ts'
import { attributeAt, FLAT } from './flat-vector.ts'
import { LONGEST_GAP_MONTHS, type MarketTable } from './market-table.ts'

export interface TriedMonths {
  /** Whether rows are valued from the months before their own, and not from all other rows. */
  readonly forward: boolean
  /** The first month whose rows are tried, as `monthOfDay` counts; -Infinity for all. */
  readonly first: number
}

/** Rows by month. */
type RowsByMonth = ReadonlyMap<number, number>

const TRIAL_MONTHS = 12
/**
 * Fewer rows teach neither scales nor intervals: a year is then stretched into the past. Arbitrary.
 */
const MIN_TRIED = 200
/** A month counts as covered that holds at least this share of an average month's rows. */
const BUSY_SHARE = 0.2
/** A month with so many rows counts as covered too, however full another one is. */
const BUSY_ROWS = 30
const MIN_COVERED_MONTHS = 4

/**
 * The months whose rows are tried, by code of a city: each by itself, since beside one with years
 * of data a snapshot of another would have nothing before its own month.
 */
export function monthsTried(table: MarketTable): TriedMonths[] {
  const byCity = table.words.cities.map(() => new Map<number, number>())
  for (let row = 0; row < table.n; row += 1) {
    const byMonth = byCity[cityOf(table, row)] as Map<number, number>
    const month = table.month[row] as number
    byMonth.set(month, (byMonth.get(month) ?? 0) + 1)
  }
  return byCity.map(monthsOfCity)
}

/**
 * The last year, or as many months as hold rows enough; all months where there are no more. With
 * four covered months in a row or more each row is valued from the months before its own, of which
 * there are two at least; with fewer, as in a snapshot, from all other rows.
 */
export function monthsOfCity(byMonth: RowsByMonth): TriedMonths {
  const first = lastWithEnough(byMonth) ?? -Infinity
  const run = lastRun(coveredMonths(byMonth, first))
  const [, second] = run
  if (second === undefined || run.length < MIN_COVERED_MONTHS) return { forward: false, first }
  return { forward: true, first: Math.max(first, second + 1) }
}

/**
 * The first month of the latest year from which on there are `MIN_TRIED` rows or more: a few rows
 * long after all others, as of a wrong date, end no year.
 */
function lastWithEnough(byMonth: RowsByMonth): number | undefined {
  return [...byMonth.keys()]
    .sort((a, b) => b - a)
    .map(yearEnding)
    .find((first) => sum(rowsSince(byMonth, first)) >= MIN_TRIED)
}

/** The first month of the year that a month ends. */
const yearEnding = (last: number): number => last - TRIAL_MONTHS + 1

/** The rows of each month from `first` on. */
function rowsSince(byMonth: RowsByMonth, first: number): number[] {
  return [...byMonth].filter(([month]) => month >= first).map(([, rows]) => rows)
}

/** Ascending. What an average month holds is told by those from `first` on. */
function coveredMonths(byMonth: RowsByMonth, first: number): number[] {
  const usual = rowsSince(byMonth, first)
  const least = Math.min(BUSY_ROWS, (BUSY_SHARE * sum(usual)) / usual.length)
  return [...byMonth]
    .filter(([, rows]) => rows >= least)
    .map(([month]) => month)
    .sort((a, b) => a - b)
}

/** The last of the months that follow each other without a longer gap. */
function lastRun(months: readonly number[]): number[] {
  const gap = months.findLastIndex(
    (month, i) => i > 0 && month - (months[i - 1] as number) > LONGEST_GAP_MONTHS,
  )
  return months.slice(Math.max(0, gap))
}

/** The code of a row's city. Every row has one: rows without a name share the empty one. */
export function cityOf(table: MarketTable, row: number): number {
  return attributeAt(table, row, FLAT.city)
}
