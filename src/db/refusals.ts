// Tells a change that a table or a column refuses from other errors of the drivers. Never whether
// the database can be reached (faults.ts).
import { codeOf } from '../process/thrown.ts'
import { SQLITE, sqliteCodeOf } from './sqlite-codes.js'

/**
 * PostgreSQL: values that a column does not take (22, 42804), broken constraints (23), a table that
 * this role may not change (42501) or whose names are not unique (42P10).
 */
const POSTGRES_REFUSALS = /^(22...|23...|42501|42804|42P10)$/

const SQLITE_REFUSALS: ReadonlySet<number> = new Set([SQLITE.constraint, SQLITE.mismatch])
/** The message of a plain error, where names are not unique. */
const SQLITE_NOT_UNIQUE = /^ON CONFLICT clause does not match/

/** PostgreSQL: 22, not null 23502, check 23514. */
const POSTGRES_REFUSED_VALUES = /^(22...|23502|23514)$/
const SQLITE_REFUSED_VALUE = /^(NOT NULL|CHECK) constraint failed/

/** Whether a column did not take a value: too long, null, or against a check. */
export function isRefusedValue(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (sqliteCodeOf(error) !== undefined) return SQLITE_REFUSED_VALUE.test(error.message)
  return POSTGRES_REFUSED_VALUES.test(codeOf(error) ?? '')
}

/** Whether a table refused a change by its columns, constraints or rights. */
export function isRefusedByTable(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const errcode = sqliteCodeOf(error)
  if (errcode !== undefined) {
    return (
      SQLITE_REFUSALS.has(errcode) ||
      (errcode === SQLITE.error && SQLITE_NOT_UNIQUE.test(error.message))
    )
  }
  return POSTGRES_REFUSALS.test(codeOf(error) ?? '')
}
