// The cities of comparables that name none: that of the nearest row with one, or else the place. Never
// here: what a place is (name-places.ts).
import type { Comparable } from '../comparables/comparable.ts'
import { cityName, distanceKm } from './flat-vector.ts'
import { namePlaces } from './name-places.ts'
import { rangesAround, spatialGrid } from './spatial-grid.ts'

/** The row that names a place is looked for within these distances, one after the other. */
export const NAMING_RADII_KM = [0.5, 2, 10]

/**
 * The comparables in their order, each with its city. Rows far from all that name one get their places
 * for cities; none where these are one. The order of the rows changes nothing: of rows equally near
 * the first by name counts.
 */
export function nameCities(comparables: readonly Comparable[]): readonly Comparable[] {
  const named = comparables.filter((one) => cityName(one) !== '')
  if (named.length === 0) return namePlaces(comparables)
  if (named.length === comparables.length) return comparables
  const at = (row: number): Comparable => named[row] as Comparable
  const grid = spatialGrid(
    named.length,
    (row) => at(row).lat,
    (row) => at(row).lon,
  )
  const nearestCity = ({ lat, lon }: Comparable): string | null => {
    for (const radiusKm of NAMING_RADII_KM) {
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
      if (nearest) return (nearest as Comparable).city
    }
    return null
  }
  const near = comparables.map((one) =>
    cityName(one) === '' ? { ...one, city: nearestCity(one) } : one,
  )
  const placed = namePlaces(near.filter(({ city }) => city === null)).values()
  return near.map((one) => (one.city === null ? (placed.next().value as Comparable) : one))
}
