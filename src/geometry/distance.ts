// Distances between figures on a plane, in metres. Measures only, for figures of any shape.
import { nearestOnSegment } from './nearest.ts'
import type { Point, Ring } from './plane.ts'

/** Between the nearest points of the rings' edges, m; Infinity where one has no edge. */
export function distanceBetween(a: readonly Ring[], b: readonly Ring[]): number {
  const edgesOfB = edgesOf(b)
  let least = Infinity
  for (const [fromA, toA] of edgesOf(a)) {
    const [low, high] = spanOf(fromA[0], toA[0])
    const [bottom, top] = spanOf(fromA[1], toA[1])
    for (const [fromB, toB] of edgesOfB) {
      // Most edges lie farther off than the nearest one found so far.
      if (apart(low, high, fromB[0], toB[0]) >= least) continue
      if (apart(bottom, top, fromB[1], toB[1]) >= least) continue
      const distance = segmentDistance(fromA, toA, fromB, toB)
      if (distance < least) least = distance
    }
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

function edgesOf(rings: readonly Ring[]): (readonly [from: Point, to: Point])[] {
  const edges: (readonly [Point, Point])[] = []
  for (const ring of rings) {
    let from = ring.at(-1)
    for (const to of ring) {
      if (from) edges.push([from, to])
      from = to
    }
  }
  return edges
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
  const [x, y] = nearestOnSegment(point, from, to)
  return Math.hypot(point[0] - x, point[1] - y)
}

/** Whether each segment has its ends on both sides of the other; not where they only touch. */
function areCrossing(a: Point, b: Point, c: Point, d: Point): boolean {
  const side = (p: Point, q: Point, r: Point) =>
    Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]))
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}
