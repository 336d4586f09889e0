// The table `user_events`: written in batches, read by the command line. Its sum by account is
// audited-accounts.ts's.
import type { Insertable, Selectable, SelectQueryBuilder } from 'kysely'
import type { Database } from '../db/database.ts'
import { storableText } from '../db/storable-text.ts'
import type { IsoTime, MainTables, UserEventsTable } from '../db/tables.ts'
import { type AuditedAccount, auditedAccounts } from './audited-accounts.ts'
import type { AuditEvent } from './events.ts'

export interface RecordedEvent extends AuditEvent {
  readonly occurredAt: IsoTime
}

/** An event as it is read back: its type may be one that a newer version has written. */
export interface StoredEvent extends Omit<RecordedEvent, 'eventType' | 'payload'> {
  readonly eventId: number
  readonly eventType: string
  readonly payload: unknown
}

/** One statement has no time to look for a rare type among millions of events. */
const SPAN_EVENTS = 100_000

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
  /** As `auditedAccounts`. */
  accounts(after: string, limit: number): Promise<readonly AuditedAccount[]>
}

/** @param spanEvents events that one statement looks through */
export function createEventStore(
  database: Database<MainTables>,
  spanEvents = SPAN_EVENTS,
): EventStore {
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
      const all = database.query.selectFrom('user_events').selectAll()
      const newestOf = (some: Events, atMost: number) =>
        some.orderBy('occurred_at', 'desc').orderBy('event_id', 'desc').limit(atMost).execute()
      if (username !== undefined) {
        const rows = await newestOf(ofName(all, { username, eventType, since }), limit)
        return rows.map(rowToEvent)
      }
      const found: StoredEvent[] = []
      for await (const span of spansBack(all, since, spanEvents)) {
        const asked = span.$if(eventType !== undefined, (some) =>
          some.where('event_type', '=', eventType ?? ''),
        )
        for (const row of await newestOf(asked, limit - found.length)) found.push(rowToEvent(row))
        if (found.length >= limit) break
      }
      return found
    },

    accounts: (after, limit) => auditedAccounts(database, after, limit),
  }
}

type Events = SelectQueryBuilder<MainTables, 'user_events', Selectable<UserEventsTable>>

/** The events back to `since`, the newest first: spans of time that hold so many each, or more. */
async function* spansBack(
  all: Events,
  since: IsoTime | undefined,
  spanEvents: number,
): AsyncGenerator<Events> {
  const back = since === undefined ? all : all.where('occurred_at', '>=', since)
  let left = back
  for (;;) {
    // The span's end first, from the index of times alone.
    const last = await left
      .clearSelect()
      .select('occurred_at')
      .orderBy('occurred_at', 'desc')
      .offset(spanEvents - 1)
      .limit(1)
      .executeTakeFirst()
    if (!last) {
      yield left
      return
    }
    yield left.where('occurred_at', '>=', last.occurred_at)
    left = back.where('occurred_at', '<', last.occurred_at)
  }
}

function ofName(
  query: Events,
  { username, eventType, since }: Omit<EventFilter, 'limit'> & { readonly username: string },
): Events {
  const name = storableText(username)
  if (eventType === undefined) return inOrderOf(query, ['username', name], since)
  return inOrderOf(query.where('username', '=', name), ['event_type', eventType], since)
}

/**
 * A range of one value, by which the events are ordered first: only an index of names has that
 * order. Of a name that millions of events have, PostgreSQL would look for those of a rare type
 * among everybody's in order of time, and not come to an end. The range begins at the time asked
 * for, so that what is older is not read.
 */
function inOrderOf(
  query: Events,
  [column, value]: readonly ['username' | 'event_type', string],
  since: IsoTime | undefined,
): Events {
  return query
    .where(({ eb, refTuple, tuple }) =>
      since === undefined
        ? eb(column, '>=', value)
        : eb(refTuple(column, 'occurred_at'), '>=', tuple(value, since)),
    )
    .where(column, '<=', value)
    .orderBy(column, 'desc')
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
    payload: readablePayload(row.payload),
  }
}

/** What is no JSON, as another program may have written, stays as it is: it hides no event. */
function readablePayload(payload: unknown): unknown {
  if (typeof payload !== 'string') return payload
  try {
    return JSON.parse(payload)
  } catch {
    return payload
  }
}
