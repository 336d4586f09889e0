// The kind of city or settlement typed beside its name, "с. Ильинское", against the one that the
// table has. Never looks at streets.
import type { AddressIndexData } from '../index/address-index.ts'
import { stringAt } from '../index/packed.ts'
import { NO_TYPE, TOWN_TYPE } from '../words/place-types.ts'

/**
 * Whether the kind typed beside a word of the city's name is another than the city's. "г." may be
 * of the city that a settlement is within: "Санкт-Петербург, п Шушары".
 */
export function isOfOtherKindOfCity(
  { cityKind, cityNames }: AddressIndexData,
  city: number,
  typed: number,
): boolean {
  const own = cityKind[city] ?? NO_TYPE
  if ([own, typed].includes(NO_TYPE) || typed === own) return false
  return typed !== TOWN_TYPE || !stringAt(cityNames, city).includes(',')
}
