// What it costs when a word of a query is not just a word of the row: the scale of the whole
// ranking. Never looks at the index. A cost of 1 is one typo in a long name; rows of equal cost fit
// as well.
import type { WordMatch } from '../index/lexicon.ts'
import { beginsHouseWord } from '../words/house-marks.ts'
import type { Token } from '../words/normalise.ts'

/** The last word is begun as a matter of course; one before it was more likely left short. */
const BEGUN_LAST = 0.05
const BEGUN_EARLIER = 0.15
/** Is multiplied by the share of the stored word not typed yet, so that the shorter word wins. */
const BEGUN_MISSING = 0.1

const FIRST_TYPO = 1
/** A person who makes one typo makes a second more easily. */
const FURTHER_TYPO = 0.7
/** For each typo, by the letters typed: in a short word it leaves less to know the word by. */
const TYPO_BY_LENGTH = 0.6
/** A mistyped beginning says less about how the word goes on. */
const BEGUN_MISTYPED = 1.5

/**
 * What meeting a stored word costs: nothing exactly, little by a beginning, about 1 for each typo.
 */
export function matchCost(found: WordMatch, typedLength: number, isLast: boolean): number {
  const unfinished = found.isBegun
    ? (isLast ? BEGUN_LAST : BEGUN_EARLIER) +
      (BEGUN_MISSING * found.left) / (found.left + typedLength)
    : 0
  if (found.edits === 0) return unfinished
  return (
    FIRST_TYPO +
    FURTHER_TYPO * (found.edits - 1) +
    (TYPO_BY_LENGTH * found.edits) / typedLength +
    unfinished * BEGUN_MISTYPED
  )
}

/** Edits allowed in a word of this many letters: with more, short words would be any other. */
export function editsFor(length: number, maxEdits: number): number {
  const fitting = length < 3 ? 0 : length < 4 ? 1 : length < 10 ? 2 : 3
  return Math.min(fitting, maxEdits)
}

/**
 * "14-р" for "14-й": one key of an ending that tells nothing apart, so less than a typo in a name.
 */
export const SLIPPED_ORDINAL_COST = 0.6

/**
 * "Обводный" for "Обводного": less than a typo, so that a street with the word as typed comes
 * first.
 */
export const OTHER_FORM_COST = 0.5

/** "ш." for "шоссе" in a name: less than what a word of another kind costs. */
export const SHORT_KIND_COST = 0.05

/** "Владимира" for the "В." of a name: it may be another's initial. */
export const SPELLED_INITIAL_COST = 0.3

/** A number that is neither the row's nor a house is worse than a typo, but may be anything. */
const UNREAD_NUMBER = 1.2
/** "кор", while "корпус" is being typed. */
const UNREAD_HOUSE_BEGINNING = 0.1
/**
 * By letters: one is a slip of a finger or an initial, three and more are a name that is not there.
 */
const UNREAD_ONE_LETTER = 0.4
const UNREAD_TWO_LETTERS = 0.9
const UNREAD_THREE_LETTERS = 1.6
const UNREAD_NAME = 2.4

/**
 * A letter after a number belongs to the house; a name takes it only where that costs less than
 * this.
 */
export const UNREAD_LETTER_OF_HOUSE = 0.4

/** What leaving out a word that says something costs. */
export function unreadCost(token: Token, russian: string, isLast: boolean): number {
  if (token.kind !== 'word') return UNREAD_NUMBER
  if (isLast && beginsHouseWord(russian)) return UNREAD_HOUSE_BEGINNING
  const { length } = token.text
  if (length === 1) return UNREAD_ONE_LETTER
  if (length === 2) return UNREAD_TWO_LETTERS
  return length === 3 ? UNREAD_THREE_LETTERS : UNREAD_NAME
}

/** An ordinal tells streets apart as a short name does, though it is one digit long. */
const ORDINAL_LETTERS = 3

/**
 * How many letters a word left out at this cost leaves unread: none where leaving it out is cheap.
 */
export function unreadLetters({ kind, text }: Token, cost: number): number {
  if (cost < UNREAD_TWO_LETTERS) return 0
  return kind === 'ordinal' ? ORDINAL_LETTERS : text.length
}

/**
 * A word for a kind of place that is not the street's: less than a typo, as people confuse them.
 */
export const WRONG_TYPE = 0.45
/**
 * For each such word beside the street's own kind. It is mostly of something else ("мкр. Южный,
 * Новая улица"), but a street that has it in its name is nearer: "улица Новая Дорога".
 */
export const FURTHER_TYPE = 0.03
export const TYPE_BEGUN = 0.2
const TYPE_MISTYPED = 0.25
const TYPE_EACH_TYPO = 0.25

/**
 * What meeting a word for a kind of place costs, half of what as many typos in a name do or less:
 * it only breaks ties.
 */
export function typeCost(edits: number): number {
  return edits === 0 ? TYPE_BEGUN : TYPE_MISTYPED + TYPE_EACH_TYPO * edits
}

/**
 * For a word of the row that was not typed. A number costs more: "Парковая" rather means the street
 * without a number.
 */
export const UNCOVERED_WORD = 0.06
export const UNCOVERED_NUMBER = 0.12
/** Long names are seldom typed whole: more words than some do not count. */
export const MAX_UNCOVERED = 0.36

/** Where a word is in the street's name and in the city's, it is the street's. */
export const AS_CITY = 0.02
/** "с. Ильинское" is the деревня of that name only where there is no село: no mere tie-break. */
export const OTHER_KIND_OF_CITY = 0.35
/** A bare number as the street's own ("8 марта 8"): before the name rather than after it. */
export const OWN_NUMBER_FIRST = 0.03
export const OWN_NUMBER_LATER = 0.1
/** A building with a name for a number comes right after a street of that name. */
export const ONE_BUILDING = 0.02
/**
 * A kind of place in a query for a city ("улица Тверь") is left out; a street that has it is
 * better.
 */
export const TYPE_BESIDE_CITY = 0.3

/** A smaller city, and a farther place: they break ties and together never make up a typo. */
export const SMALLER_CITY = 0.12
export const FARTHER = 0.2
