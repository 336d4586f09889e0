// Failures per submitted username in an exact sliding window, all addresses together. It counts
// and never blocks; what a count leads to is throttle.ts. Held in this process's memory.
import type { Clock } from '../clock.ts'
import { Windows } from '../limits/windows.ts'

interface FailureCounterSettings {
  readonly loginUsernameFailThreshold: number
  readonly loginUsernameFailWindowS: number
}

export interface FailureCounter {
  /**
   * Records one failure of the username exactly as it was sent, known or not.
   * @returns the failures within the window, this one included
   */
  record(username: string): number
  readonly windows: Windows
}

/**
 * More than the verifications that two cores can do in the default window (about 170 a second for
 * 900 s), so a flood of made-up names does not push out the name under attack.
 */
const MAX_USERNAMES = 200_000
/** Failures remembered at most, of all usernames together: 32 MB. */
const MAX_FAILURES = 4_000_000

/** This far past the threshold the delay has long reached its cap, so the count stops here. */
const COUNTED_PAST_THRESHOLD = 100_000

export function createFailureCounter(
  settings: FailureCounterSettings,
  clock: Clock,
): FailureCounter {
  const windows = new Windows({
    windowMs: settings.loginUsernameFailWindowS * 1000,
    maxKeys: MAX_USERNAMES,
    maxTimesPerKey: settings.loginUsernameFailThreshold + COUNTED_PAST_THRESHOLD,
    maxTimes: MAX_FAILURES,
  })
  return { windows, record: (username) => windows.add(username, clock.nowMs()) }
}
