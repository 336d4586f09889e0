// The one source of time: monotonic for windows and delays, wall time for rows. Handed to every
// part as an argument. Only these ask the machine itself: time limits on a thread, a connection,
// a database or the upstream for addresses, the patience of gathered look-ups (db/per-turn.ts), the
// retry of log output, the close of idle connections at a stop (http/server.ts), and the
// measurements of valuation/study/ratio-study.ts.
import { setTimeout as delay } from 'node:timers/promises'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export interface Clock {
  /** Monotonic milliseconds from an arbitrary origin; for windows, delays and durations. */
  nowMs(): number
  /** Milliseconds since 1970-01-01 UTC; for what is stored or shown. */
  wallMs(): number
  /** Resolves after `seconds`, or as soon as `signal` aborts; never rejects. */
  sleep(seconds: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  nowMs: () => performance.now(),
  wallMs: () => Date.now(),
  async sleep(seconds, signal) {
    try {
      await delay(seconds * 1000, undefined, signal ? { signal } : {})
    } catch {
      // The only rejection of a timer is its signal's, and waking early is what the signal is for.
    }
  },
}

/**
 * The promise's value, or undefined if it takes longer than `limitS`. A promise that is too late
 * goes on by itself, and its rejection goes unnoticed: handle that beforehand if it matters.
 */
export async function within<T>(
  clock: Pick<Clock, 'sleep'>,
  limitS: number,
  promise: Promise<T>,
): Promise<T | undefined> {
  const over = new AbortController()
  try {
    return await Promise.race([promise, clock.sleep(limitS, over.signal).then(() => undefined)])
  } finally {
    over.abort()
  }
}

/**
 * True at the first call, and then at the first one that comes an interval or more after the last
 * true one.
 */
export function atMostEvery(clock: Pick<Clock, 'nowMs'>, intervalMs: number): () => boolean {
  let lastMs = -Infinity
  return () => {
    if (clock.nowMs() - lastMs < intervalMs) return false
    lastMs = clock.nowMs()
    return true
  }
}

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
