// How address text becomes comparable words: folding, tokens, ordinals, and names of streets and
// cities. Never knows what the index holds, and never changes the length of what it folds.
import { NO_TYPE, placeTypesOf, STREET_TYPE } from './place-types.ts'

/**
 * One piece of an address. `number` is all that begins with a digit or a house mark (68, 7к2,
 * к1538, 5/9); `ordinal` is "1-я", "2й" or "третья", its text the digits alone. Offsets are UTF-16
 * units.
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

/** How cities are called for short, in the words that tables have. */
const SHORT_CITIES: ReadonlyMap<string, string> = new Map([
  ['мск', 'Москва'],
  ['moscow', 'Москва'],
  ['спб', 'Санкт-Петербург'],
  ['питер', 'Санкт-Петербург'],
  ['екб', 'Екатеринбург'],
  ['нск', 'Новосибирск'],
])
const SHORT_CITY = new RegExp(
  `(?<![\\p{L}\\d])(?:${[...SHORT_CITIES.keys()].join('|')})(?![\\p{L}\\d-])`,
  'giu',
)
const STRESS = /\u0301/gu

/**
 * The text of a query as it is read: cut, letters with their marks as one, no stress marks, no
 * halves of characters.
 */
export function composed(text: string): string {
  return text.slice(0, MAX_TEXT).normalize('NFC').toWellFormed().replace(STRESS, '')
}

/** The text with cities by their whole names. */
export function withWholeCities(text: string): string {
  return text.replace(SHORT_CITY, (short) => SHORT_CITIES.get(short.toLowerCase()) ?? short)
}

/** Dashes that stand for a hyphen in text copied from a document. */
const DASHES = /[\u2010-\u2015\u2212]/gu

/** Lower case, ё as е, one hyphen for all; unit for unit: offsets in the result are those in the text. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  return (lower.length === text.length ? lower : foldUnits(text))
    .replaceAll('ё', 'е')
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

const ABBREVIATIONS =
  'пр-кт|пр-т|пр-д|пр-зд|пр-к|б-р|бул-р|кв-л|р-н|мкр-н|м-н|ш-се|наб-я|пл-дь|пер-к|уч-к|pr-kt|pr-t|pr-d|b-r|kv-l|mkr-n'
const ORDINAL_ENDINGS =
  'ый|ий|ой|ая|яя|ое|ье|ья|ого|го|му|й|я|aya|aia|aja|yaya|oy|oi|oj|iy|ij|yy|yj|ya|ia|ja|yi|y|j|st|nd|rd|th'
const HOUSE_PREFIXES =
  'владение|влад|влд|вл|участок|уч|корпус|корп|кор|строение|строен|стр|сооружение|соор|литера|литер|лит|дом|korpus|korp|stroenie|str|vl|dom|d|k|s|[а-яa-z]'
const HOUSE_INNER = 'корпус|корп|кор|строение|строен|стр|литера|литер|лит|дробь|korpus|korp|str'

const TOKEN = new RegExp(
  [
    `(?<abbreviation>(?<![\\p{L}\\d])(?:${ABBREVIATIONS})(?![\\p{L}\\d]))`,
    `(?<ordinal>(?<![\\p{L}\\d])(?<digits>\\d{1,4})(?:(?:-?(?:${ORDINAL_ENDINGS})|-(?:е|х|ти|ми|ti|i|h|kh|e|ye|je))(?![\\p{L}\\d])|\\s?-?\\s?(?:[йя](?=\\s+\\p{L})|й(?=\\s*,))))`,
    '(?<number>' +
      `(?:(?<![\\p{L}\\d])(?:${HOUSE_PREFIXES})[.№]?(?=\\d))?\\d+` +
      `(?:[./\\\\|-]?(?:\\d+|(?:${HOUSE_INNER})\\.?(?=\\d|\\p{L}(?!\\p{L})|(?!\\p{L}))|(?!лет(?!\\p{L})|год)\\p{L}{1,3}\\.?(?=\\d)|(?!лет|год)\\p{L}{1,3}(?!\\p{L})))*` +
      ')',
    "(?<word>\\p{L}[\\p{L}\\p{M}'’`ʼ]*)",
  ].join('|'),
  'gu',
)

const ORDINAL_WORD =
  /^(?:(перв)|(втор)|(треть|трети)|(четверт)|(пят)|(шест)|(седьм)|(восьм)|(девят)|(десят))(?:ый|ий|ой|ая|яя|ое|ье|я|й)$/u

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
    } else {
      const word = match[0].replace(/['’`ʼ]/gu, '')
      const ordinal = ORDINAL_WORD.exec(word)
      if (ordinal) {
        const rank = ordinal.slice(1).findIndex((group) => group !== undefined) + 1
        tokens.push({ text: String(rank), start, end, kind: 'ordinal' })
      } else if (word.length > 0) tokens.push({ text: word, start, end, kind: 'word' })
    }
  }
  return tokens
}

function plainDigits(digits: string): string {
  return digits.replace(/^0+(?=\d)/u, '')
}

/** Words before a city's name, and words that say nothing a suggestion could be chosen by. */
const CITY_WORDS = new Set(['г', 'гор', 'город'])
const EMPTY_WORDS = new Set(
  'россия рф российская федерация федерального значения обл область край респ республика ао округ адрес имени им на'.split(
    ' ',
  ),
)

