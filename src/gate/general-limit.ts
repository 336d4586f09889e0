// The general limiter on /api/*: requests of one client in a sliding window. They are estimated
// from two counts, so that a key costs the same memory whatever the budget.
import type { Clock } from '../clock.ts'

interface GeneralLimitSettings {
  readonly apiRateLimit: number
  readonly apiRateLimitWindowS: number
}

export interface GeneralLimit {
  /** @returns undefined if the request is within the budget, else the wait in seconds */
  spend(key: string): number | undefined
  readonly keys: number
  /** Live keys that the bound has dropped since the start. */
  readonly evicted: number
  /** Drops keys that have left the window, `atMost` of them. */
  sweep(atMost: number): void
}

/** Clients remembered at most; past it the one whose window began first is dropped. */
const MAX_KEYS = 200_000

interface Count {
  /** Start of the current fixed window. */
  startMs: number
  current: number
  previous: number
}

/**
 * The sliding count is `previous × (share of the previous window still inside) + current`, the
 * usual two-bucket approximation; it never lets more than twice the budget pass in any window.
 */
export function createGeneralLimit(settings: GeneralLimitSettings, clock: Clock): GeneralLimit {
  const budget = settings.apiRateLimit
  const windowMs = settings.apiRateLimitWindowS * 1000
  /** In the order in which their current windows began. */
  const counts = new Map<string, Count>()
  let evicted = 0

  const current = (key: string, nowMs: number): Count => {
    const known = counts.get(key)
    const age = known ? nowMs - known.startMs : Number.POSITIVE_INFINITY
    if (known && age < windowMs) return known
    const adjacent = known !== undefined && age < 2 * windowMs
    const count = {
      startMs: adjacent ? known.startMs + windowMs : nowMs,
      current: 0,
      previous: adjacent ? known.current : 0,
    }
    counts.delete(key)
    counts.set(key, count)
    const [oldest] = counts.keys()
    if (counts.size > MAX_KEYS && oldest !== undefined) {
      counts.delete(oldest)
      evicted += 1
    }
    return count
  }

  return {
    get keys() {
      return counts.size
    },
    get evicted() {
      return evicted
    },
    spend(key) {
      const nowMs = clock.nowMs()
      const count = current(key, nowMs)
      const elapsed = (nowMs - count.startMs) / windowMs
      if (count.previous * (1 - elapsed) + count.current < budget) {
        count.current += 1
        return undefined
      }
      const untilNextS = (count.startMs + windowMs - nowMs) / 1000
      if (count.current >= budget) return untilNextS
      // The previous window's weight falls evenly: when has it fallen far enough for one more?
      const enoughAt = 1 - (budget - count.current) / count.previous
      const untilEnoughMs = Math.max(0, (enoughAt - elapsed) * windowMs)
      // The next whole millisecond: at that moment itself the budget is still spent.
      return (Math.floor(untilEnoughMs) + 1) / 1000
    },
    sweep(atMost) {
      const nowMs = clock.nowMs()
      let dropped = 0
      for (const [key, count] of counts) {
        if (dropped >= atMost || nowMs - count.startMs < 2 * windowMs) return
        counts.delete(key)
        dropped += 1
      }
    },
  }
}
