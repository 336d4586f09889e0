// `doctor`: looks at settings, rule sets, databases, clock, proxies and the place of messages, and
// says what is wrong and what to do. Changes nothing but what every start does (bringing the schema
// up to date).
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Command } from 'commander'
import { sql } from 'kysely'
import { isoTime, systemClock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { faultOfFolder } from '../delivery/file-channel.ts'
import { readRoles } from '../gate/legacy-roles.ts'
import { isWorkingAdmin } from '../identity/registry.ts'
import { hashPassword } from '../login/argon2.js'
import { hashCost } from '../login/password-hash.ts'
import { loadRuleSets } from '../norms/rule-sets.ts'
import { settingsWarnings } from '../settings/checks.ts'
import { readSettingsForStart } from '../settings/files.ts'
import {
  type DatabaseUrl,
  environmentWithDotEnv,
  identityApart,
  type Settings,
  SettingsError,
  warningsOfDotEnv,
} from '../settings.ts'
import { StartFault, type Stores } from '../stores.ts'
import {
  CommandFault,
  JSON_OPTION,
  type OutputOptions,
  PROJECT_FOLDER,
  print,
  withStores,
} from './command.ts'

interface Finding {
  readonly check: string
  readonly verdict: 'ok' | 'warning' | 'wrong'
  readonly says: string
}

/** With clocks further apart than this, sessions end early or late. */
const CLOCK_TOLERANCE_S = 5

/** A hash that takes longer lets few people sign in at once. */
const SLOW_HASH_MS = 1_000

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('check settings, databases, clock and proxies, and say what is wrong')
    .option(...JSON_OPTION)
    .action(async (options: OutputOptions) => {
      const findings = await examine()
      const width = Math.max(...findings.map(({ check }) => check.length))
      print(
        options,
        findings,
        findings
          .map(
            ({ check, verdict, says }) => `${verdict.padEnd(7)}  ${check.padEnd(width)}  ${says}`,
          )
          .join('\n'),
      )
      const wrong = findings.filter(({ verdict }) => verdict === 'wrong').length
      if (wrong > 0) throw new CommandFault(`${wrong} of ${findings.length} checks found a fault.`)
    })
}

async function examine(): Promise<readonly Finding[]> {
  let ofDotEnv: readonly Finding[] = []
  let settings: Settings
  try {
    ofDotEnv = warningsOfDotEnv(PROJECT_FOLDER).map(settingsWarning)
    settings = await readSettingsForStart(environmentWithDotEnv(PROJECT_FOLDER))
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const faults = error.faults.map(
      (says): Finding => ({ check: 'settings', verdict: 'wrong', says }),
    )
    // A setting is often at fault because of its line there.
    return [...faults, ...ofDotEnv]
  }
  return [
    { check: 'settings', verdict: 'ok', says: 'all can be read' },
    ...ofDotEnv,
    ...settingsWarnings(settings).map(settingsWarning),
    await examineRoles(settings),
    ...examineRuleSets(settings),
    examineProxies(settings),
    examineHash(settings),
    ...(await examineMessages(settings)),
    ...(await examineDatabases()),
  ]
}

function settingsWarning(says: string): Finding {
  return { check: 'settings', verdict: 'warning', says }
}

async function examineRoles(settings: Settings): Promise<Finding> {
  const check = 'legacy roles'
  if (settings.authMode !== 'dual' || settings.legacyRolesFile === undefined) {
    return { check, verdict: 'ok', says: 'not used: AUTH_MODE is db_only' }
  }
  try {
    const roles = await readRoles(settings.legacyRolesFile)
    return { check, verdict: 'ok', says: `${roles.size} users` }
  } catch (error) {
    return { check, verdict: 'wrong', says: (error as Error).message }
  }
}

function examineRuleSets({ ruleSetsDir }: Settings): readonly Finding[] {
  const check = 'rule sets'
  try {
    loadRuleSets(ruleSetsDir)
    const says = ruleSetsDir === undefined ? 'the default set alone' : 'all can be used'
    return [{ check, verdict: 'ok', says }]
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return error.faults.map((says) => ({ check, verdict: 'wrong', says }))
  }
}

