// Where a found row lies, as exactly as the index knows.
import type { AddressIndex } from '../index/address-index.ts'
import { NO_COORDINATE } from '../index/index-coordinates.ts'
import type { Kind } from '../table/address.ts'
import type { FoundRow } from './found-row.ts'

/**
 * Fixed degrees, NO_COORDINATE where not even the city has any; `precision` says what they are of.
 */
interface Place {
  readonly lat: number
  readonly lon: number
  readonly precision: Kind
}

/** The row's own coordinates, or else its street's, or else its city's. */
export function placeOfRow({ data }: AddressIndex, row: FoundRow): Place {
  const house = data.houseLat[row.house] ?? NO_COORDINATE
  if (house !== NO_COORDINATE) {
    return { lat: house, lon: data.houseLon[row.house] ?? 0, precision: 'house' }
  }
  const street = data.streetLat[row.street] ?? NO_COORDINATE
  if (street !== NO_COORDINATE) {
    return { lat: street, lon: data.streetLon[row.street] ?? 0, precision: 'street' }
  }
  const lat = data.cityLat[row.city] ?? NO_COORDINATE
  return { lat, lon: data.cityLon[row.city] ?? NO_COORDINATE, precision: 'city' }
}
