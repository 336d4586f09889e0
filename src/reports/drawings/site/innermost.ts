// The point of a region that is farthest from its edges.
import { distanceToEdge } from '../../../geometry/nearest.ts'
import {
  boxOf,
  centroidOf,
  contains,
  type Point,
  pointDistance,
  type Region,
} from '../../../geometry/plane.ts'

/** Points tried along each side of the region's box, and rounds of narrowing around the best. */
const GRID = 16
const ROUNDS = 3
/** Points whose distances differ by less than this share are as far from the edges. */
const AS_FAR = 0.03

/** About the point inside that is farthest from every edge. */
export function innermost(region: Region): { point: Point; distanceM: number } {
  const box = boxOf(region)
  let best = { point: region[0]?.[0] ?? ([0, 0] as Point), distanceM: 0 }
  let [centreX, centreY] = [(box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2]
  let [width, height] = [box.maxX - box.minX, box.maxY - box.minY]
  const middle = centroidOf(region)
  const offCentre = (point: Point) => pointDistance(point, middle)
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (let column = 0; column <= GRID; column += 1) {
      for (let row = 0; row <= GRID; row += 1) {
        const point: Point = [
          centreX + (column / GRID - 0.5) * width,
          centreY + (row / GRID - 0.5) * height,
        ]
        if (!contains(region, point)) continue
        const distanceM = Math.min(...region.map((ring) => distanceToEdge(point, ring)))
        // In a long bar many points are as far from its sides: the middle one is wanted.
        const isAsFar =
          distanceM > best.distanceM * (1 - AS_FAR) && offCentre(point) < offCentre(best.point)
        if (distanceM > best.distanceM * (1 + AS_FAR) || isAsFar) best = { point, distanceM }
      }
    }
    ;[centreX, centreY] = best.point
    ;[width, height] = [(width * 3) / GRID, (height * 3) / GRID]
  }
  return best
}
