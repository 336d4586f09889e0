// Writes audit events in the background: from a bounded queue, in batches, again and again while
// the database is unreachable. An event that cannot be stored goes to the log.
import { atMostEvery, type Clock, within } from '../clock.ts'
import { isRefusedByTable } from '../db/refusals.ts'
import { isoTime } from '../iso-time.ts'
import type { Logger } from '../logging.ts'
import type { EventStore, RecordedEvent } from './event-store.ts'
import type { AuditEvent } from './events.ts'

/** Handed to every part that records events. */
export interface AuditTrail {
  /** Queues the event; returns at once and never throws. */
  record(event: AuditEvent): void
}

interface EventWriter extends AuditTrail {
  /** Events not yet written. */
  readonly queued: number
  /** Whether the last try to write failed. */
  readonly isFailing: boolean
  /** Events that found the queue full and went to the log instead. */
  readonly overflowed: number
  /** Writes out what is queued, for `limitS` at most; what is left then goes to the log. */
  stop(limitS: number): Promise<void>
}

/** Events kept in memory at most, about 10 MB at worst. */
const MAX_QUEUE = 10_000
const MAX_BATCH = 200
const FIRST_RETRY_S = 0.1
const LONGEST_RETRY_S = 5

/** While the database is unreachable, a line in the log at most this often. */
const LOG_INTERVAL_MS = 1000

const REFUSED = 'audit event is refused by its table, kept in this log only'
const UNWRITTEN = 'audit event could not be written before the stop'

interface EventWriterParts {
  readonly store: Pick<EventStore, 'append'>
  readonly clock: Clock
  readonly log: Logger
}

export function createEventWriter({ store, clock, log }: EventWriterParts): EventWriter {
  const queue: RecordedEvent[] = []
  const stopping = new AbortController()
  let overflowed = 0
  let isFailing = false
  const isTimeToLog = atMostEvery(clock, LOG_INTERVAL_MS)
  let isWriting = false
  /** The loop that writes, or the last one that did. */
  let writing: Promise<void> | undefined
  let hasStopped = false

  const logFault = (error: unknown) => {
    // Nothing is tried again after a stop, which has told each event by itself.
    if (hasStopped || !isTimeToLog()) return
    log.error({ err: error, queued: queue.length }, 'audit events cannot be written, will retry')
  }

  /**
   * Writes a refused batch event by event, to find those that another program's table refuses, such
   * as a user agent longer than its column. If it takes others, the refused go to the log: else
   * their sender could stop the trail. If it takes none, the table may be at fault, and all of them
   * wait behind the rest of the queue.
   */
  const writeOneByOne = async (batch: readonly RecordedEvent[], refusal: Error) => {
    const refused = new Map<RecordedEvent, Error>()
    for (const event of batch) {
      try {
        await store.append([event])
        queue.splice(queue.indexOf(event), 1)
      } catch (error) {
        if (!isRefusedByTable(error)) throw error
        refused.set(event, error)
      }
    }
    for (const event of refused.keys()) queue.splice(queue.indexOf(event), 1)
    if (refused.size === batch.length) {
      queue.push(...refused.keys())
      throw refusal
    }
    for (const [event, err] of refused) log.error({ event, err }, REFUSED)
  }

  const write = async (batch: readonly RecordedEvent[]) => {
    try {
      await store.append(batch)
      queue.splice(0, batch.length)
    } catch (error) {
      if (!isRefusedByTable(error) || batch.length === 1) throw error
      await writeOneByOne(batch, error)
    }
  }

  /**
   * Writes until the queue is empty; while stopping, gives up at the first fault. `isWriting` ends
   * in the step that finds the queue empty. The promise is known to be settled only microtasks
   * later: an event recorded in between would be left waiting for the next one.
   */
  const writeAll = async () => {
    isWriting = true
    let retryS = FIRST_RETRY_S
    while (queue.length > 0) {
      try {
        await write(queue.slice(0, MAX_BATCH))
        retryS = FIRST_RETRY_S
        isFailing = false
      } catch (error) {
        isFailing = true
        logFault(error)
        if (stopping.signal.aborted) break
        await clock.sleep(retryS, stopping.signal)
        retryS = Math.min(LONGEST_RETRY_S, retryS * 2)
      }
    }
    isWriting = false
  }
  /** One loop at a time: two would write the same events. */
  const startWriting = () => {
    if (!isWriting) writing = writeAll()
  }

  return {
    get queued() {
      return queue.length
    },
    get isFailing() {
      return isFailing
    },
    get overflowed() {
      return overflowed
    },
    record(event) {
      const recorded = { ...event, occurredAt: isoTime(clock.wallMs()) }
      if (hasStopped) {
        log.error({ event: recorded }, UNWRITTEN)
        return
      }
      if (queue.length >= MAX_QUEUE) {
        overflowed += 1
        log.error({ event: recorded }, 'audit queue is full, event kept in this log only')
        return
      }
      queue.push(recorded)
      startWriting()
    },
    async stop(limitS) {
      stopping.abort()
      const writeOut = async () => {
        await writing
        // The batch under way may have failed just before the stop: one more try.
        if (queue.length === 0) return
        startWriting()
        await writing
      }
      await within(clock, limitS, writeOut())
      hasStopped = true
      for (const event of queue.splice(0)) log.error({ event }, UNWRITTEN)
    },
  }
}
