// A database with a small made-up market, and the engine that answers from it.
import { createDatasetStore } from '../../src/datasets/dataset-store.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import type { MainTables } from '../../src/db/tables.ts'
import type { Comparable } from '../../src/valuation/comparables/comparable.ts'
import {
  comparableSources,
  comparableWriter,
} from '../../src/valuation/comparables/comparable-store.ts'
import { createValuationEngine } from '../../src/valuation/engine.ts'
import { createModelStore, type ModelStore } from '../../src/valuation/model/model-store.ts'
import { createReplays } from '../../src/valuation/serving/replays.ts'
import { createTestClock } from '../support/clock.ts'
import { makeDatabase } from '../support/databases.ts'
import { createTestLog } from '../support/log.ts'
import { town } from './synthetic-market.ts'

export async function openMarket(rows: number, spanDays: number) {
  const clock = createTestClock()
  const files = await makeDatabase('sqlite')
  const database = await openDatabase<MainTables>(files.url, { poolSize: 1 })
  await migrate(database, 'main', '2026-01-15T00:00:00.000Z')
  const writer = comparableWriter(database, clock)
  const put = (comparables: readonly Comparable[]) =>
    writer.put(comparables.map((comparable) => ({ source: 'test', comparable })))
  const putTown = (size: number) => put(town({ rows: size, spanDays }))
  if (rows > 0) await putTown(rows)
  const models = createModelStore(database)
  const { query } = database
  return {
    models,
    clock,
    /** As an import does it beside the engine. */
    putTown,
    put,
    /** As the command line takes it out. */
    removeTown: () => comparableSources(database, clock).remove({ source: 'test' }, () => {}),
    /** As the first start makes it. */
    putDemo: (size: number) =>
      writer.put(
        town({ rows: size, spanDays }).map((comparable) => ({ source: 'demo', comparable })),
      ),
    endDemo: () => writer.removeDemo(),
    /** Fits fail until the returned function has brought the table back. */
    async hideComparables() {
      await query.schema.alterTable('comparables').renameTo('comparables_away').execute()
      return () => query.schema.alterTable('comparables_away').renameTo('comparables').execute()
    },
    /** As the service makes it at its start; it has not read the data yet. */
    startEngine(change: Partial<ModelStore> = {}) {
      const { log, lines } = createTestLog()
      const engine = createValuationEngine({
        settings: { valuationWorkers: 1 },
        database: files.url,
        datasets: createDatasetStore(database),
        models: { ...models, ...change },
        clock,
        log,
      })
      return { engine, lines }
    },
    startReplays: () =>
      createReplays({ settings: { valuationWorkers: 1 }, database: files.url, clock }),
    async close() {
      await database.close()
      await files.remove()
    },
  }
}
