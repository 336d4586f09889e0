// The contract of the registry and its sessions, and the two places they can live in: `tradein`
// (main database, `is_active`) and `auth` (a database of its own, `access_state`).
import { randomUUID } from 'node:crypto'
import type { Database, SchemaDatabase } from '../db/database.ts'
import type { IdentityTables, UserId } from '../db/tables.ts'
import type { Logger } from '../logging.ts'
import { createRegistry, type Registry } from './registry.ts'
import { createSessions, type SessionSettings, type Sessions } from './sessions.ts'
import { type AccessReading, type AccessState, accessFromIsActive, accessFromWord } from './user.ts'

export interface IdentityStore {
  readonly registry: Registry
  readonly sessions: Sessions
}

/** The differences between the two registries. */
export interface RegistryShape {
  readonly name: 'tradein' | 'auth'
  readonly accessColumn: 'is_active' | 'access_state'
  /** Reads what the engine gave for the access column. */
  readonly readAccess: AccessReading
  /** How the state is stored; `undefined` where this registry cannot hold it. */
  writeAccess(state: AccessState): { is_active: boolean } | { access_state: string } | undefined
  /** The id a new user gets, where the database does not number users itself. */
  newUserId(): UserId | undefined
  /** Whether the registry's constraint admits the name. */
  admitsName(username: string): boolean
}

export function registryShape(
  store: RegistryShape['name'],
  engine: SchemaDatabase['engine'],
): RegistryShape {
  return store === 'tradein' ? tradeinShape(engine) : authShape
}

function tradeinShape(engine: SchemaDatabase['engine']): RegistryShape {
  return {
    name: 'tradein',
    accessColumn: 'is_active',
    readAccess: engine === 'sqlite' ? accessFromSqliteBoolean : accessFromIsActive,
    writeAccess: (state) =>
      state === 'trial_expired' ? undefined : { is_active: state === 'active' },
    newUserId: () => undefined,
    admitsName: () => true,
  }
}

const authShape: RegistryShape = {
  name: 'auth',
  accessColumn: 'access_state',
  readAccess: accessFromWord,
  writeAccess: (state) => ({ access_state: state }),
  newUserId: () => randomUUID(),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII, control characters too.
  admitsName: (username) => /^[\x01-\x7f]*$/.test(username),
}

/** SQLite keeps booleans as the integers 1 and 0; anything else stays foreign. */
function accessFromSqliteBoolean(value: unknown): AccessState | undefined {
  if (value === 1) return 'active'
  return value === 0 ? 'disabled' : undefined
}

export function createIdentityStore(
  database: Database<IdentityTables>,
  shape: RegistryShape,
  settings: SessionSettings,
  log: Logger,
): IdentityStore {
  return {
    registry: createRegistry(database, shape, log),
    sessions: createSessions(database, shape, settings, log),
  }
}
