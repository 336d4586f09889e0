// Slots for tasks: a fixed number are at work at a time, the others wait in the order in which they
// came. Bounds say how many may wait and for how long. What a task does in its slot is the pool's.
import { CALLER_LEFT, TaskRefused, THREADS_STOP } from './task-refused.ts'

interface SlotBounds {
  /** Tasks at work at a time. */
  readonly count: number
  /** Tasks that wait; past it `take` refuses. */
  readonly maxWaiting: number
  /** How long one task may wait for its slot. */
  readonly waitLimitMs: number
}

interface Slots {
  /** How many are at work. */
  readonly taken: number
  /**
   * @returns null where there is a free slot, else what resolves when one is handed on
   * @throws TaskRefused if too many wait, the wait gets too long or `signal` aborts
   */
  take(signal: AbortSignal | undefined): Promise<void> | null
  giveBack(): void
  allGivenBack(): Promise<void>
  refuseWaiting(): void
}

interface Waiting {
  start(): void
  refuse(why: string): void
}

export function createSlots({ count, maxWaiting, waitLimitMs }: SlotBounds): Slots {
  let taken = 0
  /** In the order in which they came. */
  const waiting = new Set<Waiting>()
  /** Waits of `allGivenBack`; one at most, the retiring pool's. */
  const onIdle: (() => void)[] = []

  const waitForOne = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
        waiting.delete(one)
      }
      const one = {
        start() {
          end()
          resolve()
        },
        refuse(why: string) {
          end()
          reject(new TaskRefused(why))
        },
      }
      const leave = () => one.refuse(CALLER_LEFT)
      const timer = setTimeout(() => one.refuse('the task waited too long'), waitLimitMs).unref()
      signal?.addEventListener('abort', leave)
      waiting.add(one)
    })

  return {
    get taken() {
      return taken
    },
    take(signal) {
      if (signal?.aborted) throw new TaskRefused(CALLER_LEFT)
      if (taken < count) {
        taken += 1
        return null
      }
      if (waiting.size >= maxWaiting) throw new TaskRefused('too many tasks are waiting')
      return waitForOne(signal)
    },
    giveBack() {
      const [next] = waiting
      // The slot stays taken: the next has it from here on.
      if (next) return next.start()
      taken -= 1
      if (taken === 0) for (const done of onIdle.splice(0)) done()
    },
    allGivenBack: () =>
      taken === 0 ? Promise.resolve() : new Promise((done) => onIdle.push(done)),
    refuseWaiting() {
      for (const one of waiting) one.refuse(THREADS_STOP)
    },
  }
}
