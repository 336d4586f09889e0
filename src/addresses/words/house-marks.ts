// The words that introduce a part of a house's number, the mark each has in the canonical form, and
// the words for a place within a house.
// Never knows how a house is read (house-form.ts) or told from other words (normalise.ts).

interface HouseMark {
  /** In the canonical form; '' where the word is left out. */
  readonly mark: string
  /** The whole word first, then how it is shortened. */
  readonly words: readonly string[]
  /** Its beginnings while it is typed: read only within a house, since they may begin a name. */
  readonly begun?: readonly string[]
}

/** "дом" is no part of the number; its short "д" may be a letter of it. */
const HOUSE: HouseMark = { mark: '', words: ['дом'] }
const SHORT_HOUSE = 'д'

const PARTS: readonly HouseMark[] = [
  { mark: 'зд', words: ['здание', 'зд'], begun: ['здани', 'здан'] },
  { mark: 'вл', words: ['владение', 'влад', 'влд', 'вл', 'домовладение', 'двлд'] },
  { mark: 'уч', words: ['участок', 'уч-к', 'уч', 'земельный участок', 'з/у'] },
  { mark: 'к', words: ['корпус', 'корп', 'кор', 'к'], begun: ['корпу'] },
  { mark: 'с', words: ['строение', 'строен', 'стр', 'с'], begun: ['строени', 'стро'] },
  { mark: 'соор', words: ['сооружение', 'сооруж', 'соор'] },
  { mark: '', words: ['литера', 'литер', 'лит', 'буква'] },
  { mark: '/', words: ['дробь'] },
]

/** Marks that stand before a whole building's number; the others only within one. */
const BEFORE_NUMBER = new Set(['зд', 'вл', 'уч', 'соор'])

/** Words of one letter are read as letters of the number first. */
const isWord = (word: string): boolean => word.length > 1

/** Of two alternatives of a pattern the longer must come first. */
const longestFirst = (words: readonly string[]): string[] =>
  words.toSorted((a, b) => b.length - a.length)

/** The mark of each word of two letters or more, and of each of its beginnings. */
export const MARK_OF_WORD: ReadonlyMap<string, string> = new Map(
  PARTS.flatMap(({ mark, words, begun = [] }) =>
    [...words, ...begun].filter(isWord).map((word) => [word, mark] as const),
  ),
)

/** Every word that introduces a part of a house number: "дом", "корп", "стр", "лит", "дробь". */
export const HOUSE_WORDS: ReadonlySet<string> = new Set([
  ...HOUSE.words,
  SHORT_HOUSE,
  ...PARTS.flatMap(({ words }) => words),
])

/** The whole words. */
export const WHOLE_HOUSE_WORDS: readonly string[] = [HOUSE, ...PARTS].map(
  ({ words }) => words[0] ?? '',
)

/** True for a beginning of a whole word, as it stands while it is still being typed. */
export function beginsHouseWord(word: string): boolean {
  return WHOLE_HOUSE_WORDS.some((whole) => whole.startsWith(word))
}

/** What says where within a house: the entrance, the floor, the flat. */
export const WITHIN_HOUSE_WORDS: ReadonlySet<string> = new Set(
  'кв квартира оф офис пом помещение ком комната подъезд этаж эт домофон'.split(' '),
)

/** These, and words that say so only before a number: "под" stands in names as well. */
export const WITHIN_HOUSE_WORDS_BEFORE_NUMBER: ReadonlySet<string> = new Set([
  ...WITHIN_HOUSE_WORDS,
  ...'под помещ комн апарт апартамент апартаменты'.split(' '),
])

/** Alternatives of a pattern: all words and beginnings, those before a number, those within one. */
export const MARK_PATTERN = longestFirst([...MARK_OF_WORD.keys(), ...HOUSE.words]).join('|')
export const BEFORE_NUMBER_PATTERN = patternOf(({ mark }) => mark !== '/')
export const WITHIN_NUMBER_PATTERN = patternOf(({ mark }) => !BEFORE_NUMBER.has(mark))

function patternOf(isTaken: (mark: HouseMark) => boolean): string {
  return longestFirst(PARTS.filter(isTaken).flatMap(({ words }) => words.filter(isWord))).join('|')
}
