// Calendar arithmetic on ISO dates as whole day numbers since 1970-01-01, in UTC.
// Never here: the current time (it is handed in by whoever asks) and time zones.
import { DAY_MS, isoDate } from './iso-time.ts'

/** Day number of an ISO date (YYYY-MM-DD), or null if it is not a real date. */
export function dayOfIso(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const ms = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(ms)) return null
  return isoOfDay(ms / DAY_MS) === text ? ms / DAY_MS : null
}

/** Days from one ISO date to a later one; NaN where either is not a real date. */
export function daysBetween(from: string, to: string): number {
  return (dayOfIso(to) ?? Number.NaN) - (dayOfIso(from) ?? Number.NaN)
}

/** ISO date of a day number. */
export function isoOfDay(day: number): string {
  return isoDate(day * DAY_MS)
}

/** Days of a month on average. */
export const DAYS_PER_MONTH = 30.44

/** Months since year 0 (year × 12 + month 0–11) of a day number. */
export function monthOfDay(day: number): number {
  const date = new Date(day * DAY_MS)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** Day number of the first day of a month as `monthOfDay` counts them. */
export function firstDayOfMonth(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS
}
