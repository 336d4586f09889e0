// The rings of a polygon with fewer points, for maps seen from afar: still a polygon whose edges do
// not cross. Coordinates are whole units of the index; how they are written is simpler-shape.ts's.
import { keptPoints } from '../../geometry/douglas-peucker.ts'
import { isSamePoint, type Point } from '../../geometry/plane.ts'
import {
  boundsOf,
  type Segment,
  segmentFinder,
  sideOf,
  sidesOfRing,
} from '../../geometry/segments.ts'

/** x and y by turns, the first point not repeated at the end. */
type FlatRing = Int32Array

/** Where edges of the simpler rings cross, less is left out, in so many steps of halves. */
const HALVINGS = 3

/**
 * With more edges than this, on average, whose boxes meet an edge's own, rings count as crossing. A
 * slanting comb has thousands; surveyed land some five.
 */
const MAX_NEAR = 200

/**
 * @param tolerance how far the shape may depart from the true one, in units of y
 * @param xScale what one of x is in units of y
 * @returns the outer ring first; without holes that simplifying closes
 */
export function simplerRings(
  rings: readonly FlatRing[],
  tolerance: number,
  xScale: number,
): readonly FlatRing[] {
  for (let halvings = 0; halvings <= HALVINGS; halvings += 1) {
    const simpler = thinnedRings(rings, tolerance / 2 ** halvings, xScale)
    if (!doEdgesCross(simpler)) return simpler
  }
  return rings
}

function thinnedRings(rings: readonly FlatRing[], tolerance: number, xScale: number): FlatRing[] {
  return rings.flatMap((ring, i) => {
    const kept = keptPoints(ring, tolerance, xScale)
    if (kept.length >= 3) return [pointsAt(ring, kept)]
    // An outer ring is never lost.
    return i === 0 ? [ring] : []
  })
}

function pointsAt(ring: FlatRing, kept: readonly number[]): FlatRing {
  const points = new Int32Array(kept.length * 2)
  kept.forEach((from, to) => {
    points[to * 2] = ring[from * 2] as number
    points[to * 2 + 1] = ring[from * 2 + 1] as number
  })
  return points
}

/**
 * Whether two edges share a point that is not an end of both. Rings with so many edges near each
 * other that it takes long to say count as crossing.
 */
function doEdgesCross(rings: readonly FlatRing[]): boolean {
  const edges = rings.flatMap(edgesOf)
  const eachNear = segmentFinder(edges)
  let near = 0
  for (const [at, edge] of edges.entries()) {
    let isCrossed = false
    eachNear(boundsOf(edge), (other, id) => {
      near += 1
      isCrossed ||= id > at && !haveSameEnd(edge, other) && doTouch(edge, other)
    })
    if (isCrossed || near > MAX_NEAR * edges.length) return true
  }
  return false
}

function edgesOf(ring: FlatRing): readonly Segment[] {
  const count = ring.length / 2
  const points = Array.from({ length: count }, (_, i): Point => {
    return [ring[i * 2] as number, ring[i * 2 + 1] as number]
  })
  return sidesOfRing(points)
}

function haveSameEnd(a: Segment, b: Segment): boolean {
  return isEnd(b, a.from) || isEnd(b, a.to)
}

function isEnd({ from, to }: Segment, point: Point): boolean {
  return isSamePoint(from, point) || isSamePoint(to, point)
}

function doTouch(a: Segment, b: Segment): boolean {
  return (
    doMeet(a.from[0], a.to[0], b.from[0], b.to[0]) &&
    doMeet(a.from[1], a.to[1], b.from[1], b.to[1]) &&
    sideOf(a, b.from) * sideOf(a, b.to) <= 0 &&
    sideOf(b, a.from) * sideOf(b, a.to) <= 0
  )
}

/** Whether two stretches of one line meet. */
function doMeet(a0: number, a1: number, b0: number, b1: number): boolean {
  return Math.max(a0, a1) >= Math.min(b0, b1) && Math.max(b0, b1) >= Math.min(a0, a1)
}
