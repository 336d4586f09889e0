// The stored words, and the cities, that one word of a query may be, and at what cost. Never knows
// the words beside it.
import { listAt } from '../../numbers/packed-lists.ts'
import type { AddressIndex } from '../index/address-index.ts'
import { exactWord, findWords } from '../index/lexicon.ts'
import type { Token } from '../words/normalise.ts'
import { otherForms } from '../words/other-forms.ts'
import { placeTypesOf, placeTypeWord, SETTLEMENT_TYPES } from '../words/place-types.ts'
import { skeleton, toCyrillic } from '../words/transliteration.ts'
import {
  editsFor,
  matchCost,
  OTHER_FORM_COST,
  SHORT_KIND_COST,
  SLIPPED_ORDINAL_COST,
} from './word-cost.ts'

/** A stored word that a typed one may be. */
export interface StoredMatch {
  readonly word: number
  readonly cost: number
  readonly edits: number
  readonly isBegun: boolean
}

/** How the words of one query are read. */
export interface Manner {
  readonly inLatin: boolean
  /** Typos allowed in a word. */
  readonly maxEdits: number
}

/** Stored words one typed beginning may stand for. */
const MAX_BEGUN = 6000

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
export function matchesOf(
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
  if (token.kind === 'word') {
    matches.push(...asWholeKinds(index, inLatin ? toCyrillic(token.text) : typed))
  }
  return matches.sort((a, b) => a.cost - b.cost)
}

/**
 * "ш." for the "шоссе" that is a word of the "ул. Батумское шоссе"; but "д." is no "деревня" of a
 * name.
 */
function asWholeKinds(index: AddressIndex, typed: string): StoredMatch[] {
  return placeTypesOf(typed)
    .filter((type) => !SETTLEMENT_TYPES.has(type))
    .map(placeTypeWord)
    .filter((kind) => kind !== typed)
    .map((kind) => exactWord(index.data.lexicon, kind))
    .filter((word) => word >= 0)
    .map((word) => ({ word, cost: SHORT_KIND_COST, edits: 0, isBegun: true }))
}

/** "14-р", a slip in "14-й". */
const SLIPPED_ORDINAL = /^(\d{1,3})-\p{L}{1,2}$/u

/** "30-ле" on its way to "30-летия" is no slip. */
const BEGUN_YEARS = /-ле?$/u

export function isSlippedOrdinal(typed: string): boolean {
  return SLIPPED_ORDINAL.test(typed)
}

function asSlippedOrdinal(index: AddressIndex, typed: string): StoredMatch[] {
  const digits = SLIPPED_ORDINAL.exec(typed)?.[1]
  const word = digits === undefined ? -1 : exactWord(index.data.lexicon, digits)
  const edits = BEGUN_YEARS.test(typed) ? 0 : 1
  return word < 0 ? [] : [{ word, cost: SLIPPED_ORDINAL_COST, edits, isBegun: edits === 0 }]
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
export function citiesOf(
  index: AddressIndex,
  matches: readonly StoredMatch[],
): Map<number, StoredMatch> {
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
