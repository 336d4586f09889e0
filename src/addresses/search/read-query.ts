// Reads a query word by word: which stored words, cities and kinds of place each may be, at what
// cost. Never looks at a street; what a word is to a street is decided street by street.
import { listAt } from '../../numbers/packed-lists.ts'
import type { AddressIndex } from '../index/address-index.ts'
import { exactWord, findWords } from '../index/lexicon.ts'
import {
  HOUSE_WORDS,
  MARK_OF_WORD,
  WITHIN_HOUSE_WORDS_BEFORE_NUMBER,
} from '../words/house-marks.ts'
import { POSTAL_CODE, type Token, tokenise } from '../words/normalise.ts'
import { otherForms } from '../words/other-forms.ts'
import { isCityWord, isEmptyWord } from '../words/place-names.ts'
import { LAST_STREET_TYPE, placeTypesOf } from '../words/place-types.ts'
import { hasLatin, skeleton, toCyrillic } from '../words/transliteration.ts'
import { readTypes } from './read-types.ts'
import {
  editsFor,
  matchCost,
  OTHER_FORM_COST,
  SLIPPED_ORDINAL_COST,
  unreadCost,
} from './word-cost.ts'

/** The query as the search reads it; kept so that a chosen row can be explained. */
export interface ReadQuery {
  readonly words: readonly QueryWord[]
  /** Whether it is read as Russian in Latin letters. */
  readonly inLatin: boolean
}

/** A stored word that a typed one may be. */
export interface StoredMatch {
  readonly word: number
  readonly cost: number
  readonly edits: number
  readonly isBegun: boolean
}

export interface QueryWord {
  readonly token: Token
  /** Nothing follows it: its last letters may not be typed yet. */
  readonly isLast: boolean
  /** The stored words it may be: cheapest first, by stored word, and by city whose name has one. */
  readonly matches: readonly StoredMatch[]
  readonly matchOf: ReadonlyMap<number, StoredMatch>
  readonly cities: ReadonlyMap<number, StoredMatch>
  /** What it costs as a kind of place, by code; the least of these, infinite where it is none. */
  readonly types: ReadonlyMap<number, number> | null
  readonly cheapestType: number
  /** It says nothing a row could be chosen by: "россия", "обл". */
  readonly isIgnored: boolean
  /** One letter after a number or a mark: "68 а", "68 литера а", "корпус а". */
  readonly isHouseLetter: boolean
  /** It introduces a part of a house, or is such a letter. */
  readonly isOfHouse: boolean
  readonly costUnread: number
}

/** Most words of a query that are read; the rest is left out. */
const MAX_WORDS = 14
/** Stored words one typed beginning may stand for. */
const MAX_BEGUN = 6000

/** How the words of one query are read. */
export interface Manner {
  readonly inLatin: boolean
  /** Typos allowed in a word. */
  readonly maxEdits: number
}

export function readQuery(index: AddressIndex, folded: string, manner: Manner): ReadQuery {
  const { inLatin } = manner
  const tokens = withoutFlats(tokenise(folded), inLatin).slice(0, MAX_WORDS)
  const isStreetSaid = tokens.some((token) => saysStreet(token, inLatin))
  const words = tokens.map((token, i) => {
    const isLast = i === tokens.length - 1 && token.end === folded.trimEnd().length
    const opensCity = isBeforeCity(folded, tokens, i)
    const before = opensCity ? null : houseBefore(tokens, i, inLatin)
    const mayBeCity = isStreetSaid || isCityWord(tokens[i - 1]?.text ?? '')
    return readWord(index, token, { before, opensCity, mayBeCity, isLast }, manner)
  })
  return { words, inLatin }
}

/** Before the number of a house or a flat: "дом номер 5". */
const NUMBER_WORD = 'номер'

/** Drops postcodes, "номер", and what follows a house: "кв 12", "подъезд 3", "квартира номер 5". */
function withoutFlats(all: readonly Token[], inLatin: boolean): Token[] {
  const tokens = all.filter(
    (token, i) => russianOf(token, inLatin) !== NUMBER_WORD || all[i + 1]?.kind !== 'number',
  )
  const kept: Token[] = []
  let houses = 0
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i]
    if (!token) continue
    if (token.kind === 'number' && POSTAL_CODE.test(token.text) && tokens.length > 1) continue
    const isOfFlat = saysWithinHouse(token, inLatin) && tokens[i + 1]?.kind === 'number'
    if (houses > 0 && isOfFlat) {
      i += 1
      continue
    }
    if (token.kind === 'number' || isLetterOfMark(tokens, i, inLatin)) houses += 1
    kept.push(token)
  }
  return kept
}

