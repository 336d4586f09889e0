// The thread beside one that fits. Never here: what it does (second-thread-task.ts).
import { createNamedTaskPool, type NamedTaskPool } from '../../threads/task-pool.ts'

export type SecondThread = Pick<NamedTaskPool<typeof import('./second-thread-task.ts')>, 'run'>

/**
 * Of a task, and of the thread's wait for the next. A fit that the service makes ends sooner, by a
 * limit of its own.
 */
const LIMIT_S = 3600

/**
 * A thread for as long as the work takes; it starts with its first task. It has the priority of the
 * thread that waits for it: with a lower one it would hold up the fit on a busy machine.
 */
export async function withSecondThread<Result>(
  work: (second: SecondThread) => Promise<Result>,
): Promise<Result> {
  const second: NamedTaskPool<typeof import('./second-thread-task.ts')> = createNamedTaskPool(
    new URL('./second-thread-task.ts', import.meta.url),
    { threads: 1, idleS: LIMIT_S, maxQueue: 0, timeLimitMs: LIMIT_S * 1000, niceness: 0 },
  )
  try {
    return await work(second)
  } finally {
    await second.close()
  }
}
