// How much heavy work one caller may have waiting or under way at once, so that nobody fills a
// queue alone. The queue itself is its pool's.
import { OwnWorkUnderWay } from './task-refused.ts'

export interface CallerTurns {
  /**
   * Works in a turn of the caller's, which ends with the work.
   * @throws OwnWorkUnderWay if the caller has as many turns as one may have
   */
  during<T>(username: string, work: () => Promise<T>): Promise<T>
}

/** @param what a caller may have `most` of, for the log */
export function createCallerTurns(most: number, what: string): CallerTurns {
  // As many names at most as there is work under way.
  const taken = new Map<string, number>()
  return {
    async during(username, work) {
      const before = taken.get(username) ?? 0
      if (before >= most) throw new OwnWorkUnderWay(`the caller has ${most} ${what} under way`)
      taken.set(username, before + 1)
      try {
        return await work()
      } finally {
        const left = (taken.get(username) ?? 0) - 1
        if (left > 0) taken.set(username, left)
        else taken.delete(username)
      }
    },
  }
}
