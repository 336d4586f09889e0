// What an operator does about deliveries that are still to be made: lists them, makes them due now,
// ends them. How they are made is delivery-store.ts's and the dispatcher's.
import { type SqlBool, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { DeliveriesTable, IsoTime, MainTables } from '../db/tables.ts'
import { isoTime } from '../iso-time.ts'
import { GIVE_UP_AFTER_S, LEASE_S } from './back-off.ts'
import type { DeliveryKind, Destination } from './outgoing.ts'

export interface ListedDelivery {
  readonly recordId: string
  readonly destination: Destination
  readonly kind: DeliveryKind
  readonly state: DeliveriesTable['state']
  readonly createdAt: IsoTime
  readonly nextAttemptAt: IsoTime
  readonly attempts: number
  readonly lastFault: string | null
}

interface DeliveryUpkeep {
  /** Not delivered yet or given up, oldest first. */
  listUndelivered(limit: number): Promise<readonly ListedDelivery[]>
  /**
   * Makes one or all due now, for as long as a new delivery: those given up, and those that wait
   * longer than two leases. Nobody is sending them, even where a claim was made after `wallMs` was
   * read, or on a machine whose clock is up to a lease ahead. @returns how many
   */
  retryNow(recordId: string | undefined, wallMs: number): Promise<number>
  /** Deletes one undelivered delivery, or all of one fault; the records stay. @returns how many */
  drop(which: { readonly recordId: string } | { readonly fault: string }): Promise<number>
}

const LISTED_COLUMNS = [
  'record_id',
  'destination',
  'kind',
  'state',
  'created_at',
  'next_attempt_at',
  'attempts',
  'last_fault',
] as const

/** Worded as in the partial index: with an argument in it, SQLite would not use the index. */
const UNDELIVERED = sql<SqlBool>`state <> 'delivered'`

export function createDeliveryUpkeep({
  query,
}: Pick<Database<MainTables>, 'query'>): DeliveryUpkeep {
  return {
    async listUndelivered(limit) {
      const rows = await query
        .selectFrom('deliveries')
        .select(LISTED_COLUMNS)
        .where(UNDELIVERED)
        .orderBy('created_at')
        .orderBy('record_id')
        .limit(limit)
        .execute()
      return rows.map(rowToListed)
    },

    async retryNow(recordId, wallMs) {
      const result = await query
        .updateTable('deliveries')
        .set({
          state: 'pending',
          next_attempt_at: isoTime(wallMs),
          give_up_at: isoTime(wallMs + GIVE_UP_AFTER_S * 1000),
        })
        .where(UNDELIVERED)
        .where((eb) =>
          eb.or([
            eb('state', '=', 'failed'),
            eb('next_attempt_at', '>', isoTime(wallMs + 2 * LEASE_S * 1000)),
          ]),
        )
        .$if(recordId !== undefined, (update) => update.where('record_id', '=', recordId ?? ''))
        .executeTakeFirst()
      return Number(result.numUpdatedRows)
    },

    async drop(which) {
      const result = await query
        .deleteFrom('deliveries')
        .where(UNDELIVERED)
        .where((eb) =>
          'recordId' in which
            ? eb('record_id', '=', which.recordId)
            : eb('last_fault', '=', which.fault),
        )
        .executeTakeFirst()
      return Number(result.numDeletedRows)
    },
  }
}

function rowToListed(row: Pick<DeliveriesTable, (typeof LISTED_COLUMNS)[number]>): ListedDelivery {
  return {
    recordId: row.record_id,
    destination: row.destination,
    kind: row.kind,
    state: row.state,
    createdAt: row.created_at,
    nextAttemptAt: row.next_attempt_at,
    attempts: row.attempts,
    lastFault: row.last_fault,
  }
}
