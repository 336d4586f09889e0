// Statements of an embedded database and their rows, whatever integers these hold. Plain JavaScript
// because the database's threads share it.

/** @import { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite' */
/** @typedef {Record<string, SQLOutputValue>} Row */

/**
 * @typedef {object} RowStatement
 * @property {StatementSync} statement
 * @property {readonly string[]} columns of its rows; none where it returns no rows
 */

/**
 * Rows are taken as arrays: node:sqlite's own row objects have no shape that V8 knows, and cost
 * half as much again to make and to read.
 * @param {DatabaseSync} database
 * @param {string} sql
 * @returns {RowStatement}
 */
export function prepareRows(database, sql) {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  return { statement, columns: statement.columns().map(({ name }) => name) }
}

/**
 * All rows of a select. node:sqlite refuses the whole of it over one integer past 2^53; here such
 * an integer comes back as text, which is all of it and binds like it.
 * @param {RowStatement} select
 * @param {readonly SQLInputValue[]} parameters
 */
export function allRows(select, parameters) {
  try {
    return rowsOf(select, parameters)
  } catch (error) {
    if (/** @type {{ code?: unknown }} */ (error).code !== 'ERR_OUT_OF_RANGE') throw error
  }
  return changedRows(select, parameters)
}

/**
 * The same for a statement that changes rows and returns them, and so must run only once.
 * @param {RowStatement} change
 * @param {readonly SQLInputValue[]} parameters
 */
export function changedRows(change, parameters) {
  change.statement.setReadBigInts(true)
  try {
    const rows = rowsOf(change, parameters)
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        if (typeof value === 'bigint') row[column] = asNumber(value)
      }
    }
    return rows
  } finally {
    change.statement.setReadBigInts(false)
  }
}

/**
 * @param {RowStatement} rowStatement
 * @param {readonly SQLInputValue[]} parameters
 */
function rowsOf({ statement, columns }, parameters) {
  const rows = /** @type {unknown} */ (statement.all(...parameters))
  return /** @type {SQLOutputValue[][]} */ (rows).map((values) => {
    /** @type {Row} */
    const row = {}
    for (const [index, column] of columns.entries()) row[column] = values[index] ?? null
    return row
  })
}

/** @param {bigint} value */
function asNumber(value) {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}
