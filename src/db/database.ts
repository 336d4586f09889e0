// What both engines give the stores, and how a store states a hot statement once. The engines
// themselves stand in postgres.ts and sqlite.ts.
import type { Compilable, CompiledQuery, Expression, Kysely, SqlBool } from 'kysely'
import type { DatabaseUrl } from '../settings.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

export interface Database<Tables> {
  readonly engine: 'postgres' | 'sqlite'
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
   * Compiles a look-up of rows by one key, such as `sessions.token_digest`. PostgreSQL answers all keys asked for in one turn of
   * the event loop with one query, sent after the last of them was asked for.
   */
  prepareLookup<Key extends LookupKey, Row extends object>(
    keyColumn: string,
    build: LookupBuilder<Tables, Row>,
  ): (key: Key) => Promise<readonly Row[]>
  /** Runs schema changes in one transaction; other processes that want the same wait for it. */
  changeSchema(work: (change: SchemaChange) => Promise<void>): Promise<void>
  /** Resolves if the database answers. */
  ping(): Promise<void>
  /** Why the service cannot use this database, with the next move; undefined if it can. */
  unsuitable(): Promise<string | undefined>
  close(): Promise<void>
}

/** What brings a schema up to date needs of a database, whatever its tables. */
export type SchemaDatabase = Pick<Database<unknown>, 'engine' | 'changeSchema'>

export type Statement<Args, Row> = (args: Args) => Promise<readonly Row[]>

export type LookupKey = string | Uint8Array

/** Stands for an argument while a statement is built. */
export type Argument<Args> = <Name extends keyof Args & string>(name: Name) => Args[Name]

export type StatementBuilder<Tables, Args, Row> = (
  query: Kysely<Tables>,
  argument: Argument<Args>,
) => Compilable<Row>

/** `isKey` compares the key's column with the key, or with all keys of a turn. */
export type LookupBuilder<Tables, Row> = (
  query: Kysely<Tables>,
  isKey: Expression<SqlBool>,
) => LookupQuery<Row>

/** A select to which an engine may add the key itself, where it has to tell rows apart. */
export interface LookupQuery<Row> extends Compilable<Row> {
  select(selection: never): Compilable<unknown>
}

export interface SchemaChange {
  /** Runs one or more statements without parameters. */
  script(sql: string): Promise<void>
  rows(sql: string): Promise<readonly Record<string, unknown>[]>
}

export interface DatabaseOptions {
  /** PostgreSQL connections at most. */
  readonly poolSize: number
  /** How long an embedded database may take for a statement, its turn included, ms. */
  readonly statementLimitMs?: number
  /** Called once for each statement that is sent. */
  readonly onStatement?: () => void
  /** Called when an idle connection or a worker is lost; what asked next sees the fault itself. */
  readonly onFault?: (error: Error) => void
}

/** Opens the database without asking it anything; PostgreSQL connects at the first statement. */
export async function openDatabase<Tables>(
  url: DatabaseUrl,
  options: DatabaseOptions,
): Promise<Database<Tables>> {
  return url.engine === 'postgres' ? openPostgres(url.url, options) : openSqlite(url.file, options)
}

class NamedArgument {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Compiles `build` once; `bind` puts the arguments where its parameters stand. */
export function compileStatement<Tables, Args extends object, Row>(
  query: Kysely<Tables>,
  build: StatementBuilder<Tables, Args, Row>,
): { readonly compiled: CompiledQuery<Row>; bind(args: Args): unknown[] } {
  const argument = ((name: string) => new NamedArgument(name)) as unknown as Argument<Args>
  const compiled = build(query, argument).compile()
  const slots = compiled.parameters.map((parameter) =>
    parameter instanceof NamedArgument ? parameter.name : { constant: parameter },
  )
  return {
    compiled,
    bind: (args) =>
      slots.map((slot) =>
        typeof slot === 'string' ? (args as Record<string, unknown>)[slot] : slot.constant,
      ),
  }
}
