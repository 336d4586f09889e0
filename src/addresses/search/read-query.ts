// Reads a query word by word: what each may be by itself and by the words around it. Never looks at
// a street; what a word is to a street is decided street by street.
import type { AddressIndex } from '../index/address-index.ts'
import { exactWord } from '../index/lexicon.ts'
import {
  HOUSE_WORDS,
  MARK_OF_WORD,
  WITHIN_HOUSE_WORDS_BEFORE_NUMBER,
} from '../words/house-marks.ts'
import { POSTAL_CODE, type Token, tokenise } from '../words/normalise.ts'
import { cityKindOf, isCityWord, isEmptyWord } from '../words/place-names.ts'
import { LAST_STREET_TYPE, NO_TYPE, placeTypesOf } from '../words/place-types.ts'
import { hasLatin, skeleton, toCyrillic } from '../words/transliteration.ts'
import { readTypes } from './read-types.ts'
import { citiesOf, type Manner, matchesOf, type StoredMatch } from './stored-matches.ts'
import { unreadCost } from './word-cost.ts'

/** The query as the search reads it; kept so that a chosen row can be explained. */
export interface ReadQuery {
  readonly words: readonly QueryWord[]
  /** Whether it is read as Russian in Latin letters. */
  readonly inLatin: boolean
}

export interface QueryWord extends CityKind {
  readonly token: Token
  /** Nothing follows it: its last letters may not be typed yet. */
  readonly isLast: boolean
  /** The stored words it may be: cheapest first, by stored word, and by city whose name has one. */
  readonly matches: readonly StoredMatch[]
  readonly matchOf: ReadonlyMap<number, StoredMatch>
  /** The stored initial that it may be spelled out from, "Владимира" for "В."; -1 for none. */
  readonly initial: number
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

/** The kind of city or settlement that the words beside a word say it is. */
interface CityKind {
  /** `NO_TYPE` where none is said. */
  readonly cityKind: number
  readonly isKindBehind: boolean
}

/** Most words of a query that are read; the rest is left out. */
const MAX_WORDS = 14

export function readQuery(index: AddressIndex, folded: string, manner: Manner): ReadQuery {
  const { inLatin } = manner
  const tokens = withoutFlats(tokenise(folded), inLatin).slice(0, MAX_WORDS)
  const isStreetSaid = tokens.some((token) => saysStreet(token, inLatin))
  const words = tokens.map((token, i) => {
    const isLast = i === tokens.length - 1 && token.end === folded.trimEnd().length
    const opensCity = isBeforeCity(folded, tokens, i)
    const before = opensCity ? null : houseBefore(tokens, i, inLatin)
    const mayBeCity = isStreetSaid || isCityWord(tokens[i - 1]?.text ?? '')
    const word = readWord(index, token, { before, opensCity, mayBeCity, isLast }, manner)
    return { ...word, ...cityKindBeside(folded, tokens, i, inLatin) }
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

/**
 * The kind of city or settlement that is said right before a word, "с. Ильинское", or between it
 * and a comma or the end, "Ильинское с, Садовая ул"; a letter of a house says none.
 */
function cityKindBeside(
  folded: string,
  tokens: readonly Token[],
  i: number,
  inLatin: boolean,
): CityKind {
  const isApart = (at: number) =>
    folded.slice(tokens[at]?.end ?? 0, tokens[at + 1]?.start).includes(',')
  const isAtEnd = (at: number) => at === tokens.length - 1 && /\p{L}(?:\p{L}|\.)$/u.test(folded)
  const kindAt = (at: number) => {
    const token = tokens[at]
    const isLetter = token?.text.length === 1 && !isBeforeCity(folded, tokens, at)
    const isOfHouse = isLetter && houseBefore(tokens, at, inLatin) !== null
    return token && !isOfHouse ? cityKindOf(russianOf(token, inLatin)) : undefined
  }
  const before = isApart(i - 1) ? undefined : kindAt(i - 1)
  const behind =
    before === undefined && !isApart(i) && (isApart(i + 1) || isAtEnd(i + 1))
      ? kindAt(i + 1)
      : undefined
  return { cityKind: before ?? behind ?? NO_TYPE, isKindBehind: behind !== undefined }
}

/** What of a house stands right before a token: its number, or "литера" behind that or alone. */
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
): Omit<QueryWord, keyof CityKind> {
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
    initial:
      isWord && russian.length > 1 && !isType && !introducesHouse
        ? exactWord(index.data.lexicon, russian.charAt(0))
        : -1,
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
