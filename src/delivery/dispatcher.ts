// Brings what waits for one destination out of the service: at once when told of something new,
// again with back-off when it failed, until it is delivered or given up. The table is the queue;
// in memory is only what is under way.
import { type Clock, within } from '../clock.ts'
import type { Logger } from '../logging.ts'
import { LEASE_S, retryDelayS } from './back-off.ts'
import type { Channel, DeliveryOutcome } from './channel.ts'
import type { ClaimedDelivery, DeliveryState, DeliveryStore } from './delivery-store.ts'
import type { DeliveryKind, Destination, Outgoing } from './outgoing.ts'

export interface DispatcherParts {
  readonly destination: Destination
  readonly channel: Channel
  readonly store: Pick<
    DeliveryStore,
    'claimDue' | 'markDelivered' | 'postpone' | 'giveUp' | 'saveParts' | 'state'
  >
  /** Finds a record by its delivery; undefined if it is gone. */
  readonly load: (kind: DeliveryKind, recordId: string) => Promise<Outgoing | undefined>
  /** Called exactly once for each delivery, after it. */
  readonly onDelivered: (kind: DeliveryKind) => void
  readonly onAttempt: (outcome: 'delivered' | 'retry' | 'gave_up') => void
  readonly random: () => number
  readonly clock: Clock
  readonly log: Logger
}

export interface Dispatcher {
  /** Looks for due deliveries now; returns at once. */
  wake(): void
  /** As last read from the table. */
  readonly state: DeliveryState
  /** Lets attempts under way end for `limitS` at most, then cuts them off; they run again later. */
  stop(limitS: number): Promise<void>
}

/** Deliveries that another process left behind are found after this long at the latest. */
const LOOK_EVERY_S = 20

/** A database that is away is asked again after this. */
const FAULT_PAUSE_S = 5

const MARK_AGAIN_S = 1

/** Delivered but not yet marked, because the database is away; the oldest is forgotten past it. */
const UNMARKED_MOST = 10_000

