// One attempt at a delivery. Its outcome is written into the table: delivered, due again later, or
// given up. Which deliveries are attempted, and when, is decided in dispatcher.ts.
import type { Clock } from '../clock.ts'
import { DatabaseUnavailable } from '../db/faults.ts'
import { addBounded } from '../limits/bounded-set.ts'
import type { Logger } from '../logging.ts'
import { round } from '../numbers/rounding.ts'
import { LEASE_S, retryDelayS } from './back-off.ts'
import type { Channel, DeliveryOutcome } from './channel.ts'
import type { ClaimedDelivery, DeliveryStore } from './delivery-store.ts'
import type { DeliveryKind, Outgoing } from './outgoing.ts'

/** What came of an attempt, as it is counted. */
export const ATTEMPT_RESULTS = ['delivered', 'retry', 'gave_up'] as const
type AttemptResult = (typeof ATTEMPT_RESULTS)[number]

export interface AttemptParts {
  readonly channel: Channel
  readonly store: Pick<DeliveryStore, 'markDelivered' | 'postpone' | 'giveUp' | 'saveParts'>
  /** Finds a record by its delivery; undefined if it is gone. */
  readonly load: (kind: DeliveryKind, recordId: string) => Promise<Outgoing | undefined>
  /**
   * Called at most once for each record that was delivered; not where a stop, or the end of half a
   * lease, comes before the mark is known to be written.
   */
  readonly onDelivered: (kind: DeliveryKind) => void
  readonly onAttempt: (result: AttemptResult) => void
  /** Called when the receiver asks not to be sent anything for a while. */
  readonly onSilenceAsked: (seconds: number) => void
  /** Aborts when the service begins to stop: a mark that failed is then not tried again. */
  readonly stopping: AbortSignal
  /** Aborts when the stop waits no longer for attempts under way. */
  readonly cutOff: AbortSignal
  readonly random: () => number
  readonly clock: Clock
  readonly log: Logger
}

/** Between two tries to mark a delivery while the database is unreachable. */
const MARK_AGAIN_S = 1

/** Deliveries remembered at most as made but not yet marked; past it the oldest is forgotten. */
const MAX_UNMARKED = 10_000

/**
 * @returns a function that makes one attempt, or none while the record is being sent, and never
 * rejects
 */
export function createAttempts(parts: AttemptParts): (claim: ClaimedDelivery) => Promise<void> {
  /** Ids of records that were delivered but not yet marked: they are not sent again. */
  const unmarked = new Set<string>()
  /**
   * Ids of records being sent, as many as the dispatcher has under way: their lease ends early
   * where somebody sets the clock forward.
   */
  const sending = new Set<string>()
  const send = async (claim: ClaimedDelivery): Promise<DeliveryOutcome | undefined> => {
    sending.add(claim.recordId)
    try {
      const outgoing = await parts.load(claim.kind, claim.recordId)
      return outgoing && (await deliver(parts, claim, outgoing))
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
      // A fault of ours, such as a kind that another version stored: given up in its time too.
      parts.log.error({ err: error, recordId: claim.recordId }, 'delivery attempt failed')
      return { kind: 'not_delivered', reason: 'a fault of the service: its log has it' }
    } finally {
      sending.delete(claim.recordId)
    }
  }
  return async (claim) => {
    if (sending.has(claim.recordId)) return
    try {
      if (unmarked.has(claim.recordId)) return await markUntilNoted(parts, unmarked, claim)
      const outcome = await send(claim)
      // No retry: a record that was deleted does not come back.
      if (!outcome) return await giveUp(parts, claim, 'the record is gone')
      await (outcome.kind === 'delivered'
        ? markUntilNoted(parts, unmarked, claim)
        : postponeOrGiveUp(parts, claim, outcome))
    } catch (error) {
      // The lease ends by itself, and the delivery is claimed again.
      parts.log.warn({ err: error, recordId: claim.recordId }, 'delivery attempt broke off')
    }
  }
}

function deliver(
  parts: AttemptParts,
  claim: ClaimedDelivery,
  outgoing: Outgoing,
): Promise<DeliveryOutcome> {
  return parts.channel.deliver(outgoing, {
    signal: parts.cutOff,
    partsSent: claim.partsSent,
    savePart: async (partsSent) => {
      // The other parts are sent all the same: stopping here would only send this part again.
      await parts.store.saveParts(claim, partsSent).catch((error: unknown) => {
        parts.log.warn({ err: error, recordId: claim.recordId }, 'a sent part cannot be noted')
      })
    },
  })
}

/**
 * Marks the record as delivered; while the database is unreachable, tries again for half a lease.
 * No other process sends the record before the whole lease is over, which began with the claim.
 */
async function markUntilNoted(
  parts: AttemptParts,
  unmarked: Set<string>,
  { recordId, kind }: ClaimedDelivery,
): Promise<void> {
  const { clock, stopping } = parts
  const markUntilMs = clock.nowMs() + (LEASE_S / 2) * 1000
  addBounded(unmarked, recordId, MAX_UNMARKED)
  // A try whose answer was lost may have marked it all the same.
  let mayBeMarked = false
  for (;;) {
    try {
      const first = await parts.store.markDelivered(recordId, clock.wallMs())
      unmarked.delete(recordId)
      if (!first && !mayBeMarked) return
      parts.onDelivered(kind)
      parts.onAttempt('delivered')
      return
    } catch (error) {
      mayBeMarked = true
      parts.log.warn({ err: error, recordId }, 'delivered, but that cannot be noted yet')
      if (stopping.aborted || clock.nowMs() >= markUntilMs) return
      await clock.sleep(MARK_AGAIN_S, stopping)
    }
  }
}

/** Makes the delivery due again after a back-off, or gives it up once its time is over. */
async function postponeOrGiveUp(
  parts: AttemptParts,
  claim: ClaimedDelivery,
  { reason, retryAfterS }: Extract<DeliveryOutcome, { kind: 'not_delivered' }>,
): Promise<void> {
  const nowMs = parts.clock.wallMs()
  if (nowMs >= Date.parse(claim.giveUpAt)) return giveUp(parts, claim, reason)
  if (retryAfterS !== undefined) parts.onSilenceAsked(retryAfterS)
  const delayS = parts.cutOff.aborted
    ? 0
    : Math.max(retryDelayS(claim.attempts, parts.random()), retryAfterS ?? 0)
  await parts.store.postpone(claim, nowMs + delayS * 1000, reason)
  parts.onAttempt('retry')
  const logged = { ...about(claim, reason), delayS: round(delayS, 1) }
  parts.log.warn(logged, 'delivery failed, will be tried again')
}

async function giveUp(parts: AttemptParts, claim: ClaimedDelivery, reason: string): Promise<void> {
  await parts.store.giveUp(claim, reason)
  parts.onAttempt('gave_up')
  parts.log.error(about(claim, reason), 'delivery given up, a person has to look')
}

function about({ recordId, kind, attempts }: ClaimedDelivery, reason: string): object {
  return { recordId, kind, attempts, reason }
}
