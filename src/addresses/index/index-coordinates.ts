// Coordinates as the index keeps them, in the whole units of geometry/fixed-degrees.ts. Never knows
// whose they are.
import { degreesEast, kmApart } from '../../geometry/earth.ts'
import { UNITS_PER_DEGREE } from '../../geometry/fixed-degrees.ts'

/** Stands for "no coordinate": no place on Earth is 214 degrees from anywhere. */
export const NO_COORDINATE = -0x80000000

export function toDegrees(fixed: number): number | null {
  return fixed === NO_COORDINATE ? null : fixed / UNITS_PER_DEGREE
}

/**
 * Kilometres between two points in fixed degrees. Not the distance between degrees: differences of
 * whole numbers are exact, those of degrees are rounded first, and a last bit decides the order of
 * rows that are equally far.
 */
export function fixedDistanceKm(latA: number, lonA: number, latB: number, lonB: number): number {
  const north = (latA - latB) / UNITS_PER_DEGREE
  const east = degreesEast(0, (lonA - lonB) / UNITS_PER_DEGREE)
  return kmApart(north, east, (latA + latB) / 2 / UNITS_PER_DEGREE)
}
