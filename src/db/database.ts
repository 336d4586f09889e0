// What both engines give the stores: types alone. open.ts opens one; the engines themselves stand
// in postgres.ts and sqlite.ts.
import type { Kysely } from 'kysely'
import type { LookupBuilder, Statement, StatementBuilder } from './statement.ts'

export type DatabaseEngine = 'postgres' | 'sqlite'

/** All that a store asks of a database. */
export type Statements<Tables> = Pick<
  Database<Tables>,
  'engine' | 'query' | 'prepare' | 'prepareLookup'
>

export interface Database<Tables> extends AsyncDisposable {
  readonly engine: DatabaseEngine
  /** Any statement. On SQLite these run in worker threads, so they may be long. */
  readonly query: Kysely<Tables>
  /**
   * Compiles a hot statement once. On SQLite a prepared select runs on the calling thread, so it
   * must be bounded by an index; a prepared write runs in the writer thread.
   */
  prepare<Args extends object, Row>(
    build: StatementBuilder<Tables, Args, Row>,
  ): Statement<Args, Row>
  /**
   * Compiles a look-up of rows by one binary key, such as `sessions.token_digest`. PostgreSQL
   * answers all keys asked for in one turn of the event loop with one query, sent after the last of
   * them was asked for.
   */
  prepareLookup<Row extends object>(
    keyColumn: string,
    build: LookupBuilder<Tables, Row>,
  ): (key: Uint8Array) => Promise<readonly Row[]>
  /**
   * Runs schema changes in one transaction; other processes that want the same wait for it. `work`
   * may run twice: what the first run did is undone.
   */
  changeSchema(work: (change: SchemaChange) => Promise<void>): Promise<void>
  /**
   * Resolves if the database answers, and says whether it takes writes: a standby does not, nor
   * does a file that may only be read.
   */
  ping(): Promise<{ readonly takesWrites: boolean }>
  /** Why the service cannot use this database, with the next move; undefined if it can. */
  unsuitable(): Promise<string | undefined>
  close(): Promise<void>
}

/** What brings a schema up to date needs of a database, whatever its tables. */
export type SchemaDatabase = Pick<Database<unknown>, 'engine' | 'changeSchema'>

export interface SchemaChange {
  /** Runs one or more statements without parameters. */
  script(sql: string): Promise<void>
  rows(sql: string): Promise<readonly Record<string, unknown>[]>
}

export interface DatabaseOptions {
  /** PostgreSQL connections at most. */
  readonly poolSize: number
  /** How long an embedded database may take for a statement, its wait for a turn included, ms. */
  readonly statementLimitMs?: number
  /** Called once for each statement that is sent. */
  readonly onStatement?: () => void
  /** Called when an idle connection or a worker is lost; statements that meet the loss fail too. */
  readonly onFault?: (error: Error) => void
}
