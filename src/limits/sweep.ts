// Forgets what has left a limiter's window, a little every second: limiters themselves drop expired
// keys only while new ones come. What a key means stands with its limiter.
import type { Foundation } from '../foundation.ts'

const EVERY_S = 1

/** Keys dropped at a time, so that a request never waits long behind it. */
const MAX_KEYS = 5_000

/** @param sweep drops expired keys, `atMost` of them */
export function sweepInBackground(
  { background }: Pick<Foundation, 'background'>,
  name: string,
  sweep: (atMost: number) => void,
): void {
  background({ name, everyS: EVERY_S, run: () => sweep(MAX_KEYS) })
}
