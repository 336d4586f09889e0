// Edges on a grid of whole numbers, cut where they meet and bent to the grid where they cross
// between its points. What they are the edges of is the caller's; what lies between them is
// land-boundary.ts's.
import { isSamePoint, type Point } from './plane.ts'
import { boundsOf, type Segment, segmentFinder, sideOf } from './segments.ts'

/** Surveyed land has none; a scribble with more takes minutes. */
const MAX_CUTS = 20_000

/**
 * The edges, cut until they meet in nothing but their ends or, where they coincide, as a whole.
 * Bending may make new crossings, but this ends: no cut makes an edge longer in x or in y, and no
 * piece is shorter than one step of the grid.
 * @returns null where too many edges cross
 */
export function noded<Edge extends Segment>(given: readonly Edge[]): readonly Edge[] | null {
  let edges = given
  for (;;) {
    const cuts = cutsOf(edges)
    if (cuts.size === 0) return edges
    edges = edges.flatMap((edge) => piecesOf(edge, cuts.get(edge) ?? []))
    if (edges.length > given.length + MAX_CUTS) return null
  }
}

/** Where edges are to be cut in this pass; of very many only the first, to bound memory. */
function cutsOf<Edge extends Segment>(edges: readonly Edge[]): ReadonlyMap<Edge, readonly Point[]> {
  const cuts = new Map<Edge, Point[]>()
  let count = 0
  const cut = (edge: Edge, at: Point): void => {
    if (isSamePoint(at, edge.from) || isSamePoint(at, edge.to)) return
    const others = cuts.get(edge)
    if (others) others.push(at)
    else cuts.set(edge, [at])
    count += 1
  }
  const eachNear = segmentFinder(edges)
  for (const [at, edge] of edges.entries()) {
    eachNear(boundsOf(edge), (other, id) => {
      if (id > at) cutWhereMeeting(edge, other, cut)
    })
    if (count > 4 * MAX_CUTS) break
  }
  return cuts
}

function cutWhereMeeting<Edge extends Segment>(
  a: Edge,
  b: Edge,
  cut: (edge: Edge, at: Point) => void,
): void {
  const bFrom = sideOf(a, b.from)
  const bTo = sideOf(a, b.to)
  if ((bFrom > 0 && bTo > 0) || (bFrom < 0 && bTo < 0)) return
  const aFrom = sideOf(b, a.from)
  const aTo = sideOf(b, a.to)
  if (bFrom === 0 && isBetween(a, b.from)) cut(a, b.from)
  if (bTo === 0 && isBetween(a, b.to)) cut(a, b.to)
  if (aFrom === 0 && isBetween(b, a.from)) cut(b, a.from)
  if (aTo === 0 && isBetween(b, a.to)) cut(b, a.to)
  if (bFrom * bTo < 0 && aFrom * aTo < 0) {
    const share = aFrom / (aFrom - aTo)
    const crossing: Point = [
      Math.round(a.from[0] + share * (a.to[0] - a.from[0])),
      Math.round(a.from[1] + share * (a.to[1] - a.from[1])),
    ]
    cut(a, crossing)
    cut(b, crossing)
  }
}

function piecesOf<Edge extends Segment>(edge: Edge, cuts: readonly Point[]): readonly Edge[] {
  if (cuts.length === 0) return [edge]
  const wayTo = ([x, y]: Point): number => Math.abs(x - edge.from[0]) + Math.abs(y - edge.from[1])
  const corners = [edge.from, ...cuts.toSorted((a, b) => wayTo(a) - wayTo(b)), edge.to]
  return corners.slice(1).flatMap((to, at) => {
    const from = corners[at] as Point
    return isSamePoint(from, to) ? [] : [{ ...edge, from, to }]
  })
}

/** Whether a point on the edge's line lies between its ends. */
function isBetween(edge: Segment, [x, y]: Point): boolean {
  const [minX, minY, maxX, maxY] = boundsOf(edge)
  return minX <= x && x <= maxX && minY <= y && y <= maxY
}
