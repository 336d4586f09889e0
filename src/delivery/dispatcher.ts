// Sends the records that wait for one destination: at once when woken, again after a back-off when
// an attempt failed, until they are delivered or given up. The table is the queue; memory holds
// only the attempts under way. How one attempt goes stands in delivery-attempt.ts.
import { type Clock, within } from '../clock.ts'
import type { IsoTime } from '../db/tables.ts'
import { createRepeatedFault } from '../repeated-fault.ts'
import { type AttemptParts, createAttempts } from './delivery-attempt.ts'
import { type DeliveryState, type DeliveryStore, NOTHING_UNDELIVERED } from './delivery-store.ts'
import type { Destination } from './outgoing.ts'

interface DispatcherParts
  extends Omit<AttemptParts, 'store' | 'onSilenceAsked' | 'stopping' | 'cutOff'> {
  readonly destination: Destination
  readonly store: AttemptParts['store'] &
    Pick<DeliveryStore, 'claimDue' | 'state' | 'nextAttemptAt'>
  /** Once it aborts, nothing due is looked for any more. */
  readonly serviceStopping: AbortSignal
}

export interface Dispatcher {
  /** Looks for due deliveries now; returns at once. */
  wake(): void
  /** As last read from the table. */
  readonly state: DeliveryState
  /** Whether the last look at the table failed: nothing leaves, and `state` is no longer known. */
  readonly isFailing: boolean
  /** Lets attempts under way end for `limitS` at most, then cuts them off; they run again later. */
  stop(limitS: number): Promise<void>
}

/** Longest wait between two looks, so that deliveries which another process left are found. */
const LOOK_EVERY_S = 20

/** Of more waiting deliveries the state is read every `LOOK_EVERY_S`, of fewer at each look. */
const MANY_PENDING = 1_000

/** Shortest wait between two looks, however soon a delivery is due. */
const LOOK_AGAIN_S = 0.05

/** Wait after a look that failed because the database is unreachable. */
const FAULT_PAUSE_S = 5

/** Resolves once it has looked for the first time. */
export async function startDispatcher(parts: DispatcherParts): Promise<Dispatcher> {
  const { destination, channel, store, clock, log } = parts
  const stopping = new AbortController()
  const cutOff = new AbortController()
  /** `channel.atOnce` at most. */
  const underWay = new Set<Promise<void>>()
  const silence = createSilence(clock)
  const attempt = createAttempts({
    ...parts,
    onSilenceAsked: silence.extend,
    stopping: stopping.signal,
    cutOff: cutOff.signal,
  })
  let state = NOTHING_UNDELIVERED
  let stateReadMs = -Infinity
  const fault = createRepeatedFault(
    (error) => log.warn({ err: error, destination }, 'deliveries cannot be read, will look again'),
    () => log.info({ destination }, 'deliveries are read again'),
  )
  let woken = Promise.withResolvers<void>()

  const freePlaces = () => channel.atOnce - underWay.size

  /** Claims due deliveries while there are free places for them, and begins their attempts. */
  const fillPlaces = async () => {
    while (!stopping.signal.aborted && freePlaces() > 0 && silence.leftS() <= 0) {
      const free = freePlaces()
      const claimed = await store.claimDue(destination, free, clock.wallMs())
      for (const claim of claimed) {
        const running = attempt(claim).finally(() => {
          underWay.delete(running)
          woken.resolve()
        })
        underWay.add(running)
      }
      if (claimed.length < free) return
    }
  }

  const stateAgeS = () => (clock.nowMs() - stateReadMs) / 1000

  /** @returns how long to wait for the next look */
  const look = async (): Promise<number> => {
    try {
      await fillPlaces()
      // Reading the state costs a step for each delivery that waits: of many, and after each
      // attempt, it would outlast all else.
      const mayBeOld = freePlaces() <= 0 || state.pending > MANY_PENDING
      if (!mayBeOld || stateAgeS() >= LOOK_EVERY_S) {
        state = await store.state(destination)
        stateReadMs = clock.nowMs()
      }
      fault.succeeded()
      // While every place is taken, the end of an attempt wakes the loop.
      if (freePlaces() <= 0) return LOOK_EVERY_S - stateAgeS()
      const nextS = dueInS(await store.nextAttemptAt(destination), clock)
      const soonestS = Math.max(nextS, silence.leftS(), LOOK_AGAIN_S)
      return Math.min(LOOK_EVERY_S - stateAgeS(), soonestS)
    } catch (error) {
      fault.failed(error)
      return FAULT_PAUSE_S
    }
  }

  const run = async (firstWaitS: number) => {
    let waitS = firstWaitS
    while (!stopping.signal.aborted) {
      await within(clock, waitS, woken.promise)
      woken = Promise.withResolvers()
      if (!stopping.signal.aborted) waitS = await look()
    }
  }
  const ended = run(await look())
  const beginStop = () => {
    stopping.abort()
    woken.resolve()
  }
  parts.serviceStopping.addEventListener('abort', beginStop, { once: true })

  return {
    get state() {
      return state
    },
    get isFailing() {
      return fault.isGoingOn
    },
    wake: () => woken.resolve(),
    async stop(limitS) {
      beginStop()
      await ended
      await within(clock, limitS, Promise.all(underWay))
      cutOff.abort()
      await Promise.all(underWay)
    },
  }
}

/** The receiver's wish not to be sent anything for a while; of several the longest counts. */
function createSilence(clock: Clock) {
  let untilMs = -Infinity
  return {
    extend: (seconds: number) => {
      untilMs = Math.max(untilMs, clock.nowMs() + seconds * 1000)
    },
    /** Zero or less when there is no such wish, or it is over. */
    leftS: () => (untilMs - clock.nowMs()) / 1000,
  }
}

function dueInS(nextAttemptAt: IsoTime | undefined, clock: Clock): number {
  return nextAttemptAt === undefined
    ? LOOK_EVERY_S
    : (Date.parse(nextAttemptAt) - clock.wallMs()) / 1000
}
