// A thread that holds one SQLite connection and runs what it is sent, in order: the writer, or the
// reader of long selects. Decides nothing. Plain JavaScript on purpose: a thread that has to strip
// types first costs some 20 MB more.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { SQLITE, sqliteCodeOf } from './sqlite-codes.js'
import { applyPragmas } from './sqlite-pragmas.js'
import { allRows, changedRows, prepareRows } from './sqlite-rows.js'

/** @import { SQLInputValue } from 'node:sqlite' */
/** @import { RowStatement } from './sqlite-rows.js' */
/** @import { SqliteResult, SqliteTask } from './sqlite-thread.ts' */

/** How long the set-up of the connection waits for another process's lock. */
const SET_UP_LOCK_WAIT_MS = 4_000

/**
 * SQLite waits for a lock in turns of this length: it counts the pauses that it asks for, and a
 * busy machine makes each of them longer, so that one long wait would end too late.
 */
const LOCK_TURN_MS = 100

/** A select that holds one of these words by chance is only read a little slower. */
const CHANGES = /\b(?:insert|update|delete|replace)\b/i

/** Statements kept prepared; past it the one prepared first goes. */
const MAX_PREPARED = 200

const database = new DatabaseSync(workerData.file, {
  timeout: SET_UP_LOCK_WAIT_MS,
  enableForeignKeyConstraints: true,
})
applyPragmas(database)

/** @type {Map<string, RowStatement>} */
const prepared = new Map()

parentPort?.on('message', (/** @type {SqliteTask} */ task) => {
  parentPort?.postMessage(run(task))
  if (task.kind === 'close') parentPort?.close()
})

/**
 * @param {SqliteTask} task
 * @returns {SqliteResult}
 */
function run(task) {
  const { id } = task
  try {
    if (task.kind === 'close') {
      database.close()
      return { id }
    }
    const leftMs = () => task.answerByMs - (performance.timeOrigin + performance.now())
    if (leftMs() < 0) return { id, fault: { message: 'too late to begin', errcode: SQLITE.busy } }
    for (;;) {
      const lockWaitMs = Math.max(0, leftMs() - task.reserveMs)
      const turnMs = task.kind === 'script' ? lockWaitMs : Math.min(LOCK_TURN_MS, lockWaitMs)
      database.exec(`pragma busy_timeout = ${Math.round(turnMs)}`)
      try {
        return runNow(task)
      } catch (error) {
        // A statement that found the database locked has done nothing; a script may have.
        const mayRunAgain = task.kind !== 'script' && sqliteCodeOf(error) === SQLITE.busy
        if (!mayRunAgain || leftMs() <= task.reserveMs) throw error
      }
    }
  } catch (error) {
    const { message, errcode } = /** @type {Error & { errcode?: number }} */ (error)
    return { id, fault: { message, errcode } }
  }
}

/**
 * @param {SqliteTask} task
 * @returns {SqliteResult}
 */
function runNow({ id, kind, sql, parameters }) {
  if (kind === 'script') {
    database.exec(sql)
    return { id }
  }
  const known = prepare(sql)
  const bound = /** @type {SQLInputValue[]} */ (parameters)
  if (known.columns.length > 0) {
    const read = CHANGES.test(sql) ? changedRows : allRows
    return { id, rows: read(known, bound) }
  }
  const { changes } = known.statement.run(...bound)
  return { id, rows: [], changes: Number(changes) }
}

/**
 * @param {string} sql
 * @returns {RowStatement}
 */
function prepare(sql) {
  const known = prepared.get(sql)
  if (known) return known
  const statement = prepareRows(database, sql)
  const [oldest] = prepared.keys()
  if (prepared.size >= MAX_PREPARED && oldest !== undefined) prepared.delete(oldest)
  prepared.set(sql, statement)
  return statement
}
