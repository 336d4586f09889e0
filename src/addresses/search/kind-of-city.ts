// The kind of city or settlement typed beside its name, "с. Ильинское", against the one that the
// table has. Never looks at streets.
import type { AddressIndexData } from '../index/address-index.ts'
import { NO_TYPE } from '../words/place-types.ts'
import type { QueryWord } from './read-query.ts'

/** Whether a word of the city's name was typed beside another kind than the city's. */
export function isOfOtherKindOfCity(
  { cityKind }: AddressIndexData,
  city: number,
  word: QueryWord,
): boolean {
  const own = cityKind[city] ?? NO_TYPE
  return own !== NO_TYPE && word.cityKind !== NO_TYPE && word.cityKind !== own
}
