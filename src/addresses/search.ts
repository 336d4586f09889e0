// One reading of a query against the index: which streets, houses and cities it names, and at what cost.
// Never chooses between readings and never makes a page; a cost of 1 is one typo in a name.

import type { Kind } from './address.ts'
import { type AddressIndex, isNameless } from './address-index.ts'
import { FIXED_PER_DEGREE, fixedDistanceKm, NO_COORDINATE } from './fixed-degrees.ts'
import {
  beginsHouseWord,
  canonicalHouse,
  HOUSE_COST,
  type HouseMatch,
  isHouseWord,
  matchHouse,
} from './house-form.ts'
import { buildLexicon, findWords, type Lexicon, placeOf, wordAt } from './lexicon.ts'
import {
  isEmptyWord,
  NO_TYPE,
  PLACE_TYPE_WORDS,
  placeTypesOf,
  type Token,
  tokenise,
} from './normalise.ts'
import { stringAt } from './packed.ts'
import { hasLatin, skeleton, toCyrillic } from './readings.ts'

/** Most words of a query that are read; the rest is left out. */
const MAX_WORDS = 14
/** Streets that are looked at closely; the best by a rough count of matched words. */
const MAX_CLOSE_STREETS = 400
/** Streets one typed word is followed to; its nearest words come first. */
const MAX_POSTINGS = 40_000
/** Streets all typed words together are followed to. */
const MAX_ALL_POSTINGS = 120_000
/** Stored words one typed beginning may stand for. */
const MAX_BEGUN = 6000

const UNCOVERED_WORD = 0.06
const UNCOVERED_NUMBER = 0.12
const WRONG_TYPE = 0.45
const POPULATION_WEIGHT = 0.12
const NEARNESS_WEIGHT = 0.2
const NEARNESS_KM = 25
const ROUGH_GAIN = 2.4
const NOT_A_STREET_PART = 1.2

/** What limits and leans a search: set once for a request, the same for all readings of its query. */
export interface SearchScope {
  cities: ReadonlySet<number> | null
  kind: Kind | null
  lat: number | null
  lon: number | null
  limit: number
}

/** How each word of the query was used by a row. `word` is the stored word it met, -1 for none. */
export interface WordUse {
  token: Token
  as: 'name' | 'city' | 'type' | 'house' | 'nothing'
  word: number
  edits: number
  begun: boolean
}

/** One found row. Numbers are places in the index; `street` and `house` are -1 where there is none. */
export interface FoundRow {
  kind: Kind
  city: number
  street: number
  house: number
  cost: number
  houseMatch: HouseMatch | null
  unread: number
}

/** The query as the search reads it; kept so that a chosen row can be explained. */
export interface ReadQuery {
  words: QueryWord[]
  inLatin: boolean
}

export interface SearchResult {
  read: ReadQuery
  rows: FoundRow[]
  houseTyped: boolean
}

interface StoredMatch {
  word: number
  cost: number
  edits: number
  begun: boolean
}

interface QueryWord {
  token: Token
  last: boolean
  matches: StoredMatch[]
  costOf: Map<number, StoredMatch>
  types: Map<number, number> | null
  cities: Map<number, StoredMatch>
  cheapestType: number
  ignored: boolean
  letterOfHouse: boolean
  houseWord: boolean
  costUnread: number
}

const typeLexicon = buildLexicon([...new Set(PLACE_TYPE_WORDS.map(({ word }) => word))].sort())
const typeSkeletons = new Map<string, number[]>()
for (const { word } of PLACE_TYPE_WORDS) typeSkeletons.set(skeleton(word), [...placeTypesOf(word)])
for (const short of [
  'ул',
  'пр',
  'пер',
  'наб',
  'пл',
  'ш',
  'мкр',
  'просп',
  'бул',
  'туп',
  'кв-л',
  'пр-т',
  'б-р',
  'пр-д',
  'жк',
  'пос',
  'ал',
]) {
  typeSkeletons.set(skeleton(short), [...placeTypesOf(short)])
}
const typeSkeletonLexicon = buildLexicon([...typeSkeletons.keys()].sort())

/**
 * Searches the index with one reading of a query (folded text), with up to `mostEdits` typos in a word.
 * Rows come best first.
 */
