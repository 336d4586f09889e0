// How a house is written: one canonical form for "68 корп. 2", "68к2", "д.68 к 2", and how near two
// forms are. Never knows the street the house stands on.
import { HOUSE_WORDS, MARK_OF_WORD, MARK_PATTERN, WHOLE_HOUSE_WORDS } from './house-marks.ts'
import { fold } from './normalise.ts'

const PIECE = new RegExp(`${MARK_PATTERN}|\\d+|\\p{L}|[./|\\\\-]`, 'gu')

const STROKES: ReadonlySet<string> = new Set(['|', '\\'])

/**
 * The Russian letter for a Latin one in a house number: the one that looks like it, as in "12A", or
 * else the one of its sound, as in "12B".
 */
const RUSSIAN_LETTERS: Readonly<Record<string, string>> = {
  a: 'а',
  b: 'б',
  c: 'с',
  e: 'е',
  k: 'к',
  m: 'м',
  h: 'н',
  o: 'о',
  p: 'р',
  t: 'т',
  x: 'х',
  y: 'у',
  v: 'в',
  g: 'г',
  d: 'д',
  s: 'с',
  r: 'р',
  l: 'л',
}

/**
 * True for a word that introduces a part of a house number: "дом", "корп", "стр", "лит", "дробь".
 */
export function isHouseWord(word: string): boolean {
  return HOUSE_WORDS.has(word)
}

/** What says where within a house: the entrance, the floor, the flat. */
export const WITHIN_HOUSE_WORDS: ReadonlySet<string> = new Set(
  'кв квартира оф офис пом помещение ком комната подъезд этаж эт домофон'.split(' '),
)

/** True for a beginning of such a word, as it stands while it is still being typed. */
export function beginsHouseWord(word: string): boolean {
  return WHOLE_HOUSE_WORDS.some((long) => long.startsWith(word))
}

/**
 * The canonical form of a house: folded, marks shortened to к, с, вл, уч, "дом" and "литера" gone,
 * and "здание" before the number, "дробь" as a stroke, the corpus before the building, no spaces but
 * between two bare numbers. `''` when nothing of a house is there.
 */
export function canonicalHouse(text: string): string {
  const folded = fold(text).replace(/[a-z]/gu, (letter) => RUSSIAN_LETTERS[letter] ?? letter)
  const parts: string[] = []
  let previousEnd = 0
  for (const match of folded.matchAll(PIECE)) {
    const piece = match[0]
    const gap = match.index > previousEnd
    previousEnd = match.index + piece.length
    if (piece === 'дом') continue
    const mark = STROKES.has(piece) ? '/' : MARK_OF_WORD.get(piece)
    const last = parts.at(-1) ?? ''
    if (mark !== undefined) {
      if (mark !== '') parts.push(mark)
    } else if (piece === '.' || piece === '-') {
      const digitsAround = /\d$/u.test(last) && /^\d/u.test(folded.slice(previousEnd))
      if (digitsAround && !gap) parts.push(piece)
    } else if (/^\d/u.test(piece)) {
      const number = piece.replace(/^0+(?=\d)/u, '')
      if (gap && /\d$/u.test(last)) parts.push(' ')
      parts.push(number)
    } else if (piece === '/') {
      if (parts.length > 0) parts.push(piece)
    } else parts.push(piece)
  }
  if (parts[0] === 'д' && /^\d|^к$|^с$|^вл$/u.test(parts[1] ?? '')) parts.shift()
  if (parts[0] === 'зд') parts.shift()
  return corpusFirst(parts.join(''))
}

/** "9с2к1" says the same as "9к1с2"; the corpus is put first. */
function corpusFirst(form: string): string {
  return form.replace(/^(\d[^кс]*)(с\d[\d/]*)(к\d[\d/]*)$/u, '$1$3$2')
}

/** How well a typed house matches a stored one, the best match first. */
export type HouseMatch =
  | 'exact'
  | 'same_signs'
  | 'other_marks'
  | 'begun'
  | 'longer'
  | 'same_number'
  | 'near'
  | 'other'

/**
 * What each way of matching costs, in the units of the ranking (one typo in a name costs 1): all
 * less than a typo, so that the right street with a near house comes before a wrong street with
 * this one.
 */
export const HOUSE_COST: Readonly<Record<HouseMatch, number>> = {
  exact: 0,
  /** Marks left out, or a stroke or a hyphen for one: "68 2" for 68к2. */
  same_signs: 0.1,
  /** A corpus for a building of that number, or the other way round: "68с2" for 68к2. */
  other_marks: 0.12,
  /** The typed number whole, more after it: "68" for 68к2. */
  begun: 0.28,
  /** The typed digits may be a part of the number: "68" for 681. */
  longer: 0.38,
  /** Another house of that number: "68к3" for 68к2. */
  same_number: 0.55,
  /** Another number, one slip away: worth showing, seldom meant. */
  near: 0.65,
  /** No such house: its street is still nearer than a name with a typo. */
  other: 0.9,
}

/** True when the stored house is the typed one, or one that it may become by typing on. */
export function goesOnFromTyped(match: HouseMatch): boolean {
  return HOUSE_COST[match] <= HOUSE_COST.longer
}

/** Compares two canonical forms: `typed` from a query, `stored` from the index. */
export function matchHouse(typed: string, stored: string): HouseMatch {
  if (typed === stored) return 'exact'
  const typedSigns = bareSigns(typed)
  const storedSigns = bareSigns(stored)
  if (typedSigns === storedSigns)
    return haveOtherMarks(typed, stored) ? 'other_marks' : 'same_signs'
  if (stored.startsWith(typed)) {
    const typedEndsInDigit = /\d$/u.test(typed)
    return typedEndsInDigit && /^\d/u.test(stored.slice(typed.length)) ? 'longer' : 'begun'
  }
  if (storedSigns.startsWith(typedSigns)) return 'longer'
  const typedNumber = /^\D*(\d+)/u.exec(typed)?.[1]
  if (typedNumber !== undefined && typedNumber === /^\D*(\d+)/u.exec(stored)?.[1]) {
    return 'same_number'
  }
  return oneEditApart(typed, stored) ? 'near' : 'other'
}

/**
 * Digits and letters that name, parted by a blank: without к, с, вл, уч and strokes between
 * numbers.
 */
function bareSigns(form: string): string {
  return form
    .replace(/(?:вл|уч|[кс])(?=\d)/gu, ' ')
    .replace(/[./ -]+/gu, ' ')
    .trim()
}

/** Of two forms with the same signs: whether one says к where the other says с. */
function haveOtherMarks(typed: string, stored: string): boolean {
  const storedMarks = marksBeforeNumbers(stored)
  return marksBeforeNumbers(typed).some((mark, i) => {
    const other = storedMarks[i]
    return (mark === 'к' && other === 'с') || (mark === 'с' && other === 'к')
  })
}

function marksBeforeNumbers(form: string): readonly string[] {
  return [...form.matchAll(/(\D*)\d+/gu)].map(([, mark = '']) => mark)
}

function oneEditApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1
  let tail = 0
  while (
    tail < a.length - head &&
    tail < b.length - head &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  ) {
    tail += 1
  }
  const restA = a.slice(head, a.length - tail)
  const restB = b.slice(head, b.length - tail)
  if (restA.length <= 1 && restB.length <= 1) return true
  return restA.length === 2 && restB === restA.charAt(1) + restA.charAt(0)
}
