// The accounts of the audit trail, each summed up from its events: admins read them page by page.
import type { ExpressionBuilder, QueryCreator } from 'kysely'
import type { Database } from '../db/database.ts'
import { storableText } from '../db/storable-text.ts'
import type { IsoTime, MainTables } from '../db/tables.ts'
import { EVENT, type EventType } from './events.ts'

/** One account, summed up from its events. */
export interface AuditedAccount {
  readonly username: string
  readonly firstEventAt: IsoTime
  readonly lastEventAt: IsoTime
  readonly lastLoginAt: IsoTime | null
  /** `MAX_COUNTED` stands for that many or more, here and below. */
  readonly loginsSucceeded: number
  readonly loginsFailed: number
}

/** Events of one kind are counted up to this, so that a page of busy accounts takes under 1 s. */
export const MAX_COUNTED = 2_000

/** Ordered by username, beginning after `after`. Events with an empty username are left out. */
export async function auditedAccounts(
  database: Database<MainTables>,
  after: string,
  limit: number,
): Promise<readonly AuditedAccount[]> {
  const rows = await database.query
    .withRecursive('accounts', (query) => namesAfter(query, after, limit))
    .selectFrom('accounts')
    .where('accounts.username', 'is not', null)
    .select(accountFigures)
    .orderBy('accounts.username')
    .execute()
  // A name that was found has events: its first and last are there.
  return rows.map((row) => rowToAccount(row as AccountRow))
}

/** The names of a page, with a row of null behind the last name of all. */
interface Names {
  readonly accounts: { readonly username: string | null; readonly place: number }
}

/** Goes from name to name by the index: under attack one name alone may have millions of events. */
function namesAfter(query: QueryCreator<MainTables & Names>, after: string, limit: number) {
  return (
    query
      .selectFrom('user_events')
      // Empty names are left out by the same comparison that continues a page.
      .where('username', '>', storableText(after))
      .select((eb) => [
        eb.fn.min<string | null>('username').as('username'),
        eb.lit<number>(1).as('place'),
      ])
      .unionAll(
        query
          .selectFrom('accounts')
          .where('accounts.username', 'is not', null)
          .where('accounts.place', '<', limit)
          .select((eb) => [
            eb
              .selectFrom('user_events')
              .select((event) => event.fn.min<string | null>('username').as('username'))
              .whereRef('user_events.username', '>', 'accounts.username')
              .as('username'),
            eb('accounts.place', '+', 1).as('place'),
          ]),
      )
  )
}

/** The figures of each name, every one of them read by the index. */
function accountFigures(eb: ExpressionBuilder<MainTables & Names, 'accounts'>) {
  const events = eb
    .selectFrom('user_events')
    .whereRef('user_events.username', '=', 'accounts.username')
  const of = (type: EventType) => events.where('event_type', '=', type)
  const times = (some: typeof events, order: 'asc' | 'desc') =>
    some.select('occurred_at').orderBy('occurred_at', order).limit(1)
  const countOf = (type: EventType) =>
    eb
      .selectFrom(of(type).select('event_type').limit(MAX_COUNTED).as('some'))
      .select((some) => some.fn.countAll<number>().as('count'))
  return [
    'accounts.username' as const,
    times(events, 'asc').as('first_event_at'),
    times(events, 'desc').as('last_event_at'),
    times(of(EVENT.loginSuccess), 'desc').as('last_login_at'),
    countOf(EVENT.loginSuccess).as('logins_succeeded'),
    countOf(EVENT.loginFailed).as('logins_failed'),
  ] as const
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
