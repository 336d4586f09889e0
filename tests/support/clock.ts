// A clock that stands still until a test moves it.
import type { Clock } from '../../src/clock.ts'

export interface TestClock extends Clock {
  /** Moves both times forward and ends the sleeps that are over by then. */
  advance(seconds: number): void
  /** Seconds asked of `sleep` so far, in order; those of background tasks among them. */
  readonly slept: readonly number[]
  readonly sleeping: number
}

interface Sleep {
  readonly untilMs: number
  end(): void
}

/** 2026-01-15, a Thursday. */
const ORIGIN_MS = Date.UTC(2026, 0, 15, 9, 30)

/** Not 0, where adding a time and taking one away are the same. */
const MONOTONIC_ORIGIN_MS = 4_000_000

export function createTestClock(): TestClock {
  let elapsedMs = 0
  const sleeps = new Set<Sleep>()
  const slept: number[] = []
  return {
    slept,
    get sleeping() {
      return sleeps.size
    },
    nowMs: () => MONOTONIC_ORIGIN_MS + elapsedMs,
    wallMs: () => ORIGIN_MS + elapsedMs,
    sleep(seconds, signal) {
      slept.push(seconds)
      return new Promise((resolve) => {
        const sleep: Sleep = {
          untilMs: elapsedMs + seconds * 1000,
          end: () => {
            sleeps.delete(sleep)
            resolve()
          },
        }
        if (signal?.aborted) return resolve()
        sleeps.add(sleep)
        signal?.addEventListener('abort', sleep.end, { once: true })
      })
    },
    advance(seconds) {
      elapsedMs += seconds * 1000
      for (const sleep of [...sleeps]) if (sleep.untilMs <= elapsedMs) sleep.end()
    },
  }
}
