// What every limiter's windows need beside their use: what has left them is forgotten a little
// every second, since a limiter itself drops an expired key only when it comes again or a bound is
// reached; and what a bound drops is counted. What a key means stands with its limiter.
import type { Foundation } from '../foundation.ts'
import { sumOf } from '../numbers/sum.ts'
import type { Windows } from './windows.ts'

const EVERY_S = 1

/** Keys of one limiter dropped at a time, so that a request never waits long behind it. */
const MAX_KEYS = 5_000

/** @param name of the background task, as the log tells it */
export function tendWindows(
  { background, clock, metrics }: Pick<Foundation, 'background' | 'clock' | 'metrics'>,
  name: string,
  ...limiters: readonly Windows[]
): void {
  metrics.evictions(() => sumOf(limiters, (windows) => windows.evicted))
  background({
    name,
    everyS: EVERY_S,
    run: () => {
      for (const windows of limiters) windows.sweep(clock.nowMs(), MAX_KEYS)
    },
  })
}
