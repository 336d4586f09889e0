// How well the words of an address name a row: by themselves, whole, as they stand. Never searches
// and never chooses between rows.
import { type AddressIndex, type AddressIndexData, isNameless } from '../index/address-index.ts'
import { wordAt } from '../index/lexicon.ts'
import { lengthAt, listAt } from '../index/packed.ts'
import { NO_TYPE, placeTypesOf, SETTLEMENT_TYPES } from '../words/place-types.ts'
import { explain, type WordUse } from './assign-words.ts'
import type { FoundRow } from './found-row.ts'
import type { QueryWord, ReadQuery } from './read-query.ts'

/** A row, and what each word of the query is to it. */
export interface NamedRow {
  readonly row: FoundRow
  /** One use for each of `words`. */
  readonly uses: readonly WordUse[]
  readonly words: readonly QueryWord[]
  readonly data: AddressIndexData
}

export function namedRow(index: AddressIndex, read: ReadQuery, row: FoundRow): NamedRow {
  return { row, uses: explain(index, read, row), words: read.words, data: index.data }
}

/**
 * Whether more than a bare number or kind of place names the row: a word of its name or, in a place
 * without one, of its city; a number that is all of the name needs its kind or a house beside it.
 * Where the name begins with the city's ("Москва А101 ЖК"), that word typed once means the city.
 */
export function isNamed({ data, words, row, uses }: NamedRow): boolean {
  const taken = uses.filter(({ as }) => as === 'name')
  if (row.street < 0 || isNameless(data, row.street)) {
    return taken.length > 0 || uses.some(({ as }) => as === 'city')
  }
  const isWhole = taken.length === lengthAt(data.streetWords, row.street)
  // "Шоссе" alone is no Шоссейная улица, but "Набережная" is the street of that name.
  const isOnlyKind = ({ isBegun, token }: WordUse) =>
    (isBegun || !isWhole) && token.text.length > 1 && placeTypesOf(token.text).length > 0
  const names = taken.every(isOnlyKind) ? [] : taken
  const city = listAt(data.cityWords, row.city)
  const isCityApart = uses.some(({ as }) => as === 'city')
  const mayBeCity = ({ word }: WordUse) => !isWhole && !isCityApart && city.includes(word)
  if (names.some((use) => use.token.kind === 'word' && !mayBeCity(use))) return true
  const type = data.streetType[row.street] ?? NO_TYPE
  const isOfKind = ({ as }: WordUse, i: number) => as === 'type' && words[i]?.types?.has(type)
  const hasHouse = row.kind === 'house' && uses.some(({ as }) => as === 'house')
  return names.length > 0 && isWhole && (hasHouse || uses.some(isOfKind))
}

/**
 * Words that nothing of the row takes, though leaving them out costs something; an initial that
 * only begins the name of the city is as good as unread.
 */
export function unreadWords(named: NamedRow): number {
  return named.uses.filter(({ as, token, isBegun }, i) =>
    as === 'nothing'
      ? named.words[i]?.costUnread !== 0 && !isKindOfCity(named, i)
      : as === 'city' && isBegun && token.text.length === 1,
  ).length
}

/**
 * Whether every word of the street's name was typed, without a typo and to its end or in its usual
 * short form, and no other word that may name a street.
 */
export function isTypedWhole(named: NamedRow): boolean {
  const { data, row, uses } = named
  if (row.street < 0) return false
  const names = uses.filter(({ as }) => as === 'name')
  return (
    names.length === lengthAt(data.streetWords, row.street) &&
    names.every((use) => use.edits === 0 && (!use.isBegun || isShortened(use))) &&
    unreadWords(named) === 0
  )
}

/** Ranks as addresses shorten them: "акад. Анохина". */
const SHORT_RANKS = new Set('адм ак акад ген кап косм летч марш полк проф'.split(' '))

/** An initial or a short rank stands for the whole word: "Б. Якиманка", "ген. Тюленева". */
function isShortened({ token }: WordUse): boolean {
  return token.kind === 'word' && (token.text.length === 1 || SHORT_RANKS.has(token.text))
}

/**
 * Whether the row is what was typed and nothing near it: the street's whole name of no other kind,
 * the city's whole name if any of it was typed, no typo in either, and the house as it stands, if
 * one was typed and found.
 */
export function isAsWritten(named: NamedRow): boolean {
  const { kind, houseMatch } = named.row
  const isHouseAsTyped = kind !== 'house' || houseMatch === null || houseMatch === 'exact'
  return (
    isHouseAsTyped &&
    isTypedWhole(named) &&
    isOfTypedKind(named) &&
    isCityWhole(named) &&
    typosIn(named) === 0
  )
}

/**
 * Whether both the text and the name have a word that the other lacks: "Б. Лесная" is not the Малая
 * Лесная, nor "Большой проспект П.С." that of another part of the city, nor "улица Большая Дорога"
 * the Большая Лесная.
 */
