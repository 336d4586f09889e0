// A thread that holds one SQLite connection and runs what it is sent, in order: the writer, or the
// reader of long selects. Decides nothing.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { applyPragmas } from './sqlite-pragmas.ts'

export interface SqliteTask {
  readonly id: number
  /** `script` runs any number of statements without parameters and gives no rows. */
  readonly kind: 'statement' | 'script' | 'close'
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** How long to wait for the lock that another process holds. */
  readonly lockWaitMs: number
}

export interface SqliteResult {
  readonly id: number
  readonly rows?: readonly object[]
  readonly changes?: number
  readonly insertId?: number
  readonly fault?: { readonly message: string; readonly errcode: number | undefined }
}

/** How long the set-up of the connection waits for another process's lock. */
const SET_UP_LOCK_WAIT_MS = 4_000

/** Statements kept prepared; past it the one prepared first goes. */
const PREPARED_MOST = 200

const database = new DatabaseSync((workerData as { file: string }).file, {
  timeout: SET_UP_LOCK_WAIT_MS,
  enableForeignKeyConstraints: true,
})
applyPragmas(database)
const prepared = new Map<string, StatementSync>()

parentPort?.on('message', (task: SqliteTask) => {
  parentPort?.postMessage(run(task))
  if (task.kind === 'close') parentPort?.close()
})

function run(task: SqliteTask): SqliteResult {
  const { id } = task
  try {
    if (task.kind === 'close') {
      database.close()
      return { id }
    }
    database.exec(`pragma busy_timeout = ${task.lockWaitMs}`)
    if (task.kind === 'script') {
      database.exec(task.sql)
      return { id }
    }
    const statement = prepare(task.sql)
    const parameters = task.parameters as SQLInputValue[]
    if (statement.columns().length > 0) {
      // node:sqlite rows have no prototype; structured cloning gives them back as plain objects.
      return { id, rows: statement.all(...parameters) }
    }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { id, rows: [], changes: Number(changes), insertId: Number(lastInsertRowid) }
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    return { id, fault: { message, errcode } }
  }
}

function prepare(sql: string): StatementSync {
  const known = prepared.get(sql)
  if (known) return known
  const statement = database.prepare(sql)
  const [oldest] = prepared.keys()
  if (prepared.size >= PREPARED_MOST && oldest !== undefined) prepared.delete(oldest)
  prepared.set(sql, statement)
  return statement
}
