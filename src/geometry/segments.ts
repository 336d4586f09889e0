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

type EachNear<Item> = (
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  visit: (item: Item, id: number) => void,
) => void

/** Visits all segments whose boxes meet a box, and perhaps others. */
export function segmentFinder<Item extends Segment>(segments: readonly Item[]): EachNear<Item> {
  if (segments.length <= FEW) {
    return (_minX, _minY, _maxX, _maxY, visit) => segments.forEach(visit)
  }
  const tree = new Flatbush(segments.length)
  for (const { from, to } of segments) {
    const [[ax, ay], [bx, by]] = [from, to]
    tree.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by))
  }
  tree.finish()
  return (minX, minY, maxX, maxY, visit) => {
    tree.search(minX, minY, maxX, maxY, (id) => {
      visit(segments[id] as Item, id)
      return false
    })
  }
}

/** Positive where the point is on the segment's left, zero on its line. */
export function sideOf({ from, to }: Segment, point: Point): number {
  return (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0])
}
