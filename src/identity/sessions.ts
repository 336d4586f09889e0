// Sessions: created at login, resolved fresh on every request, refreshed at most every 5 minutes,
// revoked, purged. No cache stands in front of them: a blocked user is out at once.
import type { ExpressionBuilder } from 'kysely'
import { DAY_MS, isoTime } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { IdentityTables, IsoTime, SessionsTable, UserId } from '../db/tables.ts'
import type { Logger } from '../logging.ts'
import type { RegistryShape } from './identity-store.ts'
import { accessOf, warnOfAccess } from './registry.ts'
import { hasTokenForm, newSessionToken, sessionTokenDigest } from './session-token.ts'
import { isRole, type Role } from './user.ts'

/** Minimum between two refreshes of one session. */
const REFRESH_INTERVAL_MS = 5 * 60_000

/** How long rows of ended sessions are kept. */
const PURGE_AFTER_MS = 30 * DAY_MS

/** Rows that one statement of the purge deletes at most, so that no lock is held long. */
const PURGE_BATCH = 500

/** Sessions that one statement ends at most, far below a statement's time limit and parameters. */
const REVOKE_BATCH = 5_000

const HOUR_MS = 3_600_000

export interface SessionSettings {
  readonly sessionTtlHours: number
  readonly sessionAbsoluteTtlHours: number
  readonly sessionSecret: string
}

