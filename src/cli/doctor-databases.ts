// What `doctor` says of the databases: whether they answer and have room, whether their clocks and
// this machine's agree, and who can sign in.
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { sql } from 'kysely'
import { isoTime, systemClock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { DatabaseUnavailable, moveForFile } from '../db/faults.ts'
import type { Schema } from '../db/migrate.ts'
import { warningsOfNewer } from '../db/open-ready.ts'
import { faultOfFolder } from '../delivery/file-channel.ts'
import { isWorkingAdmin } from '../identity/registry.ts'
import { type DatabaseUrl, identityApart, type Settings } from '../settings.ts'
import { StartFault } from '../start-fault.ts'
import type { Stores } from '../stores.ts'
import { CommandFault, withStores } from './command.ts'

/** With clocks further apart than this, sessions end early or late. */
const CLOCK_TOLERANCE_S = 5

/** What `doctor` says of one thing that it looked at. */
export interface Finding {
  readonly check: string
  readonly verdict: 'ok' | 'warning' | 'wrong'
  readonly says: string
}

export async function examineDatabases(settings: Settings): Promise<readonly Finding[]> {
  const missing = await examineMissing(settings)
  // To open an embedded database is to make it.
  if (missing.length > 0) return missing
  try {
    return await withStores(async (stores) => {
      const apart = identityApart(settings)
      return [
        ...(await examineDatabase('main', stores.main, settings.databaseUrl, stores.migrated)),
        ...(apart
          ? await examineDatabase('identity', stores.identityDatabase, apart, stores.migrated)
          : []),
        ...examineSchemas(stores),
        ...(await examineEmbeddedClock(stores)),
        await examineUsers(stores),
      ]
    })
  } catch (error) {
    if (!(error instanceof StartFault || error instanceof CommandFault)) throw error
    return [{ check: 'databases', verdict: 'wrong', says: error.message }]
  }
}

/** Embedded databases without a file: not made yet, or the setting names the wrong place. */
async function examineMissing(settings: Settings): Promise<readonly Finding[]> {
  const named = [
    { check: 'main database', setting: 'DATABASE_URL', url: settings.databaseUrl },
    { check: 'identity database', setting: 'IDENTITY_DATABASE_URL', url: identityApart(settings) },
  ]
  const findings: Finding[] = []
  for (const { check, setting, url } of named) {
    if (url?.engine !== 'sqlite' || existsSync(url.file)) continue
    const says = `${placeOf(url)} does not exist: the next start makes it. If there is data already, ${setting} names the wrong place.`
    findings.push({ check, verdict: 'warning', says }, ...(await examineFolder(check, url.file)))
  }
  return findings
}

function examineSchemas({ migrated }: Stores): readonly Finding[] {
  return warningsOfNewer(migrated).map((says) => ({ check: 'schema', verdict: 'warning', says }))
}

/** Below this a busy day can fill the disk: every write then fails. */
const MIN_ROOM_BYTES = 200e6

async function examineFolder(check: string, file: string): Promise<readonly Finding[]> {
  const folder = dirname(resolve(file))
  const fault = await faultOfFolder(folder)
  if (fault === undefined) return []
  const says = `${folder} cannot be written to (${fault}): sign-in and every other write fail. ${fault === 'ENOSPC' ? 'Make room.' : 'Make it writable.'}`
  return [{ check, verdict: 'wrong', says }]
}

async function examineRoom(check: string, file: string): Promise<readonly Finding[]> {
  const folder = dirname(resolve(file))
  const faults = await examineFolder(check, file)
  if (faults.length > 0) return faults
  const { bavail, bsize } = await statfs(folder)
  const roomMb = Math.round((bavail * bsize) / 1e6)
  if (bavail * bsize >= MIN_ROOM_BYTES) return []
  const says = `only ${roomMb} MB are free beside it; when the disk is full every write fails. Make room.`
  return [{ check, verdict: 'warning', says }]
}

/** With the whole path of a file: a relative one depends on the folder of the command. */
function placeOf(url: DatabaseUrl): string {
  if (url.engine === 'sqlite') return `sqlite ${resolve(url.file)}`
  const { hostname, pathname } = new URL(url.url)
  return `postgres ${hostname}${pathname}`
}

async function examineDatabase<Tables>(
  name: Schema,
  database: Database<Tables>,
  url: DatabaseUrl,
  migrated: Stores['migrated'],
): Promise<readonly Finding[]> {
  const check = `${name} database`
  const startedMs = systemClock.nowMs()
  const { takesWrites } = await database.ping()
  const tookMs = (systemClock.nowMs() - startedMs).toFixed(1)
  const schema = migrated[name].newer.length === 0 ? ', schema up to date' : ''
  const answers: Finding = {
    check,
    verdict: 'ok',
    says: `${placeOf(url)} answers in ${tookMs} ms${schema}`,
  }
  if (url.engine === 'sqlite') {
    const why = await refusalOfWrites(database)
    const found = why === undefined ? answers : takesNoWrites(check, url, why)
    return [found, ...(await examineRoom(check, url.file))]
  }
  const { rows } = await sql<{ now: string }>`select now() as now`.execute(database.query)
  const apartS = Math.abs(Date.parse(rows[0]?.now ?? '') - systemClock.wallMs()) / 1000
  const clock: Finding =
    apartS > CLOCK_TOLERANCE_S
      ? {
          check: 'clock',
          verdict: 'wrong',
          says: `this machine and the ${check} are ${apartS.toFixed(0)} s apart. Set both by NTP.`,
        }
      : { check: 'clock', verdict: 'ok', says: `within ${CLOCK_TOLERANCE_S} s of the ${check}` }
  return [takesWrites ? answers : takesNoWrites(check, url, STANDBY), clock]
}

const STANDBY = 'it is a standby, or set read-only. Name the primary, or let it write.'

/** Reading works all the same, and a start does not fail on it: it may pass. */
function takesNoWrites(check: string, url: DatabaseUrl, why: string): Finding {
  const says = `${placeOf(url)} takes no writes, so nobody can sign in: ${why}`
  return { check, verdict: 'wrong', says }
}

/** Asks an embedded database for its write lock, which a statement that changes no row takes too. */
async function refusalOfWrites<Tables>(database: Database<Tables>): Promise<string | undefined> {
  try {
    await sql`delete from sessions where 1 = 0`.execute(database.query)
    return undefined
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    const move = moveForFile(error) ?? 'Another program holds it: end what that has begun.'
    return `${error.message}. ${move}`
  }
}

/** An embedded database has no clock to compare with, but times that this machine has written. */
async function examineEmbeddedClock({
  main,
  identityDatabase,
  identity,
  events,
}: Stores): Promise<readonly Finding[]> {
  if (main.engine !== 'sqlite' && identityDatabase.engine !== 'sqlite') return []
  const check = 'clock'
  const [event] = await events.list({ limit: 1 })
  const stored = {
    'audit event': event?.occurredAt,
    session: await identity.sessions.newestCreatedAt(),
  }
  const nowMs = systemClock.wallMs()
  const now = `${isoTime(nowMs)} (UTC)`
  const later = Object.entries(stored).filter(
    ([, time]) => Date.parse(time ?? '') > nowMs + CLOCK_TOLERANCE_S * 1000,
  )
  if (later.length === 0) return [{ check, verdict: 'ok', says: `${now}; nothing stored is later` }]
  return later.map(([what, time]) => ({
    check,
    verdict: 'wrong',
    says: `it is ${now}, but the newest ${what} is of ${time}. Set this machine's clock by NTP.`,
  }))
}

async function examineUsers({ identity }: Stores): Promise<Finding> {
  const users = await identity.registry.list()
  const admins = users.filter(isWorkingAdmin)
  return admins.length === 0
    ? {
        check: 'users',
        verdict: 'warning',
        says: 'no admin can sign in. Make one: `tradein users add NAME --role admin`.',
      }
    : {
        check: 'users',
        verdict: 'ok',
        says: `${users.length}, admins among them: ${admins.length}`,
      }
}
