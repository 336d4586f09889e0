// Worker threads for heavy work: a fixed number, a bounded queue, a time limit on every task from its
// start and another on its wait. A thread that dies is replaced and its task fails alone. What a task
// does stands in its own file.
import { Piscina } from 'piscina'
import { TaskRefused } from './task-refused.ts'

export interface TaskPool<Task, Result> {
  /**
   * @param signal ends the task when it aborts, a running one with its thread, which is replaced
   * @throws TaskRefused if the queue is full, the task waited or took too long, its thread died or
   *   `signal` aborted; whatever the task itself threw comes through as it is
   */
  run(task: Task, signal?: AbortSignal): Promise<Result>
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
  /** Of one task, from its start. */
  readonly timeLimitMs: number
  /** Of the wait for a thread before that; as long as `timeLimitMs` unless said. */
  readonly waitLimitMs?: number
  /**
   * Steps of `nice` by which the threads stand back behind the one that answers requests, 0–19; 5
   * unless said. On Linux alone, where a nice value belongs to a thread.
   */
  readonly niceness?: number
  /** Given to each thread when it starts. */
  readonly workerData?: unknown
}

/** A third of the main thread's share where both want a core. */
const STAND_BACK = 5

const NOTHING = new URL('./no-task.ts', import.meta.url).href

export function createTaskPool<Task, Result>(
  file: URL,
  options: TaskPoolOptions,
): TaskPool<Task, Result> {
  const pool = new Piscina<Task | undefined, Result>({
    filename: file.href,
    minThreads: 0,
    maxThreads: options.threads,
    idleTimeout: options.idleS * 1000,
    workerData: options.workerData,
    recordTiming: false,
    niceIncrement: options.niceness ?? STAND_BACK,
  })
  // Tasks wait here and not in the pool, whose waiting ones would lose of their own time.
  const turns = createTurns(
    options.threads,
    options.maxQueue,
    options.waitLimitMs ?? options.timeLimitMs,
  )
  // A thread lost between tasks is replaced by the pool.
  pool.on('error', () => {})
  // A thread that dies fails its task in the turn in which it goes.
  let threadLost = false
  pool.on('workerDestroy', () => {
    threadLost = true
    setImmediate(() => {
      threadLost = false
      // The pool starts a thread only when it is given a task: what waits must not wait for that.
      if (turns.taken > 0) pool.run(undefined, { filename: NOTHING }).catch(() => {})
    })
  })
  return {
    async run(task, signal) {
      const wait = turns.take(signal)
      if (wait) await wait
      const limit = AbortSignal.timeout(options.timeLimitMs)
      const end = signal ? AbortSignal.any([limit, signal]) : limit
      try {
        return await pool.run(task, { signal: end })
      } catch (error) {
        if (!threadLost && !end.aborted && !isRefusal(error)) throw error
        if (signal?.aborted) throw new TaskRefused('the caller left')
        throw new TaskRefused(limit.aborted ? 'the task took too long' : messageOf(error))
      } finally {
        turns.giveBack()
      }
    },
    async retire() {
      await turns.allGivenBack()
      await pool.close()
    },
    close: () => {
      turns.refuseWaiting()
      return pool.destroy()
    },
  }
}

interface Turns {
  /** How many are at work. */
  readonly taken: number
  /**
   * @returns null where the turn is had at once
   * @throws TaskRefused if too many wait, the wait gets too long or `signal` aborts
   */
  take(signal: AbortSignal | undefined): Promise<void> | null
  giveBack(): void
  allGivenBack(): Promise<void>
  refuseWaiting(): void
}

/** So many at a time; those who wait come in their order, at most `mostWaiting` of them. */
function createTurns(atATime: number, mostWaiting: number, waitLimitMs: number): Turns {
  let taken = 0
  const waiting = new Set<{ start(): void; refuse(why: string): void }>()
  const idle: (() => void)[] = []
  return {
    get taken() {
      return taken
    },
    take(signal) {
      if (signal?.aborted) throw new TaskRefused('the caller left')
      if (taken < atATime) {
        taken += 1
        return null
      }
      if (waiting.size >= mostWaiting) throw new TaskRefused('too many tasks are waiting')
      return new Promise<void>((resolve, reject) => {
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
        const leave = () => one.refuse('the caller left')
        const timer = setTimeout(() => one.refuse('the task waited too long'), waitLimitMs).unref()
        signal?.addEventListener('abort', leave)
        waiting.add(one)
      })
    },
    giveBack() {
      const [next] = waiting
      // The turn goes to the next as it is.
      if (next) return next.start()
      taken -= 1
      if (taken === 0) for (const done of idle.splice(0)) done()
    },
    allGivenBack: () => (taken === 0 ? Promise.resolve() : new Promise((done) => idle.push(done))),
    refuseWaiting() {
      for (const one of waiting) one.refuse('the threads are being stopped')
    },
  }
}

const POOL_MESSAGES =
  /^(Task queue is at limit|No task queue available|Terminating worker thread|The task has been aborted|Queue is being terminated|Worker (exited|stopped)|worker exited)/i

function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    POOL_MESSAGES.test(error.message) ||
    (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
