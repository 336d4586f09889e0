// Reads an address file, CSV or GeoJSON, plain or gzip, as a stream: one record or one refusal at a
// time. Never holds the whole file, never writes anywhere, and never throws for a bad row.
import { type CsvRecord, csvRecords, refuseRepeatedColumns } from '../../datasets/csv-file.ts'
import { DataFileError, GARBLED, isGarbled, readDataFile } from '../../datasets/data-file.ts'
import type { WatchSource } from '../../datasets/file-position.ts'
import { asObject, geoJsonFeatures } from '../../datasets/geojson-file.ts'
import type { ImportRow } from '../../datasets/import.ts'
import { numberWritten } from '../../datasets/written-number.ts'
import { storableText } from '../../db/storable-text.ts'
import { type Crs, crsDeclaredIn, crsOfGeometry, refusedCrs } from '../../geometry/crs.ts'
import type { Place } from '../../geometry/earth.ts'
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

type Field =
  | 'city'
  | 'wholeAddress'
  | 'street'
  | 'house'
  | 'district'
  | 'lat'
  | 'lon'
  | 'postalCode'
  | 'fiasId'
  | 'population'

/** Column and property names each field may stand under, in the order they are tried. */
const FIELD_NAMES: Readonly<Record<Field, readonly string[]>> = {
  city: ['city', 'addr:city', 'settlement', 'addr:place'],
  wholeAddress: ['address'],
  street: ['street', 'addr:street'],
  house: ['house', 'housenumber', 'house_number', 'addr:housenumber'],
  district: ['district', 'addr:district', 'addr:suburb'],
  lat: ['lat', 'latitude', 'geo_lat'],
  lon: ['lon', 'lng', 'longitude', 'geo_lon'],
  postalCode: ['postal_code', 'postcode', 'addr:postcode'],
  fiasId: ['fias_id', 'house_fias_id'],
  population: ['population'],
}

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
    maxBytes?: number
    watch?: WatchSource
  },
): AsyncGenerator<AddressFileRow> {
  const { city = '', crs } = options
  const read = (bytes: AsyncIterable<Buffer>, head: string) =>
    head.startsWith('{')
      ? geoJsonRows(bytes, head, city, crs)
      : csvRows(csvRecords(bytes, head), city)
  return readDataFile(path, options.maxBytes ?? MAX_BYTES, read, options.watch)
}

async function* csvRows(records: AsyncIterable<CsvRecord>, city: string) {
  let columns: ReadonlyMap<Field, number> | null = null
  for await (const record of records) {
    if ('reason' in record) {
      yield record
    } else if (columns === null) {
      columns = columnsOf(record.cells.map((name) => name.trim().toLowerCase()))
    } else {
      const at = columns
      const fields = (field: Field) => record.cells[at.get(field) ?? -1] ?? null
      const row = readRow(record.line, fields, city, null)
      yield 'reason' in row ? { ...record, reason: row.reason } : row
    }
  }
}

function columnsOf(header: readonly string[]): ReadonlyMap<Field, number> {
  refuseRepeatedColumns(header, Object.values(FIELD_NAMES).flat())
  const columns = new Map<Field, number>()
  for (const [field, names] of Object.entries(FIELD_NAMES) as [Field, readonly string[]][]) {
    const name = names.find((candidate) => header.includes(candidate))
    if (name !== undefined) columns.set(field, header.indexOf(name))
  }
  const ofCities = !columns.has('street') && columns.has('city') && columns.has('population')
  const needed = ofCities ? (['lat', 'lon'] as const) : (['street', 'house', 'lat', 'lon'] as const)
  const missing = needed.filter((field) => !columns.has(field))
  if (missing.length > 0) {
    throw new DataFileError(
      `The file has no column ${missing.join(', ')}. Its first line must name city, street, house, district, lat, lon[, postal_code, fias_id], or of cities city, population, lat, lon.`,
    )
  }
  return columns
}

/** @param given counts in place of what the file declares */
async function* geoJsonRows(
  bytes: AsyncIterable<Buffer>,
  head: string,
  city: string,
  given: Crs | undefined,
): AsyncGenerator<AddressFileRow> {
  const declared = crsDeclaredIn(head)
  for await (const { line, feature } of geoJsonFeatures(bytes, head)) {
    const properties = asObject(feature?.properties)
    if (!properties) {
      yield { line, reason: 'not a feature with properties' }
      continue
    }
    const fields = (field: Field) => {
      for (const name of FIELD_NAMES[field]) {
        const value = properties[name]
        if (typeof value === 'string' || typeof value === 'number') return String(value)
      }
      return null
    }
    const crs = given ?? crsOfGeometry(feature?.geometry, declared)
    if (typeof crs === 'string') {
      yield { line, reason: refusedCrs(crs) }
      continue
    }
    const place = placeOfGeometry(feature?.geometry, crs)
    const isNoPlace = asObject(feature?.geometry) && !place && fields('lat') === null
    yield isNoPlace
      ? { line, reason: `its geometry is no place in EPSG:${crs}` }
      : readRow(line, fields, city, place)
  }
}

function readRow(
  line: number,
  fieldOf: (field: Field) => string | null,
  city: string,
  geometry: Place | null,
): AddressFileRow {
  const text = (field: Field) =>
    storableText(fieldOf(field) ?? '')
      .replace(/\s+/gu, ' ')
      .trim()
  const [street, house] = [text('street'), text('house')]
  const isOfCity = street === '' && house === ''
  const texts = {
    city: text('city') || (isOfCity ? cityOf(text('wholeAddress')) : city),
    street,
    house,
    district: text('district') || null,
    postalCode: text('postalCode') || null,
    fiasId: text('fiasId') || null,
  }
  const population = isOfCity ? peopleIn(text('population')) : null
  if (isOfCity && (texts.city === '' || population === null)) {
    return { line, reason: 'no street and no house, nor a city and its population' }
  }
  const fault = faultIn(texts)
  if (fault !== undefined) return { line, reason: fault }
  const place = geometry ?? placeIn(text('lat'), text('lon'))
  if (typeof place === 'string') return { line, reason: place }
  const { lat, lon } = place ?? { lat: null, lon: null }
  return { line, row: { ...texts, lat, lon, population } }
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
