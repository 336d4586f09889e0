// Worker threads for heavy work: Piscina's threads behind slots of our own, with a time limit on
// every task from its start and another on its wait. A thread that dies is replaced and its task
// fails alone. What a task does stands in its own file.
import { Piscina } from 'piscina'
import { codeOf, messageOf } from '../process/thrown.ts'
import { createSlots } from './slots.ts'
import { STAND_BACK } from './stand-back.js'
import { CALLER_LEFT, TaskRefused, THREADS_STOP, TookTooLong } from './task-refused.ts'

/** For a file that exports one task as its default. */
export interface TaskPool<Task, Result> extends Pool {
  /** @throws as `run` of a `NamedTaskPool` */
  run(task: Task, signal?: AbortSignal): Promise<Result>
}

/** For a file that exports several tasks by their names. */
export interface NamedTaskPool<File extends Tasks<File>> extends Pool {
  /**
   * @param signal ends the task when it aborts, a running one with its thread, which is replaced,
   *   unless the pool `finishesWhatRuns`
   * @throws TaskRefused if the queue is full, the task waited or took too long, its thread died or
   *   `signal` aborted; whatever the task itself threw comes through as it is
   */
  run<Name extends keyof File & string>(
    name: Name,
    task: Parameters<File[Name]>[0],
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<File[Name]>>>
}

type Tasks<File> = { readonly [Name in keyof File]: (task: never) => unknown }

interface Pool {
  /** Whether nothing is at work. */
  isIdle(): boolean
  /** Waits for all that was asked for, then ends the threads and refuses all that comes after. */
  retire(): Promise<void>
  /**
   * Ends the threads at once, with whatever they are doing, and refuses all that comes after. May
   * be called again, to wait for their end.
   */
  close(): Promise<void>
}

interface TaskPoolOptions {
  /** Threads at most; one starts when it is first needed and ends after `idleS` without work. */
  readonly threads: number
  readonly idleS: number
  readonly maxQueue: number
  /** How long one task may take from its start. */
  readonly timeLimitMs: number
  /** How long it may wait for a thread before that; `timeLimitMs` by default. */
  readonly waitLimitMs?: number
  /**
   * Steps of `nice` by which the threads stand back behind the one that answers requests, 0–19;
   * `STAND_BACK` by default. It works on Linux alone, where a nice value belongs to a thread.
   */
  readonly niceness?: number
  /**
   * Of the older objects of each thread's heap. A task that needs more is refused, and its thread
   * replaced; a single allocation of tens of MB past it ends the process, as V8 does everywhere.
   * V8's own limit is 4,096 where memory is plenty. From 2,048 on a heap may grow to four times
   * what was in use before V8 looks for garbage; under a lower limit to less than twice.
   */
  readonly heapLimitMb?: number
  /** Given to each thread when it starts. */
  readonly workerData?: unknown
  /**
   * For tasks that are cheaper than another thread: one that runs goes on though its caller left.
   */
  readonly finishesWhatRuns?: boolean
}

/**
 * All young objects may survive a collection and count as older ones at once. Past its limit a
 * thread has 16 MB left in which to end: with V8's own 48 MB of young ones a task was seen to
 * exceed both at once, which ends the process. The processor time of layouts is the same.
 */
const YOUNG_LIMIT_MB = 16

const NOTHING = new URL('./no-task.ts', import.meta.url).href

export function createTaskPool<Task, Result>(
  file: URL,
  options: TaskPoolOptions,
): TaskPool<Task, Result> {
  const pool = createNamedTaskPool<{ default(task: Task): Result }>(file, options)
  return { ...pool, run: (task, signal) => pool.run('default', task, signal) }
}

export function createNamedTaskPool<File extends Tasks<File>>(
  file: URL,
  options: TaskPoolOptions,
): NamedTaskPool<File> {
  const pool = new Piscina({
    filename: file.href,
    minThreads: 0,
    maxThreads: options.threads,
    idleTimeout: options.idleS * 1000,
    workerData: options.workerData,
    recordTiming: false,
    // With atomics a thread that was ended while its task loaded modules went on to wait for
    // another task and never noticed its end (seen in 2 of 100 tries and more); the pool, and the
    // end of the process, waited for it. One that waits in its event loop notices.
    atomics: 'disabled',
    ...(options.heapLimitMb === undefined
      ? {}
      : {
          resourceLimits: {
            maxOldGenerationSizeMb: options.heapLimitMb,
            maxYoungGenerationSizeMb: YOUNG_LIMIT_MB,
          },
        }),
    niceIncrement: options.niceness ?? STAND_BACK,
    // Piscina tries `require` before `import`. Node 24.21 aborts the whole process where a thread
    // is ended in the middle of requiring an ES module (a stop, a hang-up or a time limit while a
    // task loads); an import that is cut short ends with its thread.
    execArgv: ['--no-require-module'],
  })
  // Tasks wait for a slot and not in the pool, where their time would run while they wait.
  const slots = createSlots({
    count: options.threads,
    maxWaiting: options.maxQueue,
    waitLimitMs: options.waitLimitMs ?? options.timeLimitMs,
  })
  // The pool itself replaces a thread that is lost between tasks.
  pool.on('error', () => {})
  // A thread that dies fails its task in the same turn of the event loop.
  let threadLost = false
  pool.on('workerDestroy', () => {
    threadLost = true
    setImmediate(() => {
      threadLost = false
      // The pool starts a thread only when it is given a task: without one, a task that has a slot
      // would wait until the next task is asked for.
      if (slots.taken > 0) pool.run(undefined, { filename: NOTHING }).catch(() => {})
    })
  })
  let closed: Promise<void> | undefined
  let isRetired = false
  return {
    isIdle: () => slots.taken === 0,
    async run(name, task, signal) {
      if (closed || isRetired) throw new TaskRefused(THREADS_STOP)
      return slots.during(signal, async () => {
        const limit = AbortSignal.timeout(options.timeLimitMs)
        const end = signal && !options.finishesWhatRuns ? AbortSignal.any([limit, signal]) : limit
        try {
          return await pool.run(task, { name, signal: end })
        } catch (error) {
          if (!threadLost && !end.aborted && !isRefusal(error)) throw error
          if (signal?.aborted) throw new TaskRefused(CALLER_LEFT)
          if (closed) throw new TaskRefused(THREADS_STOP)
          if (limit.aborted) throw new TookTooLong('the task took too long')
          throw new TaskRefused(messageOf(error))
        }
      })
    },
    async retire() {
      await slots.allGivenBack()
      // The pool refuses tasks while it closes, and takes them again once it has closed.
      isRetired = true
      await pool.close()
    },
    close: () => {
      slots.refuseWaiting()
      closed ??= pool.destroy()
      return closed
    },
  }
}

/** What Piscina 5.3.2 says when a task did not run or its thread went; its errors carry no code. */
const POOL_MESSAGES =
  /^(Task queue is at limit|No task queue available|Terminating worker thread|The task has been aborted|worker exited)/

function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return POOL_MESSAGES.test(error.message) || codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY'
}
