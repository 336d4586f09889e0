// Whether a number of a query is of the city's name. Never what it costs to take it so.
import { listAt } from '../../numbers/packed-lists.ts'
import type { AddressIndexData } from '../index/address-index.ts'
import type { ReadQuery } from './read-query.ts'

/** It is typed beside the word that it stands beside there: "с. 8 Марта". */
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
