// The thread that fits models. Never here: what becomes of a fitted one.
import { createTaskPool, type TaskPool } from '../../threads/task-pool.ts'
import type { FitOutcome, FitTask } from './fit-task.ts'

const FIT_LIMIT_MS = 30 * 60_000

type FitPool = TaskPool<FitTask, FitOutcome>

/** One fit runs at a time; at most `maxQueue` more wait. */
export function createFitPool(maxQueue: number): FitPool {
  return createTaskPool(new URL('./fit-task.ts', import.meta.url), {
    threads: 1,
    idleS: 1,
    maxQueue,
    timeLimitMs: FIT_LIMIT_MS,
  })
}
