// Distances between figures on a plane, in metres. Measures only, for figures of any shape.
import { nearestOnSegment } from './nearest.ts'
import { type Point, pointDistance, type Ring } from './plane.ts'
import { boundsOf, type Segment, segmentFinder, sideOf, sidesOfRing } from './segments.ts'

/** Between the nearest points of the rings' edges, m; Infinity where one has no edge. */
export function distanceBetween(a: readonly Ring[], b: readonly Ring[]): number {
  const [fewer = [], more = []] = [a.flatMap(sidesOfRing), b.flatMap(sidesOfRing)].sort(
    (x, y) => x.length - y.length,
  )
  const eachNear = segmentFinder(fewer)
  let least = Infinity
  for (const edge of more) {
    const [low, bottom, high, top] = boundsOf(edge)
    // Most edges lie farther off than the nearest one found so far.
    eachNear([low - least, bottom - least, high + least, top + least], (other) => {
      if (apart(low, high, other.from[0], other.to[0]) >= least) return
      if (apart(bottom, top, other.from[1], other.to[1]) >= least) return
      const distance = segmentDistance(edge, other)
      if (distance < least) least = distance
    })
  }
  return least
}

/** Between a span and the span from `a` to `b`; negative where they overlap. */
function apart(low: number, high: number, a: number, b: number): number {
  return a < b ? Math.max(a - high, low - b) : Math.max(b - high, low - a)
}

/** Between the nearest points of the segments, m; 0 where they meet. */
export function segmentDistance(a: Segment, b: Segment): number {
  if (hasOnBothSides(a, b) && hasOnBothSides(b, a)) return 0
  return Math.min(
    pointToSegment(a.from, b),
    pointToSegment(a.to, b),
    pointToSegment(b.from, a),
    pointToSegment(b.to, a),
  )
}

/** From the point to the nearest one of the segment, m. */
export function pointToSegment(point: Point, { from, to }: Segment): number {
  return pointDistance(point, nearestOnSegment(point, from, to))
}

/**
 * Whether the ends of the other lie on both sides of the segment's line; not where one is on it.
 */
function hasOnBothSides(segment: Segment, { from, to }: Segment): boolean {
  return Math.sign(sideOf(segment, from)) * Math.sign(sideOf(segment, to)) < 0
}
