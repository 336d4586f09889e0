// What one row of an address file says: an address, or why it is none. How the file is read and its
// columns are called is decided beside this.
import { GARBLED, isGarbled } from '../../datasets/data-file.ts'
import type { ImportRow } from '../../datasets/import.ts'
import { numberWritten } from '../../datasets/written-number.ts'
import { storableText } from '../../db/storable-text.ts'
import type { Place } from '../../geometry/earth.ts'
import type { Address } from './address.ts'
import type { AddressColumn } from './address-columns.ts'
import { placeAt } from './geometry-place.ts'

/** `line` is the line of a CSV file, the number of the feature of a GeoJSON one. */
export type AddressFileRow = ImportRow<Address>
export type AcceptedRow = Extract<AddressFileRow, { row: Address }>

export const NO_ADDRESS = 'no street and no house, nor a city and its population'

/** UTF-16 units in one field. */
const MAX_FIELD = 200

/** No city has more; a larger number is of something else. */
const MAX_POPULATION = 1e9

/** A refusal shows this much of a bad value. */
const TOLD_LETTERS = 30

/**
 * @param writtenIn what the row has in a column; null for nothing
 * @param city of a row that names none
 * @param geometry where its geometry is, if it has one
 */
export function readRow(
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
 * A settlement within a city, as DaData has it, is a city of its own: each may have a street of
 * that name.
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
