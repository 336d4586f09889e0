// Step 1 of a login: the budget of attempts per (username, address) pair in a sliding window. Held
// in this process's memory; a restart empties it.
import type { Clock } from '../clock.ts'
import { type Budget, createBudget } from '../limits/budget.ts'

interface PairLimiterSettings {
  readonly loginRateLimit: number
  readonly loginRateLimitWindowS: number
}

/** Pairs remembered at most: a flood of made-up names costs memory for this many. */
const MAX_PAIRS = 200_000
/** Attempts remembered at most, of all pairs together: 32 MB. */
const MAX_ATTEMPTS = 4_000_000

export function createPairLimiter(settings: PairLimiterSettings, clock: Clock): Budget {
  return createBudget(
    {
      limit: settings.loginRateLimit,
      windowS: settings.loginRateLimitWindowS,
      maxKeys: MAX_PAIRS,
      maxTimes: MAX_ATTEMPTS,
    },
    clock,
  )
}

/**
 * One key for each pair, whatever characters either part has: the username's length, the username,
 * the address. A string joined with `+` would keep its parts alive, at three times the memory.
 */
export function pairKey(username: string, address: string): string {
  return JSON.stringify([username.length, username, address])
}
