// The fixed threads that compute password hashes. The slots decide beforehand who may use one, so a
// job waits here only while a lost thread is being replaced.
import { Worker } from 'node:worker_threads'
import type { Clock } from '../clock.ts'
import type { Logger } from '../logging.ts'
import { TaskRefused } from '../threads/task-refused.ts'
import type { HashCost } from './password-hash.ts'

export type VerifyTask =
  | {
      readonly kind: 'verify'
      readonly phc: string
      readonly dummy: string
      readonly password: string
    }
  | {
      readonly kind: 'hash'
      readonly cost: HashCost
      readonly salt: string | undefined
      readonly password: string
    }

export type VerifyResult =
  | { readonly kind: 'verified'; readonly matches: boolean; readonly malformed: boolean }
  | { readonly kind: 'hashed'; readonly phc: string }

export interface VerifyPool {
  /** One verification. `malformed`: `phc` was refused and the dummy was verified instead. */
  verify(
    phc: string,
    password: string,
    dummy: string,
  ): Promise<{ matches: boolean; malformed: boolean }>
  /** @param salt in base64, as a hash holds it; random if left out */
  hash(password: string, cost: HashCost, salt?: string): Promise<string>
  isHashing(): boolean
  /** Ends the threads, each once the hash that it computes is done. */
  close(): Promise<void>
}

interface Job {
  readonly task: VerifyTask
  readonly done: PromiseWithResolvers<VerifyResult>
}

/**
 * A thread lost sooner than this is replaced after a pause that doubles each time, and so is one
 * whose replacement could not be started.
 */
const STEADY_MS = 1_000
const FIRST_PAUSE_S = 0.02
const LONGEST_PAUSE_S = 5

/** @throws Error if its first threads cannot be started */
export function createVerifyPool(workers: number, clock: Clock, log: Logger): VerifyPool {
  const idle: PoolThread[] = []
  /** Jobs that found no idle thread; bounded by the slots, as many as there are threads. */
  const waiting: Job[] = []
  /** `workers` at most; `idle` holds some of them. */
  const threads = new Set<PoolThread>()
  const closing = new AbortController()
  let pauseS = FIRST_PAUSE_S

  const next = (thread: PoolThread) => {
    const job = waiting.shift()
    if (job) thread.run(job)
    else idle.push(thread)
  }
  const forget = (thread: PoolThread) => {
    threads.delete(thread)
    const at = idle.indexOf(thread)
    if (at >= 0) idle.splice(at, 1)
  }
  const start = () => {
    if (closing.signal.aborted) return
    const startedMs = clock.nowMs()
    const thread = new PoolThread(
      () => next(thread),
      (error) => {
        forget(thread)
        if (closing.signal.aborted) return
        log.error({ err: error }, 'password verification thread lost, starting another')
        if (clock.nowMs() - startedMs < STEADY_MS) {
          startAfterPause()
        } else {
          pauseS = FIRST_PAUSE_S
          tryToStart()
        }
      },
    )
    threads.add(thread)
    next(thread)
  }
  const startAfterPause = () => {
    void clock.sleep(pauseS, closing.signal).then(tryToStart)
    pauseS = Math.min(LONGEST_PAUSE_S, pauseS * 2)
  }
  const tryToStart = () => {
    try {
      start()
    } catch (error) {
      // The machine, or this process's share of it, has no threads left.
      log.error({ err: error }, 'password verification thread could not be started, will try again')
      startAfterPause()
    }
  }
  for (let index = 0; index < workers; index += 1) start()

  const run = (task: VerifyTask): Promise<VerifyResult> => {
    if (closing.signal.aborted) return Promise.reject(new PoolClosed())
    const job: Job = { task, done: Promise.withResolvers() }
    const thread = idle.pop()
    if (thread) thread.run(job)
    else waiting.push(job)
    return job.done.promise
  }

  return {
    async verify(phc, password, dummy) {
      const result = await run({ kind: 'verify', phc, password, dummy })
      if (result.kind !== 'verified') throw new TypeError(`unexpected ${result.kind}`)
      return result
    },
    async hash(password, cost, salt) {
      const result = await run({ kind: 'hash', password, cost, salt })
      if (result.kind !== 'hashed') throw new TypeError(`unexpected ${result.kind}`)
      return result.phc
    },
    isHashing: () => idle.length < threads.size,
    async close() {
      closing.abort()
      await Promise.all([...threads].map((thread) => thread.close()))
      for (const job of waiting.splice(0)) job.done.reject(new PoolClosed())
    },
  }
}

/** A stop that waits no longer for a hash is no fault of the login. */
class PoolClosed extends TaskRefused {
  constructor() {
    super('the pool is closed')
  }
}

class PoolThread {
  readonly #worker = new Worker(new URL('./verify-worker.js', import.meta.url), {
    name: 'verify',
  })
  #job: Job | undefined
  /** Why it ended, if anything said so. */
  #end: Error | undefined

  constructor(onIdle: () => void, onLost: (error: Error) => void) {
    this.#worker.on('message', (result: VerifyResult) => {
      const job = this.#job
      this.#job = undefined
      onIdle()
      job?.done.resolve(result)
    })
    this.#worker.on('error', (error: Error) => {
      this.#end = error
    })
    this.#worker.on('exit', () => {
      const error = this.#end ?? new Error('the thread ended')
      onLost(error)
      this.#job?.done.reject(error)
    })
  }

  run(job: Job): void {
    this.#job = job
    this.#worker.postMessage(job.task)
  }

  async close(): Promise<void> {
    this.#end = new PoolClosed()
    await this.#worker.terminate()
  }
}
