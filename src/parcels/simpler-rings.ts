// The rings of a polygon with fewer points, for maps seen from afar: still a polygon whose edges do
// not cross. Coordinates are whole units of the index; how they are written is parcel-json.ts's.
import { keptPoints } from '../geometry/douglas-peucker.ts'

/** x and y by turns, the first point not repeated at the end. */
type FlatRing = Int32Array

/** Where edges of the simpler rings cross, less is left out, in so many steps of halves. */
const HALVINGS = 3

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

interface Edge {
  readonly ax: number
  readonly ay: number
  readonly bx: number
  readonly by: number
}

/** Whether two edges have a point in common that is no end of both. */
function doEdgesCross(rings: readonly FlatRing[]): boolean {
  // From left to right, so that an edge is held only against those that begin before it ends.
  const edges = rings.flatMap(edgesOf).sort((a, b) => leftOf(a) - leftOf(b))
  for (const [i, edge] of edges.entries()) {
    const right = Math.max(edge.ax, edge.bx)
    for (let at = i + 1; at < edges.length; at += 1) {
      const other = edges[at] as Edge
      if (leftOf(other) > right) break
      if (!haveSameEnd(edge, other) && touch(edge, other)) return true
    }
  }
  return false
}

function leftOf({ ax, bx }: Edge): number {
  return Math.min(ax, bx)
}

function edgesOf(ring: FlatRing): Edge[] {
  const count = ring.length / 2
  return Array.from({ length: count }, (_, i) => {
    const next = (i + 1) % count
    const [ax, ay] = [ring[i * 2] as number, ring[i * 2 + 1] as number]
    return { ax, ay, bx: ring[next * 2] as number, by: ring[next * 2 + 1] as number }
  })
}

function haveSameEnd(a: Edge, b: Edge): boolean {
  const same = (x: number, y: number) => (b.ax === x && b.ay === y) || (b.bx === x && b.by === y)
  return same(a.ax, a.ay) || same(a.bx, a.by)
}

function touch(a: Edge, b: Edge): boolean {
  const apart =
    Math.max(a.ax, a.bx) < Math.min(b.ax, b.bx) ||
    Math.max(b.ax, b.bx) < Math.min(a.ax, a.bx) ||
    Math.max(a.ay, a.by) < Math.min(b.ay, b.by) ||
    Math.max(b.ay, b.by) < Math.min(a.ay, a.by)
  return (
    !apart &&
    side(a, b.ax, b.ay) * side(a, b.bx, b.by) <= 0 &&
    side(b, a.ax, a.ay) * side(b, a.bx, a.by) <= 0
  )
}

/** 1 left of the edge, −1 right of it, 0 on its line. */
function side({ ax, ay, bx, by }: Edge, x: number, y: number): number {
  return Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax))
}