const WITHIN_HOUSE_SKELETONS = new Set([...WITHIN_HOUSE_WORDS_BEFORE_NUMBER].map(skeleton))

function saysWithinHouse({ text }: Token, inLatin: boolean): boolean {
  return inLatin
    ? WITHIN_HOUSE_SKELETONS.has(skeleton(text))
    : WITHIN_HOUSE_WORDS_BEFORE_NUMBER.has(text)
}

/** The word in Russian letters, where it is read as Russian in Latin ones. */
function russianOf({ text }: Token, inLatin: boolean): string {
  return inLatin && hasLatin(text) ? toCyrillic(text) : text
}

/** Whether a word is a kind that streets alone have, as it stands. */
function saysStreet(token: Token, inLatin: boolean): boolean {
  return placeTypesOf(russianOf(token, inLatin)).some((type) => type <= LAST_STREET_TYPE)
}

/** The kinds of cities and settlements that are one letter for short, as letters of houses are. */
const CITY_LETTERS = new Set('г п с д х'.split(' '))

/** Whether a letter begins the city after the house: "Лесная, 5, г. Тверь". */
function isBeforeCity(folded: string, tokens: readonly Token[], i: number): boolean {
  const [before, token, next] = [tokens[i - 1], tokens[i], tokens[i + 1]]
  if (!before || !token || !next || !CITY_LETTERS.has(token.text)) return false
  const isApart = folded.slice(before.end, token.start).includes(',')
  const isJoined = !folded.slice(token.end, next.start).includes(',')
  return isApart && isJoined && next.kind === 'word' && next.text.length > 1
}

/** What of a house stands right before a token: its number, or "литера" after its number or alone. */
type HouseBefore = 'number' | 'mark' | null

function houseBefore(tokens: readonly Token[], i: number, inLatin: boolean): HouseBefore {
  const introducesHouse = (token: Token) => HOUSE_WORDS.has(russianOf(token, inLatin))
  let before = i - 1
  while (before > 0 && introducesHouse(tokens[before] as Token)) before -= 1
  if (tokens[before]?.kind === 'number') return before === i - 1 ? 'number' : 'mark'
  const isWhole = tokens.every(({ kind }) => kind !== 'number')
  return isWhole && isLetterOfMark(tokens, i, inLatin) ? 'mark' : null
}

/** The letter of "корпус Б", which is the whole number of a house where there is no other. */
function isLetterOfMark(tokens: readonly Token[], i: number, inLatin: boolean): boolean {
  const [mark, token] = [tokens[i - 1], tokens[i]]
  const isLetter = token?.kind === 'word' && token.text.length === 1
  return isLetter && mark !== undefined && MARK_OF_WORD.has(russianOf(mark, inLatin))
}

interface WordPlace {
  readonly before: HouseBefore
  readonly opensCity: boolean
  /** A kind of street stands elsewhere, or "г." before it. */
  readonly mayBeCity: boolean
  readonly isLast: boolean
}

function readWord(
  index: AddressIndex,
  token: Token,
  { before, opensCity, mayBeCity, isLast }: WordPlace,
  manner: Manner,
): QueryWord {
  const isWord = token.kind === 'word'
  const inLatin = manner.inLatin && hasLatin(token.text)
  const russian = russianOf(token, inLatin)
  const isHouseLetter = isWord && token.text.length === 1 && before !== null
  const introducesHouse = isWord && !opensCity && HOUSE_WORDS.has(russian)
  const isType = isWord && placeTypesOf(russian).length > 0
  const isIgnored = isWord && isEmptyWord(russian)
  const matches =
    isHouseLetter && !isLast
      ? []
      : matchesOf(index, token, {
          inLatin,
          isLast,
          maxEdits: !isWord || isType || isIgnored || introducesHouse ? 0 : manner.maxEdits,
          isShortForm: (isType || introducesHouse) && manner.maxEdits <= 1,
        })
  const matchOf = new Map<number, StoredMatch>()
  for (const match of matches) if (!matchOf.has(match.word)) matchOf.set(match.word, match)
  // After a number it may yet become "улица"; after "литера" it is no beginning.
  const isOfHouse = introducesHouse || isHouseLetter
  const types =
    isWord && before !== 'mark' ? readTypes(token.text, { isLast, inLatin, mayBeCity }) : null
  return {
    token,
    isLast,
    matches,
    matchOf,
    cities: citiesOf(index, matches),
    types,
    cheapestType: types ? Math.min(...types.values()) : Infinity,
    isIgnored,
    isHouseLetter,
    isOfHouse,
    // Words that introduce others or say nothing are left out freely.
    costUnread: isIgnored || isOfHouse || opensCity ? 0 : unreadCost(token, russian, isLast),
  }
}

