// The one source of time: monotonic for windows and delays, wall time for rows. Handed to every
// part as an argument. Only these ask the machine itself: time limits on a thread, a connection,
// a database or the upstream for addresses, the patience of gathered look-ups (db/per-turn.ts), the
// retry of log output, the close of idle connections at a stop (http/server.ts), and the
// measurements of valuation/study/ratio-study.ts.
import { setTimeout as delay } from 'node:timers/promises'

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
