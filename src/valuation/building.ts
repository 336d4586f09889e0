// Which flats stand in the same building, told from coordinates and, where those do not tell, from
// the address. Never here: prices.
import type { Dwelling } from './comparable.ts'

/**
 * A point shared by more addresses than this is a geocoder's fallback (a city's centre), not a
 * building.
 */
const MOST_ADDRESSES_AT_A_POINT = 3

/** A point to about 1 m, as text. */
function pointKey(dwelling: Dwelling): string {
  return `${dwelling.lat.toFixed(5)},${dwelling.lon.toFixed(5)}`
}

function addressKey(dwelling: Pick<Dwelling, 'address'>): string {
  return (dwelling.address ?? '')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[\s,.]+/g, ' ')
    .trim()
}

/**
 * Keys under which flats of one building fall together: their point, or point and address where
 * several addresses were put on one point.
 */
export function buildingKeys(dwellings: readonly Dwelling[]): string[] {
  const points = dwellings.map(pointKey)
  // As they were written: of most points there is one address, and few need its key.
  const writtenAt = new Map<string, Set<string | null>>()
  dwellings.forEach(({ address }, i) => {
    const point = points[i] as string
    const known = writtenAt.get(point)
    if (known === undefined) writtenAt.set(point, new Set([address]))
    else known.add(address)
  })
  const crowded = new Set<string>()
  for (const [point, written] of writtenAt) {
    if (written.size <= MOST_ADDRESSES_AT_A_POINT) continue
    const addresses = new Set([...written].map((address) => addressKey({ address })))
    if (addresses.size > MOST_ADDRESSES_AT_A_POINT) crowded.add(point)
  }
  return dwellings.map((dwelling, i) => {
    const point = points[i] as string
    return crowded.has(point) ? `${point} ${addressKey(dwelling)}` : point
  })
}

/**
 * The key a single subject would have: its building is the first of these that the market knows.
 */
export function subjectBuildingKeys(dwelling: Dwelling): string[] {
  const point = pointKey(dwelling)
  return [`${point} ${addressKey(dwelling)}`, point]
}
