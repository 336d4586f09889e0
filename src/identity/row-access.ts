// The access state of a row, read alike by the registry and the sessions: at a login, at each
// request of a session, and in lists.
import type { Logger } from '../logging.ts'
import type { RegistryShape } from './registry-shape.ts'
import { type AccessState, accessStateOf } from './user.ts'

interface AccessRow {
  /** NULL where another program's insert left it out: SQLite lets a key of type text be NULL. */
  readonly user_id: unknown
  readonly username: string
  readonly access: unknown
}

export type WarnOfAccess = (username: string, what: string) => void

export function accessOf(row: AccessRow, shape: RegistryShape, warn: WarnOfAccess): AccessState {
  const state = accessStateOf(row.access, shape.readAccess, (type) =>
    warn(row.username, `unrecognised ${shape.accessColumn} of type ${type}`),
  )
  if (state !== 'active' || row.user_id !== null) return state
  // No session can belong to such a user.
  warn(row.username, 'no user_id')
  return 'disabled'
}

export function warnOfAccess(log: Logger): WarnOfAccess {
  return (username, what) => {
    log.warn({ username, what }, 'user treated as disabled')
  }
}
