// Waits for what happens in the background over real sockets and threads.
import type { TestClock } from './clock.ts'

const LIMIT_MS = 20_000

/** Longer than the dispatcher rests between two looks. */
const NUDGE_S = 21

/** An attempt that is under way has this long before the clock says that it took too long. */
const NUDGE_EVERY_MS = 1_000

/** @throws Error after 20 s */
export async function until(holds: () => boolean | Promise<boolean>, what = 'it'): Promise<void> {
  const endMs = performance.now() + LIMIT_MS
  while (!(await holds())) {
    if (performance.now() > endMs) throw new Error(`waited in vain until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

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
