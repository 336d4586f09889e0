// What the parts of the service stand on, built once in app.ts and handed to each.
import type { AuditTrail } from './audit/event-writer.ts'
import { startAudit } from './audit/start.ts'
import { type BackgroundTask, runInBackground } from './background.ts'
import type { Clock } from './clock.ts'
import { SCHEMAS } from './db/migrate.ts'
import type { Logger } from './logging.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { createPartNotes, type PartNotes } from './part-notes.ts'
import type { Settings } from './settings.ts'
import { openStores, type Stores } from './stores.ts'

export interface Foundation {
  readonly settings: Settings
  readonly stores: Stores
  readonly audit: AuditTrail
  readonly metrics: Metrics
  /** A part that can go on with less than all it does adds what it says of that. */
  readonly partNotes: PartNotes
  readonly clock: Clock
  readonly log: Logger
  /** A part that opens something registers its close here on the next line; they run in reverse. */
  readonly closing: AsyncDisposableStack
  /** Runs the task again and again until the service stops. */
  background(task: BackgroundTask): void
  /** Aborts when the service begins to stop; each part waits for what it runs at its own close. */
  readonly stopping: AbortSignal
  beginStop(): void
}

/** `closing` closes what this opens. @throws StartFault if a database cannot be used */
export async function layFoundation(
  settings: Settings,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
  closing: AsyncDisposableStack,
): Promise<Foundation> {
  const metrics = createMetrics()
  const partNotes = createPartNotes()
  const onStatement = metrics.counter(
    'database_statements_total',
    'Statements sent, by database.',
    'database',
    SCHEMAS,
  )
  const stores = await openStores(settings, { clock, log, onStatement })
  closing.defer(() => stores.close())
  const audit = startAudit(stores.events, { metrics, partNotes, closing, clock, log })
  const stopping = new AbortController()
  return {
    settings,
    stores,
    audit,
    metrics,
    partNotes,
    clock,
    log,
    closing,
    background(task) {
      const ended = runInBackground(task, clock, log, stopping.signal)
      closing.defer(() => {
        // A stop has aborted it before; a start that failed has not.
        stopping.abort()
        return ended
      })
    },
    stopping: stopping.signal,
    beginStop: () => stopping.abort(),
  }
}
