// The general limiter on /api/*: requests of one client in a sliding window. Neighbouring requests
// are kept as one run of which only the ends and the count are known, so that a key costs little
// memory whatever the budget.
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

/** Clients remembered at most; past it the one longest without a new run is dropped. */
const MAX_KEYS = 200_000

/** Runs of all clients together, some 50 MB; past it clients are dropped as above. */
const MAX_RUNS = 500_000

/** A run spans at most a twelfth of the window, and holds at most a twelfth of the budget. */
const RUNS_A_WINDOW = 12

/** More than the rounding errors of a time add up to. */
const EPSILON_MS = 0.001

/** Requests that followed each other closely. */
interface Run {
  readonly firstMs: number
  lastMs: number
  count: number
}

/** Oldest first. Runs end by their count or their length: there are hardly more than 12 of each. */
type Runs = Run[]

/**
 * Requests within a run are taken to have come evenly between its first and its last. So only the
 * run that the window's edge cuts is estimated: in any window the budget and less than one run more
 * can pass, and after a window without requests the whole budget is there.
 */
export function createGeneralLimit(settings: GeneralLimitSettings, clock: Clock): GeneralLimit {
  const budget = settings.apiRateLimit
  const windowMs = settings.apiRateLimitWindowS * 1000
  const runMs = windowMs / RUNS_A_WINDOW
  const runCount = Math.ceil(budget / RUNS_A_WINDOW)
  /** In the order in which their newest runs began. */
  const clients = new Map<string, Runs>()
  let allRuns = 0
  let evicted = 0

  const drop = (key: string, runs: Runs) => {
    clients.delete(key)
    allRuns -= runs.length
  }
  /** The client's runs within the window; the first may have left it in part. */
  const liveRuns = (key: string, edgeMs: number): Runs | undefined => {
    const runs = clients.get(key)
    if (!runs) return undefined
    const firstLive = runs.findIndex(({ lastMs }) => lastMs > edgeMs)
    const expired = firstLive === -1 ? runs.length : firstLive
    runs.splice(0, expired)
    allRuns -= expired
    return runs
  }
  const add = (key: string, known: Runs | undefined, nowMs: number) => {
    const newest = known?.at(-1)
    if (newest && nowMs - newest.firstMs < runMs && newest.count < runCount) {
      newest.lastMs = nowMs
      newest.count += 1
      return
    }
    const run = { firstMs: nowMs, lastMs: nowMs, count: 1 }
    allRuns += 1
    if (known) {
      known.push(run)
      clients.delete(key)
    }
    // In a flood most clients have one run: an array made with it reserves no spare room.
    clients.set(key, known ?? [run])
    while (clients.size > MAX_KEYS || allRuns > MAX_RUNS) {
      const [oldest] = clients
      if (!oldest || oldest[0] === key) return
      drop(...oldest)
      evicted += 1
    }
  }

  return {
    get keys() {
      return clients.size
    },
    get evicted() {
      return evicted
    },
    spend(key) {
      const nowMs = clock.nowMs()
      // What came up to this time has left the window.
      const edgeMs = nowMs - windowMs + EPSILON_MS
      const known = liveRuns(key, edgeMs)
      const runs = known ?? []
      const [first] = runs
      const expired = countUntil(first, edgeMs)
      const all = runs.reduce((sum, run) => sum + run.count, 0)
      if (!first || all - expired < budget) {
        add(key, known, nowMs)
        return undefined
      }
      // No more than the budget are ever in the window: once the oldest has left, there is room.
      const oldestMs = timeOf(first, expired)
      // Rounded up to whole milliseconds, so that the wait is never too short.
      return Math.ceil(oldestMs - edgeMs) / 1000
    },
    sweep(atMost) {
      const nowMs = clock.nowMs()
      let dropped = 0
      for (const [key, runs] of clients) {
        const newestMs = runs.at(-1)?.lastMs ?? Number.NEGATIVE_INFINITY
        if (dropped >= atMost || nowMs - newestMs < windowMs) return
        drop(key, runs)
        dropped += 1
      }
    },
  }
}

/** How many requests of the run had come by then. */
function countUntil(run: Run | undefined, timeMs: number): number {
  if (!run || timeMs < run.firstMs) return 0
  if (timeMs >= run.lastMs) return run.count
  const share = (timeMs - run.firstMs) / (run.lastMs - run.firstMs)
  return Math.floor(share * (run.count - 1)) + 1
}

/** When the run's request of this index, from 0, came. */
function timeOf({ firstMs, lastMs, count }: Run, index: number): number {
  return firstMs + (count === 1 ? 0 : ((lastMs - firstMs) * index) / (count - 1))
}