/** Resolves once it has looked for the first time. */
export async function startDispatcher(parts: DispatcherParts): Promise<Dispatcher> {
  const { destination, channel, store, clock, log } = parts
  const stopping = new AbortController()
  const cutOff = new AbortController()
  const underWay = new Set<Promise<void>>()
  const unmarked = new Set<string>()
  let state: DeliveryState = {
    pending: 0,
    failed: 0,
    oldestPendingAt: undefined,
    nextAttemptAt: undefined,
  }
  let woken = Promise.withResolvers<void>()
  let silentUntilMs = Number.NEGATIVE_INFINITY

  /** One attempt; whatever it meets, it ends in the table. */
  const attempt = async (claim: ClaimedDelivery): Promise<void> => {
    try {
      const outcome = unmarked.has(claim.recordId)
        ? ({ kind: 'delivered' } as const)
        : await deliver(claim)
      await (outcome.kind === 'delivered' ? settle(claim) : comeBackTo(claim, outcome))
    } catch (error) {
      // The lease ends by itself, and the delivery is claimed again.
      log.warn({ err: error, recordId: claim.recordId }, 'delivery attempt broke off')
    }
  }

  const deliver = async (claim: ClaimedDelivery): Promise<DeliveryOutcome> => {
    const outgoing = await parts.load(claim.kind, claim.recordId)
    if (!outgoing) return { kind: 'not_delivered', reason: 'the record is gone' }
    return channel.deliver(outgoing, {
      signal: cutOff.signal,
      partsSent: claim.partsSent,
      savePart: async (partsSent) => {
        // The rest is sent all the same: stopping here would only send this part again.
        await store.saveParts(claim, partsSent).catch((error: unknown) => {
          log.warn({ err: error, recordId: claim.recordId }, 'a sent part cannot be noted')
        })
      },
    })
  }

  /** Marking is tried for half a lease: within the whole of it, counted from the claim, nobody else sends it again. */
  const settle = async ({ recordId, kind }: ClaimedDelivery): Promise<void> => {
    const markUntilMs = clock.nowMs() + (LEASE_S / 2) * 1000
    unmarked.add(recordId)
    const [oldest] = unmarked
    if (unmarked.size > UNMARKED_MOST && oldest !== undefined) unmarked.delete(oldest)
    for (;;) {
      try {
        const first = await store.markDelivered(recordId, clock.wallMs())
        unmarked.delete(recordId)
        if (!first) return
        parts.onDelivered(kind)
        parts.onAttempt('delivered')
        return
      } catch (error) {
        log.warn({ err: error, recordId }, 'delivered, but that cannot be noted yet')
        if (stopping.signal.aborted || clock.nowMs() >= markUntilMs) return
        await clock.sleep(MARK_AGAIN_S, stopping.signal)
      }
    }
  }

  const comeBackTo = async (
    claim: ClaimedDelivery,
    { reason, retryAfterS }: Extract<DeliveryOutcome, { kind: 'not_delivered' }>,
  ): Promise<void> => {
    const about = { recordId: claim.recordId, kind: claim.kind, attempts: claim.attempts, reason }
    const nowMs = clock.wallMs()
    if (nowMs >= Date.parse(claim.giveUpAt)) {
      await store.giveUp(claim, reason)
      parts.onAttempt('gave_up')
      log.error(about, 'delivery given up, a person has to look')
      return
    }
    if (retryAfterS !== undefined) {
      silentUntilMs = Math.max(silentUntilMs, clock.nowMs() + retryAfterS * 1000)
    }
    const delayS = cutOff.signal.aborted
      ? 0
      : Math.max(retryDelayS(claim.attempts, parts.random()), retryAfterS ?? 0)
    await store.postpone(claim, nowMs + delayS * 1000, reason)
    parts.onAttempt('retry')
    log.warn({ ...about, delayS }, 'delivery failed, will be tried again')
  }

  /** Fills the free places with due deliveries. @returns whether there may be more at once */
  const look = async (): Promise<boolean> => {
    const free = channel.atOnce - underWay.size
    if (free <= 0 || clock.nowMs() < silentUntilMs) return false
    const claimed = await store.claimDue(destination, free, clock.wallMs())
    for (const claim of claimed) {
      const running = attempt(claim).finally(() => {
        underWay.delete(running)
        woken.resolve()
      })
      underWay.add(running)
    }
    return claimed.length === free && underWay.size < channel.atOnce
  }

  const lookAll = async (): Promise<number> => {
    try {
      while (!stopping.signal.aborted && (await look()));
      state = await store.state(destination)
      return untilNextS()
    } catch (error) {
      log.warn({ err: error, destination }, 'deliveries cannot be read, will look again')
      return FAULT_PAUSE_S
    }
  }

  const untilNextS = (): number => {
    const dueS =
      state.nextAttemptAt === undefined
        ? LOOK_EVERY_S
        : (Date.parse(state.nextAttemptAt) - clock.wallMs()) / 1000
    const silenceS = (silentUntilMs - clock.nowMs()) / 1000
    // While every place is taken, the end of an attempt wakes the loop.
    const busy = underWay.size >= channel.atOnce
    return busy ? LOOK_EVERY_S : Math.min(LOOK_EVERY_S, Math.max(dueS, silenceS, 0.05))
  }

  const run = async (firstWaitS: number): Promise<void> => {
    let waitS = firstWaitS
    while (!stopping.signal.aborted) {
      const rest = new AbortController()
      const signal = AbortSignal.any([stopping.signal, rest.signal])
      await Promise.race([woken.promise, clock.sleep(waitS, signal)])
      rest.abort()
      woken = Promise.withResolvers()
      if (!stopping.signal.aborted) waitS = await lookAll()
    }
  }
  const ended = run(await lookAll())

  return {
    get state() {
      return state
    },
    wake: () => woken.resolve(),
    async stop(limitS) {
      stopping.abort()
      await ended
      await within(clock, limitS, Promise.all(underWay))
      cutOff.abort()
      await Promise.all(underWay)
    },
  }
}
