// What the tables of all datasets have in common: rows are inserted or replaced by their key, in
// batches, and read whole, page by page. What a row holds stands in the dataset's own store.

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { IsoTime, MainTables } from '../db/tables.ts'
import { isoTime } from '../iso-time.ts'
import { byUnits } from '../text/by-units.ts'
import {
  changeDataset,
  type DatasetName,
  type DatasetWriter,
  DEMO_SOURCE,
  endDemo,
} from './dataset-store.ts'

export type ColumnOf<Table extends DatasetName> = keyof MainTables[Table] & string
export type RowOf<Table extends DatasetName> = MainTables[Table]

/** A dataset and its table have the same name. */
export interface DatasetTable<Table extends DatasetName> {
  readonly table: Table
  /** Two rows with the same key are one; texts, none of them null. */
  readonly key: readonly ColumnOf<Table>[]
  /** Columns that a stored row takes from an imported one of the same key. */
  readonly replaced: readonly ColumnOf<Table>[]
  /** The time of the last change: a row whose `replaced` columns come again unchanged keeps it. */
  readonly stamp?: ColumnOf<Table>
}

/** @param rowOf the row of the table for an imported one, and for the time of its batch */
export function datasetWriter<Imported, Table extends DatasetName>(
  database: Database<MainTables>,
  clock: Clock,
  { table, key, replaced, stamp }: DatasetTable<Table>,
  rowOf: (imported: Imported, nowIso: IsoTime) => RowOf<Table>,
): DatasetWriter<Imported> {
  const taken = stamp === undefined ? replaced : [...replaced, stamp]
  const differs = replaced.map(
    (column) =>
      sql<SqlBool>`${sql.ref(`${table}.${column}`)} is distinct from ${sql.ref(`excluded.${column}`)}`,
  )
  return {
    async put(imported) {
      if (imported.length === 0) return
      const nowIso = isoTime(clock.wallMs())
      const rows = imported.map((one) => rowOf(one, nowIso))
      // One statement must not meet a key twice; the later row of a file wins.
      const byKey = new Map(rows.map((row) => [key.map((column) => row[column]).join('\0'), row]))
      // Two imports that lock the same rows in different orders would wait for each other.
      const inOrder = [...byKey].sort(([a], [b]) => byUnits(a, b)).map(([, row]) => row)
      const isDemo = rows.every(({ source }) => source === DEMO_SOURCE)
      await changeDataset(database, { name: table, isDemo, clock }, (query) =>
        query
          .insertInto<DatasetName>(table)
          .values(inOrder as never)
          .onConflict((conflict) => {
            const update = conflict
              .columns(key as never)
              .doUpdateSet(
                () =>
                  Object.fromEntries(
                    taken.map((column) => [column, sql.ref(`excluded.${column}`)]),
                  ) as never,
              )
            return stamp === undefined ? update : update.where(({ or }) => or(differs))
          })
          .execute(),
      )
    },
    removeDemo: () =>
      endDemo(database, table, clock, async (query) => {
        const { numDeletedRows } = await query
          .deleteFrom<DatasetName>(table)
          .where('source', '=', DEMO_SOURCE)
          .executeTakeFirst()
        return Number(numDeletedRows)
      }),
  }
}

/** A table page by page: each begins after the last key of the one before, the first at `start`. */
export function inKeyOrder(key: readonly string[]) {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const start: readonly unknown[] = key.map(() => '')
  return {
    columns,
    start,
    isAfter: (after: readonly unknown[]) => sql<SqlBool>`(${columns}) > (${sql.join(after)})`,
  }
}

/**
 * The rows in key order; of the demonstration town's dataset none but its own, since an import
 * beside it has not ended.
 * @param pageRows rows looked at by one statement
 * @param isWanted which rows; without it all
 */
export async function* readDataset<Table extends DatasetName, Column extends ColumnOf<Table>>(
  database: Database<MainTables>,
  { table, key }: Pick<DatasetTable<Table>, 'table' | 'key'>,
  columns: readonly Column[],
  pageRows: number,
  isWanted: RawBuilder<SqlBool> = sql<SqlBool>`1 = 1`,
): AsyncGenerator<Pick<RowOf<Table>, Column>> {
  const dataset = await database.query
    .selectFrom('datasets')
    .select('is_demo')
    .where('name', '=', table)
    .executeTakeFirst()
  const { columns: keyColumns, isAfter, start } = inKeyOrder(key)
  let after = start
  for (;;) {
    // The page's end first, from the key's index alone: where few rows are wanted, one statement
    // that sought a page of them would look through the whole table.
    const end = (await database.query
      .selectFrom<DatasetName>(table)
      .select(key as never)
      .where(isAfter(after))
      .orderBy(keyColumns)
      .offset(pageRows - 1)
      .limit(1)
      .executeTakeFirst()) as RowOf<Table> | undefined
    const last = end && key.map((column) => end[column])
    const rows = (await database.query
      .selectFrom<DatasetName>(table)
      .select(columns as never)
      .$if(Boolean(dataset?.is_demo), (select) => select.where('source', '=', DEMO_SOURCE))
      .where(isAfter(after))
      .$if(last !== undefined, (select) =>
        select.where(sql<SqlBool>`(${keyColumns}) <= (${sql.join(last ?? [])})`),
      )
      .where(isWanted)
      .orderBy(keyColumns)
      .execute()) as unknown as RowOf<Table>[]
    yield* rows
    if (last === undefined) return
    after = last
  }
}
