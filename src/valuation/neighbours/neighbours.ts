// The K most similar comparables around a subject, within a radius and an age. The search is exact.
// Never here: what their prices are worth.
import { DAYS_PER_MONTH } from '../../calendar.ts'
import { degreesEast, distanceKm, KM_PER_DEGREE, kmEast } from '../../geometry/earth.ts'
import { FLAT } from '../market/flat-vector.ts'
import type { MarketTable } from '../market/market-table.ts'
import { rangesAround, type SpatialGrid } from '../market/spatial-grid.ts'
import { NearestRows } from './nearest-rows.ts'
import { type Compared, differences, squaredDistance, TERM } from './similarity.ts'

interface Query extends Compared {
  /** Comparables later than this day do not exist. */
  readonly day: number
  readonly oldestDay: number
  readonly radiusKm: number
  readonly k: number
  /** Rows never to be used: the subject's own advert. */
  readonly isLeftOut?: ((row: number) => boolean) | undefined
}

/** Rows by rising squared distance. */
export interface Neighbours {
  readonly count: number
  readonly rows: Int32Array
  readonly squaredDistances: Float64Array
}

/** Default radius of evidence, and its largest age in days. */
export const DEFAULT_RADIUS_KM = 4
export const OLDEST_DAYS = 731

/** Scaled by this, a bound stays a bound whatever was rounded on the way to it. */
const CERTAIN = 1 - 1e-9

const RINGS_KM = [0.5, 1, 2, DEFAULT_RADIUS_KM]

/**
 * Searches up to 0.5, 1, 2 and 4 km; the last ring ends at the radius asked for, up to 10 km. Stops
 * when no row outside a ring could be nearer than the K-th inside it.
 */
export function nearest(
  table: MarketTable,
  grid: SpatialGrid,
  weights: ArrayLike<number>,
  query: Query,
): Neighbours {
  const { flats, day } = table
  const found = new NearestRows(query.k)
  const scratch = new Float64Array(TERM.size)
  const lat = query.flat[FLAT.lat] as number
  const lon = query.flat[FLAT.lon] as number
  const rings = [...RINGS_KM.filter((km) => km < query.radiusKm), query.radiusKm]
  const placeWeight = weights[TERM.place] as number
  const ageWeight = weights[TERM.age] as number
  const areaWeight = weights[TERM.area] as number
  const lnArea = query.flat[FLAT.lnArea] as number
  let within = -1
  for (const ring of rings) {
    const { within2, ring2, leastKm, mostKm } = boundsOf(within, ring, lat)
    rangesAround(grid, lat, lon, ring, (from, to) => {
      for (let p = from; p < to; p += 1) {
        const row = grid.rows[p] as number
        const rowDay = day[row] as number
        if (rowDay > query.day || rowDay < query.oldestDay) continue
        const at = row * FLAT.size
        const dy = ((flats[at + FLAT.lat] as number) - lat) * KM_PER_DEGREE
        const east = degreesEast(lon, flats[at + FLAT.lon] as number)
        // Bounds of the distance first: they reject most rows, and a cosine costs more.
        const least2 = CERTAIN * (dy * dy + east * east * leastKm * leastKm)
        const most2 = (dy * dy + east * east * mostKm * mostKm) / CERTAIN
        if (least2 > ring2 || most2 <= within2) continue
        if (found.isFull) {
          const months = (query.ageFrom - rowDay) / DAYS_PER_MONTH
          const area = (flats[at + FLAT.lnArea] as number) - lnArea
          const least =
            placeWeight * least2 +
            CERTAIN * (ageWeight * months * months + areaWeight * area * area)
          if (least > found.furthest) continue
        }
        const km = distanceKm(
          lat,
          lon,
          flats[at + FLAT.lat] as number,
          flats[at + FLAT.lon] as number,
        )
        if (km <= within || km > ring || query.isLeftOut?.(row) === true) continue
        differences(query, table, row, scratch, 0)
        found.offer(row, squaredDistance(weights, scratch, 0))
      }
    })
    if (found.isFull && found.furthest <= placeWeight * ring2) break
    within = ring
  }
  const { rows, distances } = found.inOrder()
  return { count: rows.length, rows, squaredDistances: distances }
}

/**
 * The squares of a ring's bounds, km², and how long a degree east is at least and at most, km: at
 * the mean latitude of the flat and a row in the ring.
 * @param within where the ring begins; negative before the first ring, since nothing has been
 *   searched yet, not even the flat's own point
 */
function boundsOf(within: number, ring: number, lat: number) {
  const halfBand = ring / KM_PER_DEGREE / 2
  return {
    within2: within * Math.abs(within),
    ring2: ring * ring,
    leastKm: kmEast(1, Math.min(90, Math.abs(lat) + halfBand)),
    mostKm: kmEast(1, Math.max(0, Math.abs(lat) - halfBand)),
  }
}
