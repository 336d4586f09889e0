// What each word of a query is to one street: its name, its city, its kind, its house, or nothing.
// Never compares houses and never ranks streets.
import { lengthAt } from '../../numbers/packed-lists.ts'
import { type AddressIndex, type AddressIndexData, isNameless } from '../index/address-index.ts'
import { canonicalHouse } from '../words/house-form.ts'
import { beginsHouseWord } from '../words/house-marks.ts'
import type { Token } from '../words/normalise.ts'
import { NO_TYPE, SETTLEMENT_TYPES } from '../words/place-types.ts'
import { toCyrillic } from '../words/transliteration.ts'
import type { FoundRow } from './found-row.ts'
import { isOfOtherKindOfCity } from './kind-of-city.ts'
import { isNumberOfCity } from './number-of-city.ts'
import type { QueryWord, ReadQuery } from './read-query.ts'
import type { StoredMatch } from './stored-matches.ts'
import {
  AS_CITY,
  FURTHER_TYPE,
  MAX_UNCOVERED,
  OTHER_KIND_OF_CITY,
  OWN_NUMBER_FIRST,
  OWN_NUMBER_LATER,
  SPELLED_INITIAL_COST,
  UNCOVERED_NUMBER,
  UNCOVERED_WORD,
  UNREAD_LETTER_OF_HOUSE,
  unreadLetters,
  WRONG_TYPE,
} from './word-cost.ts'

/** How a word of the query was used by a row. `word` is the stored word it met, -1 for none. */
export interface WordUse {
  readonly token: Token
  readonly as: 'name' | 'city' | 'type' | 'house' | 'nothing'
  readonly word: number
  readonly edits: number
  readonly isBegun: boolean
}

export interface Assignment {
  readonly cost: number
  readonly uses: WordUse[]
  /** The canonical form of what is left for the house; '' for none. */
  readonly house: string
  /** Letters that nothing takes. */
  readonly unread: number
  /** Whether a bare number was taken for the street's own. */
  readonly tookNumber: boolean
}

/** Words of a street that are looked at: one bit of a number each. */
const MAX_STREET_WORDS = 31
const ALL_TAKEN = -1

/**
 * Gives each word of the query its cheapest use for one street. With `takeNumbers`, bare numbers
 * may be the street's own ("8 марта"); without, they all belong to the house.
 */
export function assign(
  index: AddressIndex,
  read: ReadQuery,
  street: number,
  { takeNumbers }: { readonly takeNumbers: boolean },
): Assignment {
  const { data } = index
  const uses: WordUse[] = []
  const house: string[] = []
  let taken = 0
  let cost = 0
  let unread = 0
  let tookNumber = false
  let otherTypes = 0
  let isTypeMet = false
  for (const [i, word] of read.words.entries()) {
    const { token } = word
    const mayName = word.isHouseLetter
      ? takeNumbers && uses.at(-1)?.as === 'name'
      : token.kind !== 'number' || takeNumbers
    const best = cheapestUse(data, street, read, i, mayName ? taken : ALL_TAKEN)
    if (best.as === 'nothing') {
      if (token.kind === 'number' || belongsToHouse(data, street, read, i)) {
        house.push(token.text)
        uses.push(use(word, 'house', null))
        continue
      }
      unread += unreadLetters(token, best.cost)
    } else if (best.as === 'name') {
      taken |= 1 << best.slot
      if (token.kind === 'number') {
        tookNumber = true
        // "улица № 9, дом 14": the number behind the house's is hardly the street's.
        const isLater = uses.some(isNameInLetters) || uses.at(-1)?.as === 'house'
        cost += isLater ? OWN_NUMBER_LATER : OWN_NUMBER_FIRST
      }
    } else if (best.as === 'type') {
      const isOfCityBefore = uses.at(-1)?.as === 'city' && read.words[i - 1]?.isKindBehind === true
      if (kindOfStreet(data, street, word) !== undefined) isTypeMet = true
      else if (!isOfCityBefore) otherTypes += 1
    } else if (best.as === 'city' && isBehindItsKind(data, street, read, i, uses)) {
      otherTypes -= 1
    }
    cost += best.cost
    const isOfCity = best.as === (isNameless(data, street) ? 'name' : 'city')
    if (isOfCity && isOfOtherKindOfCity(data, data.streetCity[street] ?? 0, word.cityKind)) {
      cost += OTHER_KIND_OF_CITY
    }
    uses.push(use(word, best.as, best.match))
  }
  if (isTypeMet && !isNameless(data, street)) cost += otherTypes * FURTHER_TYPE
  else if (otherTypes > 0) cost += WRONG_TYPE
  cost += uncoveredCost(data, street, taken)
  const text = house.join(' ')
  const typedHouse = canonicalHouse(read.inLatin ? toCyrillic(text) : text)
  return { cost, uses, house: typedHouse, unread, tookNumber }
}

/** "с." right before "Ильинское" is the city's kind, not another than the street's. */
function isBehindItsKind(
  data: AddressIndexData,
  street: number,
  { words }: ReadQuery,
  i: number,
  uses: readonly WordUse[],
): boolean {
  const [before, word] = [words[i - 1], words[i]]
  const saysKind = word !== undefined && word.cityKind !== NO_TYPE && !word.isKindBehind
  return (
    saysKind &&
    uses.at(-1)?.as === 'type' &&
    before !== undefined &&
    kindOfStreet(data, street, before) === undefined
  )
}

