// Waits for what happens in the background by the test clock.
import type { TestClock } from './clock.ts'
import { until } from './waiting.ts'

/** Longer than the dispatcher rests between two looks. */
const NUDGE_S = 21

/** An attempt that is under way has this long before the clock says that it took too long. */
const NUDGE_EVERY_MS = 1_000

/**
 * Moves the clock, then waits; moves it on where nothing came of it, since a sleep that began just
 * after the move has not seen it.
 */
export async function advanceUntil(
  clock: TestClock,
  seconds: number,
  holds: () => boolean | Promise<boolean>,
  what = 'it',
): Promise<void> {
  clock.advance(seconds)
  let nudgeMs = performance.now() + NUDGE_EVERY_MS
  await until(async () => {
    if (performance.now() > nudgeMs) {
      clock.advance(NUDGE_S)
      nudgeMs = performance.now() + NUDGE_EVERY_MS
    }
    return holds()
  }, what)
}
