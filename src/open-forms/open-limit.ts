// The limits of an open form: requests of one address, and of all addresses together, each in an
// exact sliding window. Held in this process's memory.
import type { Clock } from '../clock.ts'
import { HOUR_MS } from '../iso-time.ts'
import { Windows } from '../limits/windows.ts'

export interface OpenLimitSettings {
  /** Per address within the window. */
  readonly limit: number
  readonly windowS: number
  /** Of all addresses together within an hour. */
  readonly hourlyLimit: number
}

interface SpentBudget {
  /** `address`: the budget of this address; `all`: the one that all share. */
  readonly of: 'address' | 'all'
  readonly waitS: number
}

export interface OpenLimit {
  /**
   * Spends one request of both budgets, or of none: what is refused is not counted.
   * @returns which budget is spent; undefined where neither is
   */
  spend(addressKey: string): SpentBudget | undefined
  /** Gives back what a request spent that failed by no fault of its sender. */
  giveBack(addressKey: string): void
  /** What each address has spent. */
  readonly windows: Windows
}

/** The one key of the window that all addresses share. */
const ALL = 'all'

/** Addresses remembered at most; past it those longest without a counted request are dropped. */
const MAX_ADDRESSES = 50_000
/** Requests remembered at most, of all addresses together: 8 MB. */
const MAX_REQUESTS = 1_000_000

export function createOpenLimit(settings: OpenLimitSettings, clock: Clock): OpenLimit {
  const byAddress = new Windows({
    windowMs: settings.windowS * 1000,
    maxKeys: MAX_ADDRESSES,
    maxTimesPerKey: settings.limit,
    maxTimes: MAX_REQUESTS,
  })
  const together = new Windows({
    windowMs: HOUR_MS,
    maxKeys: 1,
    maxTimesPerKey: settings.hourlyLimit,
    maxTimes: settings.hourlyLimit,
  })

  return {
    windows: byAddress,
    spend(addressKey) {
      const nowMs = clock.nowMs()
      if (byAddress.count(addressKey, nowMs) >= settings.limit) {
        return { of: 'address', waitS: byAddress.waitS(addressKey, nowMs) }
      }
      if (together.count(ALL, nowMs) >= settings.hourlyLimit) {
        return { of: 'all', waitS: together.waitS(ALL, nowMs) }
      }
      byAddress.add(addressKey, nowMs)
      together.add(ALL, nowMs)
      return undefined
    },
    giveBack(addressKey) {
      byAddress.takeBack(addressKey)
      together.takeBack(ALL)
    },
  }
}
