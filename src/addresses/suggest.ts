// Address suggestions: the readings of a query, the best of them, and its page.
// Never knows HTTP or where the index came from; the same index and request always give the same page.

import { createHash } from 'node:crypto'
import type { Correction, Kind, Suggestion, SuggestionPage, SuggestRequest } from './address.ts'
import {
  type AddressIndex,
  canonicalHouseAt,
  houseFiasAt,
  housePostalCodeAt,
  streetNameAt,
  writtenHouseAt,
} from './address-index.ts'
import { explain, type WordUse } from './assign-words.ts'
import { fixedDistanceKm, NO_COORDINATE, toDegrees } from './fixed-degrees.ts'
import type { FoundRow, SearchScope } from './found-row.ts'
import { goesOnFromTyped } from './house-form.ts'
import { placeOf, wordAt } from './lexicon.ts'
import {
  canonicalStreet,
  cityNamesItself,
  cityWords,
  fold,
  MAX_TEXT,
  spellingKey,
  tokenise,
} from './normalise.ts'
import { listAt, stringAt } from './packed.ts'
import type { ReadQuery } from './read-query.ts'
import {
  cyrillicKeys,
  cyrillicKeysPunctuated,
  hasCyrillic,
  hasCyrillicKeys,
  hasLatin,
  latinKeys,
  toCyrillic,
} from './readings.ts'
import { type SearchResult, search } from './search.ts'

export const DEFAULT_LIMIT = 7
export const MAX_LIMIT = 50

/** What a reading other than the plain one costs; less than a typo, more than any leaning. */
const READING_COST = 0.35
const SPACING_COST = 0.6
/** A first row dearer than this makes the search allow more typos, and look for words run together. */
const DOUBTFUL_COST = 1.75
/** A first row this cheap has no typo in it: other readings are not tried. */
const CLEAN_COST = 0.9
const MOST_EDITS = 3
const MAX_SPACINGS = 8
/** Longer queries are not read with words joined or split, nor longest ones with more typos. */
const MAX_WORDS_RESPACED = 7
const MAX_WORDS_REREAD = 10
/** Rows dearer than the first by more than this are not worth showing. */
const WORST_BEHIND = 2
const WORST_COST = 6
/** Two spellings of one street nearer than this are one row of the page. */
const SAME_STREET_KM = 2

/**
 * The page of suggestions for a query. `limit` is kept within 1..50 (7 when not said); a query of under
 * two letters or digits gives an empty list, and so does a `city` the index does not know. Throws nothing.
 */
export function suggest(index: AddressIndex, request: SuggestRequest): SuggestionPage {
  const { q } = request
  const scope = scopeOf(index, request)
  const best = scope === null ? null : bestReading(index, q, scope)
  if (best === null || scope === null) {
    return { query: q, effective_query: plain(q), corrections: [], suggestions: [] }
  }
  const chosen = choosePage(index, best, scope.limit)
  const suggestions = chosen.map((row) => describe(index, best.result.read, row))
  const first = chosen[0]
  const uses = first ? explain(index, best.result.read, first) : []
  const corrections: Correction[] = suggestions.length > 0 ? [...best.corrections] : []
  if (uses.some(({ edits }) => edits > 0)) corrections.push('typo')
  return {
    query: q,
    effective_query: suggestions.length > 0 ? corrected(index, best, uses) : plain(q),
    corrections,
    suggestions,
  }
}

/** One reading of a query with what it found, cheapest row first. */
export interface BestReading {
  text: string
  corrections: Correction[]
  penalty: number
  result: SearchResult
}

function plain(q: string): string {
  return fold(q.slice(0, MAX_TEXT).normalize('NFC').toWellFormed()).replace(/\s+/gu, ' ').trim()
}

/** The request as the search takes it, or null when it names a city the index does not have. */
export function scopeOf(index: AddressIndex, request: SuggestRequest): SearchScope | null {
  const asked = Math.trunc(request.limit ?? DEFAULT_LIMIT)
  const limit = Math.min(Math.max(Number.isFinite(asked) ? asked : DEFAULT_LIMIT, 1), MAX_LIMIT)
  const located = Number.isFinite(request.lat) && Number.isFinite(request.lon)
  let cities: Set<number> | null = null
  if (request.city !== undefined && request.city.trim() !== '') {
    cities = citiesNamed(index, request.city)
    if (cities.size === 0) return null
  }
  return {
    cities,
    kind: request.kind ?? null,
    lat: located ? (request.lat ?? null) : null,
    lon: located ? (request.lon ?? null) : null,
    limit,
  }
}

