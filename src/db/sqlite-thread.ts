// A worker thread that holds one connection to an embedded database, as its callers see it: what it
// is sent, what is under way in it, time limits on everything. What runs in it stands in
// sqlite-worker.js.
import type { SQLInputValue } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { DatabaseOptions } from './database.ts'
import { DatabaseUnavailable, databaseFault } from './faults.ts'

/**
 * A statement that has not come back by then, its turn included, counts as a database out of reach.
 */
const STATEMENT_LIMIT_MS = 4_800
/**
 * What a statement leaves of its time for its answer when it waits for a turn or for another
 * process's lock.
 */
const ANSWER_SHARE = 1 / 6

/** What a thread is sent. */
export interface SqliteTask {
  readonly id: number
  /** `script` runs any number of statements without parameters and gives no rows. */
  readonly kind: 'statement' | 'script' | 'close'
  readonly sql: string
  readonly parameters: readonly unknown[]
  /**
   * When nobody waits for it any more, ms by the clock that all threads share: it is then not
   * begun, and a good while before it waits for no lock.
   */
  readonly answerByMs: number
  /** How long before that it stops waiting for the lock that another process holds. */
  readonly answerMs: number
}

const CLOSE: SqliteTask = {
  ...{ id: 0, kind: 'close', sql: '', parameters: [], answerMs: 0 },
  answerByMs: Number.POSITIVE_INFINITY,
}

/** What it answers. */
export interface SqliteResult {
  readonly id: number
  readonly rows?: readonly object[]
  readonly changes?: number
  readonly insertId?: number
  readonly fault?: { readonly message: string; readonly errcode: number | undefined }
}

/**
 * One worker thread and what is under way in it; one that idles too long ends until it is needed.
 */
export class SqliteThread {
  readonly #path: string
  readonly #idleMs: number | undefined
  readonly #limitMs: number
  #idle: NodeJS.Timeout | undefined
  readonly #onFault: ((error: Error) => void) | undefined
  #worker: Worker | undefined
  #lastId = 0
  /** Bounded by the statements that callers have under way. */
  readonly #waiting = new Map<number, PromiseWithResolvers<SqliteResult>>()
  #queue: Promise<unknown> = Promise.resolve()
  #closing = false

  constructor(path: string, options: DatabaseOptions, idleMs?: number) {
    this.#path = path
    this.#idleMs = idleMs
    this.#limitMs = options.statementLimitMs ?? STATEMENT_LIMIT_MS
    this.#onFault = options.onFault
  }

  run(text: string, parameters: readonly unknown[], limitMs = this.#limitMs) {
    return this.#send('statement', text, parameters.map(toSendable), limitMs)
  }

  script(text: string, limitMs: number) {
    return this.#send('script', text, [], limitMs)
  }

  /**
   * Ends a transaction if there is one, however late the thread comes to it: it must not outlive
   * whoever began it. Resolves with the answer, or when that takes too long; what is asked for next
   * comes after it all the same.
   */
  async rollback(): Promise<void> {
    const anyTime = Number.POSITIVE_INFINITY
    await this.#send('statement', 'rollback', [], this.#limitMs, anyTime).catch(() => undefined)
  }

  /**
   * Runs `work` when all work asked for before has ended: a transaction's statements stay alone.
   * It is told how long its caller still waits; when that is over, it does not begin at all.
   */
  exclusively<T>(work: (limitMs: number) => Promise<T>): Promise<T> {
    const untilMs = performance.now() + this.#limitMs
    const result = this.#queue.then(() => {
      const leftMs = untilMs - performance.now()
      if (leftMs <= this.#limitMs * ANSWER_SHARE) {
        throw new DatabaseUnavailable('SQLite had no turn for a statement')
      }
      return work(leftMs)
    })
    this.#queue = result.catch(() => undefined)
    return result
  }

  /** Lets what is under way end first. */
  async close(): Promise<void> {
    await this.#queue
    this.#closing = true
    const worker = this.#worker
    if (!worker) return
    const exited = new Promise((resolve) => worker.once('exit', resolve))
    await this.#send('close', '', [], this.#limitMs).catch(() => worker.terminate())
    await exited
  }

  #send(
    kind: SqliteTask['kind'],
    text: string,
    parameters: unknown[],
    limitMs: number,
    answerByMs = performance.timeOrigin + performance.now() + limitMs,
  ) {
    this.#lastId += 1
    const id = this.#lastId
    const waiting = Promise.withResolvers<SqliteResult>()
    this.#waiting.set(id, waiting)
    const limit = setTimeout(() => {
      this.#waiting.delete(id)
      waiting.reject(new DatabaseUnavailable(`SQLite did not answer in ${limitMs} ms`))
    }, limitMs)
    this.#worker ??= this.#start()
    clearTimeout(this.#idle)
    const answerMs = this.#limitMs * ANSWER_SHARE
    this.#worker.postMessage({
      ...{ id, kind, sql: text, parameters, answerByMs, answerMs },
    } satisfies SqliteTask)
    return waiting.promise.finally(() => {
      clearTimeout(limit)
      this.#endWhenIdle()
    })
  }

  #endWhenIdle(): void {
    if (this.#idleMs === undefined || this.#waiting.size > 0) return
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      const worker = this.#worker
      if (this.#waiting.size > 0 || this.#closing) return
      this.#worker = undefined
      worker?.postMessage(CLOSE)
    }, this.#idleMs).unref()
  }

  #start(): Worker {
    const worker = new Worker(new URL('./sqlite-worker.js', import.meta.url), {
      name: 'sqlite',
      workerData: { file: this.#path },
    })
    worker.on('message', (result: SqliteResult) => {
      const waiting = this.#waiting.get(result.id)
      this.#waiting.delete(result.id)
      if (!result.fault) waiting?.resolve(result)
      else {
        const error = Object.assign(new Error(result.fault.message), result.fault)
        waiting?.reject(databaseFault(error))
      }
    })
    let failure: Error | undefined
    worker.on('error', (error: Error) => {
      failure = error
    })
    // The next statement starts another thread.
    worker.on('exit', () => {
      const wasNeeded = this.#worker === worker && !this.#closing
      if (this.#worker === worker) this.#worker = undefined
      if (!wasNeeded && !failure) return
      const message = failure?.message ?? 'its thread ended'
      const error = new DatabaseUnavailable(`SQLite: ${message}`, { cause: failure })
      this.#onFault?.(error)
      for (const waiting of this.#waiting.values()) waiting.reject(error)
      this.#waiting.clear()
    })
    return worker
  }
}

/** SQLite has no booleans of its own. */
export function toSqlite(value: unknown): SQLInputValue {
  return (typeof value === 'boolean' ? Number(value) : value) as SQLInputValue
}

/** Cloning a view copies all of the memory that it looks into, and small buffers share a pool. */
function toSendable(value: unknown): SQLInputValue {
  const input = toSqlite(value)
  return ArrayBuffer.isView(input) && input.byteLength < input.buffer.byteLength
    ? new Uint8Array(input as Uint8Array)
    : input
}
