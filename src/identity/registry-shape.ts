// How the two registries differ: `tradein` (main database, `is_active`) and `auth` (a database of
// its own, `access_state`). Never asks a database.
import { randomUUID } from 'node:crypto'
import type { DatabaseEngine } from '../db/database.ts'
import type { UserId } from '../db/tables.ts'
import { type AccessReading, type AccessState, accessFromIsActive, accessFromWord } from './user.ts'

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

export function registryShape(store: RegistryShape['name'], engine: DatabaseEngine): RegistryShape {
  return store === 'tradein' ? tradeinShape(engine) : authShape
}

/**
 * What the boolean of registry `tradein` holds for each state; undefined for what it cannot hold.
 */
const IS_ACTIVE: Readonly<Record<AccessState, boolean | undefined>> = {
  active: true,
  disabled: false,
  trial_expired: undefined,
}

function tradeinShape(engine: DatabaseEngine): RegistryShape {
  return {
    name: 'tradein',
    accessColumn: 'is_active',
    readAccess: engine === 'sqlite' ? accessFromSqliteBoolean : accessFromIsActive,
    writeAccess: (state) => {
      const is_active = IS_ACTIVE[state]
      return is_active === undefined ? undefined : { is_active }
    },
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
