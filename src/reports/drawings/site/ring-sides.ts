// The straight sides of a ring, with their lengths.
import type { Point } from '../../../geometry/plane.ts'

export interface Side {
  readonly from: Point
  readonly to: Point
  readonly lengthM: number
}

export function sidesOf(ring: readonly Point[]): Side[] {
  return ring.map((from, index) => {
    const to = ring[(index + 1) % ring.length] ?? from
    return { from, to, lengthM: Math.hypot(to[0] - from[0], to[1] - from[1]) }
  })
}
