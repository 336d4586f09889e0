// Straight pieces between two points: which of them are near, and on which side of one a point
// lies. What edges are pieces of is the callers'.
import Flatbush from 'flatbush'
import type { Point } from './plane.ts'

export interface Segment {
  readonly from: Point
  readonly to: Point
}

/** From each corner of a ring to the next, and from the last to the first. */
export function sidesOfRing(ring: readonly Point[]): Segment[] {
  return ring.map((from, at) => ({ from, to: ring[(at + 1) % ring.length] ?? from }))
}

/** Looking through this many one by one is faster than building a tree over them. */
const FEW = 40

type Bounds = readonly [minX: number, minY: number, maxX: number, maxY: number]

type EachNear<Item> = (bounds: Bounds, visit: (item: Item, id: number) => void) => void

export function boundsOf({ from: [ax, ay], to: [bx, by] }: Segment): Bounds {
  return [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)]
}

/** Visits all segments whose boxes meet a box, and perhaps others. */
export function segmentFinder<Item extends Segment>(segments: readonly Item[]): EachNear<Item> {
  if (segments.length <= FEW) return (_bounds, visit) => segments.forEach(visit)
  const tree = new Flatbush(segments.length)
  for (const segment of segments) tree.add(...boundsOf(segment))
  tree.finish()
  return (bounds, visit) => {
    tree.search(...bounds, (id) => {
      visit(segments[id] as Item, id)
      return false
    })
  }
}

/** Positive where the point is on the segment's left, zero on its line. */
export function sideOf({ from, to }: Segment, point: Point): number {
  return (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0])
}
