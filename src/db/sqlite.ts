// The embedded database through node:sqlite. Prepared selects run on the calling thread (microseconds,
// by an index); every write runs in a writer thread and every other select in a reader thread, so
// that no lock, disk flush or long scan holds the event loop. No table is named here.
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  type SqlBool,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import {
  compileStatement,
  type Database,
  type DatabaseOptions,
  type LookupBuilder,
  type LookupKey,
  type StatementBuilder,
} from './database.ts'
import { DatabaseUnavailable, databaseFault, reaching } from './faults.ts'
import { gatherPerTurn } from './per-turn.ts'
import { applyPragmas } from './sqlite-pragmas.js'
import { allRows } from './sqlite-rows.js'

/** A statement that has not come back by then, its turn included, counts as a database out of reach. */
const STATEMENT_LIMIT_MS = 4_800
/** What a statement leaves of its time for its answer when it waits for a turn or for another process's lock. */
const ANSWER_SHARE = 1 / 6
/** Opening starts a thread and may wait for other processes that do the same. */
const OPEN_LIMIT_MS = 30_000
const SCHEMA_LIMIT_MS = 600_000
const BUSY = 5

/** Long selects are rare, and an idle thread costs some 10 MB. */
const READER_IDLE_MS = 10_000

/** Look-ups that are read in one go: under a millisecond. */
const LOOKUPS = { keysMost: 200, callsMost: Number.POSITIVE_INFINITY } as const

/** What a thread is sent. */
export interface SqliteTask {
  readonly id: number
  /** `script` runs any number of statements without parameters and gives no rows. */
  readonly kind: 'statement' | 'script' | 'close'
  readonly sql: string
  readonly parameters: readonly unknown[]
  /**
   * When nobody waits for it any more, ms by the clock that all threads share: it is then not begun, and a good while
   * before it waits for no lock.
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

export async function openSqlite<Tables>(
  file: string,
  options: DatabaseOptions,
): Promise<Database<Tables>> {
  const path = resolve(file)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  makeForOwnerAlone(path)
  const writer = new SqliteThread(path, options)
  const local = await openLocal(writer, path)
  let longReader: SqliteThread | undefined
  const reader = () => {
    longReader ??= new SqliteThread(path, options, READER_IDLE_MS)
    return longReader
  }

  const query = new Kysely<Tables>({
    dialect: sqliteDialect(writer, reader),
    log: () => options.onStatement?.(),
  })

  const prepare = <Args extends object, Row>(build: StatementBuilder<Tables, Args, Row>) => {
    const { compiled, bind } = compileStatement(query, build)
    if (compiled.query.kind !== 'SelectQueryNode') {
      return async (args: Args) => {
        options.onStatement?.()
        const run = (limitMs: number) => writer.run(compiled.sql, bind(args), limitMs)
        return (await writer.exclusively(run)).rows as Row[]
      }
    }
    const select = lazily(() => local.prepare(compiled.sql))
    return async (args: Args) => {
      options.onStatement?.()
      const parameters = bind(args).map(toSqlite)
      return orElsewhere(
        () => allRows(select(), parameters) as Row[],
        (run) => run<Row>(compiled.sql, parameters),
      )
    }
  }
  /** Reads here or, rare in WAL mode (another process recovers it), waits off this thread. */
  const orElsewhere = <T>(
    here: () => T,
    elsewhere: (run: <Row>(text: string, bound: SQLInputValue[]) => Promise<Row[]>) => Promise<T>,
  ): T | Promise<T> => {
    try {
      return here()
    } catch (error) {
      if (primaryCode(error) !== BUSY) throw databaseFault(error)
      return elsewhere(
        async <Row>(text: string, bound: SQLInputValue[]) =>
          (await reader().run(text, bound)).rows as Row[],
      )
    }
  }

  return {
    engine: 'sqlite',
    query,
    prepare,
    prepareLookup<Key extends LookupKey, Row extends object>(
      keyColumn: string,
      build: LookupBuilder<Tables, Row>,
    ) {
      const { compiled, bind } = compileStatement<Tables, { key: Key }, Row>(query, (q, argument) =>
        build(q, sql<SqlBool>`${sql.ref(keyColumn)} = ${argument('key')}`),
      )
      const select = lazily(() => local.prepare(compiled.sql))
      return gatherPerTurn<Key, readonly Row[]>((keys) => {
        options.onStatement?.()
        const asked = keys.map((key) => bind({ key }).map(toSqlite))
        return orElsewhere(
          () => inOneRead(local, () => asked.map((bound) => allRows(select(), bound) as Row[])),
          (run) => Promise.all(asked.map((bound) => run<Row>(compiled.sql, bound))),
        )
      }, LOOKUPS)
    },
    changeSchema: (work) =>
      writer.exclusively(async () => {
        await writer.run('begin immediate', [], OPEN_LIMIT_MS)
        try {
          await work({
            script: async (text) => {
              await writer.script(text, SCHEMA_LIMIT_MS)
            },
            rows: async (text) =>
              (await writer.run(text, [], SCHEMA_LIMIT_MS)).rows as Record<string, unknown>[],
          })
          await writer.run('commit', [], SCHEMA_LIMIT_MS)
        } catch (error) {
          await writer.rollback()
          throw error
        }
      }),
    async ping() {
      options.onStatement?.()
      await reaching(() => local.prepare('select count(*) from sqlite_master').get())
    },
    unsuitable: async () => undefined,
    async close() {
      await longReader?.close()
      local.close()
      await writer.close()
    },
  }
}

