// Coordinates as the index keeps them: whole ten-millionths of a degree, about a centimetre each.
// Never knows whose they are.
import { KM_PER_DEGREE } from '../geometry/earth.ts'

export const FIXED_PER_DEGREE = 1e7

/** Stands for "no coordinate": no place on Earth is 214 degrees from anywhere. */
export const NO_COORDINATE = -0x80000000

export function toFixedDegrees(degrees: number): number {
  return Math.round(degrees * FIXED_PER_DEGREE)
}

export function toDegrees(fixed: number): number | null {
  return fixed === NO_COORDINATE ? null : fixed / FIXED_PER_DEGREE
}

/**
 * Kilometres between two points in fixed degrees, on a plane: right to a per cent within a region.
 * Not the distance between degrees: differences of whole numbers are exact, those of degrees are
 * rounded first, and a last bit decides the order of rows that are equally far.
 */
export function fixedDistanceKm(latA: number, lonA: number, latB: number, lonB: number): number {
  const latKm = ((latA - latB) / FIXED_PER_DEGREE) * KM_PER_DEGREE
  const middle = (((latA + latB) / 2 / FIXED_PER_DEGREE) * Math.PI) / 180
  const lonKm = ((lonA - lonB) / FIXED_PER_DEGREE) * KM_PER_DEGREE * Math.cos(middle)
  return Math.hypot(latKm, lonKm)
}
