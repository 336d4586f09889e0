// Whether a number of a query is of a name or of a house, where the words beside it tell. Never what
// it costs to take it so.
import { listAt } from '../../numbers/packed-lists.ts'
import type { AddressIndexData } from '../index/address-index.ts'
import type { QueryWord, ReadQuery } from './read-query.ts'

/** A number of a city's name is typed beside the word that it stands beside there: "с. 8 Марта". */
export function isNumberOfCity(
  { cityWords }: AddressIndexData,
  city: number,
  { words }: ReadQuery,
  i: number,
): boolean {
  const own = words[i]?.cities.get(city)
  if (own?.cost !== 0) return false
  const names = listAt(cityWords, city)
  const at = names.indexOf(own.word)
  return [-1, 1].some((step) => {
    const beside = words[i + step]
    return beside?.token.kind === 'word' && beside.matchOf.has(names[at + step] ?? -1)
  })
}

/** "8 к2 улица 8 Марта": of a number typed twice, one before a further part of a house is its. */
export function isOfHouseBefore({ words }: ReadQuery, i: number): boolean {
  const { token } = words[i] as QueryWord
  const next = words[i + 1]
  return (
    token.kind === 'number' &&
    (next?.isOfHouse === true || next?.token.kind === 'number') &&
    words.some((later, at) => at > i && later.token.text === token.text)
  )
}
