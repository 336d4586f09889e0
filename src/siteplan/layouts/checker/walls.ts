// The checker's own view of a building: its walls with their outward directions, of any shape and
// direction, and its ground as a region. Nothing here is shared with the solver.
import {
  type Point,
  pointDistance,
  type Region,
  type Ring,
  signedArea,
} from '../../../geometry/plane.ts'
import { union } from '../../../geometry/region.ts'
import type { Building } from '../layout.ts'

export interface Wall {
  readonly from: Point
  readonly to: Point
  readonly lengthM: number
  /** Of length 1, away from the building. */
  readonly out: Point
  /** On the outline, not on a court. */
  readonly onOutline: boolean
  /** Whether the outline turns inwards there: the wall then faces a court open to a side. */
  readonly cornerAtFrom: boolean
  readonly cornerAtTo: boolean
}

export function isInCorner({ cornerAtFrom, cornerAtTo }: Wall): boolean {
  return cornerAtFrom || cornerAtTo
}

/** Between the directions in which two walls look. */
export function cosineBetween({ out: [ax, ay] }: Wall, { out: [bx, by] }: Wall): number {
  return ax * bx + ay * by
}

/** A wall of this length or more is a long side, a shorter one an end, m; less some rounding. */
const LONG_SIDE_M = 20 - 0.01

export function isLongSide({ lengthM }: Wall): boolean {
  return lengthM >= LONG_SIDE_M
}

export function groundOf({ footprint, courts }: Building): Region {
  return [turned(footprint, 1), ...courts.map((court) => turned(court, -1))]
}

/** Of all buildings as one region. */
export function groundOfAll(buildings: readonly Building[]): Region {
  return buildings.reduce<Region>((all, building) => union(all, groundOf(building)), [])
}

export function wallsOf(building: Building): Wall[] {
  return groundOf(building).flatMap((ring, index) =>
    ring.map((from, i): Wall => {
      const to = ring[(i + 1) % ring.length] ?? from
      const before = ring[(i - 1 + ring.length) % ring.length] ?? from
      const after = ring[(i + 2) % ring.length] ?? to
      const lengthM = pointDistance(from, to)
      return {
        from,
        to,
        lengthM,
        // The ground is on the left of each wall, courts included.
        out: [(to[1] - from[1]) / (lengthM || 1), (from[0] - to[0]) / (lengthM || 1)],
        onOutline: index === 0,
        cornerAtFrom: turnsRight(before, from, to),
        cornerAtTo: turnsRight(from, to, after),
      }
    }),
  )
}

export function along({ from, to }: Wall, share: number): Point {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
}

/** A ray and a wall are parallel below this sine, times the wall's length. */
const PARALLEL = 1e-12

/**
 * Along a ray of unit length to a wall, m; null where it passes by.
 * @param beyondM the wall is taken for so much longer at either end; shorter where negative
 */
export function rayToWall(from: Point, direction: Point, wall: Wall, beyondM = 0): number | null {
  const ex = wall.to[0] - wall.from[0]
  const ey = wall.to[1] - wall.from[1]
  const turn = direction[0] * ey - direction[1] * ex
  if (Math.abs(turn) < PARALLEL) return null
  const dx = wall.from[0] - from[0]
  const dy = wall.from[1] - from[1]
  const distance = (dx * ey - dy * ex) / turn
  const share = (dx * direction[1] - dy * direction[0]) / turn
  const beyond = beyondM / wall.lengthM
  return distance > 0 && share >= -beyond && share <= 1 + beyond ? distance : null
}

/** What is behind a wall is looked for from this far inside of it, m. */
const INSIDE_M = 0.05

/** The wall on the other side of the building, straight behind a point of this one. */
interface Behind {
  readonly wall: Wall
  readonly at: Point
}

/** Undefined where the building is not closed there. */
export function behind(at: Point, { out }: Wall, walls: readonly Wall[]): Behind | undefined {
  const inward: Point = [-out[0], -out[1]]
  const inside: Point = [at[0] + inward[0] * INSIDE_M, at[1] + inward[1] * INSIDE_M]
  let nearest: Behind | undefined
  let least = Infinity
  for (const wall of walls) {
    const distance = rayToWall(inside, inward, wall)
    if (distance === null || distance >= least) continue
    least = distance
    nearest = { wall, at: [inside[0] + inward[0] * distance, inside[1] + inward[1] * distance] }
  }
  return nearest
}

/**
 * How deep the building is behind the middle of a wall, m; Infinity where it is not closed there.
 */
export function depthBehind(wall: Wall, walls: readonly Wall[]): number {
  const middle = along(wall, 0.5)
  const found = behind(middle, wall, walls)
  return found ? pointDistance(found.at, middle) : Infinity
}

function turned(ring: Ring, sign: 1 | -1): Ring {
  return Math.sign(signedArea(ring)) === sign ? ring : ring.toReversed()
}

/** Three corners on one line span an area of up to this by rounding, m². */
const STRAIGHT_M2 = 1e-6

function turnsRight(a: Point, b: Point, c: Point): boolean {
  return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) < -STRAIGHT_M2
}
