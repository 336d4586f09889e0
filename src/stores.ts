// The databases of a service or of one command, opened, waited for and brought up to date, with
// the stores over them. Closes what it opened.
import { createEventStore, type EventStore } from './audit/event-store.ts'
import { type Clock, isoTime } from './clock.ts'
import { UnusableTable } from './db/adopt.ts'
import type { Database } from './db/database.ts'
import {
  DatabaseUnavailable,
  isLastingRefusal,
  isRefusedAtDoor,
  isTlsRefused,
  moveForFile,
} from './db/faults.ts'
import { type Migrated, migrate, type Schema } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import type { IdentityTables, IsoTime, MainTables } from './db/tables.ts'
import { createIdentityStore, type IdentityStore } from './identity/identity-store.ts'
import { registryShape } from './identity/registry-shape.ts'
import type { Logger } from './logging.ts'
import { type DatabaseUrl, identityApart, type Settings } from './settings.ts'

export interface Stores {
  readonly main: Database<MainTables>
  readonly identityDatabase: Database<IdentityTables>
  readonly identity: IdentityStore
  readonly events: EventStore
  readonly migrated: Readonly<Record<Schema, Migrated>>
  close(): Promise<void>
}

export interface StoreContext {
  readonly clock: Clock
  readonly log: Logger
  /** Called for each statement sent, by database. */
  readonly onStatement?: (database: Schema) => void
}

const ASK_AGAIN_S = 0.5

const NOTHING_MIGRATED: Migrated = { applied: [], newer: [] }

/** @throws StartFault if a database cannot be used, or does not answer within DATABASE_WAIT_S */
export async function openStores(settings: Settings, context: StoreContext): Promise<Stores> {
  const opened = new AsyncDisposableStack()
  try {
    const main = await openReady<MainTables>('main', settings.databaseUrl, settings, context)
    opened.defer(() => main.database.close())
    const apart = identityApart(settings)
    const identity = apart
      ? await openReady<IdentityTables>('identity', apart, settings, context)
      : {
          database: main.database as unknown as Database<IdentityTables>,
          migrated: NOTHING_MIGRATED,
        }
    if (apart) opened.defer(() => identity.database.close())
    return {
      main: main.database,
      identityDatabase: identity.database,
      identity: identityStoreOn(identity.database, settings, context),
      events: createEventStore(main.database),
      migrated: { main: main.migrated, identity: identity.migrated },
      close: () => opened.disposeAsync(),
    }
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

/** The main database alone, for work that must go on while the identity database is away. */
export async function openMainStore(
  settings: Settings,
  context: StoreContext,
): Promise<Pick<Stores, 'main' | 'events' | 'close'>> {
  const { database } = await openReady<MainTables>('main', settings.databaseUrl, settings, context)
  return { main: database, events: createEventStore(database), close: () => database.close() }
}

/** The registry and its sessions alone: users must be shut out while the main database is away. */
export async function openIdentityStore(
  settings: Settings,
  context: StoreContext,
): Promise<Pick<Stores, 'identity' | 'close'>> {
  const apart = identityApart(settings)
  const { database } = await openReady<IdentityTables>(
    apart ? 'identity' : 'main',
    apart ?? settings.databaseUrl,
    settings,
    context,
  )
  return {
    identity: identityStoreOn(database, settings, context),
    close: () => database.close(),
  }
}

function identityStoreOn(
  database: Database<IdentityTables>,
  settings: Settings,
  { log }: StoreContext,
): IdentityStore {
  const shape = registryShape(settings.identityStore, database.engine)
  return createIdentityStore(database, shape, settings, log)
}

async function openReady<Tables>(
  name: Schema,
  url: DatabaseUrl,
  settings: Settings,
  context: StoreContext,
): Promise<{ readonly database: Database<Tables>; readonly migrated: Migrated }> {
  const database = await openNamed<Tables>(name, url, settings, context)
  try {
    await waitUntilItAnswers(database, name, settings.databaseWaitS, context.clock)
    const migrated = await bringUpToDate(database, name, isoTime(context.clock.wallMs()))
    const warning = warningOfNewer(name, migrated)
    if (warning !== undefined) context.log.warn(warning)
    return { database, migrated }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** What stops a start: its message is one line that names the next move. */
export class StartFault extends Error {}

async function openNamed<Tables>(
  name: Schema,
  url: DatabaseUrl,
  settings: Settings,
  { log, onStatement }: StoreContext,
): Promise<Database<Tables>> {
  try {
    return await openDatabase<Tables>(url, {
      poolSize: settings.databasePoolSize,
      onStatement: () => onStatement?.(name),
      onFault: (error) => log.warn({ err: error, database: name }, 'database connection lost'),
    })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const move =
      moveForFile(error) ?? `Check ${variableOf(name)} and the permissions of its folder.`
    throw new StartFault(
      `The ${name} database (${variableOf(name)}) cannot be opened: ${error.message}. ${move}`,
    )
  }
}

async function waitUntilItAnswers(
  database: Pick<Database<unknown>, 'ping'>,
  name: Schema,
  waitS: number,
  clock: Clock,
): Promise<void> {
  const untilMs = clock.nowMs() + waitS * 1000
  for (;;) {
    try {
      await database.ping()
      return
    } catch (error) {
      if (error instanceof DatabaseUnavailable && isRefusedAtDoor(error)) {
        throw new StartFault(
          `The ${name} database refuses the connection: ${error.message}. Check user, password and name of the database in ${variableOf(name)}.`,
        )
      }
      if (error instanceof DatabaseUnavailable && isTlsRefused(error)) {
        throw new StartFault(
          `There is no TLS with the ${name} database: ${error.message}. Check sslmode and sslrootcert in ${variableOf(name)}.`,
        )
      }
      if (!(error instanceof DatabaseUnavailable) || isLastingRefusal(error)) {
        throw new StartFault(
          `The ${name} database answers with an error: ${(error as Error).message}. Check ${variableOf(name)}.`,
        )
      }
      if (clock.nowMs() >= untilMs) {
        throw new StartFault(
          `The ${name} database did not answer within ${waitS} s (${error.message}). Check ${variableOf(name)} and that the server runs.`,
        )
      }
      await clock.sleep(ASK_AGAIN_S)
    }
  }
}

async function bringUpToDate<Tables>(
  database: Database<Tables>,
  name: Schema,
  nowIso: IsoTime,
): Promise<Migrated> {
  const reason = await database.unsuitable()
  if (reason !== undefined) {
    throw new StartFault(`The ${name} database (${variableOf(name)}) cannot be used: ${reason}.`)
  }
  try {
    return await migrate(database, name, nowIso)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error instanceof UnusableTable) {
      throw new StartFault(
        `The ${name} database (${variableOf(name)}) cannot be used: ${error.message}. Add what is missing, or name another database.`,
      )
    }
    const move =
      moveForFile(error) ?? 'Its user must own the schema, and no other program may hold it locked.'
    throw new StartFault(
      `The schema of the ${name} database (${variableOf(name)}) cannot be brought up to date: ${error.message}. ${move}`,
    )
  }
}

/** A start goes on: an older version mostly can work, and the operator may be stepping back. */
export function warningOfNewer(name: Schema, { newer }: Migrated): string | undefined {
  if (newer.length === 0) return undefined
  return `The schema of the ${name} database is of a newer version of the service (${newer.join(', ')}): what this one writes may break a rule it does not know. Run the newer version, or restore a backup from before it.`
}

function variableOf(name: Schema): string {
  return name === 'main' ? 'DATABASE_URL' : 'IDENTITY_DATABASE_URL'
}
