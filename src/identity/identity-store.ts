// The registry of users and their sessions, opened together on the one database that holds both.
import type { Database } from '../db/database.ts'
import type { IdentityTables } from '../db/tables.ts'
import type { Logger } from '../logging.ts'
import { createRegistry, type Registry } from './registry.ts'
import type { RegistryShape } from './registry-shape.ts'
import { createSessions, type SessionSettings, type Sessions } from './sessions.ts'

export interface IdentityStore {
  readonly registry: Registry
  readonly sessions: Sessions
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
