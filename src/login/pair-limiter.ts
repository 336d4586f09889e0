// Step 1 of a login: the budget of attempts per (username, address) pair in a sliding window. Held
// in this process's memory; a restart empties it.
import type { Clock } from '../clock.ts'
import { Windows } from '../limits/windows.ts'

interface PairLimiterSettings {
  readonly loginRateLimit: number
  readonly loginRateLimitWindowS: number
}

export interface PairLimiter {
  /**
   * Spends one attempt of the pair's budget.
   * @returns undefined if there was one, else the wait in seconds until there is one again; a
   *   refused attempt is not counted
   */
  spend(pairKey: string): number | undefined
  readonly windows: Windows
}

/** Pairs remembered at most: a flood of made-up names costs memory for this many. */
const MAX_PAIRS = 200_000
const MAX_TIMES = 4_000_000

export function createPairLimiter(settings: PairLimiterSettings, clock: Clock): PairLimiter {
  const budget = settings.loginRateLimit
  const windows = new Windows({
    windowMs: settings.loginRateLimitWindowS * 1000,
    maxKeys: MAX_PAIRS,
    maxTimesPerKey: budget,
    maxTimes: MAX_TIMES,
  })
  return {
    windows,
    spend(pairKey) {
      const nowMs = clock.nowMs()
      if (windows.count(pairKey, nowMs) < budget) {
        windows.add(pairKey, nowMs)
        return undefined
      }
      return windows.waitS(pairKey, nowMs)
    },
  }
}

/**
 * One key for each pair, whatever characters either part has: the username's length, the username,
 * the address. A string joined with `+` would keep its parts alive, at three times the memory.
 */
export function pairKey(username: string, address: string): string {
  return JSON.stringify([username.length, username, address])
}