export function isOfOtherName(named: NamedRow): boolean {
  const typedKindOf = (word: string) =>
    typedKinds(named).some((types) => placeTypesOf(word).some((type) => types.has(type)))
  const isWhole = untakenWords(named).every(typedKindOf)
  return !isWhole && (unreadWords(named) > 0 || otherKinds(named) > 0)
}

/** The words of the street's name that were not typed. */
function untakenWords({ data, row, uses }: NamedRow): string[] {
  if (row.street < 0 || isNameless(data, row.street)) return []
  const taken = uses.filter(({ as }) => as === 'name').map(({ word }) => word)
  return [...listAt(data.streetWords, row.street)]
    .filter((word) => !taken.includes(word))
    .map((word) => wordAt(data.lexicon, word))
}

/**
 * Whether the street's own number was typed and is another: "9 Парковая, 12" is neither the
 * Парковая nor the 1-я Парковая. A bare number right before the name is the house's where no other
 * follows the name, or only one that ends it: "5 улица 40 лет Октября", "3к1 Испанские Кварталы 2".
 */
export function isOfOtherNumber(named: NamedRow): boolean {
  const { data, row, uses } = named
  const number = uses.findIndex((_, i) => isNumberBeforeName(named, i))
  if (number < 0) return false
  if (untakenWords(named).some((word) => /^\d/u.test(word))) return true
  const slots = listAt(data.streetWords, row.street)
  const name = uses.findIndex((use, i) => i > number && use.as === 'name' && !isBareNumber(use))
  const nameSlot = name < 0 ? slots.length : slots.indexOf(uses[name]?.word ?? -1)
  const endsName = (use: WordUse) => use.as === 'name' && slots.indexOf(use.word) > nameSlot
  return uses.slice(Math.max(number, name) + 1).some((use) => isBareNumber(use) && !endsName(use))
}

/** "9 Парковая" and "9 линия", where the row has no use for the 9 in its name. */
function isNumberBeforeName({ data, row, words, uses }: NamedRow, i: number): boolean {
  const [use, next] = [uses[i], uses[i + 1]]
  if (!use || !next || use.as !== 'house' || !isBareNumber(use)) return false
  const type = data.streetType[row.street] ?? NO_TYPE
  const isOfName =
    (next.as === 'name' && next.token.kind === 'word') ||
    (next.as === 'type' && words[i + 1]?.types?.has(type) === true)
  return isOfName && next.token.start - use.token.end === 1
}

function isBareNumber({ token }: WordUse): boolean {
  return token.kind === 'number'
}

/** Typing errors in the words that name the row's street and city. */
export function typosIn({ uses }: NamedRow): number {
  return uses.reduce((sum, { edits }) => sum + edits, 0)
}

/** Whether no other kind of street was typed than the table has; true where it has none. */
function isOfTypedKind(named: NamedRow): boolean {
  const type = typeOfStreet(named)
  return type === NO_TYPE || typedKinds(named).every((types) => types.has(type))
}

/**
 * Whether a kind was typed and it is another than the street's: "Кутузовский проезд" is not the
 * проспект. A kind beside the right one is of something else: "улица Кутузовский проспект".
 */
export function isOfOtherKind(named: NamedRow): boolean {
  const type = typeOfStreet(named)
  const typed = typedKinds(named)
  return type !== NO_TYPE && typed.length > 0 && typed.every((types) => !types.has(type))
}

/** Kinds that were typed beside the street's own or in its place. */
export function otherKinds(named: NamedRow): number {
  const type = typeOfStreet(named)
  return typedKinds(named).filter((types) => !types.has(type)).length
}

function typeOfStreet({ data, row }: NamedRow): number {
  return data.streetType[row.street] ?? NO_TYPE
}

/** What each word for a kind of street may stand for. */
function typedKinds(named: NamedRow): ReadonlyMap<number, number>[] {
  return named.uses.flatMap(({ as }, i) => {
    const types = named.words[i]?.types
    return as === 'type' && types && !isKindOfCity(named, i) ? [types] : []
  })
}

/** The kind of a settlement right before its name: "пос. Коммунарка, ул. Лазурная". */
function isKindOfCity({ words, uses }: NamedRow, i: number): boolean {
  const types = [...(words[i]?.types?.keys() ?? [])]
  return uses[i + 1]?.as === 'city' && types.some((type) => SETTLEMENT_TYPES.has(type))
}

/** Whether the city, if it was typed, was typed whole: "Ростов" alone is not "Ростов-на-Дону". */
export function isCityWhole({ data, row, uses }: NamedRow): boolean {
  const whole = uses.filter(({ isBegun }) => !isBegun).map(({ word }) => word)
  return (
    uses.every(({ as }) => as !== 'city') ||
    listAt(data.cityWords, row.city).every((word) => whole.includes(word))
  )
}
