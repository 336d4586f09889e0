// How well the words of an address name a row: by themselves, whole, as they stand. Never searches
// and never chooses between rows.
import { lengthAt, listAt } from '../../numbers/packed-lists.ts'
import { sumOf } from '../../numbers/sum.ts'
import { isNameless } from '../index/address-index.ts'
import { stringAt } from '../index/packed.ts'
import { cityWords } from '../words/place-names.ts'
import { LAST_STREET_TYPE, placeTypesOf, SETTLEMENT_TYPES } from '../words/place-types.ts'
import type { WordUse } from './assign-words.ts'
import { isOfOtherKindOfCity } from './kind-of-city.ts'
import { type NamedRow, typeOfStreet, untakenWords } from './named-row.ts'
import { isKindOfCity, isOfTypedKind, otherKinds, typedKinds } from './typed-kinds.ts'
import { TYPE_BEGUN } from './word-cost.ts'

/**
 * Whether more than a bare number or kind of place names the row: a word of its name or, in a place
 * without one, of its city; a number that is all of the name needs its kind or a house beside it.
 * Where the name begins with the city's ("Москва А101 ЖК"), that word typed once means the city.
 */
export function isNamed(named: NamedRow): boolean {
  const { data, words, row, uses } = named
  const taken = uses.filter(({ as }) => as === 'name')
  if (row.street < 0 || isNameless(data, row.street)) {
    return (taken.length > 0 || uses.some(({ as }) => as === 'city')) && !namesStreet(named)
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
  const type = typeOfStreet(named)
  const isOfKind = ({ as }: WordUse, i: number) => as === 'type' && words[i]?.types?.has(type)
  const hasHouse = row.kind === 'house' && uses.some(({ as }) => as === 'house')
  return names.length > 0 && isWhole && (hasHouse || uses.some(isOfKind))
}

/**
 * Whether a street is named, so that no house of a place without streets is meant: by a kind that
 * streets alone have, or beside a kind of settlement by any other. "п. Майский, квартал 5" names
 * one, "мкр. Южный, 5" does not.
 */
function namesStreet(named: NamedRow): boolean {
  const { uses, words } = named
  const isOfSettlement = (types: ReadonlyMap<number, number>) =>
    [...types.keys()].some((type) => SETTLEMENT_TYPES.has(type))
  const isSettlementSaid = words.some(
    ({ types, isOfHouse }, i) =>
      uses[i]?.as === 'type' && types !== null && !isOfHouse && isOfSettlement(types),
  )
  return typedKinds(named).some(
    (types) =>
      [...types.keys()].every((type) => type <= LAST_STREET_TYPE) ||
      (isSettlementSaid && !isOfSettlement(types)),
  )
}

/**
 * Words that nothing of the row takes, though leaving them out costs something; an initial that
 * only begins the name of the city is as good as unread, but for its kind: "п. Пригородный".
 */
export function unreadWords(named: NamedRow): number {
  return named.uses.filter(({ as, token, isBegun }, i) => {
    const isUnread = as === 'nothing' && named.words[i]?.costUnread !== 0
    const isInitial = as === 'city' && isBegun && token.text.length === 1
    return (isUnread || isInitial) && !isKindOfCity(named, i)
  }).length
}

/**
 * Whether every word of the street's name was typed, without a typo and to its end or in its usual
 * short form, and no other word that may name a street.
 */
export function isTypedWhole(named: NamedRow): boolean {
  const { row, uses } = named
  if (row.street < 0) return false
  const names = uses.filter(({ as }) => as === 'name')
  return (
    untakenWords(named).length === 0 &&
    names.every((use) => use.edits === 0 && (!use.isBegun || isShortened(use))) &&
    unreadWords(named) === 0
  )
}

/** Ranks as addresses shorten them: "акад. Анохина". */
const SHORT_RANKS = new Set('адм ак акад ген кап косм летч марш полк проф'.split(' '))

/**
 * An initial, a short rank or a short kind of place stands for the whole word: "Б. Якиманка", "ген.
 * Тюленева", "Батумское ш.".
 */
function isShortened({ token: { kind, text } }: WordUse): boolean {
  const isShort = text.length === 1 || SHORT_RANKS.has(text) || placeTypesOf(text).length > 0
  return kind === 'word' && isShort
}

/**
 * Whether the row is what was typed and nothing near it: the street's whole name of no other kind,
 * the city's whole name if any of it was typed and no other kind, no typo in either, and the house
 * as it stands, if one was typed and found.
 */
export function isAsWritten(named: NamedRow): boolean {
  const { kind, houseMatch } = named.row
  const isHouseAsTyped = kind !== 'house' || houseMatch === null || houseMatch === 'exact'
  return (
    isHouseAsTyped &&
    isTypedWhole(named) &&
    isOfTypedKind(named) &&
    isCityWhole(named) &&
    !isCityOfOtherKind(named) &&
    typosIn(named) === 0 &&
    !isKindMistyped(named)
  )
}

/** "картал" for the квартал: the name that it stands for may be another's. */
function isKindMistyped({ uses, words }: NamedRow): boolean {
  return uses.some(({ as }, i) => as === 'type' && (words[i]?.cheapestType ?? 0) > TYPE_BEGUN)
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

/** Typing errors in the words that name the row's street and city. */
export function typosIn({ uses }: NamedRow): number {
  return sumOf(uses, ({ edits }) => edits)
}

/**
 * Whether the city, if it was typed, was typed whole: "Ростов" alone is not "Ростов-на-Дону". A
 * settlement within a city is by its own name.
 */
export function isCityWhole({ data, row, uses }: NamedRow): boolean {
  if (uses.every(({ as }) => as !== 'city')) return true
  const whole = uses.filter(({ isBegun }) => !isBegun).map(({ word }) => word)
  const place = stringAt(data.cityNames, row.city).split(',').at(-1) ?? ''
  const own = listAt(data.cityWords, row.city).slice(-cityWords(place).length)
  return own.every((word) => whole.includes(word))
}

/**
 * Whether a kind of place was typed beside the city's name and the table says another: "с.
 * Ильинское" may not be the деревня Ильинское.
 */
function isCityOfOtherKind({ data, row, uses, words }: NamedRow): boolean {
  const ofCity = row.street >= 0 && isNameless(data, row.street) ? 'name' : 'city'
  return words.some(
    (word, i) => uses[i]?.as === ofCity && isOfOtherKindOfCity(data, row.city, word.cityKind),
  )
}