/**
 * Password hashes and telephones are nobody else's to read; SQLite gives its log the same mode. A file that is there
 * is never opened here: closing it would drop the locks of every connection of this process to it, and the next
 * program to leave the database would take the write-ahead log away from under them.
 */
function makeForOwnerAlone(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** The calling thread's own connection, once the writer has made the file and its write-ahead log. */
async function openLocal(writer: SqliteThread, path: string): Promise<DatabaseSync> {
  try {
    await writer.run('pragma user_version', [], OPEN_LIMIT_MS)
    const local = new DatabaseSync(path, { timeout: 0, enableForeignKeyConstraints: true })
    applyPragmas(local)
    return local
  } catch (error) {
    await writer.close()
    throw error
  }
}

/** One worker thread and what is under way in it; one that idles too long ends until it is needed. */
class SqliteThread {
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
   * Ends a transaction if there is one, however late the thread comes to it: it must not outlive whoever began it.
   * Resolves with the answer, or when that takes too long; what is asked for next comes after it all the same.
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
      if (leftMs <= this.#limitMs * ANSWER_SHARE)
        throw new DatabaseUnavailable('SQLite had no turn for a statement')
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

function sqliteDialect(writer: SqliteThread, reader: () => SqliteThread): Dialect {
  return {
    createAdapter: () => new ThreadedSqliteAdapter(),
    createDriver: () => new ThreadedSqliteDriver(writer, reader),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** Kysely's own lets one statement run at a time, reads after writes: the order is kept here. */
class ThreadedSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class ThreadedSqliteDriver implements Driver {
  readonly #writer: SqliteThread
  readonly #reader: () => SqliteThread

  constructor(writer: SqliteThread, reader: () => SqliteThread) {
    this.#writer = writer
    this.#reader = reader
  }

  async init() {}

  async acquireConnection(): Promise<ThreadedSqliteConnection> {
    return new ThreadedSqliteConnection(this.#writer, this.#reader)
  }

  beginTransaction(connection: ThreadedSqliteConnection): Promise<void> {
    return connection.begin()
  }

  commitTransaction(connection: ThreadedSqliteConnection): Promise<void> {
    return connection.commit()
  }

  rollbackTransaction(connection: ThreadedSqliteConnection): Promise<void> {
    return connection.rollback()
  }

  /** One that is given back in the middle of a transaction has been left by its caller. */
  async releaseConnection(connection: ThreadedSqliteConnection): Promise<void> {
    if (connection.isInTransaction) await connection.rollback()
  }

  async destroy() {}
}

class ThreadedSqliteConnection implements DatabaseConnection {
  readonly #writer: SqliteThread
  readonly #reader: () => SqliteThread
  /** Set while this connection has the writer to itself. */
  #transaction: PromiseWithResolvers<void> | undefined

  constructor(writer: SqliteThread, reader: () => SqliteThread) {
    this.#writer = writer
    this.#reader = reader
  }

  async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    const run = (thread: SqliteThread, limitMs?: number) =>
      thread.run(compiled.sql, compiled.parameters, limitMs)
    if (this.#transaction) return toQueryResult(await run(this.#writer))
    if (compiled.query.kind === 'SelectQueryNode') return toQueryResult(await run(this.#reader()))
    return toQueryResult(await this.#writer.exclusively((limitMs) => run(this.#writer, limitMs)))
  }

  // biome-ignore lint/correctness/useYield: part of Kysely's contract; refusing is the whole of it.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('The embedded database does not stream; ask for keyset pages instead.')
  }

  /** Takes the write lock at once, so that a transaction that began can also commit. */
  async begin(): Promise<void> {
    const transaction = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    void this.#writer
      .exclusively(async (limitMs) => {
        try {
          await this.#writer.run('begin immediate', [], limitMs)
        } catch (error) {
          // It may begin after all, when nobody waits for it any more.
          await this.#writer.rollback()
          throw error
        }
        begun.resolve()
        await transaction.promise
      })
      .catch(begun.reject)
    await begun.promise
    this.#transaction = transaction
  }

  get isInTransaction(): boolean {
    return this.#transaction !== undefined
  }

  /** The turn is kept where it fails, for the rollback that follows. */
  async commit(): Promise<void> {
    await this.#writer.run('commit', [])
    this.#giveTurnBack()
  }

  async rollback(): Promise<void> {
    await this.#writer.rollback()
    this.#giveTurnBack()
  }

  #giveTurnBack(): void {
    this.#transaction?.resolve()
    this.#transaction = undefined
  }
}

/** One snapshot for all that `read` selects: its locks are taken once. */
function inOneRead<T>(database: DatabaseSync, read: () => T): T {
  database.exec('begin')
  try {
    return read()
  } finally {
    database.exec('commit')
  }
}

/** Extended codes say more in their higher bytes: another process that recovers the log is BUSY too. */
function primaryCode(error: unknown): number {
  return ((error as { errcode?: number }).errcode ?? 0) & 0xff
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

function toQueryResult<Row>(result: SqliteResult): QueryResult<Row> {
  return {
    rows: (result.rows ?? []) as Row[],
    numAffectedRows: BigInt(result.changes ?? 0),
    insertId: BigInt(result.insertId ?? 0),
  }
}

/** SQLite has no booleans of its own. */
function toSqlite(value: unknown): SQLInputValue {
  return (typeof value === 'boolean' ? Number(value) : value) as SQLInputValue
}

/** Cloning a view copies all of the memory that it looks into, and small buffers share a pool. */
function toSendable(value: unknown): SQLInputValue {
  const input = toSqlite(value)
  return ArrayBuffer.isView(input) && input.byteLength < input.buffer.byteLength
    ? new Uint8Array(input as Uint8Array)
    : input
}