function citiesNamed(index: AddressIndex, name: string): Set<number> {
  const { data } = index
  const cities = new Set<number>()
  const words = cityWords(name.slice(0, MAX_TEXT)).map((token) => placeOf(data.lexicon, token.text))
  const first = words[0]
  if (first === undefined || words.includes(-1)) return cities
  for (const city of listAt(data.wordCities, first)) {
    const own = listAt(data.cityWords, city)
    if (own.length === words.length && words.every((word) => own.includes(word))) cities.add(city)
  }
  return cities
}

/** Searches with every way the query can be read and keeps the cheapest; null when nothing is found. */
export function bestReading(
  index: AddressIndex,
  q: string,
  scope: SearchScope,
): BestReading | null {
  const text = q.slice(0, MAX_TEXT).normalize('NFC').toWellFormed()
  if ((text.match(/[\p{L}\d]/gu)?.length ?? 0) < 2 && !couldBeLetters(text)) return null
  const first = bestWithin(index, text, scope, 1)
  if (first !== null && costOf(first) <= DOUBTFUL_COST) return first
  if (tokenise(fold(text)).length > MAX_WORDS_REREAD) return first
  const second = bestWithin(index, text, scope, MOST_EDITS)
  const found = cheaper(first, second)
  return cheaper(found, bestRespaced(index, text, scope, found))
}

function cheaper(a: BestReading | null, b: BestReading | null): BestReading | null {
  return a !== null && (b === null || costOf(a) <= costOf(b)) ? a : b
}

/** The cheapest of the readings of a text, each word with up to so many typos. */
function bestWithin(
  index: AddressIndex,
  text: string,
  scope: SearchScope,
  mostEdits: number,
): BestReading | null {
  let best: BestReading | null = null
  for (const { reading, corrections, inLatin } of readingsOf(index, text)) {
    if (best !== null && costOf(best) < READING_COST + CLEAN_COST) break
    const penalty = corrections.length > 0 ? READING_COST : 0
    best = cheaper(best, readAs(index, reading, corrections, penalty, inLatin, scope, mostEdits))
  }
  return best
}

function readAs(
  index: AddressIndex,
  reading: string,
  corrections: Correction[],
  penalty: number,
  inLatin: boolean,
  scope: SearchScope,
  mostEdits: number,
): BestReading | null {
  const text = fold(reading)
  const result = search(index, text, scope, inLatin, mostEdits)
  const found = { text, corrections, penalty, result }
  return costOf(found) > WORST_COST ? null : found
}

interface Reading {
  reading: string
  corrections: Correction[]
  inLatin: boolean
}

/** The ways to read a text, likeliest first. */
function readingsOf(index: AddressIndex, text: string): Reading[] {
  const plainly: Reading = { reading: text, corrections: [], inLatin: false }
  if (!hasCyrillicKeys(text)) {
    if (!hasCyrillic(text) || !index.hasLatin) return [plainly]
    return [plainly, { reading: latinKeys(text), corrections: ['layout'], inLatin: false }]
  }
  const readings: Reading[] = hasCyrillic(text) || index.hasLatin ? [plainly] : []
  const keyed = cyrillicKeys(text)
  const punctuated = cyrillicKeysPunctuated(text)
  readings.push({ reading: punctuated, corrections: ['layout'], inLatin: false })
  if (hasLatin(text)) {
    readings.push({ reading: text, corrections: ['transliteration'], inLatin: true })
  }
  if (punctuated !== keyed) {
    readings.push({ reading: keyed, corrections: ['layout'], inLatin: false })
  }
  return readings
}

/** The cheapest reading with words joined or split, for a text that found nothing or little. */
function bestRespaced(
  index: AddressIndex,
  text: string,
  scope: SearchScope,
  found: BestReading | null,
): BestReading | null {
  if (found !== null && costOf(found) <= DOUBTFUL_COST) return null
  let best: BestReading | null = null
  const corrections: Correction[] = [...(found?.corrections ?? []), 'spacing']
  const penalty = (found?.penalty ?? 0) + SPACING_COST
  const inLatin = found?.result.read.inLatin ?? false
  for (const variant of spacings(index, found?.text ?? fold(text))) {
    best = cheaper(best, readAs(index, variant, corrections, penalty, inLatin, scope, 1))
  }
  return best
}

function couldBeLetters(text: string): boolean {
  return (cyrillicKeys(text).match(/[\p{L}\d]/gu)?.length ?? 0) >= 2
}

