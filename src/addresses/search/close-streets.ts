// The streets worth a close look: those that share most with the query by a rough count of words.
// Never decides what a word is to a street; it only saves looking at streets that cannot win.
import { lengthAt } from '../../numbers/packed-lists.ts'
import { type AddressIndex, beginQuery } from '../index/address-index.ts'
import type { SearchScope } from './found-row.ts'
import type { QueryWord, ReadQuery } from './read-query.ts'
import { isSlippedOrdinal } from './stored-matches.ts'
import { tieBreakOfStreet } from './tie-breaks.ts'
import { TYPE_BEGUN, UNCOVERED_WORD, WRONG_TYPE } from './word-cost.ts'

/** Streets that are looked at closely. */
const MAX_CLOSE_STREETS = 400
/** Streets one typed word is followed to; its nearest words come first. */
const MAX_POSTINGS = 40_000
/** Streets all typed words together are followed to. */
const MAX_ALL_POSTINGS = 120_000

/**
 * What a street gains by a word, less the word's cost: about what leaving a name out would cost.
 */
const ROUGH_GAIN = 2.4

/** Streets by their numbers, at most MAX_CLOSE_STREETS, in no order. */
export function closeStreets(index: AddressIndex, read: ReadQuery, scope: SearchScope): number[] {
  beginQuery(index)
  const touched = countWords(index, read, scope)
  weighGains(index, read, scope, touched)
  return ofMostGain(index.streetGain, touched)
}

/** Counts each word for each street it may be a word of; gives the streets that were counted. */
function countWords(index: AddressIndex, read: ReadQuery, scope: SearchScope): number[] {
  const count: Count = { index, scope, touched: [] }
  const numbersName = mayNumbersName(read)
  let seen = 0
  for (const [i, word] of read.words.entries()) {
    if (seen > MAX_ALL_POSTINGS) break
    seen += countWord(count, word, i, entryOf(read, word, numbersName))
  }
  return count.touched
}

/**
 * Which streets a word brings into the count: all that may have it, all that have it exactly as
 * typed, or none. A word that brings none counts only for streets that another word brought.
 */
type Entry = 'all' | 'exact' | 'none'

function entryOf(read: ReadQuery, word: QueryWord, numbersName: boolean): Entry {
  const { kind, text } = word.token
  if (kind === 'word') {
    const isStillOneLetter = word.isLast && read.words.length > 1
    return text.length > 1 || isStillOneLetter ? 'all' : 'exact'
  }
  return kind === 'ordinal' || numbersName || isSlippedOrdinal(text) ? 'all' : 'none'
}

/**
 * Whether bare numbers may name a street: when nothing else does, or only with typos. The name of a
 * city is none, "Ангарск, 85 квартал, 5", nor is a kind of place that is still typed, "17 кварт".
 */
function mayNumbersName({ words, inLatin }: ReadQuery): boolean {
  const names = words.filter(
    ({ token, isLast, cheapestType, isIgnored, isOfHouse, cities }) =>
      token.kind === 'word' &&
      token.text.length > 1 &&
      cheapestType > (isLast ? TYPE_BEGUN : 0) &&
      !isIgnored &&
      !isOfHouse &&
      !cities.values().some(({ cost }) => cost === 0),
  )
  if (names.length === 0) return true
  const numbers = words.filter((word) => word.token.kind === 'number').length
  const allMistyped = names.every((word) => (word.matches[0]?.cost ?? 1) >= 1)
  return numbers > 1 && allMistyped && !inLatin
}

interface Count {
  readonly index: AddressIndex
  readonly scope: SearchScope
  /** The streets counted so far. */
  readonly touched: number[]
}

/** Counts the i-th word; says to how many streets it was followed. */
function countWord(
  { index, scope, touched }: Count,
  word: QueryWord,
  i: number,
  entry: Entry,
): number {
  const { data, streetGain, streetQuery, streetWord, queryNumber } = index
  const { items, starts } = data.wordStreets
  let seen = 0
  for (const match of word.matches) {
    if (seen > MAX_POSTINGS) break
    const gain = ROUGH_GAIN - match.cost
    const mayEnter = entry === 'all' || (entry === 'exact' && match.cost === 0)
    const first = starts[match.word] ?? 0
    const end = starts[match.word + 1] ?? 0
    seen += end - first
    for (let at = first; at < end; at += 1) {
      const street = items[at] ?? 0
      if (streetQuery[street] !== queryNumber) {
        if (!mayEnter) continue
        if (scope.cities && !scope.cities.has(data.streetCity[street] ?? 0)) continue
        streetQuery[street] = queryNumber
        streetGain[street] = gain
        streetWord[street] = i
        touched.push(street)
      } else if (streetWord[street] !== i) {
        // Matches come cheapest first: only the first of a word counts for a street.
        streetGain[street] = (streetGain[street] ?? 0) + gain
        streetWord[street] = i
      }
    }
  }
  return seen
}

/**
 * Adds to each street's gain what its own words do not give: its city, kind, tie-break and length.
 */
function weighGains(
  index: AddressIndex,
  read: ReadQuery,
  scope: SearchScope,
  touched: readonly number[],
): void {
  const { data, streetGain } = index
  const cityGain = new Map<number, number>()
  for (const word of read.words) {
    for (const [city, match] of word.cities) {
      cityGain.set(city, (cityGain.get(city) ?? 0) + Math.max(0, ROUGH_GAIN - match.cost))
    }
  }
  const types = read.words.flatMap((word) => (word.types ? [word.types] : []))
  for (const street of touched) {
    let gain = (streetGain[street] ?? 0) + (cityGain.get(data.streetCity[street] ?? 0) ?? 0)
    for (const ofWord of types) if (ofWord.has(data.streetType[street] ?? 0)) gain += WRONG_TYPE
    gain -= tieBreakOfStreet(index, scope, street)
    streetGain[street] = gain - lengthAt(data.streetWords, street) * UNCOVERED_WORD
  }
}

function ofMostGain(streetGain: Float32Array, touched: number[]): number[] {
  if (touched.length <= MAX_CLOSE_STREETS) return touched
  const gains = Float32Array.from(touched, (street) => streetGain[street] ?? 0).sort()
  const least = gains[gains.length - MAX_CLOSE_STREETS] ?? 0
  const close = touched.filter((street) => (streetGain[street] ?? 0) > least)
  for (const street of touched) {
    if (close.length >= MAX_CLOSE_STREETS) break
    if (streetGain[street] === least) close.push(street)
  }
  return close
}
