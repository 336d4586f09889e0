// How address text becomes comparable words: folding, tokens, ordinals. Never knows what a word
// names, and never changes the length of what it folds.
import { BEFORE_NUMBER_PATTERN, WITHIN_NUMBER_PATTERN } from './house-marks.ts'

/**
 * One piece of an address. `number` is all that begins with a digit or a house mark (68, 7к2,
 * к1538, 5/9); `ordinal` is "1-я", "2й", "третья" or "XXII", its text the digits alone. Offsets are
 * UTF-16 units.
 */
export interface Token {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly kind: 'word' | 'number' | 'ordinal'
}

/**
 * Longest text read from a query or a stored name, in UTF-16 units; what follows is left unread.
 */
export const MAX_TEXT = 300

/** A Russian postal code, by itself. */
export const POSTAL_CODE = /^\d{6}$/u

const STRESS = /\u0301/gu
const INVISIBLE = /\p{Cf}/gu

/** Without what is copied from pages and documents unseen, such as soft hyphens. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '')
}

/**
 * The text of a query as it is read: cut, letters with their marks as one, no stress marks, no
 * invisible signs, no halves of characters.
 */
export function composed(text: string): string {
  const visible = withoutInvisible(text.slice(0, MAX_TEXT))
  return visible.normalize('NFC').toWellFormed().replace(STRESS, '')
}

/** Dashes that stand for a hyphen in text copied from a document. */
const DASHES = /[\u2010-\u2015\u2212]/gu

/** Letters of other languages of Russia, as they are typed on a Russian layout. */
const RUSSIAN_LETTERS: Readonly<Record<string, string>> = {
  ё: 'е',
  ә: 'а',
  ӑ: 'а',
  ғ: 'г',
  ҕ: 'г',
  ҙ: 'з',
  җ: 'ж',
  ӗ: 'е',
  і: 'и',
  қ: 'к',
  ҡ: 'к',
  ң: 'н',
  ҥ: 'н',
  ө: 'о',
  ҫ: 'с',
  ү: 'у',
  ұ: 'у',
  ӳ: 'у',
  һ: 'х',
}
const NOT_RUSSIAN = new RegExp(`[${Object.keys(RUSSIAN_LETTERS).join('')}]`, 'gu')

/**
 * Lower case, ё as е, Tatar, Bashkir, Yakut and Chuvash letters as the Russian ones nearest to
 * them, one hyphen for all; unit for unit: offsets in the result are those in the text.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  return (lower.length === text.length ? lower : foldUnits(text))
    .replace(NOT_RUSSIAN, (letter) => RUSSIAN_LETTERS[letter] ?? letter)
    .replace(DASHES, '-')
}

/** A few letters of other languages grow when lowered ("İ"); those stay as they are. */
function foldUnits(text: string): string {
  let folded = ''
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charAt(i)
    const lower = unit.toLowerCase()
    folded += lower.length === 1 ? lower : unit
  }
  return folded
}

/** Where no letter or digit stands before, and none behind. */
const BEGINS = String.raw`(?<![\p{L}\d])`
const ENDS = String.raw`(?![\p{L}\d])`

/** Kinds of place that are one word, though written with a hyphen or as two. */
const ABBREVIATIONS =
  'жилой комплекс|рабочий поселок|дачный поселок|поселок городского типа|садовое товарищество|садоводческое (?:некоммерческое )?товарищество|земельный участок|с/т|з/у|пр-кт|пр-т|тр-т|пр-д|пр-зд|пр-к|б-р|бул-р|кв-л|р-н|мкр-н|мк-н|мр-н|м-н|ш-се|наб-я|пл-дь|пер-к|ст-ца|уч-к|pr-kt|pr-t|pr-d|b-r|kv-l|mkr-n'
/**
 * Kinds of settlements and parts of a city by their initials, one word however they are written:
 * "р. п.", "В.О.", "ВО", "П. С."; but at the end "п. С" is on its way to "п. Сахарово".
 */
const INITIALS = String.raw`[рдк]\.\s?п|п\.\s?г\.\s?т|в\.\s?о|п\.с|п\.\sс(?!$)|v\.\s?o|p\.s|p\.\ss(?!$)`
const ABBREVIATION = `${BEGINS}(?:${ABBREVIATIONS}|${INITIALS})${ENDS}`
/** The same parts spelled out, whole or in part, in any case: read as their initials. */
const SPELLED_OUT = [
  String.raw`вас(?:\.\s?|\s|ильевск\p{L}{2,3}\s)(?:ост\p{L}*|о-в\p{L}?)`,
  String.raw`петроградск\p{L}{2}\sстор\p{L}*`,
  String.raw`vasil[\p{L}'’]*\sost\p{L}*`,
  String.raw`petrograd\p{L}*\sstor\p{L}*`,
].join('|')
const PART_OF_CITY = `${BEGINS}(?:${SPELLED_OUT})${ENDS}`

const ORDINAL_ENDINGS =
  'ый|ий|ой|ая|яя|ое|ье|ья|ого|го|му|й|я|aya|aia|aja|yaya|oy|oi|oj|iy|ij|yy|yj|ya|ia|ja|yi|y|j|st|nd|rd|th|ogo|go|oe|oye'
