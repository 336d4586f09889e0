// Why a database does not open, as far as it tells an operator what to do. Never decides whether a
// request may be sent again (faults.ts).
import { codeOf } from '../process/thrown.ts'
import { type DatabaseUnavailable, isOutOfReach, sqliteCodeBehind, TLS_CODES } from './faults.ts'
import { SQLITE } from './sqlite-codes.js'

/**
 * Whether the server answered, and refused the log-in: a wrong user, password or name of a
 * database, or a password that is asked for and not set, which the driver itself notices.
 */
export function isAccessRefused({ cause }: DatabaseUnavailable): boolean {
  const code = codeOf(cause)
  if (code !== undefined) return /^(28|3D)...$/.test(code)
  return cause instanceof Error && cause.message.startsWith('SASL: ')
}

/**
 * Whether one side has no TLS, or none that the other accepts. Waiting does not mend that, except
 * where this machine's clock is not set yet. The only files that the driver opens are certificates.
 */
export function isTlsRefused({ cause }: DatabaseUnavailable): boolean {
  if (!(cause instanceof Error)) return false
  if ('syscall' in cause && cause.syscall === 'open') return true
  const code = codeOf(cause)
  if (code !== undefined) return TLS_CODES.test(code) && code !== 'CERT_NOT_YET_VALID'
  return cause.message.startsWith('The server does not support SSL')
}

/** Whether the server has no connection left, for anybody or for this role or database. */
export function isOutOfConnections({ cause }: DatabaseUnavailable): boolean {
  return codeOf(cause) === '53300'
}

/** Whether it refused the connection by a fault that waiting alone does not mend. */
export function isLastingRefusal({ cause }: DatabaseUnavailable): boolean {
  return cause instanceof Error && !isOutOfReach(cause)
}

/** Whether PostgreSQL refused a statement because the role lacks a right. */
export function isForbidden(error: unknown): error is Error {
  return error instanceof Error && codeOf(error) === '42501'
}

/**
 * What an operator does about an embedded database's file, where the file or its disk is at fault,
 * and about a server's full disk.
 */
export function moveForFile(error: unknown): string | undefined {
  const code = sqliteCodeBehind(error)
  if (code !== undefined) return MOVES_FOR_FILE[code]
  const { cause } = (error ?? {}) as { cause?: unknown }
  return codeOf(cause ?? error) === '53100' ? MOVES_FOR_FILE[SQLITE.full] : undefined
}

export const MOVE_FOR_DAMAGE =
  'The file is damaged: put a backup in its place, without the -wal and -shm beside it.'

const MOVES_FOR_FILE: Readonly<Record<number, string>> = {
  [SQLITE.readOnly]: 'Make the file, its -wal and -shm beside it and their folder writable.',
  [SQLITE.ioError]: 'Look at its disk, which is full or fails.',
  [SQLITE.corrupt]: MOVE_FOR_DAMAGE,
  [SQLITE.full]: 'Make room on its disk.',
  [SQLITE.notADatabase]: 'Put a backup in its place, or name another file.',
}
