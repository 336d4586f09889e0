// Which of several places that one file gives the same address a row is of: settlements under one
// city may share names of streets. Never looks at what is stored: a row that a later file moves is
// the same address.
import { hash } from 'node:crypto'
import { distanceKm, type Place } from '../../geometry/earth.ts'
import type { Address } from './address.ts'

/**
 * Two rows of one address further apart than this are two places; nearer ones are one row twice.
 */
export const SAME_PLACE_KM = 1

/** Places of one address that are told apart; further ones count as the last. */
const MAX_PLACES = 100

/** Places remembered, some 100 bytes each; those of further addresses are not told apart. */
const MAX_REMEMBERED = 2_000_000

/** Of rows of one file in their order: '' for the first place of an address, '2' for the second. */
export function numberNamesakes(): (address: Address) => string {
  const remembered = new Map<number, number>()
  return ({ city, street, house, lat, lon }) => {
    if (house === '' || lat === null || lon === null) return ''
    const place = { lat, lon }
    let number = 1
    for (; number < MAX_PLACES; number += 1) {
      const key = keyOf(city, street, house, number)
      const known = remembered.get(key)
      if (known === undefined) {
        if (remembered.size < MAX_REMEMBERED) remembered.set(key, packed(place))
        break
      }
      if (kmBetween(unpacked(known), place) < SAME_PLACE_KM) break
    }
    return number === 1 ? '' : String(number)
  }
}

const KEY_BYTES = 6

/** Two texts in 10^14 have the same; then a row has a number for nothing. */
function keyOf(...parts: readonly (string | number)[]): number {
  return hash('sha256', parts.join('\0'), 'buffer').readUIntBE(0, KEY_BYTES)
}

/** Units of a degree in a packed place: 11 m. */
const UNITS = 10_000
const LONGITUDES = 360 * UNITS + 1

function packed({ lat, lon }: Place): number {
  return Math.round((lat + 90) * UNITS) * LONGITUDES + Math.round((lon + 180) * UNITS)
}

function unpacked(place: number): Place {
  return {
    lat: Math.floor(place / LONGITUDES) / UNITS - 90,
    lon: (place % LONGITUDES) / UNITS - 180,
  }
}

function kmBetween(a: Place, b: Place): number {
  return distanceKm(a.lat, a.lon, b.lat, b.lon)
}