/** Too short to be told from a letter of a house without their hyphen. */
const HYPHENED_ENDINGS = 'е|х|ти|ми|ti|i|h|kh|e|ye|je'
/** "3 - я" before a word, "3 й" before a comma. */
const ENDING_APART = String.raw`\s?-?\s?(?:[йя](?=\s+\p{L})|й(?=\s*,))`
const ORDINAL =
  String.raw`${BEGINS}(?<digits>\d{1,4})` +
  `(?:(?:-?(?:${ORDINAL_ENDINGS})|-(?:${HYPHENED_ENDINGS}))${ENDS}|${ENDING_APART})`

/** What may stand right before a house's number, and within it; "у." is the short улица. */
const HOUSE_PREFIXES =
  `${BEFORE_NUMBER_PATTERN}|дом|korpus|korp|stroenie|str|vl|dom|d|k|s|` +
  String.raw`(?!у\.)[а-яa-z]`
const HOUSE_INNER = `${WITHIN_NUMBER_PATTERN}|korpus|korp|str`
/** What stands right behind a number without being of a house: "50лет", "3мкр", "12кв.5". */
const NOT_OF_HOUSE = String.raw`лет|год|мкр|км|кв(?=\.?\d)|mkr|km|kv(?=\.?\d)`
/** Digits, a mark before what it marks, letters before digits, letters at the end. */
const HOUSE_REST = [
  String.raw`\d+`,
  String.raw`(?:${HOUSE_INNER})\.?(?=\d|\p{L}(?!\p{L})|(?!\p{L}))`,
  String.raw`(?!${NOT_OF_HOUSE})\p{L}{1,3}\.?(?=\d)`,
  String.raw`(?!${NOT_OF_HOUSE})\p{L}{1,3}(?!\p{L})`,
].join('|')
const NUMBER =
  String.raw`(?:${BEGINS}(?:${HOUSE_PREFIXES})[.№]?(?=\d))?\d+` +
  String.raw`(?:[./\\|-]?(?:${HOUSE_REST}))*`

const WORD = "\\p{L}[\\p{L}\\p{M}'’`ʼ]*"

const TOKEN = new RegExp(
  `(?<abbreviation>${ABBREVIATION})|(?<part>${PART_OF_CITY})|(?<ordinal>${ORDINAL})|(?<number>${NUMBER})|(?<word>${WORD})`,
  'gu',
)

const ORDINAL_WORD =
  /^(?:(перв)|(втор)|(треть|трети)|(четверт)|(пят)|(шест)|(седьм)|(восьм)|(девят)|(десят))(?:ый|ий|ой|ая|яя|ое|ье|ого|его|я|й)$/u

/**
 * "XXII", in Latin letters or with a Russian Х; a single letter other than "I" is rather an
 * initial. In a text without a Russian letter "iv" rather begins "ivanovskaya".
 */
const ROMAN = /^(?=..|i)(?<tens>[xх]{0,3})(?<ones>i[xх]|iv|v?i{0,3})$/u
const RUSSIAN = /[а-я]/u
const ROMAN_ONES = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix']

/** The rank that a word of a text says, as digits; undefined for any other word. */
function rankIn(word: string, text: string): string | undefined {
  const ordinal = ORDINAL_WORD.exec(word)
  if (ordinal) return String(ordinal.slice(1).findIndex((group) => group !== undefined) + 1)
  const { tens, ones } = ROMAN.exec(word)?.groups ?? {}
  if (tens === undefined || ones === undefined || !RUSSIAN.test(text)) return undefined
  return String(10 * tens.length + ROMAN_ONES.indexOf(ones.replace('х', 'x')))
}

/** The tokens of a folded text, in order. */
export function tokenise(folded: string): Token[] {
  const tokens: Token[] = []
  const text = folded.length > MAX_TEXT ? folded.slice(0, MAX_TEXT) : folded
  for (const match of text.matchAll(TOKEN)) {
    const start = match.index
    const end = start + match[0].length
    const groups = match.groups ?? {}
    if (groups.digits !== undefined) {
      tokens.push({ text: plainDigits(groups.digits), start, end, kind: 'ordinal' })
    } else if (groups.number !== undefined) {
      tokens.push({ text: groups.number, start, end, kind: 'number' })
    } else if (groups.part !== undefined) {
      tokens.push({ text: initialsOf(groups.part), start, end, kind: 'word' })
    } else {
      const word = match[0].replace(/['’`ʼ]|\.\s?/gu, '')
      const rank = rankIn(word, text)
      if (rank !== undefined) {
        tokens.push({ text: rank, start, end, kind: 'ordinal' })
      } else if (word === 'г' && isYear(tokens.at(-1), text.slice(end))) {
        tokens.push({ text: 'года', start, end, kind: 'word' })
      } else if (word.length > 0) tokens.push({ text: word, start, end, kind: 'word' })
    }
  }
  return tokens
}

/** "ул. 1905 г., 3", unlike "1905, г. Пермь". */
function isYear(before: Token | undefined, behind: string): boolean {
  return /^(?:1[789]|20)\d\d$/u.test(before?.text ?? '') && /^\.?\s*(?:$|[,\d])/u.test(behind)
}

function initialsOf(words: string): string {
  return words
    .split(/[\s.]+/u)
    .map((word) => word.charAt(0))
    .join('')
}

function plainDigits(digits: string): string {
  return digits.replace(/^0+(?=\d)/u, '')
}
