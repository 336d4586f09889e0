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
type AcceptedRow = Extract<AddressFileRow, { row: Address }>

/** Of a file once unpacked. */
const MAX_BYTES = 8 * 2 ** 30

const NO_ADDRESS = 'no street and no house, nor a city and its population'

/** UTF-16 units in one field. */
const MAX_FIELD = 200

/** No city has more; a larger number is of something else. */
const MAX_POPULATION = 1e9

/** A column of addresses that are not taken apart. */
const WHOLE_ADDRESS = /адрес|address/u
const NO_WHOLE_ADDRESS =
  'An address in one column is not taken apart: put city, street and house into columns of their own.'

/** A refusal shows this much of a bad value. */
const TOLD_LETTERS = 30
/** And this much of the names of a feature's properties. */
const TOLD_NAMES = 200

/** The columns, each with the names it may stand under in a file, in the order they are tried. */
const COLUMN_NAMES = {
  city: [
    ...['city', 'город', 'city_with_type', 'addr:city', 'addr:town', 'addr:village', 'addr:hamlet'],
    ...['settlement_with_type', 'settlement', 'addr:place'],
  ],
  settlement: ['settlement_with_type', 'settlement'],
  address: ['address'],
  street: ['street_with_type', 'street', 'addr:street', 'улица'],
  place: ['addr:place'],
  house: ['house', 'housenumber', 'house_number', 'addr:housenumber', 'дом'],
  block_type: ['block_type'],
  block: ['block'],
  district: ['district', 'addr:district', 'addr:suburb'],
  lat: ['lat', 'latitude', 'geo_lat', 'широта'],
  lon: ['lon', 'lng', 'longitude', 'geo_lon', 'долгота'],
  postal_code: ['postal_code', 'postcode', 'addr:postcode', 'индекс'],
  fias_id: ['fias_id', 'house_fias_id'],
  geometry: ['geometry', 'geodata_center', 'geodata'],
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

/** Between the names of columns that one is put together of. */
const AND = '+'

/** The names under which a column may stand, each of the names that make it up. */
function namesOf(column: AddressColumn, given: AddressColumnNames): readonly (readonly string[])[] {
  const name = given[column]
  const names = name === undefined ? COLUMN_NAMES[column].flatMap(inSomeTools) : [name]
  return names.map((one) => one.split(AND).map((part) => part.trim()))
}

/** GDAL writes a name of OpenStreetMap without its colon. */
function inSomeTools(name: string): readonly string[] {
  return name.includes(':') ? [name, name.replace(':', '_')] : [name]
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
      const place = placeOfGeometry(parsed(geometry), 4326)
      const isNoPlace = geometry !== null && !place && cellOf('lat') === null
      const row: AddressFileRow = isNoPlace
        ? { line: record.line, reason: 'its geometry is no place in GeoJSON' }
        : readRow(record.line, cellOf, city, place)
      if ('reason' in row) yield { ...record, reason: row.reason }
      else yield* housesOf(row)
    }
  }
}

/** The first that is filled, of the cells that make each up. */
function firstFilled(cells: readonly (readonly (string | undefined)[])[]): string | null {
  const texts = cells.map((ones) =>
    ones.filter((one) => one !== undefined && !isNothing(one.trim())).join(' '),
  )
  return texts.find((text) => text !== '') ?? null
}

function parsed(json: string | null): unknown {
  try {
    return json === null ? null : JSON.parse(json)
  } catch {
    return null
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

/** Where the cells stand that make up a column, for each of its names. */
type Positions = ReadonlyMap<AddressColumn, readonly (readonly number[])[]>

/**
 * Where a column stands, under any of its names: a row has it under the first that is filled. Names
 * are compared without regard to case.
 */
function positionsIn(firstLine: readonly string[], given: AddressColumnNames): Positions {
  const header = firstLine.map((name) => name.trim().toLowerCase())
  const namesIn = (column: AddressColumn) =>
    namesOf(column, given).map((names) => names.map((name) => name.toLowerCase()))
  refuseRepeatedColumns(header, ADDRESS_COLUMNS.flatMap(namesIn).flat())
  const positions = new Map<AddressColumn, readonly (readonly number[])[]>()
  for (const column of ADDRESS_COLUMNS) {
    const found = namesIn(column)
      .map((names) => names.map((name) => header.indexOf(name)))
      .filter((ones) => !ones.includes(-1))
    if (found.length > 0) positions.set(column, found)
  }
  const ofCities = !positions.has('street') && positions.has('city') && positions.has('population')
  const needed: readonly AddressColumn[] = [
    ...(ofCities ? [] : (['street', 'house'] as const)),
    ...(positions.has('geometry') ? [] : (['lat', 'lon'] as const)),
  ]
  const missing = ADDRESS_COLUMNS.filter(
    (column) => !positions.has(column) && (given[column] !== undefined || needed.includes(column)),
  )
  if (missing.length > 0) {
    const told = missing.map((column) => given[column] ?? column)
    const isWhole = header.some((name) => WHOLE_ADDRESS.test(name)) && missing.includes('house')
    throw new DataFileError(
      `${lackingTold(told, firstLine)} A list of houses needs street, house, lat and lon, one of cities city, population, lat and lon. Name yours with --map column=name.${isWhole ? ` ${NO_WHOLE_ADDRESS}` : ''}`,
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
  const house = withBlock(whole(text('house')), text('block_type'), whole(text('block')))
  const isOfCity = street === '' && house === ''
  const texts = {
    city: within(text('city'), text('settlement')) || (isOfCity ? cityOf(text('address')) : city),
    street,
    house,
    district: text('district') || null,
    postalCode: whole(text('postal_code')) || null,
    fiasId: text('fias_id') || null,
  }
  const population = isOfCity ? peopleIn(text('population')) : null
  if (isOfCity && (texts.city === '' || population === null)) {
    return { line, reason: NO_ADDRESS }
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

/** A column of numbers with gaps has decimals when a program wrote it: "5.0". */
function whole(number: string): string {
  return number.replace(/^(\d+)\.0$/u, '$1')
}

const MONTH =
  'янв|фев|мар|апр|май|июн|июл|авг|сен|окт|ноя|дек|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
/** What Excel makes of "1/2", "2-24" and "1.2.24": "01.фев", "фев.24", "01.02.2024". */
const DATE = new RegExp(
  `^(?:\\d{1,2}[.-](?:${MONTH})|(?:${MONTH})[.-]\\d{2}|\\d{1,2}\\.\\d{1,2}\\.\\d{4})$`,
  'iu',
)

/** The number of a house with its part, which registers have in columns of its own. */
function withBlock(house: string, type: string, block: string): string {
  const mark = type === '' && /^\d/.test(block) ? 'к' : type
  return [house, mark, block].includes('') ? house : `${house} ${mark} ${block}`
}

/** Why texts that are read cannot be an address; undefined if they can. */
function faultIn(
  texts: Readonly<Pick<Address, 'city' | 'street' | 'house'> & Record<string, string | null>>,
): string | undefined {
  if (texts.street === '' && texts.city === '') return 'no street and no city'
  if (DATE.test(texts.house)) {
    return `house is a date, ${texts.house}: give the column the format text before you fill it`
  }
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
