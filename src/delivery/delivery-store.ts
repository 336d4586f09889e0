// The table `deliveries`: which records have to leave the service, how often each was tried and how
// it went. A claim is one conditional update, so that one of several processes makes an attempt.
// What an operator does about deliveries is delivery-upkeep.ts's.
import type { ExpressionBuilder, Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import { storableText } from '../db/storable-text.ts'
import type { DeliveriesTable, IsoTime, MainTables } from '../db/tables.ts'
import { isoTime } from '../iso-time.ts'
import { GIVE_UP_AFTER_S, LEASE_S, LONGEST_RETRY_S } from './back-off.ts'
import type { DeliveryKind, Destination } from './outgoing.ts'

/** A claimed delivery: whoever holds this makes the next attempt. */
export interface ClaimedDelivery {
  readonly recordId: string
  readonly kind: DeliveryKind
  /** The attempt of this claim included. Tells the claim from a later one of the same delivery. */
  readonly attempts: number
  readonly partsSent: number
  readonly giveUpAt: IsoTime
}

export interface DeliveryState {
  readonly pending: number
  readonly failed: number
  readonly oldestPendingAt: IsoTime | undefined
}

export const NOTHING_UNDELIVERED: DeliveryState = {
  pending: 0,
  failed: 0,
  oldestPendingAt: undefined,
}

export interface DeliveryStore {
  /** Takes due deliveries, oldest due first, for the length of a lease. */
  claimDue(
    destination: Destination,
    atMost: number,
    wallMs: number,
  ): Promise<readonly ClaimedDelivery[]>
  /** @returns whether this call made it delivered; false if it was before */
  markDelivered(recordId: string, wallMs: number): Promise<boolean>
  /** Changes nothing once a later claim was made; nor do `giveUp` and `saveParts` then. */
  postpone(claim: ClaimedDelivery, nextAttemptMs: number, fault: string): Promise<void>
  giveUp(claim: ClaimedDelivery, fault: string): Promise<void>
  saveParts(claim: ClaimedDelivery, partsSent: number): Promise<void>
  /** Reads every delivery that waits or was given up. */
  state(destination: Destination): Promise<DeliveryState>
  /** When the next of those that wait is due; undefined where none waits. */
  nextAttemptAt(destination: Destination): Promise<IsoTime | undefined>
  /** Counts no further than `atMost`. */
  pendingOf(kind: DeliveryKind, atMost: number): Promise<number>
}

/** UTF-16 units of a fault that are stored at most; a character that this cuts becomes U+FFFD. */
const MAX_FAULT = 300

const CLAIM_COLUMNS = ['record_id', 'kind', 'attempts', 'parts_sent', 'give_up_at'] as const

/** Puts a record on its way, in the transaction that stores it. */
export async function enqueueDelivery(
  transaction: Transaction<MainTables>,
  delivery: {
    readonly recordId: string
    readonly destination: Destination
    readonly kind: DeliveryKind
    readonly wallMs: number
  },
): Promise<void> {
  const now = isoTime(delivery.wallMs)
  await transaction
    .insertInto('deliveries')
    .values({
      record_id: delivery.recordId,
      destination: delivery.destination,
      kind: delivery.kind,
      state: 'pending',
      created_at: now,
      next_attempt_at: now,
      give_up_at: isoTime(delivery.wallMs + GIVE_UP_AFTER_S * 1000),
      delivered_at: null,
      attempts: 0,
      parts_sent: 0,
      last_fault: null,
    })
    .execute()
}

export function createDeliveryStore(database: Database<MainTables>): DeliveryStore {
  const { query } = database
  // What an idle service asks every few seconds is prepared: it keeps no reader thread for that.
  const selectUndelivered = database.prepare<{ destination: Destination }, { state: string }>(
    (select, argument) =>
      select
        .selectFrom('deliveries')
        .select('state')
        .where('destination', '=', argument('destination'))
        .where('state', 'in', ['pending', 'failed'])
        .limit(1),
  )
  const selectNextAttempt = database.prepare<
    { destination: Destination },
    { next_attempt_at: IsoTime }
  >((select, argument) =>
    select
      .selectFrom('deliveries')
      .select('next_attempt_at')
      .where('destination', '=', argument('destination'))
      .where('state', '=', 'pending')
      .orderBy('next_attempt_at')
      .limit(1),
  )
  const updateClaimed = (claim: ClaimedDelivery) =>
    query
      .updateTable('deliveries')
      .where('record_id', '=', claim.recordId)
      .where('attempts', '=', claim.attempts)
      .where('state', '=', 'pending')

  return {
    async claimDue(destination, atMost, wallMs) {
      const times = claimableTimes(wallMs)
      const rows = await query
        .updateTable('deliveries')
        .set((eb) => ({
          next_attempt_at: isoTime(wallMs + LEASE_S * 1000),
          attempts: eb('attempts', '+', 1),
        }))
        .where('record_id', 'in', (eb) => claimableIds(eb, destination, atMost, times))
        // Asked again of the row itself: another process may have claimed it since.
        .where('state', '=', 'pending')
        .where((eb) =>
          eb.or([
            eb('next_attempt_at', '<=', times.dueBy),
            eb('next_attempt_at', '>', times.noneAfter),
          ]),
        )
        .returning(CLAIM_COLUMNS)
        .execute()
      return rows.map(rowToClaim)
    },

    async markDelivered(recordId, wallMs) {
      const result = await query
        .updateTable('deliveries')
        .set({ state: 'delivered', delivered_at: isoTime(wallMs), last_fault: null })
        .where('record_id', '=', recordId)
        .where('state', '!=', 'delivered')
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    },

    async postpone(claim, nextAttemptMs, fault) {
      await updateClaimed(claim)
        .set({ next_attempt_at: isoTime(nextAttemptMs), last_fault: storableFault(fault) })
        .execute()
    },

    async giveUp(claim, fault) {
      await updateClaimed(claim)
        .set({ state: 'failed', last_fault: storableFault(fault) })
        .execute()
    },

    async saveParts(claim, partsSent) {
      await updateClaimed(claim).set({ parts_sent: partsSent }).execute()
    },

    async state(destination) {
      if ((await selectUndelivered({ destination })).length === 0) return NOTHING_UNDELIVERED
      const rows = await query
        .selectFrom('deliveries')
        .select((eb) => [
          'state',
          eb.fn.countAll<number>().as('count'),
          eb.fn.min('created_at').as('oldest_at'),
        ])
        .where('destination', '=', destination)
        .where('state', 'in', ['pending', 'failed'])
        .groupBy('state')
        .execute()
      const pending = rows.find((row) => row.state === 'pending')
      return {
        pending: pending?.count ?? 0,
        failed: rows.find((row) => row.state === 'failed')?.count ?? 0,
        oldestPendingAt: pending?.oldest_at,
      }
    },

    async nextAttemptAt(destination) {
      const [next] = await selectNextAttempt({ destination })
      return next?.next_attempt_at
    },

    async pendingOf(kind, atMost) {
      const { count } = await query
        .selectFrom((eb) =>
          eb
            .selectFrom('deliveries')
            .select('record_id')
            .where('kind', '=', kind)
            .where('state', '=', 'pending')
            .limit(atMost)
            .as('waiting'),
        )
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
  }
}

interface ClaimableTimes {
  /** What is to be tried by then is due. */
  readonly dueBy: IsoTime
  /** No back-off reaches further: what is to be tried later was set while the clock was ahead. */
  readonly noneAfter: IsoTime
}

function claimableTimes(wallMs: number): ClaimableTimes {
  return { dueBy: isoTime(wallMs), noneAfter: isoTime(wallMs + 2 * LONGEST_RETRY_S * 1000) }
}

/**
 * The soonest of those due and of those set too far ahead. Each kind by a range of the index: asked
 * for both at once, all that waits would be read.
 */
function claimableIds(
  eb: ExpressionBuilder<MainTables, 'deliveries'>,
  destination: Destination,
  atMost: number,
  { dueBy, noneAfter }: ClaimableTimes,
) {
  const waiting = (comparison: '<=' | '>', time: IsoTime) =>
    eb
      .selectFrom('deliveries')
      .select(['record_id', 'next_attempt_at'])
      .where('destination', '=', destination)
      .where('state', '=', 'pending')
      .where('next_attempt_at', comparison, time)
      .orderBy('next_attempt_at')
      .limit(atMost)
  return eb
    .selectFrom(
      eb
        .selectFrom(waiting('<=', dueBy).as('due'))
        .selectAll()
        .unionAll(eb.selectFrom(waiting('>', noneAfter).as('ahead')).selectAll())
        .as('either'),
    )
    .select('record_id')
    .orderBy('next_attempt_at')
    .limit(atMost)
}

function storableFault(fault: string): string {
  return storableText(fault).slice(0, MAX_FAULT).toWellFormed()
}

function rowToClaim(row: Pick<DeliveriesTable, (typeof CLAIM_COLUMNS)[number]>): ClaimedDelivery {
  return {
    recordId: row.record_id,
    kind: row.kind,
    attempts: row.attempts,
    partsSent: row.parts_sent,
    giveUpAt: row.give_up_at,
  }
}