export function search(
  index: AddressIndex,
  folded: string,
  scope: SearchScope,
  inLatin: boolean,
  mostEdits: number,
): SearchResult {
  const read = readQuery(index, folded, inLatin, mostEdits)
  const rows: FoundRow[] = []
  addCities(index, read, scope, rows)
  let houseTyped = read.words.some((word) => word.token.kind === 'number' && !word.ignored)
  if (scope.kind !== 'city') {
    index.queryNumber++
    const houseMemo = houseMatcher(index)
    for (const street of closeStreets(index, read, scope)) {
      const typed = addStreet(index, read, scope, street, houseMemo, rows)
      houseTyped ||= typed
    }
  }
  rows.sort(
    (a, b) => a.cost - b.cost || a.street - b.street || a.house - b.house || a.city - b.city,
  )
  return { read, rows, houseTyped }
}

/** How each word of the query was used by a row, for highlights and for the corrected query. */
export function explain(index: AddressIndex, read: ReadQuery, row: FoundRow): WordUse[] {
  if (row.street < 0) {
    return read.words.map((word) => {
      const match = word.cities.get(row.city)
      return match ? use(word, 'city', match) : use(word, 'nothing', null)
    })
  }
  const assignment = assign(index, read, row.street, true)
  const other = assign(index, read, row.street, false)
  return (other.cost < assignment.cost ? other : assignment).uses
}

function use(word: QueryWord, as: WordUse['as'], match: StoredMatch | null): WordUse {
  return {
    token: word.token,
    as,
    word: match?.word ?? -1,
    edits: match?.edits ?? 0,
    begun: match?.begun ?? false,
  }
}

const FLAT_WORDS = new Set([
  'кв',
  'квартира',
  'оф',
  'офис',
  'пом',
  'помещение',
  'подъезд',
  'этаж',
  'эт',
])

function readQuery(
  index: AddressIndex,
  folded: string,
  inLatin: boolean,
  mostEdits: number,
): ReadQuery {
  const tokens = withoutFlats(tokenise(folded)).slice(0, MAX_WORDS)
  const words = tokens.map((token, i) => {
    const last = i === tokens.length - 1 && token.end === folded.trimEnd().length
    return readWord(index, token, tokens[i - 1] ?? null, last, inLatin, mostEdits)
  })
  return { words, inLatin }
}

/** Drops postcodes and what follows a house: "кв 12", "подъезд 3". */
function withoutFlats(tokens: Token[]): Token[] {
  const kept: Token[] = []
  let numbers = 0
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]
    if (!token) continue
    const next = tokens[i + 1]
    if (token.kind === 'number' && /^\d{6}$/u.test(token.text) && tokens.length > 1) continue
    if (numbers > 0 && FLAT_WORDS.has(token.text) && next?.kind === 'number') {
      i++
      continue
    }
    if (token.kind === 'number') numbers++
    kept.push(token)
  }
  return kept
}

/** Edits allowed in a word of this many letters. */
function editsFor(length: number, mostEdits: number): number {
  const fitting = length < 3 ? 0 : length < 4 ? 1 : length < 10 ? 2 : 3
  return Math.min(fitting, mostEdits)
}

function readWord(
  index: AddressIndex,
  token: Token,
  before: Token | null,
  last: boolean,
  inLatin: boolean,
  mostEdits: number,
): QueryWord {
  const latin = inLatin && hasLatin(token.text)
  const russian = latin ? toCyrillic(token.text) : token.text
  const isWord = token.kind === 'word'
  const letterOfHouse = isWord && token.text.length === 1 && before?.kind === 'number'
  const houseWord = isWord && isHouseWord(russian)
  const types = isWord ? readTypes(token.text, last, latin) : null
  const exactType = isWord && placeTypesOf(russian).length > 0
  const ignored = isWord && isEmptyWord(russian)
  const typed = latin ? skeleton(token.text) : token.text
  const matches: StoredMatch[] = []
  const tooFew = typed.length === 0 || typed.length * 3 < token.text.length
  if (!tooFew && (!letterOfHouse || last)) {
    const lexicon = latin ? index.data.skeletons : index.data.lexicon
    const spelled = !isWord || exactType || ignored || houseWord
    const maxEdits = spelled ? 0 : editsFor(typed.length, mostEdits)
    const openEdits = last ? Math.min(maxEdits, Math.floor(typed.length / 4)) : 0
    const short = exactType || houseWord
    const open = isWord ? !short || last || typed.length > 3 : last && token.kind === 'number'
    for (const found of findWords(lexicon, typed, {
      open,
      openEdits,
      maxEdits,
      maxBegun: MAX_BEGUN,
    })) {
      const cost = matchCost(found, typed.length, last)
      for (const word of storedWords(index, lexicon, latin, found.word)) {
        matches.push({ word, cost, edits: found.edits, begun: found.begun })
      }
    }
    const slipped = token.kind === 'number' ? SLIPPED_ORDINAL.exec(typed)?.[1] : undefined
    const meant = slipped === undefined ? -1 : placeOf(index.data.lexicon, slipped)
    if (meant >= 0) matches.push({ word: meant, cost: 0.6, edits: 1, begun: false })
    matches.sort((a, b) => a.cost - b.cost)
  }
  const costOf = new Map<number, StoredMatch>()
  for (const match of matches) if (!costOf.has(match.word)) costOf.set(match.word, match)
  return {
    token,
    last,
    matches,
    costOf,
    types,
    cities: citiesOf(index, matches),
    cheapestType: types ? Math.min(...types.values()) : Number.POSITIVE_INFINITY,
    ignored,
    letterOfHouse,
    houseWord: houseWord || letterOfHouse,
    costUnread: unreadCost(token, russian, last, ignored || houseWord || letterOfHouse),
  }
}

