// The databases of a service or of one command, with the stores over them. Closes what it opened.
// How a database comes to be ready for work is db/open-ready.ts's.
import { createEventStore, type EventStore } from './audit/event-store.ts'
import type { Database } from './db/database.ts'
import type { Migrated, Schema } from './db/migrate.ts'
import { type OpenContext, openReady } from './db/open-ready.ts'
import type { IdentityTables, MainTables } from './db/tables.ts'
import { createIdentityStore, type IdentityStore } from './identity/identity-store.ts'
import { type Settings, separateIdentityDatabase } from './settings.ts'

export interface Stores {
  readonly main: Database<MainTables>
  readonly identityDatabase: Database<IdentityTables>
  readonly identity: IdentityStore
  readonly events: EventStore
  readonly migrated: Readonly<Record<Schema, Migrated>>
  close(): Promise<void>
}

const NOTHING_MIGRATED: Migrated = { applied: [], newer: [] }

/** @throws StartFault if a database cannot be used, or does not answer within DATABASE_WAIT_S */
export async function openStores(settings: Settings, context: OpenContext): Promise<Stores> {
  const opened = new AsyncDisposableStack()
  try {
    const main = await openReady<MainTables>('main', settings.databaseUrl, settings, context)
    opened.defer(() => main.database.close())
    const separate = separateIdentityDatabase(settings)
    const identity = separate
      ? await openReady<IdentityTables>('identity', separate, settings, context)
      : {
          database: main.database as unknown as Database<IdentityTables>,
          migrated: NOTHING_MIGRATED,
        }
    if (separate) opened.defer(() => identity.database.close())
    return {
      main: main.database,
      identityDatabase: identity.database,
      identity: createIdentityStore(identity.database, settings, context.log),
      events: createEventStore(main.database),
      migrated: { main: main.migrated, identity: identity.migrated },
      close: () => opened.disposeAsync(),
    }
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

/** The main database alone, for work that must go on while the identity database is unreachable. */
export async function openMainStore(
  settings: Settings,
  context: OpenContext,
): Promise<Pick<Stores, 'main' | 'events' | 'migrated' | 'close'>> {
  const { database, migrated } = await openReady<MainTables>(
    'main',
    settings.databaseUrl,
    settings,
    context,
  )
  return {
    main: database,
    events: createEventStore(database),
    migrated: { main: migrated, identity: NOTHING_MIGRATED },
    close: () => database.close(),
  }
}

/**
 * The registry and its sessions alone: users must be shut out while the main database is
 * unreachable.
 */
export async function openIdentityStore(
  settings: Settings,
  context: OpenContext,
): Promise<Pick<Stores, 'identityDatabase' | 'identity' | 'migrated' | 'close'>> {
  const separate = separateIdentityDatabase(settings)
  const schema = separate ? 'identity' : 'main'
  const { database, migrated } = await openReady<IdentityTables>(
    schema,
    separate ?? settings.databaseUrl,
    settings,
    context,
  )
  return {
    identityDatabase: database,
    identity: createIdentityStore(database, settings, context.log),
    migrated: { main: NOTHING_MIGRATED, identity: NOTHING_MIGRATED, [schema]: migrated },
    close: () => database.close(),
  }
}
