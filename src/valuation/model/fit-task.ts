// The task of fitting: reads the comparables from the database, fits, gives the model's bytes back.
// Runs in a thread of its own, and has a second one meanwhile; keeps nothing between fits.
import { openDatabase } from '../../db/open.ts'
import type { MainTables } from '../../db/tables.ts'
import type { DatabaseUrl } from '../../settings.ts'
import { firstDateAfter, readComparables } from '../comparables/comparable-store.ts'
import { fit } from './fit.ts'
import { serialiseModel } from './model-file.ts'
import { withSecondThread } from './second-thread.ts'

export interface FitTask {
  readonly database: DatabaseUrl
  /** ISO date; comparables dated later do not exist for this fit. */
  readonly until: string
}

export interface FitResult {
  readonly version: string
  readonly comparables: number
  readonly bytes: Uint8Array
}

export interface FitOutcome {
  /** undefined: there is nothing to fit on. */
  readonly fitted: FitResult | undefined
  /** The first day of which this fit knows nothing though comparables have it, ISO date. */
  readonly laterFrom: string | null
}

export default async function fitFromDatabase(task: FitTask): Promise<FitOutcome> {
  await using database = await openDatabase<MainTables>(task.database, { poolSize: 1 })
  const comparables = await Array.fromAsync(readComparables(database, task.until))
  const laterFrom = await firstDateAfter(database, task.until)
  if (comparables.length === 0) return { fitted: undefined, laterFrom }
  const model = await withSecondThread((second) => fit(comparables, { until: task.until }, second))
  const fitted = {
    version: model.version,
    comparables: model.comparables.length,
    bytes: serialiseModel(model),
  }
  return { fitted, laterFrom }
}
