// The names of cities and streets: the words that are a name's own, the kind of place beside them,
// and keys for all spellings of one. Never knows what the index holds.
import { fold, type Token, tokenise } from './normalise.ts'
import {
  CITY_KINDS,
  KILOMETRE_TYPE,
  LAST_STREET_TYPE,
  NO_TYPE,
  placeTypesOf,
  placeTypeWord,
  STREET_TYPE,
  TOWN_TYPE,
} from './place-types.ts'

/** Short names of cities, each with the name that tables have. */
const SHORT_CITIES: ReadonlyMap<string, string> = new Map([
  ['мск', 'Москва'],
  ['msk', 'Москва'],
  ['moscow', 'Москва'],
  ['спб', 'Санкт-Петербург'],
  ['spb', 'Санкт-Петербург'],
  ['питер', 'Санкт-Петербург'],
  ['saint petersburg', 'Санкт-Петербург'],
  ['st. petersburg', 'Санкт-Петербург'],
  ['st petersburg', 'Санкт-Петербург'],
  ['екб', 'Екатеринбург'],
  ['ekb', 'Екатеринбург'],
  ['нск', 'Новосибирск'],
])
const SHORT_CITY = new RegExp(
  `(?<![\\p{L}\\d])(?:${[...SHORT_CITIES.keys()].map(RegExp.escape).join('|')})(?![\\p{L}\\d-])`,
  'giu',
)

/** The text with cities by their whole names. */
export function withWholeCities(text: string): string {
  return text.replace(SHORT_CITY, (short) => SHORT_CITIES.get(short.toLowerCase()) ?? short)
}

/** Words before a city's name, and words that say nothing a suggestion could be chosen by. */
const CITY_WORDS = new Set(['г', 'гор', 'город'])
const EMPTY_WORDS = new Set(
  'россия рф российская федерация федерального значения обл область край респ республика ао округ адрес индекс имени им на'.split(
    ' ',
  ),
)

/** True for a folded word that says that a city's name follows. */
export function isCityWord(word: string): boolean {
  return CITY_WORDS.has(word)
}

/** True for words that neither help nor harm a match: country, kind of region, "имени". */
export function isEmptyWord(word: string): boolean {
  return EMPTY_WORDS.has(word) || isCityWord(word)
}

/** `typeFirst` tells "улица X" from "X улица". */
interface StreetWords {
  readonly type: number
  readonly typeFirst: boolean
  readonly tokens: Token[]
}

/**
 * A street's name taken apart: the code of its kind of place, and its own words. The kind is taken
 * from either end ("улица X", "X улица"), from the first word where the last is not a kind of
 * street ("мкр. ДСК"), or from within ("Большой проспект В.О."); a name of nothing but such words
 * keeps them ("Набережная").
 */
export function streetWords(name: string): StreetWords {
  const tokens = tokenise(fold(name))
  const first = tokens[0]
  const last = tokens.at(-1)
  if (tokens.length < 2 || !first || !last) return { type: NO_TYPE, typeFirst: false, tokens }
  const ofFirst = first.kind === 'word' ? (placeTypesOf(first.text)[0] ?? NO_TYPE) : NO_TYPE
  const ofLast = last.kind === 'word' ? (placeTypesOf(last.text)[0] ?? NO_TYPE) : NO_TYPE
  const isNamedByKind = ofLast > LAST_STREET_TYPE && ofFirst < ofLast
  if (ofFirst !== NO_TYPE && (ofFirst === STREET_TYPE || ofLast === NO_TYPE || isNamedByKind)) {
    return { type: ofFirst, typeFirst: true, tokens: tokens.slice(1) }
  }
  if (ofLast !== NO_TYPE) return { type: ofLast, typeFirst: false, tokens: tokens.slice(0, -1) }
  const within = tokens.findIndex(({ text }) => STREET_KINDS.has(text))
  if (within < 0) return { type: NO_TYPE, typeFirst: false, tokens }
  const type = placeTypesOf(tokens[within]?.text ?? '')[0] ?? NO_TYPE
  return { type, typeFirst: false, tokens: tokens.toSpliced(within, 1) }
}

/** Kinds of streets that, spelt out, also stand within a name: "Большой проспект В.О.". */
const STREET_KINDS: ReadonlySet<string> = new Set([
  'улица',
  'проспект',
  'переулок',
  'шоссе',
  'бульвар',
  'тракт',
])

/**
 * A city's own words: "г Москва" and "Москва" are one; "с. Вороново" keeps only its name, "Красное
 * Село" all of it, and "п. 42 км" what it is the number of.
 */
export function cityWords(name: string): readonly Token[] {
  return ownWords(name, tokenise(fold(name)))
}

/** @param all the tokens of the name */
function ownWords(name: string, all: readonly Token[]): readonly Token[] {
  const tokens = all.filter(({ text }) => !isEmptyWord(text))
  const named = tokens.filter(
    (token, i) =>
      placeTypesOf(token.text).length === 0 ||
      (i > 0 && i === tokens.length - 1 && isKindInName(name, token)),
  )
  if (named.some(({ kind }) => kind === 'word')) return named
  const numbered = tokens.filter(
    (token) => named.includes(token) || placeTypesOf(token.text).includes(KILOMETRE_TYPE),
  )
  return named.length > 0 ? numbered : all
}

/**
 * "Красное Село" and "Новый Городок", unlike "Ильинское село": the kind is a name, whole and with a
 * capital.
 */
function isKindInName(name: string, { text, start }: Token): boolean {
  const isWhole = placeTypesOf(text).some((type) => placeTypeWord(type) === text)
  return isWhole && /^\p{Lu}/u.test(name.slice(start))
}

/**
 * The code of the kind of city or settlement that a name says beside its own words; `NO_TYPE` where
 * it says none. Of "г Химки, п Сходня" it is the settlement's.
 */
export function cityKind(name: string): number {
  const place = name.slice(name.lastIndexOf(',') + 1)
  const all = tokenise(fold(place))
  const own = ownWords(place, all)
  const beside = all.filter((token) => !own.includes(token))
  return beside.map(({ text }) => cityKindOf(text)).find((kind) => kind !== undefined) ?? NO_TYPE
}

/** The kind of city or settlement that a folded word says; undefined where it may say others. */
export function cityKindOf(word: string): number | undefined {
  if (isCityWord(word)) return TOWN_TYPE
  const [type, ...others] = placeTypesOf(word)
  return type !== undefined && others.length === 0 && CITY_KINDS.has(type) ? type : undefined
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
  return isCityWord(text) || placeTypesOf(text).length > 0
}

/**
 * One spelling for all spellings of a name: kind words kept, order kept, case, ё and signs gone.
 */
export function spellingKey(name: string | StreetWords): string {
  const { type, typeFirst, tokens } = typeof name === 'string' ? streetWords(name) : name
  const words = tokens.map((token) => token.text).join(' ')
  if (type === NO_TYPE) return words
  const kind = placeTypeWord(type)
  return typeFirst ? `${kind}:${words}` : `${words}:${kind}`
}

/** One key for all namings of a street, whatever the order of its words. */
export function canonicalStreet(name: string): string {
  const { type, tokens } = streetWords(name)
  const words = tokens.map((token) => token.text).sort()
  return type === NO_TYPE ? words.join(' ') : `${words.join(' ')}:${placeTypeWord(type)}`
}
