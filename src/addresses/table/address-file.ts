// Reads an address file, CSV or GeoJSON, plain or gzip, as a stream: one record or one refusal at a
// time. Never holds the whole file, never writes anywhere, and never throws for a bad row.
import { type CsvRecord, csvRecords } from '../../datasets/csv-file.ts'
import { lackingTold, refuseRepeatedColumns } from '../../datasets/csv-header.ts'
import { DataFileError, GARBLED, isGarbled, readDataFile } from '../../datasets/data-file.ts'
import type { WatchSource } from '../../datasets/file-position.ts'
import { geoJsonFeatures, isGeoJson } from '../../datasets/geojson-file.ts'
import type { ImportRow } from '../../datasets/import.ts'
import { isNothing } from '../../datasets/nothing-known.ts'
import { numberWritten } from '../../datasets/written-number.ts'
import { storableText } from '../../db/storable-text.ts'
import { type Crs, crsDeclaredIn, crsOfGeometry, refusedCrs } from '../../geometry/crs.ts'
import type { Place } from '../../geometry/earth.ts'
import { asObject } from '../../text/foreign-json.ts'
import type { Address } from './address.ts'
import { placeAt, placeOfGeometry } from './geometry-place.ts'

/** `line` is the line of a CSV file, the number of the feature of a GeoJSON one. */
type AddressFileRow = ImportRow<Address>

/** Of a file once unpacked. */
const MAX_BYTES = 8 * 2 ** 30

/** UTF-16 units in one field. */
const MAX_FIELD = 200

/** No city has more; a larger number is of something else. */
const MAX_POPULATION = 1e9

/** A refusal shows this much of a bad value. */
const TOLD_LETTERS = 30

/** The columns, each with the names it may stand under in a file, in the order they are tried. */
const COLUMN_NAMES = {
  city: ['city', 'city_with_type', 'addr:city', 'settlement_with_type', 'settlement', 'addr:place'],
  settlement: ['settlement_with_type', 'settlement'],
  address: ['address'],
  street: ['street_with_type', 'street', 'addr:street'],
  place: ['addr:place'],
  house: ['house', 'housenumber', 'house_number', 'addr:housenumber'],
  block_type: ['block_type'],
  block: ['block'],
  district: ['district', 'addr:district', 'addr:suburb'],
  lat: ['lat', 'latitude', 'geo_lat'],
  lon: ['lon', 'lng', 'longitude', 'geo_lon'],
  postal_code: ['postal_code', 'postcode', 'addr:postcode'],
  fias_id: ['fias_id', 'house_fias_id'],
  population: ['population'],
} as const satisfies Record<string, readonly string[]>

type AddressColumn = keyof typeof COLUMN_NAMES

export const ADDRESS_COLUMNS = Object.keys(COLUMN_NAMES) as readonly AddressColumn[]

/** The file's own name for a column, which then stands under no other. */
export type AddressColumnNames = Readonly<Partial<Record<AddressColumn, string>>>

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

/** The names under which a column may stand. */
function namesOf(column: AddressColumn, given: AddressColumnNames): readonly string[] {
  const name = given[column]
  return name === undefined ? COLUMN_NAMES[column] : [name]
}

async function* csvRows(
  records: AsyncIterable<CsvRecord>,
  { city, names }: { readonly city: string; readonly names: AddressColumnNames },
) {
  let positions: ReadonlyMap<AddressColumn, readonly number[]> | null = null
  for await (const record of records) {
    if ('reason' in record) {
      yield record
    } else if (positions === null) {
      positions = positionsIn(record.cells, names)
    } else {
      const at = positions
      const cellOf = (column: AddressColumn) =>
        firstFilled((at.get(column) ?? []).map((position) => record.cells[position]))
      const row = readRow(record.line, cellOf, city, null)
      yield 'reason' in row ? { ...record, reason: row.reason } : row
    }
  }
}

function firstFilled(cells: readonly (string | undefined)[]): string | null {
  return cells.find((cell) => cell !== undefined && !isNothing(cell.trim())) ?? null
}

/**
 * Where a column stands, under any of its names: a row has it under the first that is filled. Names
 * are compared without regard to case.
 */
