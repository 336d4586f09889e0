// Every row of a market within a radius of a place. The search is exact. Never here: how alike a
// row is (neighbours/neighbours.ts searches by that).
import { distanceKm } from '../../geometry/earth.ts'
import { FLAT } from './flat-vector.ts'
import type { MarketTable } from './market-table.ts'
import { rangesAround, type SpatialGrid } from './spatial-grid.ts'

interface MarketRows {
  readonly table: MarketTable
  readonly grid: SpatialGrid
}

/** A place and how far around it; degrees and kilometres. */
interface Surroundings {
  readonly lat: number
  readonly lon: number
  readonly radiusKm: number
}

/** The surroundings of a flat, from its vector. */
export function surroundings(flat: Float64Array, radiusKm: number): Surroundings {
  return { lat: flat[FLAT.lat] as number, lon: flat[FLAT.lon] as number, radiusKm }
}

/**
 * Calls `visit` with every wanted row within the radius; `isWanted` is asked first, since a
 * distance costs more.
 */
export function eachRowWithin(
  { table, grid }: MarketRows,
  { lat, lon, radiusKm }: Surroundings,
  isWanted: (row: number) => boolean,
  visit: (row: number, km: number) => void,
): void {
  const { flats } = table
  rangesAround(grid, lat, lon, radiusKm, (from, to) => {
    for (let p = from; p < to; p += 1) {
      const row = grid.rows[p] as number
      if (!isWanted(row)) continue
      const at = row * FLAT.size
      const km = distanceKm(
        lat,
        lon,
        flats[at + FLAT.lat] as number,
        flats[at + FLAT.lon] as number,
      )
      if (km <= radiusKm) visit(row, km)
    }
  })
}

/**
 * The wanted row nearest to the place, nearer than the radius; −1 if there is none.
 * @param isRight asked last, for what costs more than a distance
 */
export function nearestRowWithin(
  market: MarketRows,
  around: Surroundings,
  isWanted: (row: number) => boolean,
  isRight: (row: number) => boolean = () => true,
): number {
  let nearestKm = around.radiusKm
  let nearest = -1
  eachRowWithin(market, around, isWanted, (row, km) => {
    if (km >= nearestKm || !isRight(row)) return
    nearestKm = km
    nearest = row
  })
  return nearest
}
