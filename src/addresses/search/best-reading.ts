// Reads a query in each way it may be meant, as typed or corrected, and keeps the reading whose
// first row costs least. Never makes a page; a correction adds its penalty to the cost.
import type { AddressIndex } from '../index/address-index.ts'
import type { Kind } from '../table/address.ts'
import { composed, fold, tokenise } from '../words/normalise.ts'
import { withWholeCities } from '../words/place-names.ts'
import { withNumbersInDigits } from '../words/spoken-numbers.ts'
import { isTooShort } from '../words/too-short.ts'
import { cityAround } from './city-around.ts'
import type { SearchScope } from './found-row.ts'
import { READING_COST, type Reading, readingsOf } from './readings.ts'
import { type SearchResult, search } from './search.ts'
import { spacings } from './spacings.ts'
import { surroundingsOf } from './surroundings.ts'

/** Words joined or split: more than another reading, as it makes words that nobody typed. */
const SPACING_COST = 0.6
/**
 * A first row dearer than this makes the search allow more typos, and look for words run together.
 */
const DOUBTFUL_COST = 1.75
/** A first row this cheap has no typo in it: short names of cities are left as they are. */
const CLEAN_COST = 0.9
/**
 * A first row this cheap is what was meant, at most a longer number: other readings are not tried.
 */
const CLEAR_COST = 0.5
/** A first row dearer than this is as good as none, and so is every other row. */
export const WORST_COST = 6
/**
 * If the whole text costs at most this much more than the text without what is around the place,
 * the words left out belong to a name, and the whole text is read.
 */
const NO_WORSE = 0.1
/** Typos allowed in a word, at first and when that found little. */
const FEW_EDITS = 1
const MAX_EDITS = 3
/** Longer queries are not read again with more typos: it would take too long. */
const MAX_WORDS_REREAD = 10

/** One reading of a query, folded, with what it found. */
export interface BestReading extends Reading {
  readonly result: SearchResult
}

/**
 * Searches with every way the query can be read and keeps the cheapest; null when nothing is found.
 * Short names of cities are read as their whole ones, and numbers in words as digits, where the
 * text as typed finds little.
 */
export function bestReading(
  index: AddressIndex,
  q: string,
  scope: SearchScope,
): BestReading | null {
  const text = composed(q)
  const whole = fold(withWholeCities(text))
  const others = new Set([whole, withNumbersInDigits(whole)])
  others.delete(fold(text))
  let found = bestWithOrWithout(index, text, scope)
  for (const other of others) {
    if (found !== null && costOf(found) <= CLEAN_COST) break
    found = cheaper(found, bestWithOrWithout(index, other, scope))
  }
  return found
}

/**
 * Region, district and station are left out, but for a city that they alone name, unless the whole
 * text finds as much: a "район" may stand for a street, and a street may be called "Рабочий Край".
 */
function bestWithOrWithout(
  index: AddressIndex,
  text: string,
  scope: SearchScope,
): BestReading | null {
  const surroundings = surroundingsOf(text)
  if (surroundings.bare === text) return bestOf(index, text, scope)
  const city = cityAround(index, surroundings)
  const bare = city === '' ? surroundings.bare : `${city}, ${surroundings.bare}`
  const found = bestOf(index, bare, scope)
  const whole = bestOf(index, text, scope)
  if (whole !== null && (found === null || costOf(whole) <= costOf(found) + NO_WORSE)) return whole
  // "Тверь, Большая Мо" is on its way to the Большая Московская: "МО" is no district of Тверь yet.
  const isMore = firstKind(found) === 'city' && firstKind(whole) !== 'city'
  if (whole !== null && isMore && costOf(whole) <= CLEAN_COST) return whole
  const isClear = found !== null && costOf(found) <= DOUBTFUL_COST
  if (isClear && firstKind(found) === 'house') return found
  return isClear && firstKind(whole) !== 'house' ? found : cheaper(found, whole)
}

function firstKind(found: BestReading | null): Kind | undefined {
  return found?.result.rows[0]?.kind
}

function bestOf(index: AddressIndex, text: string, scope: SearchScope): BestReading | null {
  if (isTooShort(text)) return null
  const first = bestWithin(index, text, scope, FEW_EDITS)
  if (first !== null && costOf(first) <= DOUBTFUL_COST) return first
  if (tokenise(fold(text)).length > MAX_WORDS_REREAD) return first
  const found = cheaper(first, bestWithin(index, text, scope, MAX_EDITS))
  if (found !== null && costOf(found) <= DOUBTFUL_COST) return found
  return cheaper(found, bestRespaced(index, text, scope, found))
}

/** The cost of a reading's first row; infinite when it has none. */
export function costOf(reading: BestReading): number {
  return (reading.result.rows[0]?.cost ?? Infinity) + reading.penalty
}

function cheaper(a: BestReading | null, b: BestReading | null): BestReading | null {
  return a !== null && (b === null || costOf(a) <= costOf(b)) ? a : b
}

/** The cheapest reading of a text, with up to `maxEdits` typos in a word. */
function bestWithin(
  index: AddressIndex,
  text: string,
  scope: SearchScope,
  maxEdits: number,
): BestReading | null {
  let best: BestReading | null = null
  for (const reading of readingsOf(index, text)) {
    if (best !== null && costOf(best) < READING_COST + CLEAR_COST) break
    best = cheaper(best, readAs(index, reading, scope, maxEdits))
  }
  return best
}

function readAs(
  index: AddressIndex,
  reading: Reading,
  scope: SearchScope,
  maxEdits: number,
): BestReading | null {
  const text = fold(reading.text)
  const result = search(index, text, scope, { inLatin: reading.inLatin, maxEdits })
  const found = { ...reading, text, result }
  return costOf(found) > WORST_COST ? null : found
}

/**
 * The cheapest reading with words joined or split, on top of what was corrected to find `found`.
 */
function bestRespaced(
  index: AddressIndex,
  text: string,
  scope: SearchScope,
  found: BestReading | null,
): BestReading | null {
  let best: BestReading | null = null
  for (const variant of spacings(index, found?.text ?? fold(text), found?.inLatin ?? false)) {
    const reading: Reading = {
      text: variant,
      corrections: [...(found?.corrections ?? []), 'spacing'],
      inLatin: found?.inLatin ?? false,
      penalty: (found?.penalty ?? 0) + SPACING_COST,
    }
    best = cheaper(best, readAs(index, reading, scope, FEW_EDITS))
  }
  return best
}
