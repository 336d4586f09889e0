// A found row as it goes out: its text, id, codes, place, and which of it the query matched.
// Never finds or orders rows.
import { hash } from 'node:crypto'
import { round } from '../../numbers/rounding.ts'
import {
  type AddressIndex,
  canonicalHouseAt,
  houseFiasAt,
  housePostalCodeAt,
  isNameless,
  streetNameAt,
  writtenHouseAt,
} from '../index/address-index.ts'
import { toDegrees } from '../index/index-coordinates.ts'
import { wordAt } from '../index/lexicon.ts'
import { stringAt } from '../index/packed.ts'
import type { Suggestion } from '../table/address.ts'
import { goesOnFromTyped } from '../words/house-match.ts'
import { fold, tokenise } from '../words/normalise.ts'
import { cityKind, cityNamesItself, cityWords, spellingKey } from '../words/place-names.ts'
import { placeTypeWord } from '../words/place-types.ts'
import { explain } from './assign-words.ts'
import type { FoundRow } from './found-row.ts'
import type { ReadQuery } from './read-query.ts'
import { placeOfRow } from './row-place.ts'

/** A row at this cost scores a half. */
const HALF_SCORE_COST = 2
const SCORE_DECIMALS = 4

export function describeRow(index: AddressIndex, read: ReadQuery, row: FoundRow): Suggestion {
  const { data } = index
  const city = stringAt(data.cityNames, row.city)
  const street = row.street < 0 ? '' : streetNameAt(data, row.street)
  const house = row.house < 0 ? '' : writtenHouseAt(data, row.house)
  const cityPart = city === '' || cityNamesItself(city) ? city : `г ${city}`
  const housePart = /^\d/u.test(house) ? `д ${house}` : house
  const value = [cityPart, street, housePart].filter((part) => part !== '').join(', ')
  const place = placeOfRow(index, row)
  return {
    id: idOf(index, row, city, street),
    kind: row.kind,
    value,
    city,
    street: street === '' ? null : street,
    house: house === '' ? null : house,
    postal_code: postalCodeOf(index, row),
    fias_id: fiasIdOf(index, row),
    lat: toDegrees(place.lat),
    lon: toDegrees(place.lon),
    geo_precision: place.precision,
    highlights: highlights(index, read, row, {
      value,
      cityEnd: cityPart.length,
      houseStart: value.length - housePart.length,
      numberStart: value.length - house.length,
    }),
    score: round(1 / (1 + row.cost / HALF_SCORE_COST), SCORE_DECIMALS),
  }
}

const ID_DIGITS = 16

/**
 * The first hexadecimal digits of a hash of the canonical address: the same after every rebuild.
 */
function idOf(index: AddressIndex, row: FoundRow, city: string, street: string): string {
  const cityName = [...cityWords(city).map(({ text }) => text), placeTypeWord(cityKind(city))]
    .join(' ')
    .trim()
  let house = ''
  if (row.house >= 0) {
    const form = canonicalHouseAt(index.data, row.house)
    house = `${form}|${repeatsBefore(index, row, form)}`
  }
  const text = [row.kind, cityName, spellingKey(street), house].join('|')
  return hash('sha256', text, 'hex').slice(0, ID_DIGITS)
}

/** How many rows of the same address but another place come before this one. */
function repeatsBefore({ data }: AddressIndex, row: FoundRow, form: string): number {
  const first = data.houseStarts[row.street] ?? 0
  let repeats = 0
  for (let house = row.house - 1; house >= first; house -= 1) {
    if (canonicalHouseAt(data, house) !== form) break
    repeats += 1
  }
  return repeats
}

/** Codes are of cities and houses; streets have none. */
function postalCodeOf({ data }: AddressIndex, row: FoundRow): string | null {
  if (row.kind === 'city') return stringAt(data.cityPostalCodes, row.city) || null
  return row.house < 0 ? null : housePostalCodeAt(data, row.house) || null
}

function fiasIdOf({ data }: AddressIndex, row: FoundRow): string | null {
  if (row.kind === 'city') return stringAt(data.cityFias, row.city) || null
  return row.house < 0 ? null : houseFiasAt(data, row.house)
}

/** Where the parts of a text lie, in UTF-16 units; of "д 5" `numberStart` is where the 5 begins. */
interface Layout {
  readonly value: string
  readonly cityEnd: number
  readonly houseStart: number
  readonly numberStart: number
}

/** Half-open ranges of `value` that the words of the query met, in order. */
function highlights(
  index: AddressIndex,
  read: ReadQuery,
  row: FoundRow,
  layout: Layout,
): [start: number, end: number][] {
  const uses = explain(index, read, row)
  const tokens = tokenise(fold(layout.value))
  const ranges: [start: number, end: number][] = []
  const oneBuilding = row.street >= 0 && index.data.streetOneBuilding[row.street] === 1
  // A street without a name is found by its city's.
  const namedByCity = row.street >= 0 && isNameless(index.data, row.street)
  for (const { as, word, isBegun, edits, token } of uses) {
    if (as !== 'name' && as !== 'city') continue
    const stored = wordAt(index.data.lexicon, word)
    const shown = tokens.find(
      (candidate) =>
        candidate.text === stored &&
        (as === 'city' || namedByCity) === candidate.start < layout.cityEnd &&
        (oneBuilding || candidate.start < layout.houseStart) &&
        !ranges.some(([start]) => start === candidate.start),
    )
    if (!shown) continue
    const length = shown.end - shown.start
    const typed = isBegun && edits === 0 && !read.inLatin ? token.text.length : length
    ranges.push([shown.start, shown.start + Math.min(typed, length)])
  }
  const typed = uses.filter(({ as }) => as === 'house').map(({ token }) => token.text)
  const isHouseMet = row.houseMatch !== null && goesOnFromTyped(row.houseMatch)
  if (isHouseMet && !oneBuilding && typed.length > 0) {
    const shown = layout.value.slice(layout.numberStart)
    const isOnlyBegun = row.houseMatch === 'begun' || row.houseMatch === 'longer'
    const length = isOnlyBegun ? typedBeginning(shown, typed.join('')) : shown.length
    if (length > 0) ranges.push([layout.numberStart, layout.numberStart + length])
  }
  return ranges.sort(([a], [b]) => a - b)
}

/**
 * How much of a house was typed, in UTF-16 units from its beginning: up to where it goes on
 * otherwise than the typed text does from its number. All of it where the two only look unlike,
 * as "вл101" for 10.
 */
function typedBeginning(house: string, typed: string): number {
  const number = /\d.*/su.exec(typed)?.[0] ?? ''
  const shown = fold(house)
  let length = 0
  while (length < shown.length && shown[length] === number[length]) length += 1
  return length === 0 ? house.length : length
}
