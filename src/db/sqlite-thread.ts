// A worker thread that holds one connection to an embedded database, seen from its callers: they
// send it statements, and each has a time limit. What runs in the thread stands in
// sqlite-worker.js.
//
// The 4.8 s of a write, by the one clock that all threads share:
//   0      it is asked for, and waits for its turn behind other work (`exclusively`)
//   …      it is sent; the thread waits until no other process holds the lock (sqlite-worker.js)
//   4.5 s  both waits are given up: the caller is told so, and nothing was written
//   4.8 s  the caller is told that there was no answer, and what was not begun never will be
import type { SQLInputValue } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { DatabaseOptions } from './database.ts'
import { DatabaseUnavailable, databaseFault } from './faults.ts'

/**
 * A statement without an answer after this time, its wait for a turn included, counts as a database
 * out of reach.
 */
const STATEMENT_LIMIT_MS = 4_800

/**
 * A statement that waits for its turn or for another process's lock gives up when this share of its
 * time is left: giving the answer takes some.
 */
const RESERVE_SHARE = 1 / 16

/** What a thread is sent. */
export interface SqliteTask {
  readonly id: number
  /** `script` runs any number of statements without parameters and gives no rows. */
  readonly kind: 'statement' | 'script' | 'close'
  readonly sql: string
  readonly parameters: readonly unknown[]
  /**
   * After this nobody waits for the answer, ms by the clock that all threads share: the thread does
   * not begin it then.
   */
  readonly answerByMs: number
  /** This long before then the thread stops waiting for a lock that another process holds. */
  readonly reserveMs: number
}

const CLOSE: SqliteTask = {
  id: 0,
  kind: 'close',
  sql: '',
  parameters: [],
  answerByMs: Infinity,
  reserveMs: 0,
}

/** What it answers. */
export interface SqliteResult {
  readonly id: number
  readonly rows?: readonly object[]
  readonly changes?: number
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

  /**
   * For a transaction that has begun: a thread that replaces a lost one knows nothing of it, and
   * would commit each of its statements by itself.
   * @returns a function that throws DatabaseUnavailable once the thread that runs now has been lost
   */
  threadGuard(): () => void {
    const worker = this.#worker
    return () => {
      if (worker === this.#worker) return
      throw new DatabaseUnavailable('SQLite: the thread of the transaction was lost')
    }
  }

  run(text: string, parameters: readonly unknown[], limitMs = this.#limitMs) {
    return this.#send('statement', text, parameters.map(toSendable), limitMs)
  }

  script(text: string, limitMs: number) {
    return this.#send('script', text, [], limitMs)
  }

  /**
   * Ends a transaction if there is one, however late the thread comes to it: no transaction may
   * outlive the caller that began it. Resolves with the answer, or when the answer takes too long;
   * the next statement runs after it in both cases.
   */
  async rollback(): Promise<void> {
    const anyTime = Infinity
    await this.#send('statement', 'rollback', [], this.#limitMs, anyTime).catch(() => undefined)
  }

  /**
   * Runs `work` after all work that was asked for before it: nothing comes between a transaction's
   * statements. `work` is given the time that its caller still waits. With too little of it left
   * `work` does not begin, and the caller gets a DatabaseUnavailable.
   */
  exclusively<T>(work: (limitMs: number) => Promise<T>): Promise<T> {
    const untilMs = performance.now() + this.#limitMs
    const reserveMs = this.#limitMs * RESERVE_SHARE
    const noTurn = () => new DatabaseUnavailable('SQLite had no turn for a statement')
    const late = Promise.withResolvers<never>()
    // A timer may be a millisecond early, and a caller that was refused must not get the turn then.
    let isRefused = false
    const patience = setTimeout(() => {
      isRefused = true
      late.reject(noTurn())
    }, this.#limitMs - reserveMs)
    const result = this.#queue.then(() => {
      clearTimeout(patience)
      const leftMs = untilMs - performance.now()
      if (isRefused || leftMs <= reserveMs) throw noTurn()
      return work(leftMs)
    })
    this.#queue = result.catch(() => undefined)
    return Promise.race([result, late.promise])
  }

  /** Waits for what is under way. */
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
  ): Promise<SqliteResult> {
    if (this.#closing && kind !== 'close') {
      return Promise.reject(new DatabaseUnavailable('SQLite: the database is closed'))
    }
    let worker: Worker
    try {
      worker = this.#worker ??= this.#start()
    } catch (error) {
      return Promise.reject(notStarted(error))
    }
    this.#lastId += 1
    const id = this.#lastId
    const waiting = Promise.withResolvers<SqliteResult>()
    this.#waiting.set(id, waiting)
    const limit = setTimeout(() => {
      this.#waiting.delete(id)
      waiting.reject(new DatabaseUnavailable(`SQLite did not answer in ${limitMs} ms`))
    }, limitMs)
    clearTimeout(this.#idle)
    const task: SqliteTask = {
      id,
      kind,
      sql: text,
      parameters,
      answerByMs,
      reserveMs: this.#limitMs * RESERVE_SHARE,
    }
    worker.postMessage(task)
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
      const isCurrent = this.#worker === worker
      if (isCurrent) this.#worker = undefined
      const wasNeeded = isCurrent && !this.#closing
      if (!wasNeeded && !failure) return
      const message = failure?.message ?? 'its thread ended'
      const error = new DatabaseUnavailable(`SQLite: ${message}`, { cause: failure })
      this.#onFault?.(error)
      // Whoever waits now was told to another thread, which replaced this idle one.
      if (!isCurrent) return
      for (const waiting of this.#waiting.values()) waiting.reject(error)
      this.#waiting.clear()
    })
    return worker
  }
}

/** The machine, or this process's share of it, has no threads left. */
function notStarted(error: unknown): Error {
  const { message } = error as Error
  return new DatabaseUnavailable(`SQLite: its thread could not be started (${message})`, {
    cause: error,
  })
}

/**
 * SQLite has no booleans. A number is bound as a float, which another program's column of text
 * would keep as `1.0`: whole ones go as integers.
 */
export function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return Number(value)
  return (Number.isSafeInteger(value) ? BigInt(value as number) : value) as SQLInputValue
}

/** Posting a view copies the whole buffer behind it, and small Buffers share a large one. */
function toSendable(value: unknown): SQLInputValue {
  const input = toSqlite(value)
  return ArrayBuffer.isView(input) && input.byteLength < input.buffer.byteLength
    ? new Uint8Array(input as Uint8Array)
    : input
}
