// Address suggestions: from a request to its page. Never knows HTTP or where the index came from;
// the same index and request always give the same page.
import { clamp } from '../numbers/clamp.ts'
import { listAt } from '../numbers/packed-lists.ts'
import type { AddressIndex, AddressIndexData } from './index/address-index.ts'
import { exactWord, wordAt } from './index/lexicon.ts'
import { stringAt } from './index/packed.ts'
import { explain, type WordUse } from './search/assign-words.ts'
import { type BestReading, bestReading } from './search/best-reading.ts'
import { describeRow } from './search/describe-row.ts'
import type { SearchScope } from './search/found-row.ts'
import { isOfOtherKindOfCity } from './search/kind-of-city.ts'
import { pageRows } from './search/page-rows.ts'
import {
  type Correction,
  DEFAULT_SUGGESTIONS,
  type FoundPage,
  MAX_SUGGESTIONS,
  type SuggestRequest,
} from './table/address.ts'
import { composed, fold } from './words/normalise.ts'
import { cityKind, cityWords } from './words/place-names.ts'
import { NO_TYPE } from './words/place-types.ts'
import { toCyrillic } from './words/transliteration.ts'

/**
 * The page of suggestions for a query. `limit` is kept within 1..MAX_SUGGESTIONS; a query of under
 * two letters or digits gives an empty list, and so does a `city` the index does not know. Throws
 * nothing.
 */
export function suggest(index: AddressIndex, request: SuggestRequest): FoundPage {
  const { q } = request
  const scope = scopeOf(index, request)
  const best = scope === null ? null : bestReading(index, q, scope)
  const rows = best === null || scope === null ? [] : pageRows(index, best.result.rows, scope.limit)
  const [first] = rows
  if (best === null || first === undefined) {
    const effectiveQuery = onOneLine(fold(composed(q)))
    return { query: q, effective_query: effectiveQuery, corrections: [], suggestions: [] }
  }
  const { read } = best.result
  const uses = explain(index, read, first)
  const corrections: Correction[] = [...best.corrections]
  if (uses.some(({ edits }) => edits > 0)) corrections.push('typo')
  return {
    query: q,
    effective_query: asUnderstood(index, best, uses),
    corrections,
    suggestions: rows.map((row) => describeRow(index, read, row)),
  }
}

/** The request as the search takes it, or null when it names a city the index does not have. */
function scopeOf(index: AddressIndex, request: SuggestRequest): SearchScope | null {
  const asked = Math.trunc(request.limit ?? DEFAULT_SUGGESTIONS)
  const limit = Number.isFinite(asked) ? asked : DEFAULT_SUGGESTIONS
  const located = Number.isFinite(request.lat) && Number.isFinite(request.lon)
  let cities: ReadonlySet<number> | null = null
  if (request.city !== undefined && request.city.trim() !== '') {
    cities = citiesNamed(index, request.city)
    if (cities.size === 0) return null
  }
  return {
    cities,
    kind: request.kind ?? null,
    lat: located ? (request.lat ?? null) : null,
    lon: located ? (request.lon ?? null) : null,
    limit: clamp(limit, 1, MAX_SUGGESTIONS),
  }
}

/**
 * Cities whose name has these words and no others, of this kind if one of them is, and the
 * settlements within them. Only capitals tell the Красное Село from a село Красное, and people type
 * none: "красное село" may be either.
 */
function citiesNamed({ data }: AddressIndex, name: string): ReadonlySet<number> {
  const plain = readCity(data, composed(name))
  const named = readCity(data, inCapitals(composed(name)))
  const found = [...plain.ofKind, ...(named.kind === NO_TYPE ? named.cities : named.ofKind)]
  if (found.length > 0) return new Set(found)
  return new Set(named.cities.length > 0 ? named.cities : plain.cities)
}

/** The text with each word's first letter as a capital. */
function inCapitals(text: string): string {
  return text.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
}

interface CityRead {
  readonly kind: number
  readonly cities: readonly number[]
  /** Those that may be of that kind; none where no city is for sure, or no kind is said. */
  readonly ofKind: readonly number[]
}

function readCity(data: AddressIndexData, name: string): CityRead {
  const kind = cityKind(name)
  const words = cityWords(name).map(({ text }) => text)
  const isNamed = (part: string) => {
    const own = cityWords(part).map(({ text }) => text)
    return own.length === words.length && words.every((word) => own.includes(word))
  }
  const first = exactWord(data.lexicon, words[0] ?? '')
  const cities = (first < 0 ? [] : [...listAt(data.wordCities, first)]).filter((city) => {
    const own = stringAt(data.cityNames, city)
    return [own, ...own.split(',')].some(isNamed)
  })
  const isSaid = kind !== NO_TYPE && cities.some((city) => data.cityKind[city] === kind)
  const ofKind = isSaid ? cities.filter((city) => !isOfOtherKindOfCity(data, city, kind)) : []
  return { kind, cities, ofKind }
}

/** The query as it was understood: its reading, with mistyped words as the first row has them. */
function asUnderstood(index: AddressIndex, best: BestReading, uses: readonly WordUse[]): string {
  const readAs = (typed: string) => (best.inLatin ? toCyrillic(typed) : typed)
  let text = ''
  let at = 0
  for (const { token, word, edits } of uses) {
    const typed = best.text.slice(token.start, token.end)
    const isReplaced = token.kind === 'word' && word >= 0 && (edits > 0 || best.inLatin)
    // A flat, which no row has a use for, may stand before the word.
    text += readAs(best.text.slice(at, token.start))
    text += isReplaced ? wordAt(index.data.lexicon, word) : readAs(typed)
    at = token.end
  }
  return onOneLine(text + readAs(best.text.slice(at)))
}

function onOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
