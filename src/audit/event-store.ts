// The table `user_events`: written in batches, read by admins and the command line.
import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../db/database.ts'
import { storableText } from '../db/storable-text.ts'
import type { IsoTime, MainTables, UserEventsTable } from '../db/tables.ts'
import { type AuditEvent, EVENT, type EventType } from './events.ts'

export interface RecordedEvent extends AuditEvent {
  readonly occurredAt: IsoTime
}

export interface StoredEvent {
  readonly eventId: number
  readonly occurredAt: IsoTime
  readonly eventType: string
  readonly username: string
  readonly ip: string
  readonly userAgent: string | null
  readonly path: string
  readonly method: string
  readonly payload: unknown
}

/** One account, summed up from its events. */
export interface AuditedAccount {
  readonly username: string
  readonly firstEventAt: IsoTime
  readonly lastEventAt: IsoTime
  readonly lastLoginAt: IsoTime | null
  readonly loginsSucceeded: number
  readonly loginsFailed: number
}

interface EventFilter {
  readonly username?: string | undefined
  readonly eventType?: string | undefined
  readonly since?: IsoTime | undefined
  readonly limit: number
}

export interface EventStore {
  /** All or none. */
  append(events: readonly RecordedEvent[]): Promise<void>
  /** Newest first. */
  list(filter: EventFilter): Promise<readonly StoredEvent[]>
  /** Ordered by username, beginning after `after`. Events with an empty username are left out. */
  accounts(after: string, limit: number): Promise<readonly AuditedAccount[]>
}

export function createEventStore(database: Database<MainTables>): EventStore {
  // Most batches hold one event: a sign-in's event is written before the next sign-in has one.
  const appendOne = database.prepare<ReturnType<typeof eventToRow>, unknown>((query, argument) =>
    query.insertInto('user_events').values({
      occurred_at: argument('occurred_at'),
      event_type: argument('event_type'),
      username: argument('username'),
      ip: argument('ip'),
      user_agent: argument('user_agent'),
      path: argument('path'),
      method: argument('method'),
      payload: argument('payload'),
    }),
  )
  return {
    async append(events) {
      const [first] = events
      if (!first) return
      if (events.length === 1) {
        await appendOne(eventToRow(first))
        return
      }
      await database.query.insertInto('user_events').values(events.map(eventToRow)).execute()
    },

    async list({ username, eventType, since, limit }) {
      const rows = await database.query
        .selectFrom('user_events')
        .selectAll()
        .$if(username !== undefined, (query) =>
          query.where('username', '=', storableText(username ?? '')),
        )
        .$if(eventType !== undefined, (query) => query.where('event_type', '=', eventType ?? ''))
        .$if(since !== undefined, (query) => query.where('occurred_at', '>=', since ?? ''))
        .orderBy('occurred_at', 'desc')
        .orderBy('event_id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(rowToEvent)
    },

    async accounts(after, limit) {
      const rows = await database.query
        .selectFrom('user_events')
        .select((eb) => {
          const whenOf = (type: EventType) => eb.case().when('event_type', '=', type)
          return [
            'username',
            eb.fn.min('occurred_at').as('first_event_at'),
            eb.fn.max('occurred_at').as('last_event_at'),
            eb.fn
              .max(whenOf(EVENT.loginSuccess).then(eb.ref('occurred_at')).end())
              .as('last_login_at'),
            eb.fn.count<number>(whenOf(EVENT.loginSuccess).then(1).end()).as('logins_succeeded'),
            eb.fn.count<number>(whenOf(EVENT.loginFailed).then(1).end()).as('logins_failed'),
          ]
        })
        // Empty names are left out by the same comparison that continues a page.
        .where('username', '>', storableText(after))
        .groupBy('username')
        .orderBy('username')
        .limit(limit)
        .execute()
      return rows.map(rowToAccount)
    },
  }
}

function eventToRow(event: RecordedEvent) {
  return {
    occurred_at: event.occurredAt,
    event_type: event.eventType,
    username: storableText(event.username),
    ip: event.ip,
    user_agent: event.userAgent,
    path: event.path,
    method: event.method,
    payload: JSON.stringify(event.payload),
  } satisfies Insertable<UserEventsTable>
}

function rowToEvent(row: Selectable<UserEventsTable>): StoredEvent {
  return {
    eventId: row.event_id,
    occurredAt: row.occurred_at,
    eventType: row.event_type,
    username: row.username,
    ip: row.ip,
    userAgent: row.user_agent,
    path: row.path,
    method: row.method,
    payload: typeof row.payload === 'string' ? JSON.parse(row.payload) : row.payload,
  }
}

interface AccountRow {
  readonly username: string
  readonly first_event_at: IsoTime
  readonly last_event_at: IsoTime
  readonly last_login_at: IsoTime | null
  readonly logins_succeeded: number
  readonly logins_failed: number
}

function rowToAccount(row: AccountRow): AuditedAccount {
  return {
    username: row.username,
    firstEventAt: row.first_event_at,
    lastEventAt: row.last_event_at,
    lastLoginAt: row.last_login_at,
    loginsSucceeded: row.logins_succeeded,
    loginsFailed: row.logins_failed,
  }
}
