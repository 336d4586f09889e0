// Forgets what has left a limiter's window, a little every second: limiters themselves drop an
// expired key only when it comes again or a bound is reached. What a key means stands with its
// limiter.
import type { Foundation } from '../foundation.ts'
import type { Windows } from './windows.ts'

const EVERY_S = 1

/** Keys of one limiter dropped at a time, so that a request never waits long behind it. */
const MAX_KEYS = 5_000

export function sweepInBackground(
  { background, clock }: Pick<Foundation, 'background' | 'clock'>,
  name: string,
  ...limiters: readonly Windows[]
): void {
  background({
    name,
    everyS: EVERY_S,
    run: () => {
      for (const windows of limiters) windows.sweep(clock.nowMs(), MAX_KEYS)
    },
  })
}
