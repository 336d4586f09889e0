// Makes a database ready for work: opens it, waits until it answers, checks that it is suitable and
// brings its schema up to date. A fault that stops the start names the operator's next move.
import type { Clock } from '../clock.ts'
import { isoTime } from '../iso-time.ts'
import type { Logger } from '../logging.ts'
import { StartFault } from '../process/start-fault.ts'
import type { DatabaseUrl, Settings } from '../settings.ts'
import { UnusableTable } from './adopt.ts'
import type { Database } from './database.ts'
import { DatabaseUnavailable } from './faults.ts'
import { type Migrated, migrate, SCHEMAS, type Schema } from './migrate.ts'
import { openDatabase } from './open.ts'
import {
  isAccessRefused,
  isLastingRefusal,
  isOutOfConnections,
  isTlsRefused,
  moveForFile,
} from './operator-moves.ts'
import { fileAt } from './sqlite-file.ts'

type OpenSettings = Pick<Settings, 'databasePoolSize' | 'databaseWaitS'>

export interface OpenContext {
  readonly clock: Clock
  readonly log: Logger
  /** Told once that a database does not answer yet; without it, the log is. */
  readonly onWait?: (text: string) => void
  /** Called for each statement sent, by database. */
  readonly onStatement?: (database: Schema) => void
}

const ASK_AGAIN_S = 0.5

/**
 * Opens the database, waits until it answers, and brings its schema up to date.
 * @throws StartFault if it cannot be used, or does not answer within DATABASE_WAIT_S
 */
export async function openReady<Tables>(
  name: Schema,
  url: DatabaseUrl,
  settings: OpenSettings,
  context: OpenContext,
): Promise<{ readonly database: Database<Tables>; readonly migrated: Migrated }> {
  const made = isToBeMade(url) ? url.file : undefined
  const database = await openNamed<Tables>(name, url, settings, context)
  try {
    await waitUntilItAnswers(database, name, settings.databaseWaitS, context)
    const migrated = await bringUpToDate(database, name, context)
    const warning = warningOfNewer(name, migrated)
    if (warning !== undefined) context.log.warn(warning)
    // A wrong path would otherwise look like a service that has lost everything.
    if (made !== undefined) {
      context.log.info({ database: name, file: made }, 'new embedded database made')
    }
    return { database, migrated }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Of what cannot be looked at, opening it tells why. */
function isToBeMade(url: DatabaseUrl): url is Extract<DatabaseUrl, { engine: 'sqlite' }> {
  if (url.engine !== 'sqlite') return false
  try {
    return fileAt(url.file) === undefined
  } catch {
    return false
  }
}

async function openNamed<Tables>(
  name: Schema,
  url: DatabaseUrl,
  settings: OpenSettings,
  { log, onStatement }: OpenContext,
): Promise<Database<Tables>> {
  let isOpen = false
  try {
    const database = await openDatabase<Tables>(url, {
      poolSize: settings.databasePoolSize,
      onStatement: () => onStatement?.(name),
      onFault: (error) => {
        // What cannot even be opened is said once, by the fault that ends the start.
        if (isOpen) log.warn({ err: error, database: name }, 'database connection lost')
      },
    })
    isOpen = true
    return database
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const move =
      moveForFile(error) ??
      `Check ${variableOf(name)}, and that its file and folder are this user's to write.`
    throw new StartFault(
      `The ${name} database (${variableOf(name)}) cannot be opened: ${error.message}. ${move}`,
    )
  }
}

async function waitUntilItAnswers(
  database: Pick<Database<unknown>, 'ping'>,
  name: Schema,
  waitS: number,
  { clock, log, onWait = (text) => log.warn(text) }: OpenContext,
): Promise<void> {
  const untilMs = clock.nowMs() + waitS * 1000
  for (let isFirst = true; ; isFirst = false) {
    try {
      await database.ping()
      return
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || isLasting(error)) throw refusalOf(error, name)
      if (clock.nowMs() >= untilMs) throw silenceOf(error, name, waitS)
      if (isFirst) onWait(`The ${name} database does not answer; waiting for it up to ${waitS} s.`)
      await clock.sleep(ASK_AGAIN_S)
    }
  }
}

/** Whether waiting cannot help. */
function isLasting(error: DatabaseUnavailable): boolean {
  return isAccessRefused(error) || isTlsRefused(error) || isLastingRefusal(error)
}

function refusalOf(error: unknown, name: Schema): StartFault {
  const { message } = error as Error
  if (error instanceof DatabaseUnavailable && isAccessRefused(error)) {
    return new StartFault(
      `The ${name} database refuses the connection: ${message}. Check user, password and name of the database in ${variableOf(name)}.`,
    )
  }
  if (error instanceof DatabaseUnavailable && isTlsRefused(error)) {
    return new StartFault(
      `There is no TLS with the ${name} database: ${message}. Check sslmode and sslrootcert in ${variableOf(name)}.`,
    )
  }
  return new StartFault(
    `The ${name} database answers with an error: ${message}. Check ${variableOf(name)}.`,
  )
}

function silenceOf(error: DatabaseUnavailable, name: Schema, waitS: number): StartFault {
  const move = isOutOfConnections(error)
    ? MORE_CONNECTIONS
    : `Check ${variableOf(name)} and that the server runs.`
  return new StartFault(
    `The ${name} database did not answer within ${waitS} s (${error.message}). ${move}`,
  )
}

async function bringUpToDate<Tables>(
  database: Database<Tables>,
  name: Schema,
  { clock, log }: OpenContext,
): Promise<Migrated> {
  const reason = await database.unsuitable()
  if (reason !== undefined) {
    throw new StartFault(`The ${name} database (${variableOf(name)}) cannot be used: ${reason}.`)
  }
  try {
    return await migrate(database, name, isoTime(clock.wallMs()), (migrations) =>
      log.info({ database: name, migrations }, 'bringing the schema up to date'),
    )
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error instanceof UnusableTable) {
      throw new StartFault(
        `The ${name} database (${variableOf(name)}) cannot be used: ${error.message}, or name another database.`,
      )
    }
    const move = moveForFile(error) ?? moveForSchema(error)
    throw new StartFault(
      `The schema of the ${name} database (${variableOf(name)}) cannot be brought up to date: ${error.message}. ${move}`,
    )
  }
}

const MORE_CONNECTIONS =
  'Raise max_connections, or the limit of the user or the database, or lower DATABASE_POOL_SIZE.'

function moveForSchema(error: Error): string {
  return error instanceof DatabaseUnavailable && isOutOfConnections(error)
    ? MORE_CONNECTIONS
    : 'Its user must own the schema (run `tradein migrate` as the owner), and no other program may hold it locked.'
}

/** One line for each database whose schema a newer version of the service has made. */
export function warningsOfNewer(migrated: Readonly<Record<Schema, Migrated>>): readonly string[] {
  return SCHEMAS.flatMap((name) => warningOfNewer(name, migrated[name]) ?? [])
}

/** The start goes on: an older version mostly works, and the operator may be rolling back to it. */
function warningOfNewer(name: Schema, { newer }: Migrated): string | undefined {
  if (newer.length === 0) return undefined
  return `The schema of the ${name} database is of a newer version of the service (${newer.join(', ')}): what this one writes may break a rule it does not know. Run the newer version, or restore a backup from before it.`
}

function variableOf(name: Schema): string {
  return name === 'main' ? 'DATABASE_URL' : 'IDENTITY_DATABASE_URL'
}
