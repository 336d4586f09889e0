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
   * Works in a slot, at once where one is free. The slot is given back when the work ends.
   * @param signal ends the wait for a slot when it aborts, and not the work
   * @throws TaskRefused if too many wait, the wait gets too long or `signal` aborts it; whatever
   *   the work itself throws comes through as it is
   */
  during<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T>
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

  /**
   * @returns undefined where a slot is free: the work then begins before anything else can happen
   */
  const take = (signal: AbortSignal | undefined): Promise<void> | undefined => {
    if (signal?.aborted) throw new TaskRefused(CALLER_LEFT)
    if (taken < count) {
      taken += 1
      return undefined
    }
    if (waiting.size >= maxWaiting) throw new TaskRefused('too many tasks are waiting')
    return waitForOne(signal)
  }
  const giveBack = () => {
    const [next] = waiting
    // The slot stays taken: the next has it from here on.
    if (next) return next.start()
    taken -= 1
    if (taken === 0) for (const done of onIdle.splice(0)) done()
  }

  return {
    get taken() {
      return taken
    },
    async during(signal, work) {
      const wait = take(signal)
      if (wait) await wait
      try {
        return await work()
      } finally {
        giveBack()
      }
    },
    allGivenBack: () =>
      taken === 0 ? Promise.resolve() : new Promise((done) => onIdle.push(done)),
    refuseWaiting() {
      for (const one of waiting) one.refuse(THREADS_STOP)
    },
  }
}
