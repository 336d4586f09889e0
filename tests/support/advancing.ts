// Waits for what happens in the background by the test clock.
import type { TestClock } from './clock.ts'
import { pause, until } from './waiting.ts'

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

/** How often an engine looks at its dataset; it takes up what is the same at two looks. */
export const LOOK_EVERY_S = 3
const BETWEEN_LOOKS_MS = 150

/** Each look comes later by this share of the wait so far. */
const LATER_SHARE = 0.01

/**
 * Fitting and building take real time, more of it on a busy machine. Until then the test clock
 * moves by a quarter of an hour at most, 100 ln(1 + 200 / 15) looks: one that starts at 09:30 UTC
 * stays before 10:00, when the next day begins somewhere.
 */
const TAKING_UP_MS = 200_000

/**
 * Lets the engines of a service look until they answer from what has been imported. The clock goes
 * on while an answer is waited for: it may itself wait for the first model.
 */
export async function untilTakenUp(
  clock: TestClock,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  const startedMs = performance.now()
  await until(
    async () => {
      const asked = Promise.resolve(holds())
      let isAnswered = false
      const answered = () => {
        isAnswered = true
      }
      asked.then(answered, answered)
      do {
        clock.advance(LOOK_EVERY_S)
        await pause(BETWEEN_LOOKS_MS + LATER_SHARE * (performance.now() - startedMs))
      } while (!isAnswered)
      return asked
    },
    'the data is taken up',
    TAKING_UP_MS,
  )
}
