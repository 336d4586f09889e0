// What each word of a query is to one street: its name, its city, its kind, its house, or nothing.
// Never compares houses and never ranks streets.
import { type AddressIndex, type AddressIndexData, isNameless } from '../index/address-index.ts'
import { canonicalHouse } from '../words/house-form.ts'
import type { Token } from '../words/normalise.ts'
import { NO_TYPE } from '../words/place-types.ts'
import { toCyrillic } from '../words/transliteration.ts'
import {
  ALL_TAKEN,
  cheapestUse,
  comparedWords,
  costAsStreetType,
  type PossibleUse,
  type QueryOnStreet,
} from './cheapest-use.ts'
import type { FoundRow } from './found-row.ts'
import { isOfOtherKindOfCity } from './kind-of-city.ts'
import { belongsToHouse } from './part-of-house.ts'
import type { QueryWord, ReadQuery } from './read-query.ts'
import type { StoredMatch } from './stored-matches.ts'
import {
  FURTHER_TYPE,
  MAX_UNCOVERED,
  OTHER_KIND_OF_CITY,
  OWN_NUMBER_FIRST,
  OWN_NUMBER_LATER,
  UNCOVERED_NUMBER,
  UNCOVERED_WORD,
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

/**
 * Gives each word of the query its cheapest use for one street. With `takeNumbers`, bare numbers
 * may be the street's own ("8 марта"); without, they all belong to the house.
 */
export function assign(
  { data }: AddressIndex,
  read: ReadQuery,
  street: number,
  { takeNumbers }: { readonly takeNumbers: boolean },
): Assignment {
  const assigning = new Assigning({ data, street, read }, takeNumbers)
  for (const [i, word] of read.words.entries()) assigning.add(word, i)
  return assigning.result()
}

/** The words of a query given to one street, from the first to the last. */
class Assigning {
  readonly #on: QueryOnStreet
  readonly #takeNumbers: boolean
  readonly #uses: WordUse[] = []
  readonly #house: string[] = []
  /** A bit for each word of the street's name that is taken. */
  #taken = 0
  #cost = 0
  #unread = 0
  #tookNumber = false
  /** Words that are a kind of place, but not the street's. */
  #otherTypes = 0
  #isTypeMet = false

  constructor(on: QueryOnStreet, takeNumbers: boolean) {
    this.#on = on
    this.#takeNumbers = takeNumbers
  }

  add(word: QueryWord, i: number): void {
    const best = cheapestUse(this.#on, i, this.#mayName(word) ? this.#taken : ALL_TAKEN)
    if (best.as === 'nothing' && this.#isOfHouse(word, i)) {
      this.#house.push(word.token.text)
      this.#uses.push(use(word, 'house', null))
      return
    }
    this.#note(best, word, i)
    this.#cost += best.cost
    if (this.#isOtherKindOfCity(best, word)) this.#cost += OTHER_KIND_OF_CITY
    this.#uses.push(use(word, best.as, best.match))
  }

  result(): Assignment {
    const { data, street, read } = this.#on
    const text = this.#house.join(' ')
    return {
      cost: this.#cost + this.#typesCost() + uncoveredCost(data, street, this.#taken),
      uses: this.#uses,
      house: canonicalHouse(read.inLatin ? toCyrillic(text) : text),
      unread: this.#unread,
      tookNumber: this.#tookNumber,
    }
  }

  #mayName({ token, isHouseLetter }: QueryWord): boolean {
    if (isHouseLetter) return this.#takeNumbers && this.#before?.as === 'name'
    return token.kind !== 'number' || this.#takeNumbers
  }

  #isOfHouse({ token }: QueryWord, i: number): boolean {
    return token.kind === 'number' || belongsToHouse(this.#on, i)
  }

  /** What the use of a word changes for the others. */
  #note(best: PossibleUse, word: QueryWord, i: number): void {
    switch (best.as) {
      case 'name':
        this.#taken |= 1 << best.slot
        if (word.token.kind === 'number') this.#noteOwnNumber()
        return
      case 'city':
        if (this.#isBehindItsKind(word, i)) this.#otherTypes -= 1
        return
      case 'type':
        this.#noteType(word, i)
        return
      case 'nothing':
        this.#unread += unreadLetters(word.token, best.cost)
    }
  }

  #noteOwnNumber(): void {
    this.#tookNumber = true
    // "улица № 9, дом 14": the number behind the house's is hardly the street's.
    const isLater = this.#uses.some(isNameInLetters) || this.#before?.as === 'house'
    this.#cost += isLater ? OWN_NUMBER_LATER : OWN_NUMBER_FIRST
  }

  #noteType(word: QueryWord, i: number): void {
    if (costAsStreetType(this.#on, word) !== undefined) {
      this.#isTypeMet = true
      return
    }
    const isOfCityBefore =
      this.#before?.as === 'city' && this.#on.read.words[i - 1]?.isKindBehind === true
    if (!isOfCityBefore) this.#otherTypes += 1
  }

  /** "с." right before "Ильинское" is the city's kind, not another than the street's. */
  #isBehindItsKind({ cityKind, isKindBehind }: QueryWord, i: number): boolean {
    const before = this.#on.read.words[i - 1]
    return (
      cityKind !== NO_TYPE &&
      !isKindBehind &&
      this.#before?.as === 'type' &&
      before !== undefined &&
      costAsStreetType(this.#on, before) === undefined
    )
  }

  #isOtherKindOfCity({ as }: PossibleUse, { cityKind }: QueryWord): boolean {
    const { data, street } = this.#on
    const isOfCity = as === (isNameless(data, street) ? 'name' : 'city')
    return isOfCity && isOfOtherKindOfCity(data, data.streetCity[street] ?? 0, cityKind)
  }

  #typesCost(): number {
    const { data, street } = this.#on
    if (this.#isTypeMet && !isNameless(data, street)) return this.#otherTypes * FURTHER_TYPE
    return this.#otherTypes > 0 ? WRONG_TYPE : 0
  }

  /** The use of the word before. */
  get #before(): WordUse | undefined {
    return this.#uses.at(-1)
  }
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

const DIGIT_0 = 0x30
const DIGIT_9 = 0x39

/** What the street's words that nothing took cost. */
function uncoveredCost(data: AddressIndexData, street: number, taken: number): number {
  if (isNameless(data, street)) return 0
  const { items, starts } = data.streetWords
  const first = starts[street] ?? 0
  const count = comparedWords(data.streetWords, street)
  const { words } = data.lexicon
  let cost = 0
  for (let slot = 0; slot < count; slot += 1) {
    if (taken & (1 << slot)) continue
    const unit = words.units[words.starts[items[first + slot] ?? 0] ?? 0] ?? 0
    cost += unit >= DIGIT_0 && unit <= DIGIT_9 ? UNCOVERED_NUMBER : UNCOVERED_WORD
  }
  return Math.min(cost, MAX_UNCOVERED)
}
