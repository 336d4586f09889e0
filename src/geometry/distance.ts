// Distances between figures on a plane, in metres. Measures only, for figures of any shape.
import { nearestOnSegment } from './nearest.ts'
import { type Point, pointDistance, type Ring } from './plane.ts'
import { segmentFinder, sidesOfRing } from './segments.ts'

/** Between the nearest points of the rings' edges, m; Infinity where one has no edge. */
export function distanceBetween(a: readonly Ring[], b: readonly Ring[]): number {
  const [fewer = [], more = []] = [a.flatMap(sidesOfRing), b.flatMap(sidesOfRing)].sort(
    (x, y) => x.length - y.length,
  )
  const eachNear = segmentFinder(fewer)
  let least = Infinity
  for (const { from, to } of more) {
    const [low, high] = spanOf(from[0], to[0])
    const [bottom, top] = spanOf(from[1], to[1])
    // Most edges lie farther off than the nearest one found so far.
    eachNear(low - least, bottom - least, high + least, top + least, (other) => {
      if (apart(low, high, other.from[0], other.to[0]) >= least) return
      if (apart(bottom, top, other.from[1], other.to[1]) >= least) return
      const distance = segmentDistance(from, to, other.from, other.to)
      if (distance < least) least = distance
    })
  }
  return least
}

function spanOf(a: number, b: number): readonly [low: number, high: number] {
  return a < b ? [a, b] : [b, a]
}

/** Between a span and the span from `a` to `b`; negative where they overlap. */
function apart(low: number, high: number, a: number, b: number): number {
  return a < b ? Math.max(a - high, low - b) : Math.max(b - high, low - a)
}

/** Between the nearest points of the segments a–b and c–d, m; 0 where they meet. */
export function segmentDistance(a: Point, b: Point, c: Point, d: Point): number {
  if (areCrossing(a, b, c, d)) return 0
  return Math.min(
    pointToSegment(a, c, d),
    pointToSegment(b, c, d),
    pointToSegment(c, a, b),
    pointToSegment(d, a, b),
  )
}

/** From the point to the nearest one of the segment, m. */
export function pointToSegment(point: Point, from: Point, to: Point): number {
  return pointDistance(point, nearestOnSegment(point, from, to))
}

/** Whether each segment has its ends on both sides of the other; not where they only touch. */
function areCrossing(a: Point, b: Point, c: Point, d: Point): boolean {
  const side = (p: Point, q: Point, r: Point) =>
    Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]))
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}