export interface SessionOrigin {
  readonly userId: UserId
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

export interface ListedSession {
  readonly username: string
  readonly ip: string
  readonly userAgent: string | null
  readonly createdAt: IsoTime
  readonly lastSeenAt: IsoTime
  readonly expiresAt: IsoTime
}

export interface Sessions {
  /** @returns the token, which is kept nowhere but in the caller's cookie */
  create(origin: SessionOrigin, wallMs: number): Promise<string>
  /** One indexed read joined with the user. */
  resolve(token: string, wallMs: number): Promise<ResolvedSession | undefined>
  /** One conditional update. @returns whether it moved the expiry forward */
  refresh(session: ResolvedSession, wallMs: number): Promise<boolean>
  revoke(token: string, wallMs: number): Promise<void>
  /** Ends the live sessions of one user. @returns how many */
  revokeOf(username: string, wallMs: number): Promise<number>
  /** Ends every live session. @returns how many */
  revokeAll(wallMs: number): Promise<number>
  /** Those seen last come first; of one user or of all. */
  listLive(
    username: string | undefined,
    wallMs: number,
    limit: number,
  ): Promise<readonly ListedSession[]>
  /** Deletes rows that ended 30 days ago. @returns how many */
  purge(wallMs: number): Promise<number>
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
  database: Database<IdentityTables>,
  shape: RegistryShape,
  settings: SessionSettings,
  log: Logger,
): Sessions {
  const digestOf = (token: string) => sessionTokenDigest(token, settings.sessionSecret)
  const warn = warnOfAccess(log)
  /** Digests whose refresh this process has under way; bounded by the requests under way. */
  const refreshing = new Set<string>()

  const insert = database.prepare<SessionsTable, unknown>((query, argument) =>
    query.insertInto('sessions').values({
      token_digest: argument('token_digest'),
      user_id: argument('user_id'),
      ip: argument('ip'),
      user_agent: argument('user_agent'),
      created_at: argument('created_at'),
      last_seen_at: argument('last_seen_at'),
      expires_at: argument('expires_at'),
      revoked_at: argument('revoked_at'),
    }),
  )
  const lookUp = database.prepareLookup<Uint8Array, SessionRow>(
    'sessions.token_digest',
    (query, isKey) =>
      query
        .selectFrom('sessions')
        .innerJoin('users', 'users.user_id', 'sessions.user_id')
        .select([
          'sessions.user_id',
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

  const liveSessions = (nowIso: IsoTime) => (eb: ExpressionBuilder<IdentityTables, 'sessions'>) =>
    eb.and([eb('sessions.revoked_at', 'is', null), eb('sessions.expires_at', '>', nowIso)])

  /** Live sessions of one user or of all, batch by batch in the order of their digests: there may be millions. */
  const revokeLive = async (username: string | undefined, now: IsoTime): Promise<number> => {
    let revoked = 0
    let after: Uint8Array = new Uint8Array()
    for (;;) {
      const digests = await database.query
        .selectFrom('sessions')
        .select('token_digest')
        .where(liveSessions(now))
        .where('token_digest', '>', after)
        .$if(username !== undefined, (query) =>
          query.where('user_id', 'in', (eb) =>
            eb
              .selectFrom('users')
              .select('users.user_id')
              .where('username', '=', username ?? ''),
          ),
        )
        .orderBy('token_digest')
        .limit(REVOKE_BATCH)
        .execute()
      const last = digests.at(-1)
      if (!last) return revoked
      const result = await database.query
        .updateTable('sessions')
        .set({ revoked_at: now })
        .where(
          'token_digest',
          'in',
          digests.map(({ token_digest: digest }) => digest),
        )
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      revoked += Number(result.numUpdatedRows)
      after = last.token_digest
    }
  }

  const purgeBatch = async (column: 'expires_at' | 'revoked_at', before: IsoTime) => {
    const result = await database.query
      .deleteFrom('sessions')
      .where('token_digest', 'in', (eb) =>
        eb
          .selectFrom('sessions')
          .select('token_digest')
          .where(column, '<', before)
          .limit(PURGE_BATCH),
      )
      .executeTakeFirst()
    return Number(result.numDeletedRows)
  }

  return {
    async create({ userId, ip, userAgent }, wallMs) {
      const token = newSessionToken()
      const now = isoTime(wallMs)
      await insert({
        token_digest: digestOf(token),
        user_id: userId,
        ip,
        user_agent: userAgent,
        created_at: now,
        last_seen_at: now,
        expires_at: isoTime(expiryMs(settings, wallMs, wallMs)),
        revoked_at: null,
      })
      return token
    },

    async resolve(token, wallMs) {
      if (!hasTokenForm(token)) return undefined
      const digest = digestOf(token)
      const [row] = await lookUp(digest)
      if (!row || row.revoked_at !== null) return undefined
      // In this form an expiry that is no time has passed.
      if (!(Date.parse(row.expires_at) > wallMs)) return undefined
      if (accessOf(row, shape, warn) !== 'active' || !isRole(row.role)) return undefined
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
          expires: isoTime(expiryMs(settings, Date.parse(session.createdAt), wallMs)),
          seenBefore: isoTime(wallMs - REFRESH_INTERVAL_MS),
        })
        return moved !== undefined && moved.expires_at > session.expiresAt
      } finally {
        refreshing.delete(key)
      }
    },

    async revoke(token, wallMs) {
      if (hasTokenForm(token)) await markRevoked({ digest: digestOf(token), now: isoTime(wallMs) })
    },

    revokeOf: (username, wallMs) => revokeLive(username, isoTime(wallMs)),

    revokeAll: (wallMs) => revokeLive(undefined, isoTime(wallMs)),

    async listLive(username, wallMs, limit) {
      const rows = await database.query
        .selectFrom('sessions')
        .innerJoin('users', 'users.user_id', 'sessions.user_id')
        .select([
          'users.username',
          'sessions.ip',
          'sessions.user_agent',
          'sessions.created_at',
          'sessions.last_seen_at',
          'sessions.expires_at',
        ])
        .where(liveSessions(isoTime(wallMs)))
        .$if(username !== undefined, (query) => query.where('users.username', '=', username ?? ''))
        .orderBy('sessions.last_seen_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        username: row.username,
        ip: row.ip,
        userAgent: row.user_agent,
        createdAt: row.created_at,
        lastSeenAt: row.last_seen_at,
        expiresAt: row.expires_at,
      }))
    },

    async purge(wallMs) {
      const before = isoTime(wallMs - PURGE_AFTER_MS)
      let purged = 0
      for (const column of ['expires_at', 'revoked_at'] as const) {
        let batch: number
        do {
          batch = await purgeBatch(column, before)
          purged += batch
        } while (batch === PURGE_BATCH)
      }
      return purged
    },
  }
}

/** The sliding expiry: idle lifetime from now, but never past the absolute one from creation. */
function expiryMs(settings: SessionSettings, createdMs: number, wallMs: number): number {
  const sliding = wallMs + settings.sessionTtlHours * HOUR_MS
  return settings.sessionAbsoluteTtlHours === 0
    ? sliding
    : Math.min(sliding, createdMs + settings.sessionAbsoluteTtlHours * HOUR_MS)
}
