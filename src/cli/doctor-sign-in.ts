// What `doctor` says of sign-in: who can, whether each name is one user's, and whether a session can
// really be kept in tables that another program may have made. What it tries it takes back.
import { pino } from 'pino'
import { systemClock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { DatabaseUnavailable } from '../db/faults.ts'
import type { IdentityTables } from '../db/tables.ts'
import { undone } from '../db/undone.ts'
import { createIdentityStore, type IdentityStore } from '../identity/identity-store.ts'
import { isWorkingAdmin, type User } from '../identity/registry.ts'
import { saltOf } from '../login/password-hash.ts'
import { messageOf } from '../process/thrown.ts'
import type { Settings } from '../settings.ts'
import type { Stores } from '../stores.ts'
import type { Finding } from './doctor-finding.ts'

/** By then a session is due for its refresh. */
const LATER_MS = 10 * 60_000

/** Names that a finding spells out at most. */
const MAX_NAMED = 3

/** Nothing without the database that holds the users. */
export async function examineSignIn(
  { identity, identityDatabase }: Partial<Pick<Stores, 'identity' | 'identityDatabase'>>,
  settings: Settings,
): Promise<readonly Finding[]> {
  if (!identity || !identityDatabase) return []
  const users = await identity.registry.list()
  return [
    examineAdmins(users),
    ...examineNames(users),
    ...(await examineSessions(identityDatabase, settings, users)),
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

/** @param users in the order of their names */
function examineNames(users: readonly User[]): readonly Finding[] {
  const repeated = users.filter(({ username }, at) => username === users[at - 1]?.username)
  const names = [...new Set(repeated.map(({ username }) => username))]
  if (names.length === 0) return []
  const named = names.slice(0, MAX_NAMED).map((name) => `"${name}"`)
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : ''
  const says = `more than one row of users is named ${named.join(', ')}${more}: which of them signs in is chance. Leave one each, and make the names unique.`
  return [{ check: 'users', verdict: 'wrong', says }]
}

/**
 * Makes a session for one of the users, finds, refreshes and ends it, by the statements of the
 * service, and takes all of it back. Nothing where nobody could sign in, or the database cannot be
 * written to, which other findings say.
 */
async function examineSessions(
  database: Database<IdentityTables>,
  settings: Settings,
  users: readonly User[],
): Promise<readonly Finding[]> {
  const somebody = users.find(
    ({ accessState, role, hasPassword }) => accessState === 'active' && role && hasPassword,
  )
  if (!somebody) return []
  const check = 'sessions'
  try {
    const failed = await undone(database, (within) =>
      trySession(
        createIdentityStore(within, settings, pino({ enabled: false })),
        somebody.username,
      ),
    )
    if (failed === undefined) {
      return [{ check, verdict: 'ok', says: 'one can be made, found, refreshed and ended' }]
    }
    return [{ check, verdict: 'wrong', says: `${failed}. ${MOVE}` }]
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return []
    throw error
  }
}

const MOVE =
  'Make the tables users and sessions fit, as docs/operations.md says of a database that another program made.'

/** @returns what failed, and how; undefined where nothing did */
async function trySession(
  { registry, sessions }: IdentityStore,
  username: string,
): Promise<string | undefined> {
  const user = await registry.findForLogin(username)
  const salt = saltOf(user?.passwordHash ?? '')
  if (!user || salt === undefined) return undefined
  const nowMs = systemClock.wallMs()
  const origin = { userId: user.userId, salt, ip: '127.0.0.1', userAgent: 'doctor' }
  let doing = 'made'
  try {
    const token = await sessions.create(origin, nowMs)
    doing = 'found'
    const session = token && (await sessions.resolve(token, nowMs))
    if (!session) return 'a session that was just made is not found'
    doing = 'refreshed'
    await sessions.refresh(session, nowMs + LATER_MS)
    const refreshed = await sessions.resolve(token, nowMs + LATER_MS)
    if (!refreshed || refreshed.refreshDue) return 'a session does not keep its refresh'
    doing = 'ended'
    await sessions.revoke(token, nowMs)
    if (await sessions.resolve(token, nowMs)) return 'a session that was ended is still found'
    return undefined
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error
    return `a session cannot be ${doing}: ${messageOf(error)}`
  }
}
