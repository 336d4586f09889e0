// Times as both databases and the interface write them. Never here: the current time (clock.ts).

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** `2024-05-20T09:30:00.000Z`: the form in which both databases take and give a time. */
export function isoTime(wallMs: number): string {
  return new Date(wallMs).toISOString()
}

/** `2024-05-20`: the day of that time in UTC. */
export function isoDate(wallMs: number): string {
  return dateOf(isoTime(wallMs))
}

/** The day in UTC of a time in the form of `isoTime`. */
export function dateOf(iso: string): string {
  return iso.slice(0, 'YYYY-MM-DD'.length)
}

/**
 * The text itself where it is a time in the form of `isoTime`, else undefined. A year before 1 has
 * no place in PostgreSQL.
 */
export function readIsoTime(text: string): string | undefined {
  const wallMs = Date.parse(text)
  const isTime = !Number.isNaN(wallMs) && isoTime(wallMs) === text
  return isTime && /^\d{4}-/.test(text) && !text.startsWith('0000') ? text : undefined
}
