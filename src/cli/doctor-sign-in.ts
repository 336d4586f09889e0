// What `doctor` says of sign-in: who can, whether each name is one user's, and whether a session
// can really be kept in tables that another program may have made. What it tries it takes back.
import { sql } from 'kysely'
import { pino } from 'pino'
import { systemClock } from '../clock.ts'
import type { Statements } from '../db/database.ts'
import { DatabaseUnavailable } from '../db/faults.ts'
import { isForbidden, moveForFile } from '../db/operator-moves.ts'
import type { IdentityTables, UserId } from '../db/tables.ts'
import { undone } from '../db/undone.ts'
import { createIdentityStore, type IdentityStore } from '../identity/identity-store.ts'
import { isWorkingAdmin, type Registry, type User } from '../identity/registry.ts'
import { saltOf } from '../login/password-hash.ts'
import { messageOf } from '../process/thrown.ts'
import type { Settings } from '../settings.ts'
import type { Stores } from '../stores.ts'
import type { Finding } from './doctor-finding.ts'

/** By then a session is due for its refresh. */
const LATER_MS = 10 * 60_000

/** Names that a finding spells out at most. */
const MAX_NAMED = 3

/** Users that are looked at for a hash which a sign-in verifies. */
const MAX_LOOKED_AT = 100

/**
 * Nothing without the database that holds the users.
 * @param takesWrites whether that database can be written to: else no session is tried
 */
export async function examineSignIn(
  { identity, identityDatabase }: Partial<Pick<Stores, 'identity' | 'identityDatabase'>>,
  settings: Settings,
  takesWrites: boolean,
): Promise<readonly Finding[]> {
  if (!identity || !identityDatabase) return []
  const users = await identity.registry.list()
  return [
    examineAdmins(users),
    ...examineNames(users),
    ...(takesWrites
      ? await examineSessions(identityDatabase, identity.registry, settings, users)
      : []),
  ]
}

function examineAdmins(users: readonly User[]): Finding {
  const check = 'users'
  const admins = users.filter(isWorkingAdmin)
  if (admins.length === 0) {
    const says = 'no admin can sign in. Make one: `tradein users add NAME --role admin`.'
    return { check, verdict: 'warning', says }
  }
  return { check, verdict: 'ok', says: `${users.length}, admins among them: ${admins.length}` }
}

function examineNames(users: readonly User[]): readonly Finding[] {
  const names = [...Map.groupBy(users, ({ username }) => username)]
    .filter(([, rows]) => rows.length > 1)
    .map(([name]) => `"${name}"`)
  if (names.length === 0) return []
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : ''
  const says = `more than one row of users is named ${names.slice(0, MAX_NAMED).join(', ')}${more}: which of them signs in is chance. Leave one each, and make the names unique.`
  return [{ check: 'users', verdict: 'wrong', says }]
}

interface Somebody {
  readonly userId: UserId
  readonly salt: string
}

/**
 * Makes a session for one of the users, finds, refreshes and ends it as the service does, and takes
 * all of it back. Nothing where nobody could sign in, which another finding says.
 */
async function examineSessions(
  database: Statements<IdentityTables>,
  registry: Registry,
  settings: Settings,
  users: readonly User[],
): Promise<readonly Finding[]> {
  const check = 'sessions'
  const candidates = users.filter(couldSignIn)
  if (candidates.length === 0) return []
  const somebody = await firstWithHash(registry, candidates)
  if (!somebody) {
    const says = 'none was tried: no stored hash that was looked at is one that a sign-in verifies'
    return [{ check, verdict: 'warning', says }]
  }
  const failed = await undone(database, (within) =>
    trySession(within, createIdentityStore(within, settings, SILENT), somebody),
  )
  if (failed === undefined) {
    return [{ check, verdict: 'ok', says: 'one can be made, found, refreshed and ended' }]
  }
  return [{ check, verdict: 'wrong', says: failed }]
}

const SILENT = pino({ enabled: false })

const MOVE_FOR_TABLES =
  'Make the tables users and sessions fit, as docs/operations.md says of a database that another program made.'
const MOVE_FOR_DATABASE =
  'If it repeats, see "The database is unreachable, slow or locked" in docs/operations.md.'

/** Another program's column may hold a name that is no text: nobody can type it. */
function couldSignIn({ username, accessState, role, hasPassword }: User): boolean {
  return (
    typeof username === 'string' && accessState === 'active' && role !== undefined && hasPassword
  )
}

async function firstWithHash(
  registry: Registry,
  candidates: readonly User[],
): Promise<Somebody | undefined> {
  for (const { username } of candidates.slice(0, MAX_LOOKED_AT)) {
    const user = await registry.findForLogin(username)
    const salt = saltOf(user?.passwordHash ?? '')
    // Of several rows with the name a login may meet one that is shut out.
    if (user?.accessState === 'active' && salt !== undefined) return { userId: user.userId, salt }
  }
  return undefined
}

/** @returns what failed, how, and the next move; undefined where nothing did */
async function trySession(
  database: Statements<IdentityTables>,
  { sessions }: Pick<IdentityStore, 'sessions'>,
  { userId, salt }: Somebody,
): Promise<string | undefined> {
  const nowMs = systemClock.wallMs()
  const laterMs = nowMs + LATER_MS
  let doing = 'made'
  try {
    const token = await sessions.create(
      { userId, salt, ip: '127.0.0.1', userAgent: 'doctor' },
      nowMs,
    )
    doing = 'found'
    const session = token && (await sessions.resolve(token, nowMs))
    if (!session) return `a session that was just made is not found. ${MOVE_FOR_TABLES}`
    doing = 'refreshed'
    await sessions.refresh(session, laterMs)
    const refreshed = await sessions.resolve(token, laterMs)
    if (!refreshed || refreshed.refreshDue) {
      return `a session does not keep its refresh. ${MOVE_FOR_TABLES}`
    }
    doing = 'ended'
    await sessions.revoke(token, laterMs)
    if (await sessions.resolve(token, laterMs)) {
      return `a session that was ended is still found. ${MOVE_FOR_TABLES}`
    }
    doing = 'kept'
    // What would be looked at when a transaction is committed.
    if (database.engine === 'postgres') {
      await sql`set constraints all immediate`.execute(database.query)
    }
    return undefined
  } catch (error) {
    if (isForbidden(error)) throw error
    const isTables = !(error instanceof DatabaseUnavailable)
    const move = moveForFile(error) ?? (isTables ? MOVE_FOR_TABLES : MOVE_FOR_DATABASE)
    return `a session cannot be ${doing}: ${messageOf(error)}. ${move}`
  }
}
