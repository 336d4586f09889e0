// The straight sides of a ring, with their lengths and directions.
import { type Point, pointDistance } from '../../../geometry/plane.ts'
import { type Segment, sidesOfRing } from '../../../geometry/segments.ts'

export interface Side extends Segment {
  readonly lengthM: number
}

export function sidesOf(ring: readonly Point[]): Side[] {
  return sidesOfRing(ring).map((side) => ({ ...side, lengthM: pointDistance(side.from, side.to) }))
}

/** Undefined where all have length 0. */
export function longestOf(sides: readonly Side[]): Side | undefined {
  const [longest] = sides.toSorted((a, b) => b.lengthM - a.lengthM)
  return longest && longest.lengthM > 0 ? longest : undefined
}

/** The unit vector from the side's beginning to its end. */
export function directionOf({ from, to, lengthM }: Side): Point {
  return [(to[0] - from[0]) / lengthM, (to[1] - from[1]) / lengthM]
}