/** A skeleton that keeps less than a third of what was typed says nothing of it. */
const SKELETON_SHARE = 3
/** A word still being typed must have this many letters for each typo in it. */
const LETTERS_PER_OPEN_EDIT = 4
/**
 * A word that is a short form as well ("пр", "стр") begins a name only if it is longer than this or
 * an initial ("М. Пироговская"), or when the query, having found little, is read again with more
 * typos.
 */
const SHORT_FORM_LETTERS = 3

/** Letters that the next key may make another: the "c" of "ch", the "k" of "kh". */
const HALF_OF_TWO = /[ck]$/u
const ONLY_BEGUN = { open: true, openEdits: 0, maxEdits: 0, maxBegun: MAX_BEGUN }

/** The stored words a token may be, cheapest first. */
function matchesOf(
  index: AddressIndex,
  token: Token,
  manner: Manner & { readonly isLast: boolean; readonly isShortForm: boolean },
): StoredMatch[] {
  const { inLatin, isLast } = manner
  const { lexicon, skeletons, skeletonWords } = index.data
  const typed = inLatin ? skeleton(token.text) : token.text
  if (typed.length === 0 || typed.length * SKELETON_SHARE < token.text.length) return []
  const maxEdits = editsFor(typed.length, manner.maxEdits)
  const isInitial = typed.length === 1
  const mayBeginName =
    !manner.isShortForm || isLast || isInitial || typed.length > SHORT_FORM_LETTERS
  const mayBeginNumber = isLast && token.kind === 'number'
  const found = findWords(inLatin ? skeletons : lexicon, typed, {
    open: token.kind === 'word' ? mayBeginName : mayBeginNumber,
    openEdits: isLast ? Math.min(maxEdits, Math.floor(typed.length / LETTERS_PER_OPEN_EDIT)) : 0,
    maxEdits,
    maxBegun: MAX_BEGUN,
  })
  if (inLatin && isLast && HALF_OF_TWO.test(token.text)) {
    found.push(...findWords(skeletons, skeleton(`${token.text}h`), ONLY_BEGUN))
  }
  const matches: StoredMatch[] = []
  for (const match of found) {
    const cost = matchCost(match, typed.length, isLast)
    const { edits, isBegun } = match
    const words = inLatin ? listAt(skeletonWords, match.word) : [match.word]
    for (const word of words) matches.push({ word, cost, edits, isBegun })
  }
  if (token.kind === 'number') matches.push(...asSlippedOrdinal(index, typed))
  if (token.kind === 'word' && maxEdits > 0) {
    matches.push(...asOtherForms(index, inLatin ? toCyrillic(token.text) : typed, matches))
  }
  return matches.sort((a, b) => a.cost - b.cost)
}

/** "14-р", a slip in "14-й". */
const SLIPPED_ORDINAL = /^(\d{1,3})-\p{L}{1,2}$/u

export function isSlippedOrdinal(typed: string): boolean {
  return SLIPPED_ORDINAL.test(typed)
}

function asSlippedOrdinal(index: AddressIndex, typed: string): StoredMatch[] {
  const digits = SLIPPED_ORDINAL.exec(typed)?.[1]
  const word = digits === undefined ? -1 : exactWord(index.data.lexicon, digits)
  return word < 0 ? [] : [{ word, cost: SLIPPED_ORDINAL_COST, edits: 1, isBegun: false }]
}

/** Enough for a place named so to be offered and never taken (`MAX_TYPOS` in match-text.ts). */
const EDITS_OF_OTHER_FORM = 2

/** @param found the matches so far: a form among them keeps its own number of edits */
function asOtherForms(
  index: AddressIndex,
  typed: string,
  found: readonly StoredMatch[],
): StoredMatch[] {
  const editsOf = (word: number) => found.find((match) => match.word === word)?.edits
  return otherForms(typed)
    .map((form) => exactWord(index.data.lexicon, form))
    .filter((word) => word >= 0)
    .map((word) => ({
      word,
      cost: OTHER_FORM_COST,
      edits: editsOf(word) ?? EDITS_OF_OTHER_FORM,
      isBegun: false,
    }))
}

/** The cities whose name has one of the words, each with its cheapest. */
function citiesOf(index: AddressIndex, matches: readonly StoredMatch[]): Map<number, StoredMatch> {
  const cities = new Map<number, StoredMatch>()
  const { items, starts } = index.data.wordCities
  for (const match of matches) {
    const end = starts[match.word + 1] ?? 0
    for (let at = starts[match.word] ?? 0; at < end; at += 1) {
      const city = items[at] ?? 0
      if (!cities.has(city)) cities.set(city, match)
    }
  }
  return cities
}
