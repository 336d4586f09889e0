// Whether the user of a row may come in, as the registry and the sessions both ask it: at a login, at
// each request of a session, and in lists.
import type { Logger } from '../logging.ts'
import type { RegistryShape } from './registry-shape.ts'
import { type AccessState, accessStateOf, isRole } from './user.ts'

interface AccessRow {
  readonly username: string
  readonly access: unknown
  readonly role: unknown
}

export type WarnOfAccess = (username: string, what: string) => void

/** The state of a row; a user without a known role cannot be active. */
export function accessOf(row: AccessRow, shape: RegistryShape, warn: WarnOfAccess): AccessState {
  const state = accessStateOf(row.access, shape.readAccess, (type) =>
    warn(row.username, `unrecognised ${shape.accessColumn} of type ${type}`),
  )
  if (state !== 'active' || isRole(row.role)) return state
  warn(row.username, 'unrecognised role')
  return 'disabled'
}

export function warnOfAccess(log: Logger): WarnOfAccess {
  return (username, what) => {
    log.warn({ username, what }, 'user treated as disabled')
  }
}
