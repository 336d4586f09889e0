// Worker threads for heavy work: a fixed number, a bounded queue, a time limit on every task. A
// thread that dies is replaced and its task fails alone. What a task does stands in its own file.
import { Piscina } from 'piscina'
import { TaskRefused } from './task-refused.ts'

export interface TaskPool<Task, Result> {
  /**
   * @throws TaskRefused if the queue is full, the task took too long or its thread died; whatever
   *   the task itself threw comes through as it is
   */
  run(task: Task): Promise<Result>
  /** Lets all that was asked for end first. */
  retire(): Promise<void>
  /** Ends the threads at once, with whatever they are doing. */
  close(): Promise<void>
}

export interface TaskPoolOptions {
  /** Threads at most; one starts when it is first needed and ends after `idleS` without work. */
  readonly threads: number
  readonly idleS: number
  readonly maxQueue: number
  readonly timeLimitMs: number
  /** Given to each thread when it starts. */
  readonly workerData?: unknown
}

export function createTaskPool<Task, Result>(
  file: URL,
  options: TaskPoolOptions,
): TaskPool<Task, Result> {
  const pool = new Piscina<Task, Result>({
    filename: file.href,
    minThreads: 0,
    maxThreads: options.threads,
    idleTimeout: options.idleS * 1000,
    workerData: options.workerData,
    recordTiming: false,
  })
  // Counted here: the pool does not hold tasks with a time limit to its own bound.
  let underWay = 0
  // A thread lost between tasks is replaced by the pool; its task's caller sees the fault itself.
  pool.on('error', () => {})
  return {
    async run(task) {
      if (underWay >= options.threads + options.maxQueue) {
        throw new TaskRefused('too many tasks are waiting')
      }
      underWay += 1
      const limit = AbortSignal.timeout(options.timeLimitMs)
      try {
        return await pool.run(task, { signal: limit })
      } catch (error) {
        throw isRefusal(error, limit) ? new TaskRefused((error as Error).message) : error
      } finally {
        underWay -= 1
      }
    },
    retire: () => pool.close(),
    close: () => pool.destroy(),
  }
}

const POOL_MESSAGES =
  /^(Task queue is at limit|No task queue available|Terminating worker thread|The task has been aborted|Queue is being terminated|Worker (exited|stopped)|worker exited)/i

function isRefusal(error: unknown, limit: AbortSignal): boolean {
  if (limit.aborted) return true
  if (!(error instanceof Error)) return false
  return (
    POOL_MESSAGES.test(error.message) ||
    (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
  )
}
