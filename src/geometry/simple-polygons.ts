// Rings on a grid of whole numbers as polygons that are valid by OGC's simple features: rings that
// neither cross nor touch themselves, meeting others in single points, around land that hangs
// together. Never rounds what is not on the grid yet; joins and cuts of figures are region.ts's.
import { boxOf, contains, type Point, type Ring, signedArea } from './plane.ts'
import { type Segment, segmentFinder, sideOf } from './segments.ts'

/** An outer ring, counter-clockwise, then its holes, clockwise. */
export type Polygon = readonly Ring[]

/**
 * Of all corners in x and in y, 3.3 degrees in ten-millionths: up to it every product here is
 * exact.
 */
const MAX_SPAN = 2 ** 25 - 1

/** Surveyed land has none; a scribble with more takes minutes. */
const MAX_CUTS = 20_000

interface Edge extends Segment {
  readonly ring: RingOfPart
}

/** Which ring of which part; a part is what its outer ring goes around less what its holes do. */
interface RingOfPart {
  readonly part: number
  readonly isOuter: boolean
}

/**
 * What lies in any of the parts: in the first of its rings and in none of the others, each taken as
 * what it goes around, in whichever direction and however often. Where edges cross between the
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

function counterClockwise(ring: Ring): Ring {
  return signedArea(ring) > 0 ? ring : ring.toReversed()
}

function edgesOf(corners: Ring, ring: RingOfPart): readonly Edge[] {
  return corners
    .map((from, at): Edge => ({ from, to: corners[at + 1] ?? (corners[0] as Point), ring }))
    .filter(({ from, to }) => !isSame(from, to))
}

/**
 * The edges, cut until they meet in nothing but their ends or, where they coincide, as a whole.
 * Bending may make crossings anew, but it ends: no cut adds to an edge's way in x and y, and no
 * piece has less than one step of it.
 */
function noded(given: readonly Edge[]): readonly Edge[] | null {
  let edges = given
  for (;;) {
    const cuts = cutsOf(edges)
    if (cuts.size === 0) return edges
    edges = edges.flatMap((edge) => piecesOf(edge, cuts.get(edge) ?? []))
    if (edges.length > given.length + MAX_CUTS) return null
  }
}

/** Where edges are to be cut in this pass; of very many only the first, to bound memory. */
function cutsOf(edges: readonly Edge[]): ReadonlyMap<Edge, readonly Point[]> {
  const cuts = new Map<Edge, Point[]>()
  let count = 0
  const cut = (edge: Edge, at: Point): void => {
    if (isSame(at, edge.from) || isSame(at, edge.to)) return
    const others = cuts.get(edge)
    if (others) others.push(at)
    else cuts.set(edge, [at])
    count += 1
  }
  const eachNear = segmentFinder(edges)
  for (const [at, edge] of edges.entries()) {
    const [[ax, ay], [bx, by]] = [edge.from, edge.to]
    eachNear(
      Math.min(ax, bx),
      Math.min(ay, by),
      Math.max(ax, bx),
      Math.max(ay, by),
      (other, id) => {
        if (id > at) cutWhereMeeting(edge, other, cut)
      },
    )
    if (count > 4 * MAX_CUTS) break
  }
  return cuts
}

