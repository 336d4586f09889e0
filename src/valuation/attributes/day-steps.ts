// Which days the trees may tell apart: whole months, where enough flats speak for each. Never here:
// the level of the market itself (time-index.ts).
import { firstDayOfMonth } from '../../calendar.ts'
import type { MarketTable } from '../market/market-table.ts'

/** A step holds at least this share of the rows of an average month. Arbitrary. */
const LEAST_SHARE = 0.25

/** A tree tells at most this many steps apart; with more months several share one. */
const MOST_STEPS = 240

/** With fewer steps a segment's course over time is not to be told from chance. */
const FEWEST_STEPS = 6

/**
 * Days between one step and the next, ascending, half a day before a month begins. None where the
 * evidence is of few months: a later batch of adverts is made up of other flats than the first, and
 * that must not pass for a change of prices.
 */
export function cutsBetweenSteps({ month, n }: Pick<MarketTable, 'month' | 'n'>): Float64Array {
  const rows = new Map<number, number>()
  for (const each of month) rows.set(each, (rows.get(each) ?? 0) + 1)
  const months = [...rows.keys()].sort((a, b) => a - b)
  const enough = Math.max((LEAST_SHARE * n) / months.length, n / MOST_STEPS)
  const firstMonths: number[] = []
  let inStep = 0
  for (const each of months) {
    if (firstMonths.length === 0 || inStep >= enough) {
      firstMonths.push(each)
      inStep = 0
    }
    inStep += rows.get(each) ?? 0
  }
  // What is left at the end may be too little for a step of its own.
  if (inStep < enough) firstMonths.pop()
  if (firstMonths.length < FEWEST_STEPS) return new Float64Array()
  return Float64Array.from(firstMonths.slice(1), (each) => firstDayOfMonth(each) - 0.5)
}
