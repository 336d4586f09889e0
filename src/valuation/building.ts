// Which flats stand in the same building, told from coordinates and, where those do not tell, from the address.
// Never here: prices.

import type { Dwelling } from './comparable.ts'

/** A point shared by more addresses than this is a geocoder's fallback (a city's centre), not a building. */
const MOST_ADDRESSES_AT_A_POINT = 3

/** A point to about 1 m, as text. */
function pointKey(dwelling: Dwelling): string {
  return `${dwelling.lat.toFixed(5)},${dwelling.lon.toFixed(5)}`
}

function addressKey(dwelling: Dwelling): string {
  return (dwelling.address ?? '')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[\s,.]+/g, ' ')
    .trim()
}

/**
 * Keys under which flats of one building fall together: their point, or point and address where several
 * addresses were put on one point.
 */
export function buildingKeys(dwellings: readonly Dwelling[]): string[] {
  const addressesAt = new Map<string, Set<string>>()
  for (const dwelling of dwellings) {
    const point = pointKey(dwelling)
    const known = addressesAt.get(point)
    if (known === undefined) addressesAt.set(point, new Set([addressKey(dwelling)]))
    else known.add(addressKey(dwelling))
  }
  return dwellings.map((dwelling) => {
    const point = pointKey(dwelling)
    const crowded = (addressesAt.get(point)?.size ?? 0) > MOST_ADDRESSES_AT_A_POINT
    return crowded ? `${point} ${addressKey(dwelling)}` : point
  })
}

/** The key a single subject would have: its building is the first of these that the market knows. */
export function subjectBuildingKeys(dwelling: Dwelling): string[] {
  const point = pointKey(dwelling)
  return [`${point} ${addressKey(dwelling)}`, point]
}
