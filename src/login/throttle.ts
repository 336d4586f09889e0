// How long the answer to a failed login waits, and the waiting itself. It slows answers and never
// changes one.
import type { Clock } from '../clock.ts'

export interface ThrottleSettings {
  readonly loginUsernameFailThreshold: number
  readonly loginUsernameThrottleMaxDelayS: number
}

/** Keeps the power of two finite for any number of failures. */
const MAX_EXPONENT = 16

/** Seconds: 0 up to the threshold, then 1, 2, 4 … up to the cap. */
export function throttleDelayS(failsInWindow: number, settings: ThrottleSettings): number {
  const excess = failsInWindow - settings.loginUsernameFailThreshold
  if (excess <= 0) return 0
  return Math.min(settings.loginUsernameThrottleMaxDelayS, 2 ** Math.min(excess - 1, MAX_EXPONENT))
}

export interface Throttle {
  /** Waits out a delay, but no longer than the client stays or the service runs. */
  wait(delayS: number, clientGone: AbortSignal): Promise<void>
  /** How many answers wait now. */
  readonly waiting: number
  /** Ends every wait, now and from now on. */
  wakeAll(): void
}

export function createThrottle(clock: Clock): Throttle {
  const over = new AbortController()
  /** Bounded by the requests that the server takes from its open connections. */
  let waiting = 0
  return {
    get waiting() {
      return waiting
    },
    async wait(delayS, clientGone) {
      waiting += 1
      await clock.sleep(delayS, AbortSignal.any([over.signal, clientGone]))
      waiting -= 1
    },
    wakeAll: () => over.abort(),
  }
}
