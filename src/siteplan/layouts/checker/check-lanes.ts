// Ways for fire engines on the drawing: whether a strip of the width demanded lies in them, beside
// a long side of the house or of each wing of a block, and as far from it as the rule says.
import { distanceBetween } from '../../../geometry/distance.ts'
import { areaOf, type Point, type Region, type Ring } from '../../../geometry/plane.ts'
import { difference } from '../../../geometry/region.ts'
import { stepAt } from '../../../norms/rule-look-ups.ts'
import type { Rules } from '../../../norms/rule-set.ts'
import type { Building } from '../layout.ts'
import { cosineBetween, groundOf, isInCorner, isLongSide, type Wall, wallsOf } from './walls.ts'

/** Steps between the least and the most distance at which a strip is tried. */
const STEPS = 8

/**
 * The strip that ways must cover is smaller by this on each side, for drawing to a millimetre, m.
 */
const STRIP_SLACK_M = 0.005
const STRIP_SLACK_M2 = 0.05

/** The two walls of a wing are opposite: the cosine between them is less than this. */
const BACK_TO_BACK = -0.99

/** Ways keep so far from walls, m; less only if the way along a house may lie nearer. */
const WAYS_OFF_WALLS_M = 2.5

/** What joining ways on a grid and cutting them at the edge of the site may take of that, m. */
const OFF_WALLS_SLACK_M = 0.1

/** How near to a wall a way runs, m, if that is nearer than allowed; else undefined. */
export function wayTooNearM(
  buildings: readonly Building[],
  ways: Region,
  demands: readonly LaneDemand[],
): number | undefined {
  const enoughM =
    Math.min(WAYS_OFF_WALLS_M, ...demands.map(({ least }) => least)) - OFF_WALLS_SLACK_M
  const nearestM = distanceBetween(buildings.flatMap(groundOf), ways)
  return nearestM < enoughM ? nearestM : undefined
}

export interface LaneFound {
  readonly widthM: number
  readonly distanceM: number
  readonly strip: Ring
}

export interface LaneDemand {
  readonly widthM: number
  readonly least: number
  readonly most: number
}

export function laneDemand({ height_m }: Building, rules: Rules): LaneDemand {
  const { least, most } = stepAt(rules.fire_lane_distance_m.value, height_m)
  return { widthM: stepAt(rules.fire_lane_width_m.value, height_m), least, most }
}

/**
 * The nearest strip that meets the demand, for the house or for each wing of a block; null = none
 * does.
 */
export function lanesBeside(
  building: Building,
  lanes: Region,
  demand: LaneDemand,
): readonly (LaneFound | null)[] {
  const long = wallsOf(building).filter((wall) => isLongSide(wall) && wall.onOutline)
  const outer = long.filter((wall) => !isInCorner(wall))
  const hasOneWing = building.typology === 'slab' || building.typology === 'tower'
  if (hasOneWing) return [laneBeside(outer, lanes, demand)]
  // On the outline and in a corner: a wall on a court that an engine can drive into.
  const court = long.filter(isInCorner)
  return outer.map((wall) => {
    const behind = court.filter((other) => cosineBetween(other, wall) < BACK_TO_BACK)
    return laneBeside([wall, ...behind], lanes, demand)
  })
}

function laneBeside(
  sides: readonly Wall[],
  lanes: Region,
  { widthM, least, most }: LaneDemand,
): LaneFound | null {
  for (let step = 0; step <= STEPS; step += 1) {
    const distanceM = least + ((most - least) * step) / STEPS
    for (const side of sides) {
      const strip = stripBeside(side, distanceM, widthM, Math.min(least, WAYS_OFF_WALLS_M))
      if (areaOf(difference([strip], lanes)) < STRIP_SLACK_M2) return { widthM, distanceM, strip }
    }
  }
  return null
}

function stripBeside(
  { from, to, out, lengthM, cornerAtFrom, cornerAtTo }: Wall,
  distanceM: number,
  widthM: number,
  offWallM: number,
): Ring {
  const ux = (to[0] - from[0]) / lengthM
  const uy = (to[1] - from[1]) / lengthM
  const near = distanceM + STRIP_SLACK_M
  const far = distanceM + widthM - STRIP_SLACK_M
  const corner = ([x, y]: Point, inwards: number, away: number) =>
    [x + ux * inwards + out[0] * away, y + uy * inwards + out[1] * away] as const
  // Where the next wing stands across, the way ends before it.
  const [start, end] = [cornerAtFrom ? offWallM : 0, cornerAtTo ? offWallM : 0]
  // Out of a wall with the ground on its left, so that the strip turns counter-clockwise.
  return [
    corner(to, -STRIP_SLACK_M - end, near),
    corner(from, STRIP_SLACK_M + start, near),
    corner(from, STRIP_SLACK_M + start, far),
    corner(to, -STRIP_SLACK_M - end, far),
  ]
}
