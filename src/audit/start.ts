// Builds the audit trail, and the gauges an operator watches it by.
import type { Foundation } from '../foundation.ts'
import type { EventStore } from './event-store.ts'
import { type AuditTrail, createEventWriter } from './event-writer.ts'

/** At a stop, how long the queued events have to be written. */
const AUDIT_LIMIT_S = 2.5

const CANNOT_WRITE =
  'events cannot be written and wait: the main database is unreachable, locked or full, or its table takes none'

export function startAudit(
  events: Pick<EventStore, 'append'>,
  {
    metrics,
    partNotes,
    closing,
    clock,
    log,
  }: Pick<Foundation, 'metrics' | 'partNotes' | 'closing' | 'clock' | 'log'>,
): AuditTrail {
  const writer = createEventWriter({ store: events, clock, log })
  closing.defer(() => writer.stop(AUDIT_LIMIT_S))
  metrics.gauge('audit_queue_length', 'Audit events not yet written.', () => writer.queued)
  metrics.total(
    'audit_events_overflowed_total',
    'Audit events that found the queue full and went to the log.',
    () => writer.overflowed,
  )
  partNotes.add(() => (writer.isFailing ? { audit: CANNOT_WRITE } : {}))
  return writer
}
