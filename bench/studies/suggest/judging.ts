// Whether a row found is the address that was meant. Never here: queries, and how they are typed.
import type { Address, Suggestion } from '../../../src/addresses/table/address.ts'
import { canonicalHouse } from '../../../src/addresses/words/house-form.ts'
import { canonicalStreet } from '../../../src/addresses/words/place-names.ts'

export type Found = Pick<Address, 'city' | 'street' | 'house' | 'lat' | 'lon'>

export function ofSuggestion(row: Suggestion): Found {
  return {
    city: row.city,
    street: row.street ?? '',
    house: row.house ?? '',
    lat: row.lat,
    lon: row.lon,
  }
}

export function isTarget(row: Found, target: Address): boolean {
  return (
    row.city === target.city &&
    canonicalHouse(row.house) === canonicalHouse(target.house) &&
    canonicalStreet(row.street) === canonicalStreet(target.street) &&
    (row.lat === null ||
      target.lat === null ||
      Math.hypot(row.lat - target.lat, (row.lon ?? 0) - (target.lon ?? 0)) < 0.03)
  )
}

export function isStreet(row: Suggestion, target: Address): boolean {
  return (
    row.city === target.city && canonicalStreet(row.street ?? '') === canonicalStreet(target.street)
  )
}