function examineProxies({ trustedProxies, host }: Settings): Finding {
  const check = 'proxies'
  const ranges = trustedProxies.map(([base, length]) => `${base.toString()}/${length}`)
  const everybody = trustedProxies.some(([, length]) => length === 0)
  if (everybody) {
    return {
      check,
      verdict: 'wrong',
      says: 'TRUSTED_PROXIES trusts every address: anyone can choose the address they are limited by. Name the proxies.',
    }
  }
  const local = ranges.every((range) => range.startsWith('127.') || range.startsWith('::1'))
  if (local && host !== '127.0.0.1' && host !== '::1' && host !== 'localhost') {
    return {
      check,
      verdict: 'warning',
      says: `HOST is ${host} but only local proxies are trusted. A proxy on another machine must be in TRUSTED_PROXIES, or all its clients share one address.`,
    }
  }
  return { check, verdict: 'ok', says: ranges.length === 0 ? 'none trusted' : ranges.join(', ') }
}

function examineHash(settings: Settings): Finding {
  const startedMs = systemClock.nowMs()
  hashPassword('measure', hashCost(settings))
  const tookMs = Math.round(systemClock.nowMs() - startedMs)
  return tookMs > SLOW_HASH_MS
    ? {
        check: 'password hash',
        verdict: 'warning',
        says: `${tookMs} ms each: lower PASSWORD_ARGON2_MEMORY_KIB or PASSWORD_ARGON2_PASSES, or give it a faster machine`,
      }
    : { check: 'password hash', verdict: 'ok', says: `${tookMs} ms each` }
}

/** Whether messages that go into a folder can leave; other receivers are not ours to bother. */
async function examineMessages({ supportDelivery }: Settings): Promise<readonly Finding[]> {
  if (supportDelivery.kind !== 'file') return []
  const check = 'messages'
  const folder = resolve(supportDelivery.folder)
  const fault = await faultOfFolder(folder)
  return [
    fault === undefined
      ? { check, verdict: 'ok', says: folder }
      : {
          check,
          verdict: 'wrong',
          says: `${folder} cannot be written to (${fault}). ${fault === 'ENOSPC' ? 'Make room' : 'Make it writable'}, or name another folder in SUPPORT_DELIVERY.`,
        },
  ]
}

/** Below this a busy day can fill the disk: every write then fails. */
const MIN_ROOM_BYTES = 200e6

async function examineRoom(check: string, file: string): Promise<readonly Finding[]> {
  const folder = dirname(resolve(file))
  const fault = await faultOfFolder(folder)
  if (fault !== undefined) {
    const says = `${folder} cannot be written to (${fault}): sign-in and every other write fail. ${fault === 'ENOSPC' ? 'Make room.' : 'Make it writable.'}`
    return [{ check, verdict: 'wrong', says }]
  }
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

async function examineDatabases(): Promise<readonly Finding[]> {
  try {
    return await withStores(async (stores, settings) => {
      const apart = identityApart(settings)
      return [
        ...(await examineDatabase('main database', stores.main, settings.databaseUrl)),
        ...(apart
          ? await examineDatabase('identity database', stores.identityDatabase, apart)
          : []),
        ...(await examineEmbeddedClock(stores)),
        await examineUsers(stores),
      ]
    })
  } catch (error) {
    if (!(error instanceof StartFault || error instanceof CommandFault)) throw error
    return [{ check: 'databases', verdict: 'wrong', says: error.message }]
  }
}

async function examineDatabase<Tables>(
  check: string,
  database: Database<Tables>,
  url: DatabaseUrl,
): Promise<readonly Finding[]> {
  const startedMs = systemClock.nowMs()
  await database.ping()
  const tookMs = (systemClock.nowMs() - startedMs).toFixed(1)
  const answers: Finding = {
    check,
    verdict: 'ok',
    says: `${placeOf(url)} answers in ${tookMs} ms, schema up to date`,
  }
  if (url.engine === 'sqlite') return [answers, ...(await examineRoom(check, url.file))]
  const { rows } = await sql<{ now: string; read_only: string }>`
    select now() as now, current_setting('transaction_read_only') as read_only`.execute(
    database.query,
  )
  const apartS = Math.abs(Date.parse(rows[0]?.now ?? '') - systemClock.wallMs()) / 1000
  const clock: Finding =
    apartS > CLOCK_TOLERANCE_S
      ? {
          check: 'clock',
          verdict: 'wrong',
          says: `this machine and the ${check} are ${apartS.toFixed(0)} s apart. Set both by NTP.`,
        }
      : { check: 'clock', verdict: 'ok', says: `within ${CLOCK_TOLERANCE_S} s of the ${check}` }
  return [rows[0]?.read_only === 'on' ? readOnly(check, url) : answers, clock]
}

/** Reading works all the same: a start does not fail on it, since a primary may be on its way. */
function readOnly(check: string, url: DatabaseUrl): Finding {
  return {
    check,
    verdict: 'wrong',
    says: `${placeOf(url)} takes no writes, so nobody can sign in: it is a standby, or set read-only. Name the primary, or let it write.`,
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
