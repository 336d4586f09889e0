// What `doctor` says of the databases: whether they answer and take writes. Their files, their
// rights and what a sign-in finds there stand in files beside this.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { systemClock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { DatabaseUnavailable } from '../db/faults.ts'
import type { Migrated } from '../db/migrate.ts'
import { warningsOfNewer } from '../db/open-ready.ts'
import { isForbidden, moveForFile } from '../db/operator-moves.ts'
import { StartFault } from '../process/start-fault.ts'
import { type DatabaseUrl, type Settings, separateIdentityDatabase } from '../settings.ts'
import type { Stores } from '../stores.ts'
import { CommandFault, withIdentityStore, withMainStore, withStores } from './command.ts'
import { examineEmbeddedClock, examineServerClock } from './doctor-clocks.ts'
import { examineDeliveries } from './doctor-deliveries.ts'
import { examineFile, examineFolder } from './doctor-file.ts'
import type { Finding, NamedDatabase } from './doctor-finding.ts'
import { examineRights } from './doctor-rights.ts'
import { examineSignIn } from './doctor-sign-in.ts'

/** The main database, and the identity database where that is another. */
interface BothNamed {
  readonly main: NamedDatabase
  readonly identity: NamedDatabase | undefined
}

function namedIn(settings: Settings): BothNamed {
  const withSessions = 'nobody can sign in'
  const separate = separateIdentityDatabase(settings)
  return {
    main: {
      check: 'main database',
      setting: 'DATABASE_URL',
      url: settings.databaseUrl,
      withoutWrites: separate ? 'no estimate, lead or audit event can be kept' : withSessions,
    },
    identity: separate && {
      check: 'identity database',
      setting: 'IDENTITY_DATABASE_URL',
      url: separate,
      withoutWrites: withSessions,
    },
  }
}

export async function examineDatabases(settings: Settings): Promise<readonly Finding[]> {
  const named = namedIn(settings)
  const { main, identity } = named
  const findings = [
    ...(await examineMissing(main)),
    ...(identity ? await examineMissing(identity) : []),
  ]
  try {
    return [...findings, ...(await examineThere(settings, named))]
  } catch (error) {
    if (!(error instanceof StartFault || error instanceof CommandFault)) throw error
    return [...findings, { check: 'databases', verdict: 'wrong', says: error.message }]
  }
}

/** Opens only what exists: to open an embedded database without a file would make it. */
async function examineThere(
  settings: Settings,
  { main, identity }: BothNamed,
): Promise<readonly Finding[]> {
  const examine = (opened: Opened, named: Partial<BothNamed>) =>
    examineOpened(settings, opened, named)
  const isMainThere = !isMissing(main.url)
  const isIdentityThere = identity !== undefined && !isMissing(identity.url)
  if (isMainThere && (isIdentityThere || !identity)) {
    return withStores((stores) => examine(stores, { main, identity }))
  }
  if (isMainThere) return withMainStore((stores) => examine(stores, { main }))
  if (isIdentityThere) return withIdentityStore((stores) => examine(stores, { identity }))
  return []
}

type Opened = Pick<Stores, 'migrated'> &
  Partial<Pick<Stores, 'main' | 'events' | 'identityDatabase' | 'identity'>>

async function examineOpened(
  settings: Settings,
  opened: Opened,
  { main, identity }: Partial<BothNamed>,
): Promise<readonly Finding[]> {
  const { migrated } = opened
  const ofDatabases = [
    ...(main && opened.main ? await examineDatabase(main, opened.main, migrated.main) : []),
    ...(identity && opened.identityDatabase
      ? await examineDatabase(identity, opened.identityDatabase, migrated.identity)
      : []),
  ]
  // Of the database that holds the users.
  const { check } = identity ?? main ?? {}
  const takesWrites = !ofDatabases.some(
    (finding) => finding.check === check && finding.verdict === 'wrong',
  )
  return [
    ...ofDatabases,
    ...examineSchemas(opened),
    ...(await orForbidden('clock', () => examineEmbeddedClock(opened))),
    ...(await examineRights(opened)),
    ...(await orForbidden('deliveries', () =>
      examineDeliveries(opened, settings, systemClock.wallMs()),
    )),
    ...(await orForbidden('users', () => examineSignIn(opened, settings, takesWrites))),
  ]
}

/** What is found, or that the role of the service may not look: the other findings still count. */
async function orForbidden(
  check: string,
  examine: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await examine()
  } catch (error) {
    if (!isForbidden(error)) throw error
    const says = `${error.message}. As the owner, grant the role of the service what it lacks.`
    return [{ check, verdict: 'wrong', says }]
  }
}

/**
 * Whether it is embedded and without a file: not made yet, or the setting names the wrong place.
 */
function isMissing(url: DatabaseUrl): url is DatabaseUrl & { readonly engine: 'sqlite' } {
  return url.engine === 'sqlite' && !existsSync(url.file)
}

async function examineMissing(named: NamedDatabase): Promise<readonly Finding[]> {
  const { check, setting, url } = named
  if (!isMissing(url)) return []
  const says = `${placeOf(url)} does not exist: the next start makes it. If there is data already, ${setting} names the wrong place.`
  return [{ check, verdict: 'warning', says }, ...(await examineFolder(named, url.file))]
}

function examineSchemas({ migrated }: Opened): readonly Finding[] {
  return warningsOfNewer(migrated).map((says) => ({ check: 'schema', verdict: 'warning', says }))
}

/** Names a file by its whole path: a relative one depends on the folder of the command. */
function placeOf(url: DatabaseUrl): string {
  if (url.engine === 'sqlite') return `sqlite ${resolve(url.file)}`
  const { hostname, pathname } = new URL(url.url)
  return `postgres ${hostname}${pathname}`
}

async function examineDatabase<Tables>(
  named: NamedDatabase,
  database: Database<Tables>,
  { newer }: Migrated,
): Promise<readonly Finding[]> {
  const { check, url } = named
  const startedMs = systemClock.nowMs()
  const { takesWrites } = await database.ping()
  const tookMs = (systemClock.nowMs() - startedMs).toFixed(1)
  const schema = newer.length === 0 ? ', schema up to date' : ''
  const answers: Finding = {
    check,
    verdict: 'ok',
    says: `${placeOf(url)} answers in ${tookMs} ms${schema}`,
  }
  if (url.engine === 'sqlite') {
    const why = takesWrites ? await refusalOfLock(database) : READ_ONLY_FILE
    const found = why === undefined ? answers : takesNoWrites(named, why)
    return [found, ...(await examineFile(named, url.file))]
  }
  return [
    takesWrites ? answers : takesNoWrites(named, STANDBY),
    await examineServerClock(check, database),
  ]
}

const STANDBY = 'it is a standby, or set read-only. Name the primary, or let it write.'
const READ_ONLY_FILE =
  'it may only be read. Make the file, its -wal and -shm beside it and their folder writable.'

/** Reading works all the same, and a start does not fail on it, as it may pass by itself. */
function takesNoWrites({ check, url, withoutWrites }: NamedDatabase, why: string): Finding {
  const says = `${placeOf(url)} takes no writes, so ${withoutWrites}: ${why}`
  return { check, verdict: 'wrong', says }
}

/** Asks an embedded database for its write lock, which a transaction takes when it begins. */
async function refusalOfLock<Tables>(database: Database<Tables>): Promise<string | undefined> {
  try {
    await database.query.transaction().execute(async () => {})
    return undefined
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    const move =
      moveForFile(error) ??
      'Another program holds its write lock: end that program or its transaction.'
    return `${error.message}. ${move}`
  }
}
