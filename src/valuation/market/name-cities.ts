// Cities for comparables that name none, or one that hardly any other names: the city of the
// nearest row that has one, or else a place. Never here: what a place is (name-places.ts).

import { distanceKm } from '../../geometry/earth.ts'
import { byUnits } from '../../text/by-units.ts'
import type { Comparable } from '../comparables/comparable.ts'
import { cityName } from './flat-vector.ts'
import { MAX_PLACES, namePlaces } from './name-places.ts'
import { rangesAround, spatialGrid } from './spatial-grid.ts'

/** The row that names a place is looked for within these distances, one after the other. */
export const NAMING_RADII_KM = [0.5, 2, 10]
/** A name that fewer flats have, such as a misspelt one, has too few prices to learn from. */
const MIN_FLATS = 5

/**
 * The comparables in their order, each with its city. A name counts if it is among the commonest
 * and has flats enough. Rows far from all with such a name get their places as cities, or none if
 * there is only one place. The order of the rows changes nothing: of equally near rows the first
 * name counts.
 */
export function nameCities(comparables: readonly Comparable[]): readonly Comparable[] {
  const names = commonNames(comparables)
  const isNamed = (one: Comparable): boolean => names.has(cityName(one))
  const named = comparables.filter(isNamed)
  if (named.length === comparables.length) return comparables
  const nearestCity = cityFinder(named)
  const near = comparables.map((one) => (isNamed(one) ? one : { ...one, city: nearestCity(one) }))
  const placed = namePlaces(near.filter(({ city }) => city === null)).values()
  return near.map((one) => (one.city === null ? (placed.next().value as Comparable) : one))
}

/**
 * @param named rows that name their cities
 * @returns the city of the row nearest to another; of equally near ones the first name counts; null
 *   where all are too far
 */
function cityFinder(named: readonly Comparable[]): (one: Comparable) => string | null {
  const at = (row: number): Comparable => named[row] as Comparable
  const grid = spatialGrid(
    named.length,
    (row) => at(row).lat,
    (row) => at(row).lon,
  )
  const nearestWithin = (radiusKm: number, { lat, lon }: Comparable): Comparable | null => {
    let nearest: Comparable | null = null
    let nearestKm = radiusKm
    rangesAround(grid, lat, lon, radiusKm, (from, to) => {
      for (let p = from; p < to; p += 1) {
        const one = at(grid.rows[p] as number)
        const km = distanceKm(lat, lon, one.lat, one.lon)
        const isNearer =
          km < nearestKm || (km === nearestKm && nearest && cityName(one) < cityName(nearest))
        if (!isNearer) continue
        nearest = one
        nearestKm = km
      }
    })
    return nearest
  }
  return (one) => {
    for (const radiusKm of NAMING_RADII_KM) {
      const nearest = nearestWithin(radiusKm, one)
      if (nearest) return nearest.city
    }
    return null
  }
}

function commonNames(comparables: readonly Comparable[]): Set<string> {
  const named = new Map<string, { rows: number; readonly flats: Set<string> }>()
  for (const one of comparables) {
    const name = cityName(one)
    if (name === '') continue
    const known = named.get(name) ?? { rows: 0, flats: new Set() }
    named.set(name, known)
    known.rows += 1
    if (known.flats.size < MIN_FLATS) known.flats.add(flatText(one))
  }
  const common = [...named]
    .filter(([, { flats }]) => flats.size >= MIN_FLATS)
    .sort(([a, { rows: rowsA }], [b, { rows: rowsB }]) => rowsB - rowsA || byUnits(a, b))
    .slice(0, MAX_PLACES)
  return new Set(common.map(([name]) => name))
}

/** The same for two adverts of a flat: a duplicate makes no city. */
function flatText({ lat, lon, floor, areaM2, rooms }: Comparable): string {
  return `${lat} ${lon} ${floor} ${areaM2} ${rooms}`
}
