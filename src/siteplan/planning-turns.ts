// How much planning one caller may have waiting or under way at once, so that nobody fills the
// queue alone. The queue itself is the planner's.
import { TaskRefused } from '../threads/task-refused.ts'

export interface PlanningTurns {
  /**
   * Works in a turn of the caller's, which ends with the work.
   * @throws TaskRefused if the caller has as many turns as one may have
   */
  during<T>(username: string, work: () => Promise<T>): Promise<T>
}

/** Enough for six formats of a forecast and some layouts; less than half of the queue. */
export const MAX_PER_CALLER = 8

/** Why a route that plans answers 503, for the reference. */
export const BUSY =
  'A database is out of reach, there is no market model yet, the planning takes too long, or too ' +
  `many such requests wait, in all or of this caller (${MAX_PER_CALLER} at most)`

export function createPlanningTurns(): PlanningTurns {
  // As many names at most as there are requests under way.
  const taken = new Map<string, number>()
  return {
    async during(username, work) {
      const before = taken.get(username) ?? 0
      if (before >= MAX_PER_CALLER) throw new TaskRefused('the caller has as many plans under way')
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
