// The table `addresses`: written in batches by imports, read whole when the index is built.
import type { Clock } from '../../clock.ts'
import type { DatasetWriter } from '../../datasets/dataset-store.ts'
import { type DatasetTable, datasetWriter, readDataset } from '../../datasets/dataset-table.ts'
import { type SourcedRows, sourcedRows } from '../../datasets/sourced-rows.ts'
import type { Database } from '../../db/database.ts'
import type { AddressesTable, MainTables } from '../../db/tables.ts'
import type { Address } from './address.ts'
import { numberNamesakes } from './namesakes.ts'

/** Rows read at once when the index is built. */
const PAGE_ROWS = 5_000

const ADDRESSES = {
  table: 'addresses',
  key: ['city', 'street', 'house', 'namesake'],
  replaced: ['district', 'lat', 'lon', 'postal_code', 'fias_id', 'population', 'source'],
} as const satisfies DatasetTable<'addresses'>

interface SourcedAddress {
  readonly source: string
  readonly address: Address
}

/** Of the rows of one file, or of others that are to be told apart as those are. */
export function addressWriter(
  database: Database<MainTables>,
  clock: Clock,
): DatasetWriter<SourcedAddress> {
  const namesakeOf = numberNamesakes()
  return datasetWriter(database, clock, ADDRESSES, (sourced: SourcedAddress) =>
    addressToRow(sourced, namesakeOf(sourced.address)),
  )
}

export function addressSources(database: Database<MainTables>, clock: Clock): SourcedRows {
  return sourcedRows(database, clock, ADDRESSES, 'city')
}

/** All addresses in key order, page by page. */
export async function* readAddresses(database: Database<MainTables>): AsyncGenerator<Address> {
  const columns = [...ADDRESSES.key, ...ADDRESSES.replaced]
  for await (const row of readDataset(database, ADDRESSES, columns, PAGE_ROWS)) {
    yield rowToAddress(row)
  }
}

function addressToRow({ source, address }: SourcedAddress, namesake: string): AddressesTable {
  return {
    city: address.city,
    street: address.street,
    house: address.house,
    namesake,
    district: address.district,
    lat: address.lat,
    lon: address.lon,
    postal_code: address.postalCode,
    fias_id: address.fiasId,
    population: address.population,
    source,
  }
}

function rowToAddress(row: Omit<AddressesTable, 'namesake' | 'source'>): Address {
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
