// The kinds of street that were typed, such as "проспект", against that of the row.
import { stringAt } from '../index/packed.ts'
import { fold, tokenise } from '../words/normalise.ts'
import { NO_TYPE, placeTypesOf, SETTLEMENT_TYPES } from '../words/place-types.ts'
import { type NamedRow, typeOfStreet } from './named-row.ts'

/** Whether no other kind of street was typed than the table has; true where it has none. */
export function isOfTypedKind(named: NamedRow): boolean {
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

/** What each word for a kind of street may stand for. */
export function typedKinds(named: NamedRow): ReadonlyMap<number, number>[] {
  return named.uses.flatMap(({ as }, i) => {
    const types = named.words[i]?.types
    return as === 'type' && types && !isKindOfCity(named, i) ? [types] : []
  })
}

/**
 * The kind of a settlement right before its name, "пос. Коммунарка, ул. Лазурная", or between it
 * and a comma, or any that the table has in the name: "СНТ Ромашка, Вишнёвая улица".
 */
export function isKindOfCity({ data, row, words, uses }: NamedRow, i: number): boolean {
  const isBehind = uses[i - 1]?.as === 'city' && words[i - 1]?.isKindBehind === true
  if (uses[i + 1]?.as !== 'city' && !isBehind) return false
  const types = [...(words[i]?.types?.keys() ?? [])]
  const ofName = tokenise(fold(stringAt(data.cityNames, row.city))).flatMap(({ text }) =>
    placeTypesOf(text),
  )
  return types.some((type) => SETTLEMENT_TYPES.has(type) || ofName.includes(type))
}
