// From where houses are seen as solids: a wall seen straight on hides the one beside it,
// and the house becomes a flat elevation. Knows directions alone, never sizes on paper.
import { degrees } from '../../../geometry/angles.ts'
import { sumOf } from '../../../numbers/sum.ts'
import type { Building } from '../../../siteplan/layouts/layout.ts'
import { longestOf, sidesOf } from './ring-sides.ts'

/** Bearings of the view, clockwise from north: from these the sunny sides of houses are seen. */
const STEP_DEG = 5
const FARTHEST_DEG = 75
/** About from where a massing is usually drawn, on either side of south. */
const USUAL_DEG = 30

/** Both walls at a corner are seen well at this angle to their normals or more. */
export const CLEAR_DEG = 25
/** Houses turned by less from each other look alike. */
const ALIKE_DEG = 5
/** Houses that look alike count from this share of all floor area on. */
const COUNTED_SHARE = 0.1

/** The bearings from which the walls are seen best, the usual ones first. */
export function clearBearingsDeg(buildings: readonly Building[]): number[] {
  const walls = countedDirectionsDeg(buildings)
  const rated = BEARINGS_DEG.map((bearingDeg) => ({
    bearingDeg,
    leastDeg: Math.min(CLEAR_DEG, ...walls.map((wallDeg) => slantDeg(bearingDeg, wallDeg))),
  }))
  const best = Math.max(...rated.map(({ leastDeg }) => leastDeg))
  return rated.filter(({ leastDeg }) => leastDeg > best - 1e-6).map(({ bearingDeg }) => bearingDeg)
}

const BEARINGS_DEG: readonly number[] = Array.from(
  { length: (2 * FARTHEST_DEG) / STEP_DEG + 1 },
  (_, index) => FARTHEST_DEG - index * STEP_DEG,
).toSorted((a, b) => offUsualDeg(a) - offUsualDeg(b))

function offUsualDeg(bearingDeg: number): number {
  return Math.abs(Math.abs(bearingDeg) - USUAL_DEG)
}

/**
 * Between the line of sight and the nearer of two walls' normals that stand at a right angle: 45
 * shows both alike, 0 only one.
 */
function slantDeg(bearingDeg: number, wallDeg: number): number {
  const turned = quarterDeg(bearingDeg - wallDeg)
  return Math.min(turned, 90 - turned)
}

/** Directions of the houses' longest sides; a few odd ones among many are ignored. */
function countedDirectionsDeg(buildings: readonly Building[]): number[] {
  const houses = buildings.map(({ footprint, gfa_m2 }) => ({
    wallDeg: directionDeg(footprint),
    gfa_m2,
  }))
  const floorM2 = (counted: readonly { readonly gfa_m2: number }[]) =>
    sumOf(counted, ({ gfa_m2 }) => gfa_m2)
  const leastM2 = floorM2(houses) * COUNTED_SHARE
  return houses
    .filter(({ wallDeg }) => {
      const alike = houses.filter((other) => slantDeg(other.wallDeg, wallDeg) <= ALIKE_DEG)
      return floorM2(alike) >= leastM2
    })
    .map(({ wallDeg }) => wallDeg)
}

/** Clockwise from north, within a quarter turn: a wall's and its neighbours' are the same. */
function directionDeg(footprint: Building['footprint']): number {
  const longest = longestOf(sidesOf(footprint))
  if (!longest) return 0
  const { from, to } = longest
  return quarterDeg(degrees(Math.atan2(to[0] - from[0], to[1] - from[1])))
}

function quarterDeg(angleDeg: number): number {
  return ((angleDeg % 90) + 90) % 90
}
