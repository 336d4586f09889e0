// Figures on a plane, in metres: x to the east, y to the north. Measures only; never cutting or
// growing figures (region.ts), never longitudes (local-plane.ts).
import { sumOf } from '../numbers/sum.ts'

export type Point = readonly [x: number, y: number]

/** Corners in order; the first is not repeated at the end. */
export type Ring = readonly Point[]

/**
 * An area that may have several parts and holes: outer rings turn counter-clockwise, holes
 * clockwise, and no two rings cross.
 */
export type Region = readonly Ring[]

export interface Box {
  readonly minX: number
  readonly minY: number
  readonly maxX: number
  readonly maxY: number
}

/** m², positive where the ring turns counter-clockwise (the shoelace formula). */
export function signedArea(ring: Ring): number {
  let twice = 0
  let [fromX, fromY] = ring.at(-1) ?? [0, 0]
  for (const [x, y] of ring) {
    twice += fromX * y - x * fromY
    fromX = x
    fromY = y
  }
  return twice / 2
}

/** The ring, turned where it turns clockwise. */
export function counterClockwise(ring: Ring): Ring {
  return signedArea(ring) < 0 ? ring.toReversed() : ring
}

/** m² of a region: its outer rings less its holes. */
export function areaOf(region: Region): number {
  return sumOf(region, signedArea)
}

/** In the unit of the points: metres, or millimetres of a drawing. */
export function pointDistance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1])
}

export function isSamePoint(a: Point, b: Point): boolean {
  return a[0] === b[0] && a[1] === b[1]
}

/** How many corners its rings have together. */
export function cornerCount(region: Region): number {
  return sumOf(region, (ring) => ring.length)
}

export function boxOf(region: Region): Box {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity }
  for (const ring of region) {
    for (const [x, y] of ring) {
      if (x < box.minX) box.minX = x
      if (x > box.maxX) box.maxX = x
      if (y < box.minY) box.minY = y
      if (y > box.maxY) box.maxY = y
    }
  }
  return box
}

/** The region's centre of mass; of a region without area, its first corner. */
export function centroidOf(region: Region): Point {
  let weight = 0
  let sumX = 0
  let sumY = 0
  // Measured from a corner, so that far coordinates cost no digits.
  const [originX, originY] = region[0]?.[0] ?? [0, 0]
  for (const ring of region) {
    let [fromX, fromY] = ring.at(-1) ?? [0, 0]
    for (const [x, y] of ring) {
      const cross = (fromX - originX) * (y - originY) - (x - originX) * (fromY - originY)
      weight += cross
      sumX += cross * (fromX + x - 2 * originX)
      sumY += cross * (fromY + y - 2 * originY)
      fromX = x
      fromY = y
    }
  }
  return weight === 0
    ? [originX, originY]
    : [originX + sumX / (3 * weight), originY + sumY / (3 * weight)]
}

/** Whether the point is in the region or on its edge, by the even-odd rule over all rings. */
export function contains(region: Region, [x, y]: Point): boolean {
  let inside = false
  for (const ring of region) {
    let [fromX, fromY] = ring.at(-1) ?? [0, 0]
    for (const [toX, toY] of ring) {
      const cross = (toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX)
      const between =
        Math.min(fromX, toX) <= x &&
        x <= Math.max(fromX, toX) &&
        Math.min(fromY, toY) <= y &&
        y <= Math.max(fromY, toY)
      if (cross === 0 && between) return true
      if (fromY > y !== toY > y && cross > 0 === toY > fromY) inside = !inside
      fromX = toX
      fromY = toY
    }
  }
  return inside
}