/** The cost of a reading's first row; infinite when it has none. */
export function costOf(reading: BestReading): number {
  return (reading.result.rows[0]?.cost ?? Number.POSITIVE_INFINITY) + reading.penalty
}

/** The text with two neighbouring words joined, or one word split into two known ones. */
function spacings(index: AddressIndex, folded: string): string[] {
  const tokens = tokenise(folded)
  const variants: string[] = []
  if (tokens.length > MAX_WORDS_RESPACED) return variants
  for (const [i, token] of tokens.entries()) {
    if (variants.length >= MAX_SPACINGS) break
    const next = tokens[i + 1]
    if (token.kind === 'word' && next?.kind === 'word') {
      variants.push(folded.slice(0, token.end) + folded.slice(next.start))
    }
    if (token.kind !== 'word' || token.text.length < 5) continue
    for (let at = 2; at <= token.text.length - 2; at++) {
      const head = token.text.slice(0, at)
      const tail = token.text.slice(at)
      if (isKnown(index, head) && isKnown(index, tail)) {
        variants.push(`${folded.slice(0, token.start)}${head} ${tail}${folded.slice(token.end)}`)
        break
      }
    }
  }
  return variants.slice(0, MAX_SPACINGS)
}

function isKnown(index: AddressIndex, word: string): boolean {
  return placeTypesKnown(word) || placeOf(index.data.lexicon, word) >= 0
}

function placeTypesKnown(word: string): boolean {
  return word.length >= 4 && cityNamesItself(`${word} x`)
}

/** The rows of the page: cheapest first, each place once, none far behind the first. */
export function choosePage(index: AddressIndex, best: BestReading, limit: number): FoundRow[] {
  const { rows } = best.result
  const worst = Math.min((rows[0]?.cost ?? 0) + WORST_BEHIND, WORST_COST)
  const page: FoundRow[] = []
  const seen = new Map<string, FoundRow[]>()
  for (const row of rows) {
    if (page.length >= limit || row.cost > worst) break
    const key = placeKey(index, row)
    const same = seen.get(key) ?? []
    if (same.some((other) => other === row || isSamePlace(index, row, other))) continue
    seen.set(key, [...same, row])
    page.push(row)
  }
  return page
}

function placeKey(index: AddressIndex, row: FoundRow): string {
  const { data } = index
  const street = row.street < 0 ? '' : canonicalStreet(streetNameAt(data, row.street))
  const house = row.house < 0 ? '' : canonicalHouseAt(data, row.house)
  return `${row.city}|${street}|${house}`
}

function isSamePlace(index: AddressIndex, a: FoundRow, b: FoundRow): boolean {
  if (a.street === b.street && a.house === b.house) return true
  const placeA = coordinates(index, a)
  const placeB = coordinates(index, b)
  if (placeA.lat === NO_COORDINATE || placeB.lat === NO_COORDINATE) return true
  return fixedDistanceKm(placeA.lat, placeA.lon, placeB.lat, placeB.lon) < SAME_STREET_KM
}

interface Place {
  lat: number
  lon: number
  precision: Kind
}

/** The row's own coordinates, or else its street's, or else its city's. */
function coordinates({ data }: AddressIndex, row: FoundRow): Place {
  const house = row.house < 0 ? NO_COORDINATE : (data.houseLat[row.house] ?? NO_COORDINATE)
  if (house !== NO_COORDINATE) {
    return { lat: house, lon: data.houseLon[row.house] ?? 0, precision: 'house' }
  }
  const street = row.street < 0 ? NO_COORDINATE : (data.streetLat[row.street] ?? NO_COORDINATE)
  if (street !== NO_COORDINATE) {
    return { lat: street, lon: data.streetLon[row.street] ?? 0, precision: 'street' }
  }
  const lat = data.cityLat[row.city] ?? NO_COORDINATE
  return { lat, lon: data.cityLon[row.city] ?? NO_COORDINATE, precision: 'city' }
}

