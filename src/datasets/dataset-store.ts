// The table `datasets`: the version of each dataset, by which a running service sees that an import
// has changed it. The rows themselves stand in the datasets' own stores.
import { type Clock, isoTime } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { MainTables } from '../db/tables.ts'

export type DatasetName = 'comparables' | 'addresses' | 'parcels'

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
  /** Inserts or replaces the rows and moves the dataset's version, all in one transaction. */
  put(rows: readonly Row[]): Promise<void>
  /** Removes demonstration rows, in one transaction with the version. @returns how many */
  removeDemo(): Promise<number>
}

/**
 * Runs `work` and moves the version in one transaction: a batch is there whole or not at all. Where
 * `query` of the database is a transaction already, it is that one.
 */
export async function changeDataset<T>(
  database: Database<MainTables>,
  name: DatasetName,
  isDemo: boolean,
  clock: Clock,
  work: (query: Database<MainTables>['query']) => Promise<T>,
): Promise<T> {
  const change = async (query: Database<MainTables>['query']) => {
    const result = await work(query)
    await query
      .insertInto('datasets')
      .values({ name, version: 1, is_demo: isDemo, changed_at: isoTime(clock.wallMs()) })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet((eb) => ({
          version: eb('datasets.version', '+', 1),
          is_demo: isDemo,
          changed_at: isoTime(clock.wallMs()),
        })),
      )
      .execute()
    return result
  }
  const { query } = database
  return query.isTransaction ? change(query) : query.transaction().execute(change)
}