function positionsIn(
  firstLine: readonly string[],
  given: AddressColumnNames,
): ReadonlyMap<AddressColumn, readonly number[]> {
  const header = firstLine.map((name) => name.trim().toLowerCase())
  const namesIn = (column: AddressColumn) =>
    namesOf(column, given).map((name) => name.trim().toLowerCase())
  refuseRepeatedColumns(header, ADDRESS_COLUMNS.flatMap(namesIn))
  const positions = new Map<AddressColumn, readonly number[]>()
  for (const column of ADDRESS_COLUMNS) {
    const found = namesIn(column).flatMap((name) =>
      header.includes(name) ? [header.indexOf(name)] : [],
    )
    if (found.length > 0) positions.set(column, found)
  }
  const ofCities = !positions.has('street') && positions.has('city') && positions.has('population')
  const needed: readonly AddressColumn[] = ofCities
    ? ['lat', 'lon']
    : ['street', 'house', 'lat', 'lon']
  const missing = ADDRESS_COLUMNS.filter(
    (column) => !positions.has(column) && (given[column] !== undefined || needed.includes(column)),
  )
  if (missing.length > 0) {
    const told = missing.map((column) => given[column] ?? column)
    throw new DataFileError(
      `${lackingTold(told, firstLine)} A list of houses needs street, house, lat and lon, one of cities city, population, lat and lon. Name yours with --map column=name.`,
    )
  }
  return positions
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
  const isAnyNamed = Object.keys(names).length > 0
  for await (const { line, feature } of geoJsonFeatures(bytes, head)) {
    const properties = asObject(feature?.properties)
    if (!properties) {
      yield { line, reason: 'not a feature with properties' }
      continue
    }
    // Those that the caller names are found in any case, as the columns of a CSV are.
    const ownNames = new Map(
      isAnyNamed ? Object.keys(properties).map((name) => [name.toLowerCase(), name]) : [],
    )
    const propertyOf = (column: AddressColumn) => {
      const values = namesOf(column, names).map((name) => {
        const own = ownNames.get(name.toLowerCase())
        const value = properties[name] ?? (own === undefined ? undefined : properties[own])
        return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
      })
      return firstFilled(values)
    }
    const crs = given ?? crsOfGeometry(feature?.geometry, declared)
    if (typeof crs === 'string') {
      yield { line, reason: refusedCrs(crs) }
      continue
    }
    const place = placeOfGeometry(feature?.geometry, crs)
    const isNoPlace = asObject(feature?.geometry) && !place && propertyOf('lat') === null
    yield isNoPlace
      ? { line, reason: `its geometry is no place in EPSG:${crs}` }
      : readRow(line, propertyOf, city, place)
  }
}

function readRow(
  line: number,
  writtenIn: (column: AddressColumn) => string | null,
  city: string,
  geometry: Place | null,
): AddressFileRow {
  const text = (column: AddressColumn) =>
    storableText(writtenIn(column) ?? '')
      .replace(/\s+/gu, ' ')
      .trim()
  // OpenStreetMap names a place in the stead of a street, beside the city if it has one.
  const street = text('street') || (text('place') === text('city') ? '' : text('place'))
  const house = withBlock(text('house'), text('block_type'), text('block'))
  const isOfCity = street === '' && house === ''
  const texts = {
    city: within(text('city'), text('settlement')) || (isOfCity ? cityOf(text('address')) : city),
    street,
    house,
    district: text('district') || null,
    postalCode: text('postal_code') || null,
    fiasId: text('fias_id') || null,
  }
  const population = isOfCity ? peopleIn(text('population')) : null
  if (isOfCity && (texts.city === '' || population === null)) {
    return { line, reason: 'no street and no house, nor a city and its population' }
  }
  const fault = faultIn(texts)
  if (fault !== undefined) return { line, reason: fault }
  const place = foundPlace(geometry) ?? placeIn(text('lat'), text('lon'))
  if (typeof place === 'string') return { line, reason: place }
  const { lat, lon } = foundPlace(place) ?? { lat: null, lon: null }
  return { line, row: { ...texts, lat, lon, population } }
}

/**
 * A settlement within a city, as DaData has it, is a city of its own: each may have a street of that
 * name.
 */
function within(city: string, settlement: string): string {
  return [city, ''].includes(settlement) ? city : `${city}, ${settlement}`
}

/** The number of a house with its part, which registers have in columns of its own. */
function withBlock(house: string, type: string, block: string): string {
  const mark = type === '' && /^\d/.test(block) ? 'к' : type
  return [house, mark, block].includes('') ? house : `${house} ${mark} ${block}`
}

/** Why texts that are read cannot be an address; undefined if they can. */
function faultIn(
  texts: Readonly<Pick<Address, 'city' | 'street'> & Record<string, string | null>>,
): string | undefined {
  if (texts.street === '' && texts.city === '') return 'no street and no city'
  for (const [name, value] of Object.entries(texts)) {
    if (value === null) continue
    if (isGarbled(value)) return `${name} ${GARBLED}`
    if (value.length > MAX_FIELD) return `${name} is longer than ${MAX_FIELD} characters`
  }
  return /[\p{L}\d]/u.test(texts.street + texts.city) ? undefined : 'no letters in it'
}

function peopleIn(population: string): number | null {
  const people = numberWritten(population)
  const isCount = typeof people === 'number' && people > 0 && people < MAX_POPULATION
  return isCount ? Math.round(people) : null
}

/** @returns null without coordinates; a text where they name no place, which says why */
function placeIn(lat: string, lon: string): Place | null | string {
  if (lat === '' && lon === '') return null
  const told = [lat, lon].map((value) => value.slice(0, TOLD_LETTERS)).join(', ')
  return placeAt(degreesIn(lat), degreesIn(lon)) ?? `no such coordinates: ${told}`
}

/** 0, 0 lies at sea: programs write it for a place that was not found. */
function foundPlace(place: Place | null): Place | null {
  return place?.lat === 0 && place.lon === 0 ? null : place
}

/**
 * The city that a whole address ends in: "Московская обл, г Клин". Registers of cities leave the
 * column of the city empty where the city is a region or a district of its own. Empty where the
 * address ends in none.
 */
function cityOf(wholeAddress: string): string {
  return /(?:^|,)\s*(?:г|город)\.?\s+([^,]+)$/u.exec(wholeAddress)?.[1]?.trim() ?? ''
}

function degreesIn(text: string): number {
  const degrees = numberWritten(text, { mayHaveThousands: false })
  return typeof degrees === 'number' ? degrees : Number.NaN
}
