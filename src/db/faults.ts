// Tells a database that cannot be reached from a fault of ours, by the errors of the drivers. Never
// retries anything.
import { codeOf, messageOf } from '../process/thrown.ts'
import { SQLITE, sqliteCodeOf } from './sqlite-codes.js'

/** The database gave no usable answer in time; the same request may succeed later. */
export class DatabaseUnavailable extends Error {}

/** Runs what a driver does; throws `DatabaseUnavailable` where the database cannot be reached. */
export async function reaching<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw databaseFault(error)
  }
}

/**
 * Opens a connection: whatever refuses it, no statement is at fault.
 * @throws DatabaseUnavailable
 */
export async function connecting<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DatabaseUnavailable || !(error instanceof Error)) throw error
    throw new DatabaseUnavailable(error.message, { cause: error })
  }
}

/**
 * The error that a driver's caller gets: `DatabaseUnavailable` where the driver could not reach the
 * database, else the driver's own.
 */
export function databaseFault(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || !isOutOfReach(error)) return error
  return new DatabaseUnavailable(messageOf(error), { cause: error })
}

/**
 * Codes that OpenSSL and Node give to a server whose certificate or protocol they do not accept.
 */
export const TLS_CODES =
  /^(EPROTO|ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
])

/**
 * PostgreSQL: connection exceptions (08), insufficient resources (53), operator intervention and
 * statement timeouts (57), a server that turned read-only (25006), lock conflicts (40, 55P03), and
 * a server that refuses the log-in or lacks the database (28, 3D).
 */
const POSTGRES_STATES = /^(08...|53...|57...|25006|40001|40P01|55P03|28...|3D...)$/

const SQLITE_CODES: ReadonlySet<number> = new Set([
  SQLITE.busy,
  SQLITE.locked,
  SQLITE.readOnly,
  SQLITE.ioError,
  SQLITE.corrupt,
  SQLITE.full,
  SQLITE.cannotOpen,
  SQLITE.notADatabase,
])

const POSTGRES_CLIENT_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|timeout expired|Client has encountered a connection error|Cannot use a pool after|The server does not support SSL|There was an error establishing an SSL|SASL: )/

/** Whether the error says that the database gave no usable answer. */
export function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const errcode = sqliteCodeOf(error)
  if (errcode !== undefined) return SQLITE_CODES.has(errcode)
  const code = codeOf(error)
  if (code !== undefined) {
    return NETWORK_CODES.has(code) || POSTGRES_STATES.test(code) || TLS_CODES.test(code)
  }
  return POSTGRES_CLIENT_MESSAGES.test(error.message)
}

/**
 * Whether an embedded database certainly wrote nothing of the statement: it was locked, or may only
 * be read. A statement without an answer may have written.
 */
export function isCertainlyUnwritten(error: unknown): boolean {
  const code = sqliteCodeBehind(error)
  return code === SQLITE.busy || code === SQLITE.readOnly
}

/** The code of the driver's own error, which may be the cause of one that `databaseFault` made. */
export function sqliteCodeBehind(error: unknown): number | undefined {
  const { cause } = (error ?? {}) as { cause?: unknown }
  return sqliteCodeOf(cause ?? error)
}