/** True for words that neither help nor harm a match: country, kind of region, "имени". */
export function isEmptyWord(word: string): boolean {
  return EMPTY_WORDS.has(word) || CITY_WORDS.has(word)
}

/** `typeFirst` tells "улица X" from "X улица". */
interface StreetWords {
  readonly type: number
  readonly typeFirst: boolean
  readonly tokens: Token[]
}

/**
 * A street's name taken apart: the code of its kind of place, and its own words. The kind is taken
 * from either end ("улица X", "X улица"); a name that is nothing but such words keeps them
 * ("Набережная").
 */
export function streetWords(name: string): StreetWords {
  const tokens = tokenise(fold(name))
  const first = tokens[0]
  const last = tokens.at(-1)
  if (tokens.length < 2 || !first || !last) return { type: NO_TYPE, typeFirst: false, tokens }
  const ofFirst = first.kind === 'word' ? (placeTypesOf(first.text)[0] ?? NO_TYPE) : NO_TYPE
  const ofLast = last.kind === 'word' ? (placeTypesOf(last.text)[0] ?? NO_TYPE) : NO_TYPE
  if (ofFirst !== NO_TYPE && (ofFirst === STREET_TYPE || ofLast === NO_TYPE)) {
    return { type: ofFirst, typeFirst: true, tokens: tokens.slice(1) }
  }
  if (ofLast !== NO_TYPE) return { type: ofLast, typeFirst: false, tokens: tokens.slice(0, -1) }
  return { type: NO_TYPE, typeFirst: false, tokens }
}

/** A city's own words: "г Москва" and "Москва" are one; "с. Вороново" keeps only its name. */
export function cityWords(name: string): Token[] {
  const tokens = tokenise(fold(name))
  const named = tokens.filter(
    (token) => !isEmptyWord(token.text) && placeTypesOf(token.text).length === 0,
  )
  return named.length > 0 ? named : tokens
}

/**
 * One key for all spellings of a city: "г. Королёв" and "Королев" are one, and so are "СПб" and
 * "Санкт-Петербург"; "с. Королёво" keeps what it is.
 */
export function cityKey(name: string): string {
  const tokens = tokenise(fold(withWholeCities(name)))
  const named = tokens.filter(({ text }) => !isEmptyWord(text))
  return (named.length > 0 ? named : tokens).map(({ text }) => text).join(' ')
}

/**
 * True when a city's name already says what it is ("пос. Коммунарка"), so that no "г" is put before
 * it.
 */
export function cityNamesItself(name: string): boolean {
  const tokens = tokenise(fold(name))
  return tokens.length > 1 && tokens.some(isKind)
}

/** True for a folded word that says what kind of place a city or street is. */
export function isKindWord(word: string): boolean {
  return tokenise(word).some(isKind)
}

function isKind({ text }: Token): boolean {
  return CITY_WORDS.has(text) || placeTypesOf(text).length > 0
}

/**
 * One spelling for all spellings of a name: kind words kept, order kept, case, ё and signs gone.
 */
export function spellingKey(name: string | StreetWords): string {
  const { type, typeFirst, tokens } = typeof name === 'string' ? streetWords(name) : name
  const words = tokens.map((token) => token.text).join(' ')
  if (type === NO_TYPE) return words
  return typeFirst ? `${type}:${words}` : `${words}:${type}`
}

/** One key for all namings of a street, whatever the order of its words. */
export function canonicalStreet(name: string): string {
  const { type, tokens } = streetWords(name)
  const words = tokens.map((token) => token.text).sort()
  return type === NO_TYPE ? words.join(' ') : `${words.join(' ')}:${type}`
}
