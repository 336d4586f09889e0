// What the parts of the service stand on, built once in app.ts and handed to each.
import type { AuditTrail } from './audit/event-writer.ts'
import type { BackgroundTask } from './background.ts'
import type { Clock } from './clock.ts'
import type { Logger } from './logging.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Settings } from './settings.ts'
import type { Stores } from './stores.ts'

export interface Foundation {
  readonly settings: Settings
  readonly stores: Stores
  readonly audit: AuditTrail
  readonly metrics: Metrics
  readonly clock: Clock
  readonly log: Logger
  /** What a part opens it closes here, on the next line; taken down in reverse. */
  readonly closing: AsyncDisposableStack
  /** Runs the task again and again until the service stops. */
  background(task: BackgroundTask): void
}