/** How each word of the query was used by a row, for highlights and for the corrected query. */
export function explain(index: AddressIndex, read: ReadQuery, row: FoundRow): WordUse[] {
  if (row.street < 0) {
    return read.words.map((word) => {
      const match = word.cities.get(row.city)
      return match ? use(word, 'city', match) : use(word, 'nothing', null)
    })
  }
  return assign(index, read, row.street, { takeNumbers: row.tookNumbers }).uses
}

function use(word: QueryWord, as: WordUse['as'], match: StoredMatch | null): WordUse {
  return {
    token: word.token,
    as,
    word: match?.word ?? -1,
    edits: match?.edits ?? 0,
    isBegun: match?.isBegun ?? false,
  }
}

function isNameInLetters({ as, token }: WordUse): boolean {
  return as === 'name' && token.kind === 'word'
}

/** What a word may be used as, and at what cost. */
type PossibleUse =
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
function cheapestUse(
  data: AddressIndexData,
  street: number,
  read: ReadQuery,
  i: number,
  taken: number,
): PossibleUse {
  const word = read.words[i] as QueryWord
  const unread = word.isHouseLetter ? UNREAD_LETTER_OF_HOUSE : word.costUnread
  let best: PossibleUse = { as: 'nothing', cost: unread, match: null }
  const isCitysNumber = word.token.kind !== 'word' && isNumberOfItsCity(data, street, read, i)
  // "Горки-2, СНТ Ромашка-2": of two equal numbers the one beside the city's name is the city's.
  const mayName = taken !== ALL_TAKEN && !(isCitysNumber && isTypedAgain(read, i))
  const asName = mayName ? useAsName(data, street, read, i, taken) : undefined
  if (asName && asName.cost <= best.cost) best = asName
  const ofCity = word.cities.get(data.streetCity[street] ?? 0)
  const mayBeCity = word.token.kind === 'word' ? !word.isHouseLetter : isCitysNumber
  if (ofCity && mayBeCity && ofCity.cost + AS_CITY < best.cost) {
    best = { as: 'city', cost: ofCity.cost + AS_CITY, match: ofCity }
  }
  if (word.types) {
    const ofStreet = kindOfStreet(data, street, word)
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
function isNumberOfItsCity(
  data: AddressIndexData,
  street: number,
  read: ReadQuery,
  i: number,
): boolean {
  return !isNameless(data, street) && isNumberOfCity(data, data.streetCity[street] ?? 0, read, i)
}

function isTypedAgain({ words }: ReadQuery, i: number): boolean {
  return words.some(({ token }, at) => at > i && token.text === words[i]?.token.text)
}

/** What the word costs as the street's kind; a place without streets is of any settlement's. */
function kindOfStreet(
  data: AddressIndexData,
  street: number,
  { types }: QueryWord,
): number | undefined {
  if (!types || !isNameless(data, street)) return types?.get(data.streetType[street] ?? NO_TYPE)
  const costs = [...types].flatMap(([type, cost]) => (SETTLEMENT_TYPES.has(type) ? [cost] : []))
  return costs.length === 0 ? undefined : Math.min(...costs)
}

/** The cheapest match with a word of the street's name that is not taken yet. */
function useAsName(
  { streetWords }: AddressIndexData,
  street: number,
  read: ReadQuery,
  i: number,
  taken: number,
): Extract<PossibleUse, { as: 'name' }> | undefined {
  const { matchOf, initial } = read.words[i] as QueryWord
  const first = streetWords.starts[street] ?? 0
  const count = Math.min(lengthAt(streetWords, street), MAX_STREET_WORDS)
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

const DIGIT_0 = 0x30
const DIGIT_9 = 0x39

/** What the street's words that nothing took cost. */
function uncoveredCost(data: AddressIndexData, street: number, taken: number): number {
  if (isNameless(data, street)) return 0
  const { items, starts } = data.streetWords
  const first = starts[street] ?? 0
  const count = Math.min(lengthAt(data.streetWords, street), MAX_STREET_WORDS)
  const { words } = data.lexicon
  let cost = 0
  for (let slot = 0; slot < count; slot += 1) {
    if (taken & (1 << slot)) continue
    const unit = words.units[words.starts[items[first + slot] ?? 0] ?? 0] ?? 0
    cost += unit >= DIGIT_0 && unit <= DIGIT_9 ? UNCOVERED_NUMBER : UNCOVERED_WORD
  }
  return Math.min(cost, MAX_UNCOVERED)
}

/**
 * A mark or a letter counts as part of the house only beside a number, "68 к 2", "68 лит а", or the
 * two beside each other, "корпус Б"; the "с." of "с. 8 Марта" stands beside the village's.
 */
function belongsToHouse(
  data: AddressIndexData,
  street: number,
  read: ReadQuery,
  i: number,
): boolean {
  const word = read.words[i]
  if (!word) return false
  const isHouseWordBegun = word.isLast && i > 0 && beginsHouseWord(word.token.text)
  if (!word.isOfHouse && !isHouseWordBegun) return false
  if (word.isHouseLetter || read.words[i + 1]?.isHouseLetter) return true
  const isBeforeNumber = read.words[i + 1]?.token.kind === 'number'
  return (
    isBehindNumber(read, i) || (isBeforeNumber && !isNumberOfItsCity(data, street, read, i + 1))
  )
}

function isBehindNumber(read: ReadQuery, i: number): boolean {
  for (let before = i - 1; before >= 0; before -= 1) {
    const word = read.words[before]
    if (word?.token.kind === 'number') return true
    if (!word?.isOfHouse) break
  }
  return false
}
