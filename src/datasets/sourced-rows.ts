// What an operator may list, count and remove of a dataset's table: its rows by their source.
import { type SqlBool, sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { MainTables } from '../db/tables.ts'
import { changeDataset, type DatasetName } from './dataset-store.ts'
import { type ColumnOf, type DatasetTable, inKeyOrder, type RowOf } from './dataset-table.ts'

/** Rows of one source; with `city`, those of that city alone, '' being none. */
export interface RowsOfSource {
  readonly source: string
  readonly city?: string
}

export interface SourcedRows {
  /** In order of their names. */
  sources(): Promise<readonly { readonly source: string; readonly rows: number }[]>
  count(which: RowsOfSource): Promise<number>
  /**
   * In batches, each whole or not at all, and each moving the version.
   * @param onProgress is told how many have been removed
   */
  remove(which: RowsOfSource, onProgress: (removed: number) => void): Promise<number>
}

/** Rows removed in one transaction: others' writes wait no longer than for an import's. */
const REMOVED_AT_ONCE = 1_000

/** @param city the column with the row's city, where the table has one */
export function sourcedRows<Table extends DatasetName>(
  database: Database<MainTables>,
  clock: Clock,
  { table, key }: Pick<DatasetTable<Table>, 'table' | 'key'>,
  city?: ColumnOf<Table>,
): SourcedRows {
  const { columns, isAfter, start } = inKeyOrder(key)
  const isOf = (which: RowsOfSource) => {
    if (which.city === undefined) return sql<SqlBool>`source = ${which.source}`
    // Rather than take the rows of all cities for those of one.
    if (city === undefined) throw new TypeError(`rows of ${table} have no city`)
    return sql<SqlBool>`source = ${which.source} and coalesce(${sql.ref(city)}, '') = ${which.city}`
  }
  return {
    async sources() {
      const rows = await database.query
        .selectFrom<DatasetName>(table)
        .select(({ fn }) => ['source', fn.countAll().as('rows')])
        .groupBy('source')
        .orderBy('source')
        .execute()
      return rows.map(({ source, rows: count }) => ({ source, rows: Number(count) }))
    },
    async count(which) {
      const { rows } = await database.query
        .selectFrom<DatasetName>(table)
        .select(({ fn }) => fn.countAll().as('rows'))
        .where(isOf(which))
        .executeTakeFirstOrThrow()
      return Number(rows)
    },
    async remove(which, onProgress) {
      let removed = 0
      let after = start
      for (;;) {
        const keys = (await database.query
          .selectFrom<DatasetName>(table)
          .select(key as never)
          .where(isOf(which))
          .where(isAfter(after))
          .orderBy(columns)
          .limit(REMOVED_AT_ONCE)
          .execute()) as unknown as RowOf<Table>[]
        const last = keys.at(-1)
        if (!last) return removed
        const [from, to] = [after, key.map((column) => last[column])]
        const change = { name: table, isDemo: false, clock }
        const { numDeletedRows } = await changeDataset(database, change, (query) =>
          query
            .deleteFrom<DatasetName>(table)
            .where(isOf(which))
            .where(isAfter(from))
            .where(sql<SqlBool>`(${columns}) <= (${sql.join(to)})`)
            .executeTakeFirstOrThrow(),
        )
        removed += Number(numDeletedRows)
        onProgress(removed)
        after = to
      }
    },
  }
}