/** "14-р", a slip in "14-й". */
const SLIPPED_ORDINAL = /^(\d{1,3})-\p{L}{1,2}$/u

function storedWords(
  index: AddressIndex,
  lexicon: Lexicon,
  latin: boolean,
  found: number,
): Iterable<number> {
  if (!latin || lexicon !== index.data.skeletons) return [found]
  const { items, starts } = index.data.skeletonWords
  return items.subarray(starts[found], starts[found + 1])
}

function matchCost(
  found: { edits: number; begun: boolean; left: number },
  length: number,
  last: boolean,
): number {
  const unfinished = found.begun
    ? (last ? 0.05 : 0.15) + (0.1 * found.left) / (found.left + length)
    : 0
  if (found.edits === 0) return unfinished
  return 1 + 0.7 * (found.edits - 1) + (0.6 * found.edits) / length + unfinished * 1.5
}

function unreadCost(token: Token, russian: string, last: boolean, free: boolean): number {
  if (token.kind === 'ordinal') return 1.2
  if (token.kind === 'number') return NOT_A_STREET_PART
  if (free) return 0
  if (last && beginsHouseWord(russian)) return 0.1
  const { length } = token.text
  return length === 1 ? 0.4 : length === 2 ? 0.9 : length === 3 ? 1.6 : 2.4 + 0.05 * length
}

function readTypes(word: string, last: boolean, latin: boolean): Map<number, number> | null {
  const types = new Map<number, number>()
  const put = (codes: readonly number[], cost: number) => {
    for (const code of codes) types.set(code, Math.min(cost, types.get(code) ?? cost))
  }
  const typed = latin ? skeleton(word) : word
  const lexicon = latin ? typeSkeletonLexicon : typeLexicon
  const codesOf = (whole: string) =>
    latin ? (typeSkeletons.get(whole) ?? []) : placeTypesOf(whole)
  put(codesOf(typed), 0)
  if (types.size === 0) {
    const maxEdits = typed.length < 4 ? 0 : typed.length < 7 ? 1 : 2
    const open = last || typed.length >= 3
    for (const found of findWords(lexicon, typed, {
      open,
      openEdits: last ? maxEdits : 0,
      maxEdits,
      maxBegun: 20,
    })) {
      const cost = found.edits === 0 ? 0.2 : 0.25 + 0.25 * found.edits
      put(codesOf(wordAt(lexicon, found.word)), cost)
    }
  }
  return types.size > 0 ? types : null
}

function citiesOf(index: AddressIndex, matches: readonly StoredMatch[]): Map<number, StoredMatch> {
  const cities = new Map<number, StoredMatch>()
  const { items, starts } = index.data.wordCities
  for (const match of matches) {
    for (let at = starts[match.word] ?? 0; at < (starts[match.word + 1] ?? 0); at++) {
      const city = items[at] ?? 0
      if (!cities.has(city)) cities.set(city, match)
    }
  }
  return cities
}