function cutWhereMeeting(a: Edge, b: Edge, cut: (edge: Edge, at: Point) => void): void {
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

function piecesOf(edge: Edge, cuts: readonly Point[]): readonly Edge[] {
  if (cuts.length === 0) return [edge]
  const wayTo = ([x, y]: Point): number => Math.abs(x - edge.from[0]) + Math.abs(y - edge.from[1])
  const corners = [edge.from, ...cuts.toSorted((a, b) => wayTo(a) - wayTo(b)), edge.to]
  return corners.slice(1).flatMap((to, at) => {
    const from = corners[at] as Point
    return isSame(from, to) ? [] : [{ ...edge, from, to }]
  })
}

/** Where edges end. */
interface Node {
  readonly id: number
  readonly point: Point
  /** Of the boundary, the land on their left. */
  readonly leaving: Side[]
  /** Its place on the way that is being walked; -1 off it. */
  step: number
}

/** A piece of the boundary. */
interface Side {
  readonly from: Node
  readonly to: Node
}

type Nodes = ReadonlyMap<number, Node>

function nodesOf(edges: readonly Edge[]): Nodes {
  const nodes = new Map<number, Node>()
  for (const { from } of edges) {
    const key = keyOf(from)
    if (!nodes.has(key)) nodes.set(key, { id: nodes.size, point: from, leaving: [], step: -1 })
  }
  return nodes
}

/** How often each ring goes around a place, counter-clockwise; without those that do not. */
type Turns = Map<RingOfPart, number>

/** One line for all edges that coincide. It points upwards, or to the right where it is level. */
interface Line extends Segment {
  /** How many times more each ring goes around its left side than around its right. */
  readonly turns: Turns
}

/** Lines that have land on one side only, the land on the left. */
function boundaryOf(edges: readonly Edge[], nodes: Nodes): readonly Side[] {
  const lines = linesOf(edges, nodes)
  const eachNear = segmentFinder(lines)
  const sides: Side[] = []
  for (const { from, to, turns } of lines) {
    // A little above the middle: on the right of what rises, on the left of what is level.
    const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
    const around: Turns = new Map()
    eachNear(x, y, Infinity, y, (other) => {
      const isBeside = other.from[1] <= y && y < other.to[1]
      if (isBeside && sideOf(other, [x, y]) > 0) addTurns(around, other.turns, 1)
    })
    const isLandThere = isLand(around)
    const isRising = to[1] > from[1]
    addTurns(around, turns, isRising ? 1 : -1)
    if (isLand(around) === isLandThere) continue
    const [low, high] = [nodeAt(nodes, from), nodeAt(nodes, to)]
    const side = isRising === isLandThere ? { from: high, to: low } : { from: low, to: high }
    side.from.leaving.push(side)
    sides.push(side)
  }
  return sides
}

function linesOf(edges: readonly Edge[], nodes: Nodes): readonly Line[] {
  const lines = new Map<number, Line>()
  for (const { from, to, ring } of edges) {
    const isForward = to[1] > from[1] || (to[1] === from[1] && to[0] > from[0])
    const [low, high] = isForward ? [from, to] : [to, from]
    const key = nodeAt(nodes, low).id * nodes.size + nodeAt(nodes, high).id
    const line = lines.get(key) ?? { from: low, to: high, turns: new Map() }
    addTurns(line.turns, new Map([[ring, 1]]), isForward ? 1 : -1)
    lines.set(key, line)
  }
  return [...lines.values()].filter(({ turns }) => turns.size > 0)
}

function addTurns(sum: Turns, more: Turns, sign: 1 | -1): void {
  for (const [ring, turns] of more) {
    const total = (sum.get(ring) ?? 0) + sign * turns
    if (total === 0) sum.delete(ring)
    else sum.set(ring, total)
  }
}

function isLand(turns: Turns): boolean {
  const rings = [...turns.keys()]
  const inHoles = new Set(rings.filter(({ isOuter }) => !isOuter).map(({ part }) => part))
  return rings.some(({ part, isOuter }) => isOuter && !inHoles.has(part))
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

/** Of a point on the edge's line. */
function isBetween({ from, to }: Segment, [x, y]: Point): boolean {
  return (
    Math.min(from[0], to[0]) <= x &&
    x <= Math.max(from[0], to[0]) &&
    Math.min(from[1], to[1]) <= y &&
    y <= Math.max(from[1], to[1])
  )
}

function isSame(a: Point, b: Point): boolean {
  return a[0] === b[0] && a[1] === b[1]
}

/** A different number for each point of the grid within the span. */
function keyOf([x, y]: Point): number {
  return x * (MAX_SPAN + 1) + y
}

function nodeAt(nodes: Nodes, point: Point): Node {
  return nodes.get(keyOf(point)) as Node
}
