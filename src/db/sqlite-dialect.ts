// Kysely over the threads of an embedded database: selects in the reader, writes and transactions
// in the writer, one transaction at a time. No statement is written here.
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { DatabaseUnavailable } from './faults.ts'
import type { SqliteResult, SqliteThread } from './sqlite-thread.ts'

export function sqliteDialect(writer: SqliteThread, reader: () => SqliteThread): Dialect {
  return {
    createAdapter: () => new ThreadedSqliteAdapter(),
    createDriver: () => threadedSqliteDriver(writer, reader),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** Kysely's own runs one statement at a time, so reads wait for writes; here only writes queue. */
class ThreadedSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

function threadedSqliteDriver(writer: SqliteThread, reader: () => SqliteThread): Driver {
  return {
    init: async () => {},
    acquireConnection: async () => new ThreadedSqliteConnection(writer, reader),
    beginTransaction: (connection: ThreadedSqliteConnection) => connection.begin(),
    commitTransaction: (connection: ThreadedSqliteConnection) => connection.commit(),
    rollbackTransaction: (connection: ThreadedSqliteConnection) => connection.rollback(),
    releaseConnection: async () => {},
    destroy: async () => {},
  }
}

class ThreadedSqliteConnection implements DatabaseConnection {
  readonly #writer: SqliteThread
  readonly #reader: () => SqliteThread
  /** Set while this connection has the writer to itself. */
  #transaction: OpenTransaction | undefined

  constructor(writer: SqliteThread, reader: () => SqliteThread) {
    this.#writer = writer
    this.#reader = reader
  }

  async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    const run = (thread: SqliteThread, limitMs?: number) =>
      thread.run(compiled.sql, compiled.parameters, limitMs)
    if (this.#transaction) {
      return toQueryResult(await this.#inTransaction(this.#transaction, () => run(this.#writer)))
    }
    if (compiled.query.kind === 'SelectQueryNode') return toQueryResult(await run(this.#reader()))
    return toQueryResult(await this.#writer.exclusively((limitMs) => run(this.#writer, limitMs)))
  }

  // biome-ignore lint/correctness/useYield: part of Kysely's contract; refusing is the whole of it.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('The embedded database does not stream; ask for keyset pages instead.')
  }

  /** Takes the write lock at once, so that a transaction that began can also commit. */
  async begin(): Promise<void> {
    const ended = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<OpenTransaction>()
    void this.#writer
      .exclusively(async (limitMs) => {
        try {
          await this.#writer.run('begin immediate', [], limitMs)
        } catch (error) {
          begun.reject(error)
          // It may begin after all, when nobody waits for it any more.
          return this.#writer.rollback()
        }
        const assertSameThread = this.#writer.threadGuard()
        begun.resolve({ assertSameThread, end: ended.resolve, isUnanswered: false })
        await ended.promise
      })
      .catch(begun.reject)
    this.#transaction = await begun.promise
  }

  /** If it fails the turn is kept, for the rollback that follows. */
  async commit(): Promise<void> {
    const transaction = this.#transaction
    if (!transaction) return
    await this.#inTransaction(transaction, () => this.#writer.run('commit', []))
    this.#giveTurnBack()
  }

  /** Not waited for where a statement went without an answer: its caller has waited long enough. */
  async rollback(): Promise<void> {
    const isUnanswered = this.#transaction?.isUnanswered
    const rolledBack = this.#writer.rollback().then(() => this.#giveTurnBack())
    if (!isUnanswered) await rolledBack
  }

  async #inTransaction<T>(transaction: OpenTransaction, run: () => Promise<T>): Promise<T> {
    try {
      transaction.assertSameThread()
      return await run()
    } catch (error) {
      if (error instanceof DatabaseUnavailable) transaction.isUnanswered = true
      throw error
    }
  }

  #giveTurnBack(): void {
    this.#transaction?.end()
    this.#transaction = undefined
  }
}

interface OpenTransaction {
  /** Throws where the thread that began it was lost. */
  assertSameThread(): void
  /** Gives the turn back. */
  end(): void
  /** Whether a statement of it went without an answer. */
  isUnanswered: boolean
}

function toQueryResult<Row>(result: SqliteResult): QueryResult<Row> {
  return {
    rows: (result.rows ?? []) as Row[],
    numAffectedRows: BigInt(result.changes ?? 0),
  }
}
