// Follows a dataset for as long as the service runs: looks every few seconds, shows a failed
// renewal to operators, and ends with the service. What is made of the data is the part's own.
import type { Foundation } from '../foundation.ts'
import type { DatasetName } from './dataset-store.ts'

interface FollowingPart {
  /** By which `/readyz` names the part. */
  readonly name: string
  readonly dataset: DatasetName
  readonly engine: {
    look(): Promise<void>
    /** Why the last renewal failed, if it did. */
    readonly failure: string | undefined
    /** Ends a renewal under way; whoever waits for the first one is refused. */
    endRenewals(): Promise<void>
    close(): Promise<void>
  }
  /** 1 while the last renewal has failed. */
  readonly gauge: { readonly name: string; readonly help: string }
  /** What is said of the part meanwhile: it answers from older data or not at all. */
  readonly note: string
}

/** How soon a running service sees what an import has changed. */
const LOOK_EVERY_S = 3

export function followInService(
  {
    metrics,
    partNotes,
    background,
    closing,
    stopping,
  }: Pick<Foundation, 'metrics' | 'partNotes' | 'background' | 'closing' | 'stopping'>,
  { name, dataset, engine, gauge, note }: FollowingPart,
): void {
  metrics.gauge(gauge.name, gauge.help, () => Number(engine.failure !== undefined))
  partNotes.add(() => (engine.failure === undefined ? {} : { [name]: note }))
  background({
    name: `look for new ${dataset}`,
    everyS: LOOK_EVERY_S,
    atOnce: true,
    run: () => engine.look(),
  })
  // At once, while there are connections to answer by. The close meets the same fault, if any.
  stopping.addEventListener('abort', () => void engine.endRenewals().catch(() => {}), {
    once: true,
  })
  // After the look, so that a stop closes the engine first and waits for no renewal under way.
  closing.defer(() => engine.close())
}
