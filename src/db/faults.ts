// Tells a database that cannot be reached from a fault of ours, by the errors of the drivers. Never
// retries anything.

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
  return new DatabaseUnavailable((error as Error).message, { cause: error })
}

/**
 * Codes that OpenSSL and Node give to a server whose certificate or protocol they do not accept.
 */
const TLS_CODES =
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

/**
 * SQLite: BUSY 5, LOCKED 6, READONLY 8, IOERR 10, CORRUPT 11 (given for an unreadable disk too),
 * FULL 13, CANTOPEN 14, NOTADB 26; extended codes above.
 */
const SQLITE_CODES = new Set([5, 6, 8, 10, 11, 13, 14, 26])

const POSTGRES_CLIENT_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|timeout expired|Client has encountered a connection error|Cannot use a pool after|The server does not support SSL|There was an error establishing an SSL|SASL: )/

function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const errcode = sqliteCodeOf(error)
  if (errcode !== undefined) return SQLITE_CODES.has(errcode)
  const { code } = error as Error & { code?: unknown }
  if (typeof code === 'string') {
    return NETWORK_CODES.has(code) || POSTGRES_STATES.test(code) || TLS_CODES.test(code)
  }
  return POSTGRES_CLIENT_MESSAGES.test(error.message)
}

/**
 * Whether the server answered, and refused the log-in: a wrong user, password or name of a
 * database, or a password that is asked for and not set, which the driver itself notices.
 */
export function isAccessRefused({ cause }: DatabaseUnavailable): boolean {
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string') return /^(28|3D)...$/.test(code)
  return typeof message === 'string' && message.startsWith('SASL: ')
}

/**
 * Whether one side has no TLS, or none that the other accepts. Waiting does not mend that, except
 * where this machine's clock is not set yet. The only files that the driver opens are certificates.
 */
export function isTlsRefused({ cause }: DatabaseUnavailable): boolean {
  const { code, message, syscall } = (cause ?? {}) as NodeJS.ErrnoException
  if (syscall === 'open') return true
  if (typeof code === 'string') return TLS_CODES.test(code) && code !== 'CERT_NOT_YET_VALID'
  return typeof message === 'string' && message.startsWith('The server does not support SSL')
}

/** Whether it refused the connection by a fault that waiting alone does not mend. */
export function isLastingRefusal({ cause }: DatabaseUnavailable): boolean {
  return cause instanceof Error && !isOutOfReach(cause)
}

/**
 * What an operator does about an embedded database's file, where the file or its disk is at fault.
 * SQLite: READONLY 8, IOERR 10, CORRUPT 11, FULL 13, NOTADB 26.
 */
export function moveForFile(error: unknown): string | undefined {
  const code = sqliteCodeBehind(error)
  return code === undefined ? undefined : MOVES_FOR_FILE[code]
}

const MOVES_FOR_FILE: Readonly<Record<number, string>> = {
  8: 'Make the file, its -wal and -shm beside it and their folder writable.',
  10: 'Look at its disk, which is full or fails.',
  11: 'The file is damaged: put a backup in its place, without the -wal and -shm beside it.',
  13: 'Make room on its disk.',
  26: 'Put a backup in its place, or name another file.',
}

/**
 * Whether an embedded database certainly wrote nothing of the statement: it was locked (BUSY 5), or
 * may only be read (READONLY 8). A statement without an answer may have written.
 */
export function isCertainlyUnwritten(error: unknown): boolean {
  const code = sqliteCodeBehind(error)
  return code === 5 || code === 8
}

/** The code of the driver's own error, which may be the cause of one that `databaseFault` made. */
function sqliteCodeBehind(error: unknown): number | undefined {
  const { cause } = (error ?? {}) as { cause?: unknown }
  return sqliteCodeOf(cause ?? error)
}

/**
 * The primary code of an error of SQLite: extended codes say more in their higher bytes. Undefined
 * for any other error.
 */
export function sqliteCodeOf(error: unknown): number | undefined {
  const { errcode } = (error ?? {}) as { errcode?: unknown }
  return typeof errcode === 'number' ? errcode & 0xff : undefined
}

/**
 * PostgreSQL: values that a column does not take (22, 42804), broken constraints (23), a table that
 * this role may not change (42501) or whose names are not unique (42P10).
 */
const POSTGRES_REFUSALS = /^(22...|23...|42501|42804|42P10)$/

/** SQLite: CONSTRAINT 19, MISMATCH 20; names that are not unique are a plain ERROR 1. */
const SQLITE_REFUSALS = new Set([19, 20])
const SQLITE_NOT_UNIQUE = /^ON CONFLICT clause does not match/

/** PostgreSQL: 22, not null 23502, check 23514. */
const POSTGRES_REFUSED_VALUES = /^(22...|23502|23514)$/
const SQLITE_REFUSED_VALUE = /^(NOT NULL|CHECK) constraint failed/

/** Whether a column did not take a value: too long, null, or against a check. */
export function isRefusedValue(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (sqliteCodeOf(error) !== undefined) return SQLITE_REFUSED_VALUE.test(error.message)
  const { code } = error as Error & { code?: unknown }
  return typeof code === 'string' && POSTGRES_REFUSED_VALUES.test(code)
}

/** Whether a table refused a change by its columns, constraints or rights. */
export function isRefusedByTable(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const errcode = sqliteCodeOf(error)
  if (errcode !== undefined) {
    return SQLITE_REFUSALS.has(errcode) || (errcode === 1 && SQLITE_NOT_UNIQUE.test(error.message))
  }
  const { code } = error as Error & { code?: unknown }
  return typeof code === 'string' && POSTGRES_REFUSALS.test(code)
}