/** The streets that share most with the query by a rough count, at most MAX_CLOSE_STREETS. */
function closeStreets(index: AddressIndex, read: ReadQuery, scope: SearchScope): number[] {
  const { data, streetGain, streetQuery, streetWord, queryNumber } = index
  const { items, starts } = data.wordStreets
  const touched: number[] = []
  let seenInAll = 0
  const count = (word: QueryWord, i: number, start: 'any' | 'whole' | 'none') => {
    let seen = 0
    if (seenInAll > MAX_ALL_POSTINGS) return
    for (const match of word.matches) {
      if (seen > MAX_POSTINGS) return
      const gain = ROUGH_GAIN - match.cost
      const mayStart = start === 'any' || (start === 'whole' && match.cost === 0)
      const end = starts[match.word + 1] ?? 0
      seen += end - (starts[match.word] ?? 0)
      seenInAll += end - (starts[match.word] ?? 0)
      for (let at = starts[match.word] ?? 0; at < end; at++) {
        const street = items[at] ?? 0
        if (streetQuery[street] !== queryNumber) {
          if (!mayStart) continue
          if (scope.cities && !scope.cities.has(data.streetCity[street] ?? 0)) continue
          streetQuery[street] = queryNumber
          streetGain[street] = gain
          streetWord[street] = i
          touched.push(street)
        } else if (streetWord[street] !== i) {
          streetGain[street] = (streetGain[street] ?? 0) + gain
          streetWord[street] = i
        }
      }
    }
  }
  const names = read.words.filter(
    ({ token, cheapestType, ignored, houseWord }) =>
      token.kind === 'word' && token.text.length > 1 && cheapestType > 0 && !ignored && !houseWord,
  )
  const numbers = read.words.filter((word) => word.token.kind === 'number').length
  const allMistyped = names.every((word) => (word.matches[0]?.cost ?? 1) >= 1)
  const numberMayName = names.length === 0 || (numbers > 1 && allMistyped && !read.inLatin)
  for (const [i, word] of read.words.entries()) {
    const { kind, text } = word.token
    const longWord = text.length > 1 || (word.last && read.words.length > 1)
    if (kind === 'word') count(word, i, longWord ? 'any' : 'whole')
    else if (kind === 'ordinal' || numberMayName || SLIPPED_ORDINAL.test(text))
      count(word, i, 'any')
    else count(word, i, 'none')
  }
  const cityGain = new Map<number, number>()
  for (const word of read.words) {
    for (const [city, match] of word.cities) {
      cityGain.set(city, (cityGain.get(city) ?? 0) + Math.max(0, ROUGH_GAIN - match.cost))
    }
  }
  const types = read.words.flatMap((word) => (word.types ? [word.types] : []))
  for (const street of touched) {
    const city = data.streetCity[street] ?? 0
    let gain = (streetGain[street] ?? 0) + (cityGain.get(city) ?? 0)
    for (const ofWord of types) if (ofWord.has(data.streetType[street] ?? 0)) gain += WRONG_TYPE
    gain -= leaning(index, scope, city, data.streetLat[street], data.streetLon[street])
    const wordCount =
      (data.streetWords.starts[street + 1] ?? 0) - (data.streetWords.starts[street] ?? 0)
    streetGain[street] = gain - wordCount * UNCOVERED_WORD
  }
  if (touched.length <= MAX_CLOSE_STREETS) return touched
  const gains = Float32Array.from(touched, (street) => streetGain[street] ?? 0).sort()
  const least = gains[gains.length - MAX_CLOSE_STREETS] ?? 0
  const close: number[] = []
  for (const street of touched) {
    if ((streetGain[street] ?? 0) > least) close.push(street)
  }
  for (const street of touched) {
    if (close.length >= MAX_CLOSE_STREETS) break
    if (streetGain[street] === least) close.push(street)
  }
  return close
}

/** Smaller cities and farther places cost a little more; never as much as a typo. */
function leaning(
  index: AddressIndex,
  scope: SearchScope,
  city: number,
  lat: number | undefined,
  lon: number | undefined,
): number {
  const people = index.data.cityPopulation[city] ?? 0
  const size = Math.log1p(people) / Math.log1p(index.largestPopulation)
  let cost = POPULATION_WEIGHT * (1 - size)
  if (scope.lat !== null && scope.lon !== null) {
    const known = lat !== undefined && lon !== undefined && lat !== NO_COORDINATE
    const km = known
      ? fixedDistanceKm(scope.lat * FIXED_PER_DEGREE, scope.lon * FIXED_PER_DEGREE, lat, lon)
      : 1e5
    cost += NEARNESS_WEIGHT * (1 - Math.exp(-km / NEARNESS_KM))
  }
  return cost
}

interface Assignment {
  cost: number
  uses: WordUse[]
  house: string
  unread: number
  tookNumber: boolean
}

