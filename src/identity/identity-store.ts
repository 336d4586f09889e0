// The registry of users and their sessions, opened together on the one database that holds both.
import type { Statements } from '../db/database.ts'
import type { IdentityTables } from '../db/tables.ts'
import type { Logger } from '../logging.ts'
import { createRegistry, type Registry } from './registry.ts'
import { type RegistryShape, registryShape } from './registry-shape.ts'
import { createSessions, type SessionSettings, type Sessions } from './sessions.ts'

export interface IdentityStore {
  readonly registry: Registry
  readonly sessions: Sessions
}

interface IdentitySettings extends SessionSettings {
  readonly identityStore: RegistryShape['name']
}

export function createIdentityStore(
  database: Statements<IdentityTables>,
  settings: IdentitySettings,
  log: Logger,
): IdentityStore {
  const shape = registryShape(settings.identityStore, database.engine)
  return {
    registry: createRegistry(database, shape, log),
    sessions: createSessions(database, shape, settings, log),
  }
}
