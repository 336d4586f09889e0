// Sessions: created at login, resolved fresh on every request, refreshed at most every 5 minutes,
// revoked. No cache stands in front of them: a blocked user is out at once. Listing, ending and
// purging many of them stands in session-upkeep.ts.

import type { Statements } from '../db/database.ts'
import { isRefusedValue } from '../db/refusals.ts'
import type { IdentityTables, IsoTime, SessionsTable, UserId } from '../db/tables.ts'
import { HOUR_MS, isoTime } from '../iso-time.ts'
import type { Logger } from '../logging.ts'
import type { RegistryShape } from './registry-shape.ts'
import { accessOf, warnOfAccess } from './row-access.ts'
import { hasTokenForm, newSessionToken, sessionTokenDigest } from './session-token.ts'
import { createSessionUpkeep, type SessionUpkeep } from './session-upkeep.ts'
import { isRole, type Role } from './user.ts'

/** Minimum between two refreshes of one session. */
const REFRESH_INTERVAL_MS = 5 * 60_000

export interface SessionSettings {
  readonly sessionTtlHours: number
  readonly sessionAbsoluteTtlHours: number
  readonly sessionSecret: string
}

interface SessionOrigin {
  readonly userId: UserId
  /**
   * The salt of the hash that was verified, in base64 as that hash holds it. A renewed hash keeps
   * it, and the hash of another password has another.
   */
  readonly salt: string
  readonly ip: string
  readonly userAgent: string | null
}

/** A session that may come in, with its user as the registry has it now. */
export interface ResolvedSession {
  readonly digest: Uint8Array
  readonly userId: UserId
  readonly username: string
  readonly role: Role
  readonly managerId: UserId | null
  readonly createdAt: IsoTime
  readonly expiresAt: IsoTime
  /** Whether more than 5 minutes have passed since the last refresh. */
  readonly refreshDue: boolean
}

export interface Sessions extends SessionUpkeep {
  /**
   * @returns the token, which is kept nowhere but in the caller's cookie; undefined, and no
   *   session, where the user's hash has another salt by now: the password was changed while it
   *   was verified
   */
  create(origin: SessionOrigin, wallMs: number): Promise<string | undefined>
  /** One indexed read joined with the user. */
  resolve(token: string, wallMs: number): Promise<ResolvedSession | undefined>
  /** One conditional update. @returns whether it moved the expiry */
  refresh(session: ResolvedSession, wallMs: number): Promise<boolean>
  revoke(token: string, wallMs: number): Promise<void>
}

interface SessionRow {
  readonly user_id: UserId
  readonly created_at: IsoTime
  readonly last_seen_at: IsoTime
  readonly expires_at: IsoTime
  readonly revoked_at: IsoTime | null
  readonly username: string
  readonly access: unknown
  readonly role: unknown
  readonly manager_id: UserId | null
}

export function createSessions(
  database: Statements<IdentityTables>,
  shape: RegistryShape,
  settings: SessionSettings,
  log: Logger,
): Sessions {
  const digestOf = (token: string) => sessionTokenDigest(token, settings.sessionSecret)
  const warn = warnOfAccess(log)
  /** Digests of sessions being refreshed by this process; bounded by the requests under way. */
  const refreshing = new Set<string>()

  const { insert, lookUp, moveForward, markRevoked } = statements(database, shape)

  /**
   * Another program's table may refuse what a session holds only for people to read, its address
   * and user agent: the row then goes without, and nobody is kept out.
   */
  const insertWhatFits = async (row: Parameters<typeof insert>[0]) => {
    let refusal: unknown
    for (const blanks of [{}, { user_agent: '' }, { ip: '' }, { user_agent: '', ip: '' }]) {
      try {
        const inserted = await insert({ ...row, ...blanks })
        if (refusal !== undefined) {
          const without = Object.keys(blanks)
          const text = 'the table sessions has no room for all of a session'
          log.warn({ err: refusal, without }, text)
        }
        return inserted
      } catch (error) {
        if (!isRefusedValue(error)) throw error
        refusal ??= error
      }
    }
    throw refusal
  }

  return {
    async create({ userId, salt, ip, userAgent }, wallMs) {
      const token = newSessionToken()
      const now = isoTime(wallMs)
      const [created] = await insertWhatFits({
        hash_pattern: `%$${salt}$%`,
        token_digest: digestOf(token),
        user_id: userId,
        ip,
        user_agent: userAgent,
        created_at: now,
        last_seen_at: now,
        expires_at: isoTime(expiryMs(settings, now, wallMs)),
        revoked_at: null,
      })
      return created && token
    },

    async resolve(token, wallMs) {
      if (!hasTokenForm(token)) return undefined
      const digest = digestOf(token)
      const [row] = await lookUp(digest)
      if (!row || row.revoked_at !== null) return undefined
      // The absolute end by the current setting: the row may have been written under a longer one.
      const endMs = Math.min(Date.parse(row.expires_at), absoluteEndMs(settings, row.created_at))
      // Written as !(a > b) so that an unreadable date counts as expired.
      if (!(endMs > wallMs)) return undefined
      if (accessOf(row, shape, warn) !== 'active') return undefined
      if (!isRole(row.role)) {
        warn(row.username, 'unrecognised role')
        return undefined
      }
      return {
        digest,
        userId: row.user_id,
        username: row.username,
        role: row.role,
        managerId: row.manager_id,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
        refreshDue: wallMs - Date.parse(row.last_seen_at) > REFRESH_INTERVAL_MS,
      }
    },

    async refresh(session, wallMs) {
      const key = Buffer.from(session.digest).toString('latin1')
      if (refreshing.has(key)) return false
      refreshing.add(key)
      try {
        const [moved] = await moveForward({
          digest: session.digest,
          now: isoTime(wallMs),
          expires: isoTime(expiryMs(settings, session.createdAt, wallMs)),
          seenBefore: isoTime(wallMs - REFRESH_INTERVAL_MS),
        })
        return moved !== undefined && moved.expires_at !== session.expiresAt
      } finally {
        refreshing.delete(key)
      }
    },

    async revoke(token, wallMs) {
      if (hasTokenForm(token)) await markRevoked({ digest: digestOf(token), now: isoTime(wallMs) })
    },

    ...createSessionUpkeep(database, settings.sessionAbsoluteTtlHours),
  }
}

