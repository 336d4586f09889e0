// The table `addresses`: written in batches by imports, read whole when the index is built.
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { changeDataset, type DatasetWriter, DEMO_SOURCE } from '../datasets/dataset-store.ts'
import type { Database } from '../db/database.ts'
import type { AddressesTable, MainTables } from '../db/tables.ts'
import type { Address } from './address.ts'

/** Rows read at once when the index is built. */
const PAGE_ROWS = 5_000

/** Columns that a row which is there already takes from the one that is imported. */
const REPLACED = [
  'district',
  'lat',
  'lon',
  'postal_code',
  'fias_id',
  'population',
  'source',
] as const

export interface SourcedAddress {
  readonly source: string
  readonly address: Address
}

export function addressWriter(
  database: Database<MainTables>,
  clock: Clock,
): DatasetWriter<SourcedAddress> {
  return {
    async put(rows) {
      if (rows.length === 0) return
      const byKey = new Map(
        rows.map((row) => [
          [row.address.city, row.address.street, row.address.house].join('\0'),
          row,
        ]),
      )
      const isDemo = rows.every(({ source }) => source === DEMO_SOURCE)
      await changeDataset(database, 'addresses', isDemo, clock, (query) =>
        query
          .insertInto('addresses')
          .values([...byKey.values()].map(addressToRow))
          .onConflict((conflict) =>
            conflict
              .columns(['city', 'street', 'house'])
              .doUpdateSet(() =>
                Object.fromEntries(
                  REPLACED.map((column) => [column, sql.ref(`excluded.${column}`)]),
                ),
              ),
          )
          .execute(),
      )
    },
    removeDemo: () =>
      changeDataset(database, 'addresses', false, clock, async (query) => {
        const { numDeletedRows } = await query
          .deleteFrom('addresses')
          .where('source', '=', DEMO_SOURCE)
          .executeTakeFirst()
        return Number(numDeletedRows)
      }),
  }
}

/** All addresses in key order, page by page. */
export async function* readAddresses(database: Database<MainTables>): AsyncGenerator<Address> {
  let key: readonly [string, string, string] = ['', '', '']
  for (;;) {
    const rows = await database.query
      .selectFrom('addresses')
      .selectAll()
      .where((eb) => eb(eb.refTuple('city', 'street', 'house'), '>', eb.tuple(...key)))
      .orderBy('city')
      .orderBy('street')
      .orderBy('house')
      .limit(PAGE_ROWS)
      .execute()
    for (const row of rows) yield rowToAddress(row)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE_ROWS) return
    key = [last.city, last.street, last.house]
  }
}

function addressToRow({ source, address }: SourcedAddress): AddressesTable {
  return {
    city: address.city,
    street: address.street,
    house: address.house,
    district: address.district,
    lat: address.lat,
    lon: address.lon,
    postal_code: address.postalCode,
    fias_id: address.fiasId,
    population: address.population,
    source,
  }
}

function rowToAddress(row: Omit<AddressesTable, 'source'>): Address {
  return {
    city: row.city,
    street: row.street,
    house: row.house,
    district: row.district,
    lat: row.lat,
    lon: row.lon,
    postalCode: row.postal_code,
    fiasId: row.fias_id,
    population: row.population,
  }
}