/**
 * Gives each word of the query its cheapest use for one street. With `takeNumbers`, bare numbers may be
 * the street's own ("8 марта"); without, they all belong to the house.
 */
function assign(
  index: AddressIndex,
  read: ReadQuery,
  street: number,
  takeNumbers: boolean,
): Assignment {
  const { data } = index
  const start = data.streetWords.starts[street] ?? 0
  const wordCount = (data.streetWords.starts[street + 1] ?? 0) - start
  const city = data.streetCity[street] ?? 0
  const type = data.streetType[street] ?? NO_TYPE
  const uses: WordUse[] = []
  const house: { text: string; start: number; end: number }[] = []
  let used = 0
  let cost = 0
  let unread = 0
  let tookNumber = false
  let typeCost = 0
  let typeMet = false
  for (const [i, word] of read.words.entries()) {
    const { kind } = word.token
    let best = word.letterOfHouse ? 0.4 : word.costUnread
    let bestUse: WordUse['as'] = 'nothing'
    let bestMatch: StoredMatch | null = null
    let slot = -1
    const afterOwnNumber = takeNumbers && uses.at(-1)?.as === 'name'
    if (word.letterOfHouse ? afterOwnNumber : kind !== 'number' || takeNumbers) {
      for (let k = 0; k < wordCount && k < 31; k++) {
        if (used & (1 << k)) continue
        const match = word.costOf.get(data.streetWords.items[start + k] ?? 0)
        if (match && (match.cost < best || bestUse === 'nothing')) {
          if (match.cost > best) continue
          best = match.cost
          bestUse = 'name'
          bestMatch = match
          slot = k
        }
      }
    }
    const ofCity = word.cities.get(city)
    if (ofCity && kind === 'word' && ofCity.cost + 0.02 < best) {
      best = ofCity.cost + 0.02
      bestUse = 'city'
      bestMatch = ofCity
    }
    if (word.types) {
      const here = word.types.get(type)
      const asType = here ?? word.cheapestType
      if (asType < best || (asType === best && bestUse === 'nothing')) {
        best = asType
        bestUse = 'type'
        bestMatch = null
        if (here !== undefined) typeMet = true
        else typeCost = WRONG_TYPE
      }
    }
    if (bestUse === 'nothing' && (kind === 'number' || isHousePart(read, i))) {
      house.push(word.token)
      uses.push(use(word, 'house', null))
      continue
    }
    if (bestUse === 'name') {
      used |= 1 << slot
      if (kind === 'number') {
        tookNumber = true
        const afterName = uses.some(({ as, token }) => as === 'name' && token.kind === 'word')
        cost += afterName ? 0.1 : 0.03
      }
    }
    if (bestUse === 'nothing') unread += unreadLetters(word, best)
    cost += best
    uses.push(use(word, bestUse, bestMatch))
  }
  if (!typeMet) cost += typeCost
  let uncovered = 0
  for (let k = 0; k < wordCount && k < 31; k++) {
    if (used & (1 << k)) continue
    const first =
      data.lexicon.words.units[
        data.lexicon.words.starts[data.streetWords.items[start + k] ?? 0] ?? 0
      ] ?? 0
    uncovered += first >= 0x30 && first <= 0x39 ? UNCOVERED_NUMBER : UNCOVERED_WORD
  }
  if (isNameless(data, street)) uncovered = 0
  cost += Math.min(uncovered, 0.36)
  const text = house.map((token) => token.text).join(' ')
  const typedHouse = canonicalHouse(read.inLatin ? toCyrillic(text) : text)
  return { cost, uses, house: typedHouse, unread, tookNumber }
}

/** How much of the query a row leaves out; the number of a street weighs like a short word. */
function unreadLetters(word: QueryWord, cost: number): number {
  if (cost < 0.9) return 0
  return word.token.kind === 'ordinal' ? 3 : word.token.text.length
}

/** A mark or a letter counts as part of the house only beside a number: "68 к 2", "68 лит а". */
function isHousePart(read: ReadQuery, i: number): boolean {
  const word = read.words[i]
  if (!word?.houseWord)
    return (
      word?.last === true &&
      i > 0 &&
      besideNumber(read, i) &&
      word.token.text.length <= 8 &&
      beginsHouseWord(word.token.text)
    )
  return besideNumber(read, i)
}

function besideNumber(read: ReadQuery, i: number): boolean {
  for (let before = i - 1; before >= 0; before--) {
    const word = read.words[before]
    if (word?.token.kind === 'number') return true
    if (!word?.houseWord) break
  }
  return read.words[i + 1]?.token.kind === 'number'
}

