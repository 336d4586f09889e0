// Rings on a grid of whole numbers as polygons that are valid by OGC's simple features: rings that
// neither cross nor touch themselves, meeting others in single points, around land that hangs
// together. Never rounds what is not on the grid yet; joins and cuts of figures are region.ts's.
import { boundaryOf, type Edge, type Node, nodesOf, type Side } from './land-boundary.ts'
import { noded } from './noding.ts'
import {
  boxOf,
  contains,
  counterClockwise,
  isSamePoint,
  type Point,
  type Ring,
  signedArea,
} from './plane.ts'
import { type Segment, sideOf, sidesOfRing } from './segments.ts'

/** An outer ring, counter-clockwise, then its holes, clockwise. */
export type Polygon = readonly Ring[]

/**
 * The union of the parts, each of which is what its first ring encloses less what its other rings
 * enclose, whichever way round and however often they run. Where edges cross between the
 * grid's points they are bent to the nearest one. Valid polygons come back as they are; what has no
 * area is left out.
 * @param parts rings of whole numbers, at most 2 ** 25 - 1 apart
 * @returns null where too many edges cross
 */
export function simplePolygons(parts: readonly (readonly Ring[])[]): readonly Polygon[] | null {
  // Moved there, all coordinates are small enough for exact products.
  const { minX, minY } = boxOf(parts.flat())
  const given = parts.flatMap((rings, part) =>
    rings.flatMap((ring, at) => edgesOf(movedBy(ring, -minX, -minY), { part, isOuter: at === 0 })),
  )
  const edges = noded(given)
  if (!edges) return null
  const nodes = nodesOf(edges)
  const isOneSimpleRing =
    parts.length === 1 &&
    parts[0]?.length === 1 &&
    edges === given &&
    nodes.size === given.length &&
    given.length > 2
  const polygons = isOneSimpleRing
    ? [[counterClockwise(given.map(({ from }) => from))]]
    : polygonsWithin(boundaryOf(edges, nodes))
  return polygons.map((polygon) => polygon.map((ring) => movedBy(ring, minX, minY)))
}

function movedBy(ring: Ring, byX: number, byY: number): Ring {
  return ring.map(([x, y]): Point => [x + byX, y + byY])
}

function edgesOf(corners: Ring, ring: Edge['ring']): readonly Edge[] {
  return sidesOfRing(corners)
    .map((side): Edge => ({ ...side, ring }))
    .filter(({ from, to }) => !isSamePoint(from, to))
}

/**
 * Each way along the boundary goes around one piece of land, or around what is left out of it.
 * Where it comes to a corner again, the loop in between is a ring of its own.
 */
function polygonsWithin(sides: readonly Side[]): readonly Polygon[] {
  const polygons: { readonly outer: Ring; readonly holes: Ring[]; readonly area: number }[] = []
  const lost: (readonly Ring[])[] = []
  const walked = new Set<Side>()
  for (const start of sides) {
    if (walked.has(start)) continue
    const rings = ringsFrom(start, walked)
    const outer = rings.find((ring) => signedArea(ring) > 0)
    const holes = rings.filter((ring) => ring !== outer)
    if (outer) polygons.push({ outer, holes, area: signedArea(outer) })
    else lost.push(holes)
  }
  for (const holes of lost) {
    // The middle of an edge is on no other ring; a corner might be.
    const [[ax, ay], [bx, by]] = holes[0] as unknown as readonly [Point, Point]
    const middle: Point = [(ax + bx) / 2, (ay + by) / 2]
    const around = polygons.filter(({ outer }) => contains([outer], middle))
    const [home] = around.toSorted((a, b) => a.area - b.area)
    home?.holes.push(...holes)
  }
  return polygons.map(({ outer, holes }) => [outer, ...holes])
}

function ringsFrom(start: Side, walked: Set<Side>): readonly Ring[] {
  const rings: Ring[] = []
  const way: Node[] = []
  let side = start
  do {
    walked.add(side)
    side.from.step = way.length
    way.push(side.from)
    if (side.to.step >= 0) {
      const loop = way.splice(side.to.step)
      for (const node of loop) node.step = -1
      rings.push(loop.map(({ point }) => point))
    }
    side = nextOf(side)
  } while (side !== start)
  return rings
}

/** The one that turns most to the left: what lies between the two is land. */
function nextOf({ from, to }: Side): Side {
  const { leaving } = to
  const [first] = leaving as [Side]
  if (leaving.length === 1) return first
  const ahead: Segment = { from: from.point, to: to.point }
  return leaving.reduce((best, side) => {
    const turn = Math.sign(sideOf(ahead, side.to.point))
    const bestTurn = Math.sign(sideOf(ahead, best.to.point))
    if (turn !== bestTurn) return turn > bestTurn ? side : best
    const toBest: Segment = { from: to.point, to: best.to.point }
    return sideOf(toBest, side.to.point) > 0 ? side : best
  })
}
