// Lists, ends and purges many sessions, batch by batch, since there may be millions. One session's
// life stands in sessions.ts.
import type { ExpressionBuilder } from 'kysely'
import { DAY_MS, HOUR_MS, isoTime } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { IdentityTables, IsoTime, SessionsTable } from '../db/tables.ts'

/** How long rows of ended sessions are kept. */
const PURGE_AFTER_MS = 30 * DAY_MS

/** Sessions that one statement lists at most, far below its time limit. */
const LIST_BATCH = 5_000

/** Sessions that one statement ends at most, far below a statement's time limit and parameters. */
const REVOKE_BATCH = 5_000

export interface ListedSession {
  readonly username: string
  readonly ip: string
  readonly userAgent: string | null
  readonly createdAt: IsoTime
  readonly lastSeenAt: IsoTime
  readonly expiresAt: IsoTime
}

export interface SessionUpkeep {
  /** Ends the live sessions of one user. @returns how many */
  revokeOf(username: string, wallMs: number): Promise<number>
  /** Ends every live session. @returns how many */
  revokeAll(wallMs: number): Promise<number>
  /** Of one user or of all; the session seen last comes first. */
  listLive(
    username: string | undefined,
    wallMs: number,
    limit: number,
  ): Promise<readonly ListedSession[]>
  /** When the newest session began, ended ones among them; undefined where there is none. */
  newestCreatedAt(): Promise<IsoTime | undefined>
  /** Deletes rows that ended 30 days ago. @returns how many */
  purge(wallMs: number): Promise<number>
}

/** @param absoluteTtlHours a session never outlives its creation by more; 0 = no such limit */
export function createSessionUpkeep(
  database: Pick<Database<IdentityTables>, 'query'>,
  absoluteTtlHours: number,
): SessionUpkeep {
  const liveSessions = (wallMs: number) => (eb: ExpressionBuilder<IdentityTables, 'sessions'>) =>
    eb.and([
      eb('sessions.revoked_at', 'is', null),
      eb('sessions.expires_at', '>', isoTime(wallMs)),
      ...(absoluteTtlHours === 0
        ? []
        : [eb('sessions.created_at', '>', isoTime(wallMs - absoluteTtlHours * HOUR_MS))]),
    ])

  /** Ends the live sessions of one user or of all, batch by batch in the order of their digests. */
  const revokeLive = async (username: string | undefined, wallMs: number): Promise<number> => {
    const now = isoTime(wallMs)
    let revoked = 0
    let after: Uint8Array = new Uint8Array()
    for (;;) {
      const digests = await database.query
        .selectFrom('sessions')
        .select('token_digest')
        .where(liveSessions(wallMs))
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

  return {
    revokeOf: (username, wallMs) => revokeLive(username, wallMs),

    revokeAll: (wallMs) => revokeLive(undefined, wallMs),

    // In the order of their digests, which are indexed as the times are not.
    async listLive(username, wallMs, limit) {
      let listed: readonly ListedSession[] = []
      let after: Uint8Array = new Uint8Array()
      for (;;) {
        const rows = await database.query
          .selectFrom('sessions')
          .innerJoin('users', 'users.user_id', 'sessions.user_id')
          .select([
            'sessions.token_digest',
            'users.username',
            'sessions.ip',
            'sessions.user_agent',
            'sessions.created_at',
            'sessions.last_seen_at',
            'sessions.expires_at',
          ])
          .where(liveSessions(wallMs))
          .where('sessions.token_digest', '>', after)
          .$if(username !== undefined, (query) =>
            query.where('users.username', '=', username ?? ''),
          )
          .orderBy('sessions.token_digest')
          .limit(LIST_BATCH)
          .execute()
        listed = [...listed, ...rows.map(rowToListed)].sort(lastSeenFirst).slice(0, limit)
        const last = rows.at(-1)
        if (!last || rows.length < LIST_BATCH) return listed
        after = last.token_digest
      }
    },

    async newestCreatedAt() {
      const row = await database.query
        .selectFrom('sessions')
        .select((eb) => eb.fn.max('created_at').as('newest'))
        .executeTakeFirst()
      return row?.newest ?? undefined
    },

    async purge(wallMs) {
      const before = isoTime(wallMs - PURGE_AFTER_MS)
      let purged = 0
      for (const column of ['expires_at', 'revoked_at'] as const) {
        purged += await deleteInBatches((limit) =>
          database.query
            .deleteFrom('sessions')
            .where('token_digest', 'in', (eb) =>
              eb
                .selectFrom('sessions')
                .select('token_digest')
                .where(column, '<', before)
                .limit(limit),
            )
            .executeTakeFirst(),
        )
      }
      return purged
    },
  }
}

type ListedRow = Omit<SessionsTable, 'token_digest' | 'user_id' | 'revoked_at'> & {
  readonly username: string
}

function rowToListed(row: ListedRow): ListedSession {
  return {
    username: row.username,
    ip: row.ip,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
  }
}

function lastSeenFirst(a: ListedSession, b: ListedSession): number {
  if (a.lastSeenAt === b.lastSeenAt) return 0
  return a.lastSeenAt < b.lastSeenAt ? 1 : -1
}
