// The table `comparables`: written in batches by imports, read whole by a fit.
import { type Insertable, sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { changeDataset, type DatasetWriter, DEMO_SOURCE } from '../datasets/dataset-store.ts'
import type { Database } from '../db/database.ts'
import type { ComparablesTable, MainTables } from '../db/tables.ts'
import type { Comparable, Condition, HouseMaterial, Kind, Market } from './comparable.ts'
import { COLUMNS as IMPORTED } from './comparable-record.ts'

/** Rows read at once: about 5 ms of a reader thread. */
const PAGE = 5_000

const COLUMNS = ['source', ...IMPORTED] as const satisfies readonly (keyof ComparablesTable)[]

export interface SourcedComparable {
  readonly source: string
  readonly comparable: Comparable
}

export function comparableWriter(
  database: Database<MainTables>,
  clock: Clock,
): DatasetWriter<SourcedComparable> {
  return {
    async put(rows) {
      if (rows.length === 0) return
      // One statement must not meet a key twice; the later row of a file wins.
      const byKey = new Map(rows.map((row) => [`${row.source}\0${row.comparable.sourceId}`, row]))
      const isDemo = rows.every(({ source }) => source === DEMO_SOURCE)
      await changeDataset(database, 'comparables', isDemo, clock, (query) =>
        query
          .insertInto('comparables')
          .values([...byKey.values()].map(comparableToRow))
          .onConflict((conflict) =>
            conflict
              .columns(['source', 'source_id'])
              .doUpdateSet(() =>
                Object.fromEntries(
                  COLUMNS.slice(2).map((column) => [column, sql.ref(`excluded.${column}`)]),
                ),
              ),
          )
          .execute(),
      )
    },
    removeDemo: () =>
      changeDataset(database, 'comparables', false, clock, async (query) => {
        const { numDeletedRows } = await query
          .deleteFrom('comparables')
          .where('source', '=', DEMO_SOURCE)
          .executeTakeFirst()
        return Number(numDeletedRows)
      }),
  }
}

/** All comparables dated up to `until` (ISO date), in key order, page by page. */
export async function* readComparables(
  database: Database<MainTables>,
  until: string,
): AsyncGenerator<Comparable> {
  let [source, sourceId] = ['', '']
  for (;;) {
    const rows = await database.query
      .selectFrom('comparables')
      .select([...COLUMNS])
      .where((eb) => eb(eb.refTuple('source', 'source_id'), '>', eb.tuple(source, sourceId)))
      .orderBy('source')
      .orderBy('source_id')
      .limit(PAGE)
      .execute()
    for (const row of rows) if (row.date <= until) yield rowToComparable(row)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    source = last.source
    sourceId = last.source_id
  }
}

function comparableToRow({ source, comparable }: SourcedComparable): Insertable<ComparablesTable> {
  return {
    source,
    source_id: comparable.sourceId,
    kind: comparable.kind,
    date: comparable.date,
    price_rub: comparable.priceRub,
    lat: comparable.lat,
    lon: comparable.lon,
    address: comparable.address,
    city: comparable.city,
    district: comparable.district,
    area_m2: comparable.areaM2,
    kitchen_area_m2: comparable.kitchenAreaM2,
    living_area_m2: comparable.livingAreaM2,
    rooms: comparable.rooms,
    floor: comparable.floor,
    floors_total: comparable.floorsTotal,
    year_built: comparable.yearBuilt,
    house_material: comparable.houseMaterial,
    building_class: comparable.buildingClass,
    condition: comparable.condition,
    market: comparable.market,
    ceiling_height_m: comparable.ceilingHeightM,
  }
}

function rowToComparable(row: ComparablesTable): Comparable {
  return {
    // The source keeps ids of two sources distinct. cleaning.ts finds the same advert from two
    // sources.
    sourceId: `${row.source}:${row.source_id}`,
    kind: row.kind as Kind,
    date: row.date,
    priceRub: row.price_rub,
    lat: row.lat,
    lon: row.lon,
    address: row.address,
    city: row.city,
    district: row.district,
    areaM2: row.area_m2,
    kitchenAreaM2: row.kitchen_area_m2,
    livingAreaM2: row.living_area_m2,
    rooms: row.rooms,
    floor: row.floor,
    floorsTotal: row.floors_total,
    yearBuilt: row.year_built,
    houseMaterial: row.house_material as HouseMaterial | null,
    buildingClass: row.building_class,
    condition: row.condition as Condition | null,
    market: row.market as Market | null,
    ceilingHeightM: row.ceiling_height_m,
  }
}
