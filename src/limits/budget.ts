// A budget of requests per key in an exact sliding window. What a key means, and how many keys are
// remembered, stands with the limiters: login/pair-limiter.ts, gate/general-limit.ts.
import type { Clock } from '../clock.ts'
import { Windows } from './windows.ts'

interface BudgetBounds {
  /** Requests per key within the window. */
  readonly limit: number
  readonly windowS: number
  /** Keys remembered at most; past it those longest without a counted request are dropped. */
  readonly maxKeys: number
  /** Requests of all keys remembered at most, 8 bytes each; past it keys are dropped as above. */
  readonly maxTimes: number
}

export interface Budget {
  /**
   * Spends one request of the key's budget.
   * @returns undefined if there was one, else the wait in seconds until there is one again; a
   *   refused request is not counted
   */
  spend(key: string): number | undefined
  readonly windows: Windows
}

export function createBudget(bounds: BudgetBounds, clock: Clock): Budget {
  const windows = new Windows({
    windowMs: bounds.windowS * 1000,
    maxKeys: bounds.maxKeys,
    maxTimesPerKey: bounds.limit,
    maxTimes: bounds.maxTimes,
  })
  return {
    windows,
    spend(key) {
      const nowMs = clock.nowMs()
      if (windows.count(key, nowMs) >= bounds.limit) return windows.waitS(key, nowMs)
      windows.add(key, nowMs)
      return undefined
    },
  }
}
