// The boundary of what lies in parts whose edges meet in nothing but their ends (noding.ts). Never
// joins its pieces into rings; that is simple-polygons.ts's.
import type { Point } from './plane.ts'
import { type Segment, segmentFinder, sideOf } from './segments.ts'

/** Of all corners in x and in y, 3.3 degrees in ten-millionths: up to it every product is exact. */
const MAX_SPAN = 2 ** 25 - 1

/** A piece of a ring. */
export interface Edge extends Segment {
  readonly ring: RingOfPart
}

/** Which ring of which part; a part is what its outer ring goes around less what its holes do. */
interface RingOfPart {
  readonly part: number
  readonly isOuter: boolean
}

/** Where edges end. */
export interface Node {
  readonly id: number
  readonly point: Point
  /** Sides of the boundary that begin here, with the land on their left. */
  readonly leaving: Side[]
  /** Its place on the way that is being walked; -1 off it. */
  step: number
}

/** A piece of the boundary. */
export interface Side {
  readonly from: Node
  readonly to: Node
}

type Nodes = ReadonlyMap<number, Node>

export function nodesOf(edges: readonly Edge[]): Nodes {
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
export function boundaryOf(edges: readonly Edge[], nodes: Nodes): readonly Side[] {
  const lines = linesOf(edges, nodes)
  const eachNear = segmentFinder(lines)
  const sides: Side[] = []
  for (const { from, to, turns } of lines) {
    // Tests the ground a little above the middle: right of a line that rises, left of a level one.
    const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
    const around: Turns = new Map()
    eachNear([x, y, Infinity, y], (other) => {
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

/** A different number for each point of the grid within the span. */
function keyOf([x, y]: Point): number {
  return x * (MAX_SPAN + 1) + y
}

function nodeAt(nodes: Nodes, point: Point): Node {
  return nodes.get(keyOf(point)) as Node
}
