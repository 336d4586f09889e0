// The table `parcels`: written in batches by imports, read by cadastral number, and read whole when
// the index is built. Where parcels lie is index/parcel-index.ts's to search.
import { setImmediate } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import { type DatasetWriter, DEMO_SOURCE } from '../../datasets/dataset-store.ts'
import { type DatasetTable, datasetWriter, readDataset } from '../../datasets/dataset-table.ts'
import { type SourcedRows, sourcedRows } from '../../datasets/sourced-rows.ts'
import type { Database } from '../../db/database.ts'
import type { MainTables, ParcelsTable } from '../../db/tables.ts'
import { type Parcel, type ParcelFacts, type ParcelGeometry, spellingsOf } from './parcel.ts'

/** Facts of a parcel from a file and measured from its shape; the store adds the time. */
export type ImportedParcel = Omit<Parcel, 'updatedAt'>

/** A parcel as a map shows it. Its geometry stays the table's text, which goes out as it is. */
export interface ShownParcel {
  readonly facts: ParcelFacts
  readonly geometryText: string
}

export interface ParcelStore {
  /**
   * The parcel of this number, however it is spelt; the spelling given is tried first. The parcel
   * carries the spelling of its row.
   */
  find(cadastralNumber: string): Promise<Parcel | undefined>
  /** In no order; numbers that are not there are left out. Lets others be answered in between. */
  findAll(cadastralNumbers: readonly string[]): Promise<readonly ShownParcel[]>
}

type ShownRow = Omit<ParcelsTable, 'centroid_lon' | 'centroid_lat'>

const SHOWN = [
  'cadastral_number',
  'geometry',
  'area_m2',
  'declared_area_m2',
  'address',
  'category',
  'permitted_use',
  'status',
  'ownership',
  'cadastral_value_rub',
  'source',
  'updated_at',
] as const satisfies readonly (keyof ShownRow)[]

const COLUMNS = [...SHOWN, 'centroid_lon', 'centroid_lat'] as const

const PARCELS = {
  table: 'parcels',
  key: ['cadastral_number'],
  replaced: COLUMNS.filter((column) => column !== 'cadastral_number' && column !== 'updated_at'),
  stamp: 'updated_at',
} as const satisfies DatasetTable<'parcels'>

/** Rows read at once: some 10 ms of a reader thread. */
const PAGE = 5_000

/**
 * Rows of one statement. On SQLite it holds the event loop, so there are fewer: about 1 ms. On
 * PostgreSQL as many as are ever asked for.
 */
const ROWS_AT_ONCE = { sqlite: 250, postgres: 1_000 } as const

export function createParcelStore(database: Database<MainTables>): ParcelStore {
  // Numbers come as one JSON text: one statement, prepared once, however many they are.
  const isAmong = (numbers: string) =>
    database.engine === 'sqlite'
      ? sql<SqlBool>`cadastral_number in (select value from json_each(${numbers}))`
      : sql<SqlBool>`cadastral_number = any (array(select json_array_elements_text(${numbers}::json)))`
  const spelt = database.prepare<{ numbers: string }, ParcelsTable>((query, argument) =>
    query
      .selectFrom('parcels')
      .select(COLUMNS)
      .where(isAmong(argument('numbers')))
      // Beside the demonstration town, rows of an import that has not ended are not read.
      .where(
        sql<SqlBool>`(source = ${sql.lit(DEMO_SOURCE)} or not exists (select 1 from datasets where name = 'parcels' and is_demo))`,
      ),
  )
  const several = database.prepare<{ numbers: string }, ShownRow>((query, argument) =>
    query
      .selectFrom('parcels')
      .select(SHOWN)
      .where(isAmong(argument('numbers'))),
  )
  return {
    async find(cadastralNumber) {
      const spellings = spellingsOf(cadastralNumber)
      const rows = await spelt({ numbers: JSON.stringify(spellings) })
      const [first] = rows.toSorted(
        (one, other) =>
          spellings.indexOf(one.cadastral_number) - spellings.indexOf(other.cadastral_number),
      )
      return first && rowToParcel(first)
    },
    async findAll(cadastralNumbers) {
      const parcels: ShownParcel[] = []
      const atOnce = ROWS_AT_ONCE[database.engine]
      for (let from = 0; from < cadastralNumbers.length; from += atOnce) {
        if (from > 0) await setImmediate()
        const numbers = JSON.stringify(cadastralNumbers.slice(from, from + atOnce))
        for (const row of await several({ numbers })) parcels.push(rowToShownParcel(row))
      }
      return parcels
    },
  }
}

export function parcelWriter(
  database: Database<MainTables>,
  clock: Clock,
): DatasetWriter<ImportedParcel> {
  return datasetWriter(database, clock, PARCELS, parcelToRow)
}

export function parcelSources(database: Database<MainTables>, clock: Clock): SourcedRows {
  return sourcedRows(database, clock, PARCELS)
}

/** Number and geometry of all parcels in key order, page by page. */
export async function* readParcelShapes(
  database: Database<MainTables>,
): AsyncGenerator<{ readonly cadastralNumber: string; readonly geometry: ParcelGeometry }> {
  const columns = ['cadastral_number', 'geometry'] as const
  for await (const row of readDataset(database, PARCELS, columns, PAGE)) {
    yield {
      cadastralNumber: row.cadastral_number,
      geometry: JSON.parse(row.geometry) as ParcelGeometry,
    }
  }
}

function parcelToRow(parcel: ImportedParcel, updatedAt: string): ParcelsTable {
  return {
    cadastral_number: parcel.cadastralNumber,
    geometry: JSON.stringify(parcel.geometry),
    area_m2: parcel.areaM2,
    centroid_lon: parcel.centroid[0],
    centroid_lat: parcel.centroid[1],
    declared_area_m2: parcel.declaredAreaM2,
    address: parcel.address,
    category: parcel.category,
    permitted_use: parcel.permittedUse,
    status: parcel.status,
    ownership: parcel.ownership,
    cadastral_value_rub: parcel.cadastralValueRub,
    source: parcel.source,
    updated_at: updatedAt,
  }
}

/** In the order of `Parcel`'s fields: the digest of a forecast is of their text. */
function rowToParcel(row: ParcelsTable): Parcel {
  const { cadastralNumber, areaM2, ...rest } = rowToFacts(row)
  return {
    cadastralNumber,
    geometry: JSON.parse(row.geometry) as ParcelGeometry,
    areaM2,
    centroid: [row.centroid_lon, row.centroid_lat],
    ...rest,
  }
}

function rowToShownParcel(row: ShownRow): ShownParcel {
  return { facts: rowToFacts(row), geometryText: row.geometry }
}

function rowToFacts(row: ShownRow): ParcelFacts {
  return {
    cadastralNumber: row.cadastral_number,
    areaM2: row.area_m2,
    declaredAreaM2: row.declared_area_m2,
    address: row.address,
    category: row.category,
    permittedUse: row.permitted_use,
    status: row.status,
    ownership: row.ownership,
    cadastralValueRub: row.cadastral_value_rub,
    source: row.source,
    updatedAt: row.updated_at,
  }
}
