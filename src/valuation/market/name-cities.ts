// The cities of comparables that name none, in a market where others do: that of the nearest row
// with one. Never here: a market where none does (name-places.ts).
import type { Comparable } from '../comparables/comparable.ts'
import { cityName, distanceKm } from './flat-vector.ts'
import { namePlaces } from './name-places.ts'
import { rangesAround, spatialGrid } from './spatial-grid.ts'

/** The nearest row is looked for within these distances, one after the other. */
const RADII_KM = [0.5, 2, 10]

/**
 * The comparables in their order, each with its city. A row far from all that name one keeps none.
 * The order of the rows changes nothing: of rows equally near the first by name counts.
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
    for (const radiusKm of RADII_KM) {
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
  return comparables.map((one) => (cityName(one) === '' ? { ...one, city: nearestCity(one) } : one))
}
