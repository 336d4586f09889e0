// Reading rows of an embedded database whatever integers it holds. Plain JavaScript because the
// database's threads share it.

/** @import { SQLInputValue, StatementSync } from 'node:sqlite' */

/**
 * All rows of a select. node:sqlite refuses the whole of it over one integer past 2^53; here such
 * an integer comes back as text, which is all of it and binds like it.
 * @param {StatementSync} statement
 * @param {readonly SQLInputValue[]} parameters
 */
export function allRows(statement, parameters) {
  try {
    return statement.all(...parameters)
  } catch (error) {
    if (/** @type {{ code?: unknown }} */ (error).code !== 'ERR_OUT_OF_RANGE') throw error
  }
  return changedRows(statement, parameters)
}

/**
 * The same of a statement that changes what it returns, and is therefore run once.
 * @param {StatementSync} statement
 * @param {readonly SQLInputValue[]} parameters
 */
export function changedRows(statement, parameters) {
  statement.setReadBigInts(true)
  try {
    const rows = statement.all(...parameters)
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        if (typeof value === 'bigint') row[column] = asNumber(value)
      }
    }
    return rows
  } finally {
    statement.setReadBigInts(false)
  }
}

/** @param {bigint} value */
function asNumber(value) {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}
