// Whether polygons are valid by OGC's simple features, straight from the definition and edge
// against edge: an oracle for the tests. Coordinates are whole numbers whose differences multiply
// exactly.
import { type Point, type Ring, signedArea } from '../../src/geometry/plane.ts'
import type { Polygon } from '../../src/geometry/simple-polygons.ts'

interface Edge {
  readonly from: Point
  readonly to: Point
  readonly ring: Ring
  readonly at: number
}

/** What is wrong, in words; empty for a valid MultiPolygon. */
export function faultsOf(polygons: readonly Polygon[]): readonly string[] {
  const faults: string[] = []
  for (const [at, ring] of polygons.flatMap((polygon) => [...polygon.entries()])) {
    if (ring.length < 3) faults.push('a ring of less than three corners')
    if (new Set(ring.map(String)).size < ring.length) faults.push('a ring comes to a corner twice')
    if (signedArea(fromFirst(ring)) > 0 !== (at === 0)) faults.push('a ring is wound the wrong way')
  }
  const touches: (readonly [Ring, Ring, Point])[] = []
  const edges = polygons.flat().flatMap(edgesOf)
  for (const [at, a] of edges.entries()) {
    for (const b of edges.slice(at + 1)) {
      const meeting = meetingOf(a, b)
      if (meeting === 'cross') faults.push(`edges cross at ${String(a.from)}`)
      if (meeting === 'overlap') faults.push(`edges run on each other at ${String(a.from)}`)
      if (typeof meeting === 'string') continue
      if (a.ring !== b.ring) touches.push([a.ring, b.ring, meeting])
      else if (!areNeighbours(a, b)) faults.push(`a ring touches itself at ${String(meeting)}`)
    }
  }
  for (const [outer = [], ...holes] of polygons) {
    if (!holes.every((hole) => middlesOf(hole).every((middle) => isIn(outer, middle)))) {
      faults.push('a hole lies outside')
    }
    if (holes.some((hole) => holes.some((other) => other !== hole && isOneIn(hole, other)))) {
      faults.push('holes lie in each other')
    }
    if (
      hasCycle(
        touches.filter(
          (pair) => [outer, ...holes].includes(pair[0]) && [outer, ...holes].includes(pair[1]),
        ),
      )
    ) {
      faults.push('the interior is disconnected')
    }
  }
  for (const polygon of polygons) {
    const others = polygons.filter((other) => other !== polygon).flat()
    if (others.some((ring) => middlesOf(ring).some((middle) => isLand(polygon, middle)))) {
      faults.push('parts lie in each other')
    }
  }
  return faults
}

/** Whether the ring goes around the point, which is on no edge, in either direction. */
function isIn(ring: Ring, [x, y]: Point): boolean {
  let turns = 0
  for (const { from, to } of edgesOf(ring)) {
    const side = sideOf(from, to, [x, y])
    if (from[1] <= y && y < to[1] && side > 0) turns += 1
    if (to[1] <= y && y < from[1] && side < 0) turns -= 1
  }
  return turns !== 0
}

/** Whether the point is in the outer ring and in no hole; it is on no edge. */
export function isLand([outer = [], ...holes]: Polygon, point: Point): boolean {
  return isIn(outer, point) && !holes.some((hole) => isIn(hole, point))
}

/** Whether the point is within `reach` of an edge. */
export function isNear(ring: Ring, [x, y]: Point, reach: number): boolean {
  return ring.some(([ax, ay], at) => {
    const [bx, by] = ring[(at + 1) % ring.length] as Point
    const [dx, dy] = [bx - ax, by - ay]
    const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)
    const share = Math.min(1, Math.max(0, along))
    return Math.hypot(x - ax - share * dx, y - ay - share * dy) <= reach
  })
}

function isOneIn(ring: Ring, other: Ring): boolean {
  return middlesOf(ring).some((middle) => isIn(other, middle))
}

function edgesOf(ring: Ring): readonly Edge[] {
  return ring.map((from, at) => ({ from, to: ring[(at + 1) % ring.length] as Point, ring, at }))
}

function middlesOf(ring: Ring): readonly Point[] {
  return edgesOf(ring).map(({ from, to }) => [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2])
}

function areNeighbours(a: Edge, b: Edge): boolean {
  const apart = Math.abs(a.at - b.at)
  return apart === 1 || apart === a.ring.length - 1
}

function meetingOf(a: Edge, b: Edge): Point | 'apart' | 'cross' | 'overlap' {
  const isOn = ({ from, to }: Edge, point: Point) =>
    sideOf(from, to, point) === 0 &&
    [0, 1].every((axis) => {
      const [f, t, p] = [from[axis], to[axis], point[axis]] as [number, number, number]
      return Math.min(f, t) <= p && p <= Math.max(f, t)
    })
  const shared = new Map<string, Point>()
  for (const point of [a.from, a.to]) if (isOn(b, point)) shared.set(String(point), point)
  for (const point of [b.from, b.to]) if (isOn(a, point)) shared.set(String(point), point)
  if (shared.size > 1) return 'overlap'
  const [only] = shared.values()
  if (only) return only
  const parts = (edge: Edge, other: Edge) =>
    sideOf(edge.from, edge.to, other.from) > 0 !== sideOf(edge.from, edge.to, other.to) > 0
  return parts(a, b) && parts(b, a) ? 'cross' : 'apart'
}

/** Rings that touch in a circle shut a part of the land off. */
function hasCycle(touches: readonly (readonly [Ring, Ring, Point])[]): boolean {
  const links = new Map<string, readonly [Ring, string]>()
  const ids = new Map<Ring, number>()
  for (const [a, b, point] of touches) {
    for (const ring of [a, b]) {
      if (!ids.has(ring)) ids.set(ring, ids.size)
      links.set(`${ids.get(ring)} ${String(point)}`, [ring, String(point)])
    }
  }
  const groups = new Map<Ring | string, object>()
  const groupOf = (member: Ring | string): object => {
    const group = groups.get(member) ?? {}
    groups.set(member, group)
    return group
  }
  for (const [ring, point] of links.values()) {
    const [one, other] = [groupOf(ring), groupOf(point)]
    if (one === other) return true
    for (const [member, group] of groups) if (group === other) groups.set(member, one)
  }
  return false
}

function sideOf(from: Point, to: Point, [x, y]: Point): number {
  return (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0])
}

/** Moved to its first corner, so that far coordinates cost no digits. */
function fromFirst(ring: Ring): Ring {
  const [x0, y0] = ring[0] ?? [0, 0]
  return ring.map(([x, y]) => [x - x0, y - y0])
}
