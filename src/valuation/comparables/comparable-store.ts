// The table `comparables`: written in batches by imports, read whole by a fit.
import { type SqlBool, sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { DatasetWriter } from '../../datasets/dataset-store.ts'
import { type DatasetTable, datasetWriter, readDataset } from '../../datasets/dataset-table.ts'
import { type SourcedRows, sourcedRows } from '../../datasets/sourced-rows.ts'
import type { Database } from '../../db/database.ts'
import type { ComparablesTable, MainTables } from '../../db/tables.ts'
import type { Comparable, Condition, HouseMaterial, Kind, Market } from './comparable.ts'
import { COLUMNS as IMPORTED } from './comparable-record.ts'

/** Rows read at once: about 5 ms of a reader thread. */
const PAGE = 5_000

const [SOURCE_ID, ...FACTS] = IMPORTED

const COMPARABLES = {
  table: 'comparables',
  key: ['source', SOURCE_ID],
  replaced: FACTS,
} as const satisfies DatasetTable<'comparables'>

interface SourcedComparable {
  readonly source: string
  readonly comparable: Comparable
}

export function comparableWriter(
  database: Database<MainTables>,
  clock: Clock,
): DatasetWriter<SourcedComparable> {
  return datasetWriter(database, clock, COMPARABLES, comparableToRow)
}

export function comparableSources(database: Database<MainTables>, clock: Clock): SourcedRows {
  return sourcedRows(database, clock, COMPARABLES, 'city')
}

/** All comparables dated up to `until` (ISO date), in key order, page by page. */
export async function* readComparables(
  database: Database<MainTables>,
  until: string,
): AsyncGenerator<Comparable> {
  const columns = [...COMPARABLES.key, ...COMPARABLES.replaced]
  // An ISO text orders as its date does, and PostgreSQL reads it as one.
  const isKnown = sql<SqlBool>`date <= ${until}`
  for await (const row of readDataset(database, COMPARABLES, columns, PAGE, isKnown)) {
    yield rowToComparable(row)
  }
}

/** The earliest date after `until`, both ISO dates; null where no comparable is of a later day. */
export async function firstDateAfter(
  database: Database<MainTables>,
  until: string,
): Promise<string | null> {
  const { first } = await database.query
    .selectFrom('comparables')
    .select(({ fn }) => fn.min('date').as('first'))
    .where(sql<SqlBool>`date > ${until}`)
    .executeTakeFirstOrThrow()
  return first
}

function comparableToRow({ source, comparable }: SourcedComparable): ComparablesTable {
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
    // The source keeps ids of two sources distinct. market/cleaning.ts finds the same advert from
    // two sources.
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
