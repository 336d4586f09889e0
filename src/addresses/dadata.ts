// Reads what DaData answers to an address query into our page. Trusts nothing: whatever is not of
// the expected form is left out.
import { asObject } from '../text/foreign-json.ts'
import type { Kind, Suggestion, SuggestionPage } from './table/address.ts'
import { fold, tokenise } from './words/normalise.ts'

/** A text is cut here, in UTF-16 units: no honest address is longer. */
const MAX_UPSTREAM_TEXT = 300

/** @throws TypeError if the answer has no list of suggestions at all */
export function parseDadataAnswer(query: string, answer: unknown): SuggestionPage {
  const list = field(answer, 'suggestions')
  if (!Array.isArray(list)) throw new TypeError('no suggestions in the answer')
  const suggestions = list.flatMap((one: unknown, position) => {
    const read = suggestion(query, one, position, list.length)
    return read ? [read] : []
  })
  return { query, effective_query: query, demo: false, corrections: [], suggestions }
}

function suggestion(
  query: string,
  one: unknown,
  position: number,
  count: number,
): Suggestion | undefined {
  const value = text(field(one, 'value'))
  const data = field(one, 'data')
  if (value === null) return undefined
  const street = text(field(data, 'street_with_type')) ?? text(field(data, 'street'))
  const house = text(field(data, 'house'))
  const kind: Kind = house !== null ? 'house' : street !== null ? 'street' : 'city'
  const fiasId = text(field(data, 'fias_id'))
  return {
    id: fiasId ?? `dadata:${value}`,
    kind,
    value,
    city: text(field(data, 'city')) ?? text(field(data, 'settlement')) ?? '',
    street,
    house: house === null ? null : houseWithBlock(house, data),
    postal_code: text(field(data, 'postal_code')),
    fias_id: fiasId,
    ...placeOf(data),
    geo_precision: precision(field(data, 'qc_geo'), kind),
    highlights: highlightsOf(query, value),
    // DaData ranks and gives no scores: ours fall evenly from 1.
    score: 1 - position / (count + 1),
  }
}

/** `68 к2`, `68 стр 1`: a part of a building is named by its type, a corpus where it has none. */
function houseWithBlock(house: string, data: unknown): string {
  const block = text(field(data, 'block'))
  if (block === null) return house
  const type = text(field(data, 'block_type')) ?? 'к'
  return type === 'к' ? `${house} к${block}` : `${house} ${type} ${block}`
}

/**
 * Ranges where words of the text begin with a word of the query, each as long as that; in order.
 */
function highlightsOf(query: string, value: string): [start: number, end: number][] {
  const typed = tokenise(fold(query)).map((token) => token.text)
  return tokenise(fold(value)).flatMap(({ text, start, end }): [number, number][] => {
    const met = typed.filter((word) => text.startsWith(word)).map((word) => word.length)
    return met.length === 0 ? [] : [[start, Math.min(end, start + Math.max(...met))]]
  })
}

/** `qc_geo`: 0 exact, 1 nearest house, 2 street, 3 settlement, 4 city. */
function precision(code: unknown, kind: Kind): Kind {
  if (code === '0' || code === '1') return 'house'
  if (code === '2') return 'street'
  return code === '3' || code === '4' ? 'city' : kind
}

function field(value: unknown, name: string): unknown {
  return asObject(value)?.[name]
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_UPSTREAM_TEXT) : null
}

/** Half a place is none. */
function placeOf(data: unknown): Pick<Suggestion, 'lat' | 'lon'> {
  const lat = degrees(field(data, 'geo_lat'), 90)
  const lon = degrees(field(data, 'geo_lon'), 180)
  return lat === null || lon === null ? { lat: null, lon: null } : { lat, lon }
}

function degrees(value: unknown, most: number): number | null {
  const parsed = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof parsed === 'number' && Math.abs(parsed) <= most ? parsed : null
}
