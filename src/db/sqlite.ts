// The embedded database through node:sqlite. Prepared selects run on the calling thread
// (microseconds, by an index); every write runs in a writer thread and every other select in a
// reader thread, so that no lock, disk flush or long scan holds the event loop. No table is named
// here.
import { dirname, resolve } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, type SqlBool, sql } from 'kysely'
import { makeFolder } from '../files/make-folder.ts'
import { once } from '../made-once.ts'
import type { Database, DatabaseOptions } from './database.ts'
import { DatabaseUnavailable, databaseFault, reaching } from './faults.ts'
import { SCHEMA_LIMIT_MS } from './limits.ts'
import { gatherPerTurn } from './per-turn.ts'
import { SQLITE, sqliteCodeOf } from './sqlite-codes.js'
import { sqliteDialect } from './sqlite-dialect.ts'
import { filesOf, isOnReadOnlyDisk, isWritable, makeForOwnerAlone } from './sqlite-file.ts'
import { applyPragmas } from './sqlite-pragmas.js'
import { allRows, prepareRows } from './sqlite-rows.js'
import { SqliteThread, toSqlite } from './sqlite-thread.ts'
import { compileStatement, type LookupBuilder, type StatementBuilder } from './statement.ts'

/** Opening starts a thread and may wait for other processes that do the same. */
const OPEN_LIMIT_MS = 30_000

/**
 * Long selects are rare, and an idle thread costs some 10 MB; a new one delays a select by 60 ms.
 */
const READER_IDLE_MS = 30_000

/** Look-ups that are read in one go: under a millisecond. */
const LOOKUPS = { maxKeys: 200, maxCalls: Infinity } as const

export async function openSqlite<Tables>(
  file: string,
  options: DatabaseOptions,
): Promise<Database<Tables>> {
  const path = resolve(file)
  await makeFolder(dirname(path))
  makeForOwnerAlone(path)
  const writer = new SqliteThread(path, options)
  const local = await openLocal(writer, path)
  const opened = filesOf(path)
  const writable = isWritable(local)
  let longReader: SqliteThread | undefined
  const reader = () => {
    longReader ??= new SqliteThread(path, options, READER_IDLE_MS)
    return longReader
  }

  const query = new Kysely<Tables>({
    dialect: sqliteDialect(writer, reader),
    log: () => options.onStatement?.(),
  })

  /** Reads on this thread or, where the file is locked (rare in WAL mode), waits in the reader. */
  const orInReader = <T>(here: () => T, inReader: () => Promise<T>): T | Promise<T> => {
    try {
      return here()
    } catch (error) {
      // Its extended codes count as BUSY: another process that recovers the log gives one.
      if (sqliteCodeOf(error) !== SQLITE.busy) throw databaseFault(error)
      return inReader()
    }
  }
  const readerRows = async <Row>(text: string, bound: SQLInputValue[]) =>
    (await reader().run(text, bound)).rows as Row[]

  const prepare = <Args extends object, Row>(build: StatementBuilder<Tables, Args, Row>) => {
    const { compiled, bind } = compileStatement(query, build)
    if (compiled.query.kind !== 'SelectQueryNode') {
      return async (args: Args) => {
        options.onStatement?.()
        const run = (limitMs: number) => writer.run(compiled.sql, bind(args), limitMs)
        return (await writer.exclusively(run)).rows as Row[]
      }
    }
    const select = once(() => prepareRows(local, compiled.sql))
    return async (args: Args) => {
      options.onStatement?.()
      const parameters = bind(args).map(toSqlite)
      return orInReader(
        () => allRows(select(), parameters) as Row[],
        () => readerRows<Row>(compiled.sql, parameters),
      )
    }
  }
  const close = async () => {
    await longReader?.close()
    local.close()
    await writer.close()
  }
  return {
    engine: 'sqlite',
    query,
    prepare,
    prepareLookup<Row extends object>(keyColumn: string, build: LookupBuilder<Tables, Row>) {
      const { compiled, bind } = compileStatement<Tables, { key: Uint8Array }, Row>(
        query,
        (q, argument) => build(q, sql<SqlBool>`${sql.ref(keyColumn)} = ${argument('key')}`),
      )
      const select = once(() => prepareRows(local, compiled.sql))
      return gatherPerTurn<Uint8Array, readonly Row[]>((keys) => {
        options.onStatement?.()
        const asked = keys.map((key) => bind({ key }).map(toSqlite))
        return orInReader(
          () => inOneRead(local, () => asked.map((bound) => allRows(select(), bound) as Row[])),
          () => Promise.all(asked.map((bound) => readerRows<Row>(compiled.sql, bound))),
        )
      }, LOOKUPS)
    },
    changeSchema: (work) => writer.exclusively(() => changeSchema(writer, work)),
    async ping() {
      options.onStatement?.()
      await reaching(() => local.prepare('select count(*) from sqlite_master').get())
      // Its connections would go on with the files that they hold, and nobody would find what they
      // write there.
      const now = filesOf(path)
      const gone = opened.find(({ id }, at) => id !== undefined && id !== now[at]?.id)
      if (gone) throw new DatabaseUnavailable(`${gone.path} was moved or deleted`)
      return { takesWrites: writable && !(await isOnReadOnlyDisk(path)) }
    },
    unsuitable: async () => undefined,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/**
 * The calling thread's own connection, once the writer has made the file and its write-ahead log.
 */
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

/**
 * Looks first without the lock: a start on a schema that is up to date waits for no program that
 * holds it. `work` is run again under the lock once it has something to change.
 */
async function changeSchema(
  writer: SqliteThread,
  work: Parameters<Database<unknown>['changeSchema']>[0],
): Promise<void> {
  const rows = async (text: string) =>
    (await writer.run(text, [], SCHEMA_LIMIT_MS)).rows as Record<string, unknown>[]
  const inTransaction = async (begin: string, script: (text: string) => Promise<void>) => {
    await writer.run(begin, [], OPEN_LIMIT_MS)
    const assertSameThread = writer.threadGuard()
    const scriptHere = async (text: string) => {
      assertSameThread()
      await script(text)
    }
    try {
      await work({ script: scriptHere, rows })
      assertSameThread()
      await writer.run('commit', [], SCHEMA_LIMIT_MS)
    } catch (error) {
      await writer.rollback()
      throw error
    }
  }
  try {
    await inTransaction('begin', async () => {
      throw new NeedsLock()
    })
  } catch (error) {
    if (!(error instanceof NeedsLock)) throw error
    await inTransaction('begin immediate', async (text) => {
      await writer.script(text, SCHEMA_LIMIT_MS)
    })
  }
}

class NeedsLock extends Error {}

/** One snapshot for all that `read` selects: its locks are taken once. */
function inOneRead<T>(database: DatabaseSync, read: () => T): T {
  database.exec('begin')
  try {
    return read()
  } finally {
    database.exec('commit')
  }
}
