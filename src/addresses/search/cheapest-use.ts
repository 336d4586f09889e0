// What one word of a query most cheaply is to a street: a word of its name, its city, its kind, or
// nothing. What the words are together is assign-words.ts's.
import { lengthAt, type PackedLists } from '../../numbers/packed-lists.ts'
import { type AddressIndexData, isNameless } from '../index/address-index.ts'
import { NO_TYPE, SETTLEMENT_TYPES } from '../words/place-types.ts'
import { isNumberOfCity } from './number-of-city.ts'
import type { QueryWord, ReadQuery } from './read-query.ts'
import type { StoredMatch } from './stored-matches.ts'
import { AS_CITY, SPELLED_INITIAL_COST, UNREAD_LETTER_OF_HOUSE, WRONG_TYPE } from './word-cost.ts'

/** A query beside a street that it may mean. */
export interface QueryOnStreet {
  readonly data: AddressIndexData
  readonly street: number
  readonly read: ReadQuery
}

/** Words of a street that are looked at: one bit of a number each. */
const MAX_STREET_WORDS = 31

/** For a word that may be none of the street's name. */
export const ALL_TAKEN = -1

/** How many words of the street's name are looked at. */
export function comparedWords(streetWords: PackedLists, street: number): number {
  return Math.min(lengthAt(streetWords, street), MAX_STREET_WORDS)
}

/** What a word may be used as, and at what cost. */
export type PossibleUse =
  | {
      readonly as: 'name'
      readonly cost: number
      readonly match: StoredMatch
      /** Which word of the street's name it takes. */
      readonly slot: number
    }
  | { readonly as: 'city'; readonly cost: number; readonly match: StoredMatch }
  | { readonly as: 'type' | 'nothing'; readonly cost: number; readonly match: null }

/**
 * The cheapest use of the i-th word for a street, whose words in the bits of `taken` have been
 * taken. Where costs are equal, the earlier of name, city and kind has it; a name or a kind goes
 * before nothing.
 */
export function cheapestUse(on: QueryOnStreet, i: number, taken: number): PossibleUse {
  const { data, street, read } = on
  const word = read.words[i] as QueryWord
  const unread = word.isHouseLetter ? UNREAD_LETTER_OF_HOUSE : word.costUnread
  let best: PossibleUse = { as: 'nothing', cost: unread, match: null }
  const isCitysNumber = word.token.kind !== 'word' && isNumberOfItsCity(on, i)
  // "Горки-2, СНТ Ромашка-2": of two equal numbers the one beside the city's name is the city's.
  const mayName = taken !== ALL_TAKEN && !(isCitysNumber && isTypedAgain(read, i))
  const asName = mayName ? useAsName(on, i, taken) : undefined
  if (asName && asName.cost <= best.cost) best = asName
  const ofCity = word.cities.get(data.streetCity[street] ?? 0)
  const mayBeCity = word.token.kind === 'word' ? !word.isHouseLetter : isCitysNumber
  if (ofCity && mayBeCity && ofCity.cost + AS_CITY < best.cost) {
    best = { as: 'city', cost: ofCity.cost + AS_CITY, match: ofCity }
  }
  if (word.types) {
    const ofStreet = costAsStreetType(on, word)
    const asType = ofStreet ?? word.cheapestType
    // A name that the word begins is nearer than a kind of place that the street is not: "М." in
    // "М. Пироговская" is "Малая" before it is "метро".
    const compared = ofStreet ?? asType + WRONG_TYPE
    if (compared < best.cost || (best.as === 'nothing' && compared === best.cost)) {
      best = { as: 'type', cost: asType, match: null }
    }
  }
  return best
}

/** Whether the number is of the name of the street's city; a place without streets has no other. */
export function isNumberOfItsCity({ data, street, read }: QueryOnStreet, i: number): boolean {
  return !isNameless(data, street) && isNumberOfCity(data, data.streetCity[street] ?? 0, read, i)
}

function isTypedAgain({ words }: ReadQuery, i: number): boolean {
  return words.some(({ token }, at) => at > i && token.text === words[i]?.token.text)
}

/** What the word costs as the street's type; a place without streets is of any settlement's. */
export function costAsStreetType(
  { data, street }: Pick<QueryOnStreet, 'data' | 'street'>,
  { types }: QueryWord,
): number | undefined {
  if (!types || !isNameless(data, street)) return types?.get(data.streetType[street] ?? NO_TYPE)
  const costs = [...types].flatMap(([type, cost]) => (SETTLEMENT_TYPES.has(type) ? [cost] : []))
  return costs.length === 0 ? undefined : Math.min(...costs)
}

/** The cheapest match with a word of the street's name that is not taken yet. */
function useAsName(
  { data: { streetWords }, street, read }: QueryOnStreet,
  i: number,
  taken: number,
): Extract<PossibleUse, { as: 'name' }> | undefined {
  const { matchOf, initial } = read.words[i] as QueryWord
  const first = streetWords.starts[street] ?? 0
  const count = comparedWords(streetWords, street)
  let best: StoredMatch | undefined
  let bestSlot = -1
  for (let slot = 0; slot < count; slot += 1) {
    if (taken & (1 << slot)) continue
    const own = streetWords.items[first + slot] ?? 0
    const isInitial = own === initial && slot + 1 < count
    const match =
      isInitial && read.words[i + 1]?.matchOf.has(streetWords.items[first + slot + 1] ?? 0)
        ? spelledInitial(own)
        : matchOf.get(own)
    if (!match || (best && match.cost >= best.cost) || isLaterWords(read, i, match)) continue
    best = match
    bestSlot = slot
  }
  return best && { as: 'name', cost: best.cost, match: best, slot: bestSlot }
}

/** Only before the word behind the initial: "Владимира Высоцкого" for "В. Высоцкого". */
function spelledInitial(word: number): StoredMatch {
  return { word, cost: SPELLED_INITIAL_COST, edits: 0, isBegun: true }
}

/**
 * "п. Октябрьский, Почтовая": what a word begins is left to one behind it that is nearer to it; but
 * the number of a house that begins the street's, as in "53-и квартал, 5", is no nearer.
 */
function isLaterWords({ words }: ReadQuery, i: number, { word, cost }: StoredMatch): boolean {
  if (cost === 0) return false
  return words.some((later, at) => {
    const own = at > i ? later.matchOf.get(word) : undefined
    return own !== undefined && own.cost < cost && !(own.isBegun && later.token.kind === 'number')
  })
}
