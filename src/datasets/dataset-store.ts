// The table `datasets`: the version of each dataset, by which a running service sees that an import
// has changed it. The rows themselves stand in the datasets' own stores.
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { MainTables } from '../db/tables.ts'
import { isoTime } from '../iso-time.ts'

export const DATASET_NAMES = ['comparables', 'addresses', 'parcels'] as const
export type DatasetName = (typeof DATASET_NAMES)[number]

/** Rows that the service made itself have this source. */
export const DEMO_SOURCE = 'demo'

export interface Dataset {
  /** 0 until something is imported. */
  readonly version: number
  readonly isDemo: boolean
}

export interface DatasetStore {
  /** One indexed read. */
  current(name: DatasetName): Promise<Dataset>
}

interface DatasetRow {
  readonly version: number
  readonly is_demo: boolean | number
}

export function createDatasetStore(database: Database<MainTables>): DatasetStore {
  const select = database.prepare<{ name: string }, DatasetRow>((query, argument) =>
    query
      .selectFrom('datasets')
      .select(['version', 'is_demo'])
      .where('name', '=', argument('name')),
  )
  return {
    async current(name) {
      const [row] = await select({ name })
      return row
        ? { version: row.version, isDemo: Boolean(row.is_demo) }
        : { version: 0, isDemo: false }
    },
  }
}

/** What an import needs of the table that its rows go into. */
export interface DatasetWriter<Row> {
  /**
   * Inserts or replaces the rows and moves the dataset's version, all in one transaction. Beside
   * the demonstration town rows are not read, and move no version, until `removeDemo`.
   */
  put(rows: readonly Row[]): Promise<void>
  /**
   * Ends the demonstration: its rows go, those beside them are read from then on, and the version
   * moves, in one transaction. Does nothing to a dataset that is not the town's. @returns how many
   */
  removeDemo(): Promise<number>
}

type Query = Database<MainTables>['query']

interface DatasetChange {
  readonly name: DatasetName
  /** Whether the rows are the demonstration town's; beside it others move no version. */
  readonly isDemo: boolean
  readonly clock: Clock
}

/**
 * Runs `work` and moves the version in one transaction: a batch is there whole or not at all. Where
 * `query` of the database is a transaction already, it is that one.
 */
export function changeDataset<T>(
  database: Database<MainTables>,
  { name, isDemo, clock }: DatasetChange,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  return inTransaction(database, async (query) => {
    const result = await work(query)
    await query
      .insertInto('datasets')
      .values({ name, version: 1, is_demo: isDemo, changed_at: isoTime(clock.wallMs()) })
      .onConflict((conflict) => {
        const update = conflict.column('name').doUpdateSet((eb) => ({
          version: eb('datasets.version', '+', 1),
          is_demo: isDemo,
          changed_at: isoTime(clock.wallMs()),
        }))
        return isDemo ? update : update.where('datasets.is_demo', '=', false)
      })
      .execute()
    return result
  })
}

/**
 * Runs `work`, which takes the demonstration town's rows out, in one transaction with the version;
 * neither where the dataset is not the town's. @returns what `work` does, or 0
 */
export function endDemo(
  database: Database<MainTables>,
  name: DatasetName,
  clock: Clock,
  work: (query: Query) => Promise<number>,
): Promise<number> {
  return inTransaction(database, async (query) => {
    const { numUpdatedRows } = await query
      .updateTable('datasets')
      .set((eb) => ({
        version: eb('version', '+', 1),
        is_demo: false,
        changed_at: isoTime(clock.wallMs()),
      }))
      .where('name', '=', name)
      .where('is_demo', '=', true)
      .executeTakeFirst()
    return numUpdatedRows === 0n ? 0 : work(query)
  })
}

function inTransaction<T>(
  { query }: Database<MainTables>,
  change: (query: Query) => Promise<T>,
): Promise<T> {
  return query.isTransaction ? change(query) : query.transaction().execute(change)
}