/** A row of the search as it goes out. */
export function describe(index: AddressIndex, read: ReadQuery, row: FoundRow): Suggestion {
  const { data } = index
  const city = stringAt(data.cityNames, row.city)
  const street = row.street < 0 ? '' : streetNameAt(data, row.street)
  const house = row.house < 0 ? '' : writtenHouseAt(data, row.house)
  const cityPart = city === '' ? '' : cityNamesItself(city) ? city : `г ${city}`
  const housePart = house === '' ? '' : /^\d/u.test(house) ? `д ${house}` : house
  const parts = [cityPart, street, housePart].filter((part) => part !== '')
  const value = parts.join(', ')
  const place = coordinates(index, row)
  return {
    id: idOf(index, row, city, street),
    kind: row.kind,
    value,
    city,
    street: street === '' ? null : street,
    house: house === '' ? null : house,
    postal_code: postalCode(index, row),
    fias_id: fiasId(index, row),
    lat: toDegrees(place.lat),
    lon: toDegrees(place.lon),
    geo_precision: place.precision,
    highlights: highlights(index, read, row, value, {
      cityEnd: cityPart.length,
      houseStart: housePart === '' ? value.length : value.length - housePart.length,
      houseWord: housePart.length - house.length,
    }),
    score: Math.round(1e4 / (1 + row.cost / 2)) / 1e4,
  }
}

/** Sixteen hexadecimal digits of a hash of the canonical address: the same after every rebuild. */
function idOf(index: AddressIndex, row: FoundRow, city: string, street: string): string {
  const { data } = index
  const cityKey = cityWords(city)
    .map((token) => token.text)
    .join(' ')
  let house = ''
  if (row.house >= 0) {
    const form = canonicalHouseAt(data, row.house)
    house = `${form}|${repeatsBefore(index, row, form)}`
  }
  const text = [row.kind, cityKey, spellingKey(street), house].join('|')
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** How many rows of the same address but another place come before this one. */
function repeatsBefore({ data }: AddressIndex, row: FoundRow, form: string): number {
  const first = data.houseStarts[row.street] ?? 0
  let repeats = 0
  for (let house = row.house - 1; house >= first; house--) {
    if (canonicalHouseAt(data, house) !== form) break
    repeats++
  }
  return repeats
}

function postalCode({ data }: AddressIndex, row: FoundRow): string | null {
  const code =
    row.kind === 'city'
      ? stringAt(data.cityPostalCodes, row.city)
      : row.house < 0
        ? ''
        : housePostalCodeAt(data, row.house)
  return code === '' ? null : code
}

function fiasId({ data }: AddressIndex, row: FoundRow): string | null {
  if (row.kind === 'city') return stringAt(data.cityFias, row.city) || null
  return row.house < 0 ? null : houseFiasAt(data, row.house)
}

interface Layout {
  cityEnd: number
  houseStart: number
  houseWord: number
}

function highlights(
  index: AddressIndex,
  read: ReadQuery,
  row: FoundRow,
  value: string,
  layout: Layout,
): [number, number][] {
  const uses = explain(index, read, row)
  const tokens = tokenise(fold(value))
  const ranges: [number, number][] = []
  const oneBuilding = row.street >= 0 && index.data.streetOneBuilding[row.street] === 1
  for (const { as, word, begun, edits, token } of uses) {
    if (as !== 'name' && as !== 'city') continue
    const stored = wordAt(index.data.lexicon, word)
    const shown = tokens.find(
      (candidate) =>
        candidate.text === stored &&
        (as === 'city') === candidate.start < layout.cityEnd &&
        (oneBuilding || candidate.start < layout.houseStart) &&
        !ranges.some(([start]) => start === candidate.start),
    )
    if (!shown) continue
    const length = shown.end - shown.start
    const typed = begun && edits === 0 && !read.inLatin ? token.text.length : length
    ranges.push([shown.start, shown.start + Math.min(typed, length)])
  }
  const alike = row.houseMatch !== null && goesOnFromTyped(row.houseMatch)
  if (!oneBuilding && alike && uses.some(({ as }) => as === 'house')) {
    const start = layout.houseStart + layout.houseWord
    if (start < value.length) ranges.push([start, value.length])
  }
  return ranges.sort((a, b) => a[0] - b[0])
}

/** The query as it was understood: its reading, with mistyped words as the first row has them. */
function corrected(index: AddressIndex, best: BestReading, uses: readonly WordUse[]): string {
  const latin = best.result.read.inLatin
  let text = ''
  let at = 0
  for (const { token, word, edits } of uses) {
    const kept = best.text.slice(at, token.start)
    const own = best.text.slice(token.start, token.end)
    const stored = word >= 0 && (edits > 0 || latin) ? wordAt(index.data.lexicon, word) : null
    text +=
      kept + (stored !== null && token.kind === 'word' ? stored : latin ? toCyrillic(own) : own)
    at = token.end
  }
  return (text + best.text.slice(at)).replace(/\s+/gu, ' ').trim()
}