type HouseMatcher = (typed: string, form: number) => HouseMatch

const HOUSE_MATCHES: readonly HouseMatch[] = Object.keys(HOUSE_COST) as HouseMatch[]

/** Compares each written form once a query: a form stands on many streets. */
function houseMatcher(index: AddressIndex): HouseMatcher {
  const { formQuery, formMatch, data } = index
  let remembered: string | null = null
  return (typed, form) => {
    if (remembered !== typed) {
      if (remembered !== null) index.queryNumber++
      remembered = typed
    }
    if (formQuery[form] !== index.queryNumber) {
      formQuery[form] = index.queryNumber
      formMatch[form] = HOUSE_MATCHES.indexOf(matchHouse(typed, stringAt(data.formCanonical, form)))
    }
    return HOUSE_MATCHES[formMatch[form] ?? 0] ?? 'other'
  }
}

/** Adds what one street has for the query; says whether a house was typed. */
function addStreet(
  index: AddressIndex,
  read: ReadQuery,
  scope: SearchScope,
  street: number,
  compareHouse: HouseMatcher,
  rows: FoundRow[],
): boolean {
  const asNames = assign(index, read, street, true)
  addReading(index, scope, street, asNames, compareHouse, rows)
  if (!asNames.tookNumber) return asNames.house !== ''
  const asHouse = assign(index, read, street, false)
  addReading(index, scope, street, asHouse, compareHouse, rows)
  return true
}

function addReading(
  index: AddressIndex,
  scope: SearchScope,
  street: number,
  reading: Assignment,
  compareHouse: HouseMatcher,
  rows: FoundRow[],
): void {
  const { data } = index
  const city = data.streetCity[street] ?? 0
  const lean = leaning(index, scope, city, data.streetLat[street], data.streetLon[street])
  const base = reading.cost + lean
  const { unread } = reading
  const first = data.houseStarts[street] ?? 0
  const end = data.houseStarts[street + 1] ?? 0
  const put = (kind: Kind, house: number, extra: number, houseMatch: HouseMatch | null) => {
    if (scope.kind !== null && scope.kind !== kind) return
    rows.push({ kind, city, street, house, cost: base + extra, houseMatch, unread })
  }
  if (data.streetOneBuilding[street]) {
    put('house', first, reading.house === '' ? 0.02 : HOUSE_COST.other, null)
    return
  }
  const nameless = isNameless(data, street)
  if (reading.house === '') {
    if (!nameless) put('street', -1, 0, null)
    if (scope.kind === 'house') {
      for (let house = first; house < Math.min(end, first + scope.limit); house++) {
        put('house', house, HOUSE_COST.begun, 'begun')
      }
    }
    return
  }
  const kept = new Map<HouseMatch, number>()
  let anyGood = false
  for (let house = first; house < end; house++) {
    const match = compareHouse(reading.house, data.houseForm[house] ?? 0)
    if (match === 'other') continue
    const count = kept.get(match) ?? 0
    if (count >= scope.limit) continue
    kept.set(match, count + 1)
    if (HOUSE_COST[match] <= HOUSE_COST.longer) anyGood = true
    put('house', house, HOUSE_COST[match], match)
  }
  if (!anyGood && !nameless) put('street', -1, HOUSE_COST.other, 'other')
}

function addCities(
  index: AddressIndex,
  read: ReadQuery,
  scope: SearchScope,
  rows: FoundRow[],
): void {
  if (scope.kind !== null && scope.kind !== 'city') return
  const named = new Set<number>()
  for (const word of read.words) for (const city of word.cities.keys()) named.add(city)
  const { data } = index
  for (const city of named) {
    if (scope.cities && !scope.cities.has(city)) continue
    let cost = leaning(index, scope, city, data.cityLat[city], data.cityLon[city])
    let met = 0
    let unread = 0
    for (const word of read.words) {
      const match = word.cities.get(city)
      if (match) {
        met++
        cost += match.cost
      } else {
        cost += Math.min(word.costUnread, word.cheapestType + 0.3)
        unread += unreadLetters(word, word.costUnread)
      }
    }
    const start = data.cityWords.starts[city] ?? 0
    const words = (data.cityWords.starts[city + 1] ?? 0) - start
    cost += UNCOVERED_WORD * Math.max(0, words - met)
    rows.push({ kind: 'city', city, street: -1, house: -1, cost, houseMatch: null, unread })
  }
}
