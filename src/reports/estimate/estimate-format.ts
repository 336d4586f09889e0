// How an estimate's report writes the attributes of a flat; unknown ones as a dash.
import {
  formatNumber,
  formatPercent,
  formatRub,
  formatShort,
  type Maybe,
  NO_BREAK_SPACE,
  UNKNOWN,
  withUnit,
} from '../../text/russian-format.ts'
import { wordFor } from './estimate-words.ts'
import type { EstimateComparable, EstimateSubject } from './reported-estimate.ts'

export function codeWord(words: Readonly<Record<string, string>>, code: Maybe<string>): string {
  return code ? wordFor(words, code) : UNKNOWN
}

export function formatRooms(rooms: Maybe<number>): string {
  return rooms === 0 ? 'студия' : formatNumber(rooms)
}

/** `5 из 17`, or another mark between the two. */
export function formatFloor(
  { floor, floors_total }: EstimateSubject | EstimateComparable,
  between = ' из ',
): string {
  const total = formatNumber(floors_total)
  return formatNumber(floor) + (total === UNKNOWN ? '' : between + total)
}

export function formatYear(year: Maybe<number>): string {
  // A year is a name, not a quantity: no grouping.
  return typeof year === 'number' && Number.isFinite(year) ? String(Math.trunc(year)) : UNKNOWN
}

export function formatHeight(heightM: Maybe<number>): string {
  return withUnit(formatShort(heightM, 2), 'м')
}

/** A comparable is shown, so it is similar: never `0 %`. */
export function formatSimilarity(similarity: Maybe<number>): string {
  const isUnderHalf = typeof similarity === 'number' && similarity < 0.005
  return isUnderHalf ? withUnit('<1', '%') : formatPercent(similarity, 0)
}

export function formatRubRange(low: Maybe<number>, high: Maybe<number>): string {
  if (low === null || low === undefined || high === null || high === undefined) return UNKNOWN
  return `${formatNumber(low)}${NO_BREAK_SPACE}– ${formatRub(high)}`
}

export function formatDays(days: Maybe<number>): string {
  return withUnit(formatNumber(days), 'дн.')
}

const POINTS_OF_COMPASS = ['С', 'СВ', 'В', 'ЮВ', 'Ю', 'ЮЗ', 'З', 'СЗ']

/** `45` → `СВ`. */
export function compassPoint(bearingDeg: number): string {
  return POINTS_OF_COMPASS[Math.round(bearingDeg / 45) % 8] ?? ''
}
