// The task of fitting: reads the comparables from the database, fits, gives the model's bytes back.
// Runs in a thread of its own, and has a second one meanwhile; keeps nothing between fits.
import { openDatabase } from '../../db/open.ts'
import type { MainTables } from '../../db/tables.ts'
import type { DatabaseUrl } from '../../settings.ts'
import type { Comparable } from '../comparables/comparable.ts'
import { readComparables } from '../comparables/comparable-store.ts'
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

/** undefined: there is nothing to fit on. */
export default async function fitFromDatabase(task: FitTask): Promise<FitResult | undefined> {
  const database = await openDatabase<MainTables>(task.database, { poolSize: 1 })
  try {
    const comparables: Comparable[] = []
    for await (const comparable of readComparables(database, task.until))
      comparables.push(comparable)
    if (comparables.length === 0) return undefined
    const model = await withSecondThread((second) =>
      fit(comparables, { until: task.until }, second),
    )
    return {
      version: model.version,
      comparables: model.comparables.length,
      bytes: serialiseModel(model),
    }
  } finally {
    await database.close()
  }
}
