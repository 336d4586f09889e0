// Reads an address file, CSV or GeoJSON, plain or gzip, as a stream: one record or one refusal at a
// time. Never holds the whole file, never writes anywhere, and never throws for a bad row. What a
// column may be called is address-columns.ts's, what a row says address-row.ts's.

import { type CsvRecord, csvRecords } from '../../datasets/csv-file.ts'
import { readDataFile } from '../../datasets/data-file.ts'
import type { WatchSource } from '../../datasets/file-position.ts'
import { geoJsonFeatures, isGeoJson } from '../../datasets/geojson-file.ts'
import { type Crs, crsDeclaredIn, crsOfGeometry, refusedCrs } from '../../geometry/crs.ts'
import { asObject, parsedJson } from '../../text/foreign-json.ts'
import {
  ADDRESS_COLUMNS,
  type AddressColumn,
  type AddressColumnNames,
  firstFilled,
  namesOf,
  type Positions,
  positionsIn,
} from './address-columns.ts'
import { type AcceptedRow, type AddressFileRow, NO_ADDRESS, readRow } from './address-row.ts'
import { placeOfGeometry } from './geometry-place.ts'

/** Of a file once unpacked. */
const MAX_BYTES = 8 * 2 ** 30

/** A refusal shows this much of the names of a feature's properties. */
const TOLD_NAMES = 200

/**
 * Rows of the file at `path`; its first character shows its format. A row that names no city gets
 * `city`, or stays without one.
 * @throws DataFileError for what makes the rest of the file unreadable.
 */
export function readAddressFile(
  path: string,
  options: {
    city?: string | undefined
    crs?: Crs | undefined
    names?: AddressColumnNames
    maxBytes?: number
    watch?: WatchSource
  },
): AsyncGenerator<AddressFileRow> {
  const { city = '', crs, names = {} } = options
  const read = (bytes: AsyncIterable<Buffer>, head: string) =>
    isGeoJson(head)
      ? geoJsonRows(bytes, head, { city, given: crs, names })
      : csvRows(csvRecords(bytes, head), { city, names })
  return readDataFile(path, options.maxBytes ?? MAX_BYTES, read, options.watch)
}

async function* csvRows(
  records: AsyncIterable<CsvRecord>,
  { city, names }: { readonly city: string; readonly names: AddressColumnNames },
) {
  let positions: Positions | null = null
  for await (const record of records) {
    if ('reason' in record) {
      yield record
    } else if (positions === null) {
      positions = positionsIn(record.cells, names)
    } else {
      const at = positions
      const cellOf = (column: AddressColumn) =>
        firstFilled((at.get(column) ?? []).map((ones) => ones.map((one) => record.cells[one])))
      const geometry = cellOf('geometry')
      const place = placeOfGeometry(geometry === null ? null : parsedJson(geometry), 4326)
      const isNoPlace = geometry !== null && !place && cellOf('lat') === null
      const row: AddressFileRow = isNoPlace
        ? { line: record.line, reason: 'its geometry is no place in GeoJSON' }
        : readRow(record.line, cellOf, city, place)
      if ('reason' in row) yield { ...record, reason: row.reason }
      else yield* housesOf(row)
    }
  }
}

/** OpenStreetMap writes a building's several numbers in one: "12;14". */
function* housesOf(accepted: AcceptedRow): Generator<AcceptedRow> {
  const { line, row } = accepted
  const houses = row.house.split(';').map((house) => house.trim())
  const filled = houses.filter((house) => house !== '')
  for (const house of new Set(filled.length > 0 ? filled : [row.house])) {
    yield { line, row: { ...row, house } }
  }
}

interface GeoJsonReading {
  readonly city: string
  /** Counts in place of what the file declares. */
  readonly given: Crs | undefined
  readonly names: AddressColumnNames
}

async function* geoJsonRows(
  bytes: AsyncIterable<Buffer>,
  head: string,
  { city, given, names }: GeoJsonReading,
): AsyncGenerator<AddressFileRow> {
  const declared = crsDeclaredIn(head)
  const namesIn = new Map(ADDRESS_COLUMNS.map((column) => [column, namesOf(column, names)]))
  for await (const { line, feature } of geoJsonFeatures(bytes, head)) {
    const properties = asObject(feature?.properties)
    if (!properties) {
      yield { line, reason: 'not a feature with properties' }
      continue
    }
    // They are found in any case, as the columns of a CSV are.
    const ownNames = new Map(Object.keys(properties).map((name) => [name.toLowerCase(), name]))
    const propertyOf = (column: AddressColumn) => {
      const writtenUnder = (name: string) => {
        const own = ownNames.get(name.toLowerCase())
        const value = properties[name] ?? (own === undefined ? undefined : properties[own])
        return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
      }
      return firstFilled((namesIn.get(column) ?? []).map((ones) => ones.map(writtenUnder)))
    }
    const crs = given ?? crsOfGeometry(feature?.geometry, declared)
    if (typeof crs === 'string') {
      yield { line, reason: refusedCrs(crs) }
      continue
    }
    const place = placeOfGeometry(feature?.geometry, crs)
    const isNoPlace = asObject(feature?.geometry) && !place && propertyOf('lat') === null
    const row: AddressFileRow = isNoPlace
      ? { line, reason: `its geometry is no place in EPSG:${crs}` }
      : readRow(line, propertyOf, city, place)
    if (!('reason' in row)) yield* housesOf(row)
    else if (row.reason !== NO_ADDRESS) yield row
    else {
      const told = Object.keys(properties).join(', ').slice(0, TOLD_NAMES)
      yield { line, reason: `${NO_ADDRESS}; its properties: ${told}` }
    }
  }
}
