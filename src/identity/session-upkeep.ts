// Lists, ends and purges many sessions, batch by batch, since there may be millions. One session's
// life stands in sessions.ts.
import type { ExpressionBuilder } from 'kysely'
import type { Statements } from '../db/database.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { IdentityTables, IsoTime, SessionsTable, UserId } from '../db/tables.ts'
import { DAY_MS, HOUR_MS, isoTime } from '../iso-time.ts'
import { byUnits } from '../text/by-units.ts'
import { exactly } from './exact-name.ts'

/** How long rows of ended sessions are kept. */
const PURGE_AFTER_MS = 30 * DAY_MS

/** Sessions that one statement lists or ends, far below its limits of time and parameters. */
const BATCH = 5_000

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
  /** Of one user or of all, the most recently seen first. */
  listLive(
    username: string | undefined,
    wallMs: number,
    limit: number,
  ): Promise<readonly ListedSession[]>
  /** When the newest session began that nobody has ended; undefined where there is none. */
  newestUnrevokedAt(): Promise<IsoTime | undefined>
  /**
   * Deletes rows that ended 30 days ago, or some of them if `stopping` aborts. @returns how many
   */
  purge(wallMs: number, stopping?: AbortSignal): Promise<number>
}

/** @param absoluteTtlHours a session never outlives its creation by more; 0 = no such limit */
export function createSessionUpkeep(
  database: Pick<Statements<IdentityTables>, 'query'>,
  absoluteTtlHours: number,
): SessionUpkeep {
  /** Neither revoked nor past the expiry in its row. */
  const isOpen = (wallMs: number) => (eb: ExpressionBuilder<IdentityTables, 'sessions'>) =>
    eb.and([eb('sessions.revoked_at', 'is', null), eb('sessions.expires_at', '>', isoTime(wallMs))])
  /** Sessions begun by then are past the absolute lifetime, whatever their row says. */
  const absoluteStart = (wallMs: number): IsoTime | undefined =>
    absoluteTtlHours === 0 ? undefined : isoTime(wallMs - absoluteTtlHours * HOUR_MS)

  /** Of all rows with the name; undefined means everybody. */
  const idsOf = async (username: string | undefined): Promise<readonly UserId[] | undefined> => {
    if (username === undefined) return undefined
    const rows = await database.query
      .selectFrom('users')
      .select(['user_id', 'username'])
      .where('username', '=', username)
      .execute()
    return exactly(rows, username).map(({ user_id: id }) => id)
  }

  /**
   * Ends the open sessions of one user or of all. Those past the absolute lifetime go too, without
   * being counted: it is a setting, and a longer one must not bring them back.
   */
  const revoke = async (username: string | undefined, wallMs: number): Promise<number> => {
    const start = absoluteStart(wallMs) ?? ''
    const ids = await idsOf(username)
    if (ids?.length === 0) return 0
    let revoked = 0
    const readAfter = (digest: Uint8Array) =>
      database.query
        .selectFrom('sessions')
        .select('token_digest')
        .where(isOpen(wallMs))
        .where('token_digest', '>', digest)
        .$if(ids !== undefined, (query) => query.where('user_id', 'in', ids ?? []))
        .orderBy('token_digest')
        .limit(BATCH)
        .execute()
    for await (const batch of inDigestOrder(readAfter)) {
      const digests = batch.map(({ token_digest: digest }) => digest)
      const ended = await database.query
        .updateTable('sessions')
        .set({ revoked_at: isoTime(wallMs) })
        .where('token_digest', 'in', digests)
        .where('revoked_at', 'is', null)
        .returning('created_at')
        .execute()
      revoked += ended.filter(({ created_at: createdAt }) => createdAt > start).length
    }
    return revoked
  }

  return {
    revokeOf: revoke,

    revokeAll: (wallMs) => revoke(undefined, wallMs),

    async listLive(username, wallMs, limit) {
      const start = absoluteStart(wallMs)
      const ids = await idsOf(username)
      if (ids?.length === 0) return []
      let listed: readonly ListedSession[] = []
      const readAfter = (digest: Uint8Array) =>
        database.query
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
          .where(isOpen(wallMs))
          .$if(start !== undefined, (query) => query.where('sessions.created_at', '>', start ?? ''))
          .$if(ids !== undefined, (query) => query.where('users.user_id', 'in', ids ?? []))
          .where('sessions.token_digest', '>', digest)
          .orderBy('sessions.token_digest')
          .limit(BATCH)
          .execute()
      for await (const batch of inDigestOrder(readAfter)) {
        listed = [...listed, ...batch.map(rowToListed)].sort(lastSeenFirst).slice(0, limit)
      }
      return listed
    },

    async newestUnrevokedAt() {
      const row = await database.query
        .selectFrom('sessions')
        .select((eb) => eb.fn.max('created_at').as('newest'))
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return row?.newest ?? undefined
    },

    async purge(wallMs, stopping) {
      const before = isoTime(wallMs - PURGE_AFTER_MS)
      let purged = 0
      for (const column of ['expires_at', 'revoked_at'] as const) {
        purged += await deleteInBatches(
          (limit) =>
            database.query
              .deleteFrom('sessions')
              .where('token_digest', 'in', (eb) =>
                eb
                  .selectFrom('sessions')
                  .select('token_digest')
                  .where(column, '<', before)
                  // By the index: PostgreSQL would read past all deleted rows for each batch.
                  .orderBy(column)
                  .limit(limit),
              )
              .executeTakeFirst(),
          stopping,
        )
      }
      return purged
    },
  }
}

/** In batches ordered by digest, since no index orders sessions by the time they were last seen. */
async function* inDigestOrder<Row extends Pick<SessionsTable, 'token_digest'>>(
  readAfter: (digest: Uint8Array) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let after: Uint8Array = new Uint8Array()
  for (;;) {
    const batch = await readAfter(after)
    const last = batch.at(-1)
    if (!last) return
    yield batch
    if (batch.length < BATCH) return
    after = last.token_digest
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
  return byUnits(b.lastSeenAt, a.lastSeenAt)
}