/** The sliding expiry: idle lifetime from now, but never past the absolute one from creation. */
function expiryMs(settings: SessionSettings, createdAt: IsoTime, wallMs: number): number {
  const slidingMs = wallMs + settings.sessionTtlHours * HOUR_MS
  return Math.min(slidingMs, absoluteEndMs(settings, createdAt))
}

/** When a session ends however active it is; never where there is no such limit. */
function absoluteEndMs(
  { sessionAbsoluteTtlHours: hours }: SessionSettings,
  createdAt: IsoTime,
): number {
  return hours === 0 ? Infinity : Date.parse(createdAt) + hours * HOUR_MS
}

/** All of them, or this does not compile: one left out would be stored empty. */
const SESSION_COLUMNS = Object.keys({
  token_digest: true,
  user_id: true,
  ip: true,
  user_agent: true,
  created_at: true,
  last_seen_at: true,
  expires_at: true,
  revoked_at: true,
} satisfies Record<keyof SessionsTable, true>) as readonly (keyof SessionsTable)[]

/** All that a request needs: hot, and therefore compiled once. */
function statements(database: Statements<IdentityTables>, shape: RegistryShape) {
  const insert = database.prepare<SessionsTable & { hash_pattern: string }, { user_id: UserId }>(
    (query, argument) => {
      const session = query
        .selectFrom('users')
        .select((eb) => SESSION_COLUMNS.map((name) => eb.val(argument(name)).as(name)))
        .where('users.user_id', '=', argument('user_id'))
        .where('users.password_hash', 'like', argument('hash_pattern'))
      return (
        query
          .insertInto('sessions')
          .columns(SESSION_COLUMNS)
          // Keeps others from changing the user's row; SQLite has one writer at a time anyway.
          .expression(database.engine === 'postgres' ? session.forShare() : session)
          .returning('user_id')
      )
    },
  )
  const lookUp = database.prepareLookup<SessionRow>('sessions.token_digest', (query, isKey) =>
    query
      .selectFrom('sessions')
      .innerJoin('users', 'users.user_id', 'sessions.user_id')
      .select([
        'users.user_id',
        'sessions.created_at',
        'sessions.last_seen_at',
        'sessions.expires_at',
        'sessions.revoked_at',
        'users.username',
        `users.${shape.accessColumn} as access`,
        'users.role',
        'users.manager_id',
      ])
      .where(isKey),
  )
  const moveForward = database.prepare<
    { digest: Uint8Array; now: IsoTime; expires: IsoTime; seenBefore: IsoTime },
    { expires_at: IsoTime }
  >((query, argument) =>
    query
      .updateTable('sessions')
      .set({ last_seen_at: argument('now'), expires_at: argument('expires') })
      .where('token_digest', '=', argument('digest'))
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', argument('now'))
      .where('last_seen_at', '<', argument('seenBefore'))
      .returning('expires_at'),
  )
  const markRevoked = database.prepare<{ digest: Uint8Array; now: IsoTime }, unknown>(
    (query, argument) =>
      query
        .updateTable('sessions')
        .set({ revoked_at: argument('now') })
        .where('token_digest', '=', argument('digest'))
        .where('revoked_at', 'is', null),
  )
  return { insert, lookUp, moveForward, markRevoked }
}
