// Whether every way leaves the site over its outer edge, wide enough for a vehicle, and whether
// cars get to every parking, by an exit wide enough for their number. Works from the drawing alone.
// The width of ways along houses is check-lanes.ts's.
import { outlinesOf, partsOf } from '../../../geometry/parts.ts'
import { areaOf, type Box, boxOf, type Region } from '../../../geometry/plane.ts'
import { difference, grow, inset, intersection, joined, union } from '../../../geometry/region.ts'
import { sum } from '../../../numbers/sum.ts'
import type { BestLayouts, LayoutOption } from '../layout.ts'
import type { LaneFound } from './check-lanes.ts'
import { SPACES_GIVEN_SLACK } from './tolerances.ts'
import type { Findings } from './violation.ts'

/** Parts that lie this near touch, m. */
const TOUCH_M = 0.1

/** As wide as the narrowest drive is built: a way out that serves cars alone, m. */
const CAR_M = 3.5

/** Two cars pass each other, m. */
const TWO_CARS_M = 6

/** So many spaces may have a single lane as their only way out. */
const ONE_LANE_SPACES = 20

/** What drawing to a millimetre, round corners and the edge's teeth may take of an exit, m. */
const EXIT_SLACK_M = 0.1

/** A car enters where parking and way lie along each other for at least this length, m. */
const ENTRY_M = 2.5

export function checkDrives(
  layouts: BestLayouts,
  option: LayoutOption,
  lanes: readonly LaneFound[],
  findings: Findings,
): void {
  const leading = waysThatLeadOut(layouts.site.boundary, option, lanes, findings)
  // Parking that the ways for fire engines lead to does not depend on an exit of its own.
  const { ofHouses = [], ownExits = [] } = Object.groupBy(leading, (part) =>
    meet(part, option.fire_lanes) ? 'ofHouses' : 'ownExits',
  )
  const served = checkAccess(option.parking, ofHouses, ownExits, findings)
  checkExits(layouts, option, { served, exits: ownExits }, findings)
}

/**
 * The parts of all ways that lead off the site; those that houses need must be wide enough for an
 * engine. A second way at a high house, which no rule asks for, may be as narrow as the narrowest
 * of these.
 */
function waysThatLeadOut(
  boundary: Region,
  { fire_lanes, drives, parking }: LayoutOption,
  lanes: readonly LaneFound[],
  findings: Findings,
): readonly Region[] {
  // Grown by half of TOUCH_M, ways that touch become one.
  const ways = partsOf(grow(union(fire_lanes, drives), TOUCH_M / 2))
  const narrowestM = Math.min(CAR_M, ...lanes.map(({ widthM }) => widthM))
  const leading = ways.filter((part) => {
    const own = lanes.filter(({ strip }) => meet([strip], part))
    if (own.length === 0) {
      const widthM = meet(part, fire_lanes) ? narrowestM : CAR_M
      return leadsOutForCars(part, parking, widthM, boundary)
    }
    return leadsOut(part, part, Math.max(...own.map(({ widthM }) => widthM)), boundary)
  })
  if (leading.length < ways.length) {
    findings.add(
      'way_out',
      `${ways.length - leading.length} of ${ways.length} do not leave the site`,
    )
  }
  return leading
}

/** Parking that ways for fire engines do not lead to, and the ways that do. */
interface OwnExits {
  readonly served: readonly Region[]
  readonly exits: readonly Region[]
}

/**
 * Whether parking that depends on exits of its own has, in each group connected with its exits, few
 * enough spaces for one lane each, or an exit of two lanes.
 */
function checkExits(
  { site: { boundary }, rule_set: { rules } }: BestLayouts,
  { parking }: LayoutOption,
  { served, exits }: OwnExits,
  findings: Findings,
): void {
  for (const group of partsOf(grow(union(served.flat(), exits.flat()), TOUCH_M / 2))) {
    const own = exits.filter((part) => meet(part, group))
    // Whole parts: cut by the group they would lose some millimetres, and with them a space.
    const parkingM2 = sum(served.filter((part) => meet(part, group)).map(areaOf))
    const spaces = parkingM2 / rules.parking_space_m2.value + SPACES_GIVEN_SLACK
    if (Math.floor(spaces / own.length) <= ONE_LANE_SPACES) continue
    if (own.some((part) => leadsOutForCars(part, parking, TWO_CARS_M, boundary))) continue
    findings.add('way_out', `${Math.floor(spaces)} spaces have no way out of two lanes`)
  }
}

/** A car may come from parking, which an engine never crosses. */
function leadsOutForCars(part: Region, parking: Region, widthM: number, boundary: Region): boolean {
  return leadsOut(part, union(part, parking), widthM, boundary)
}

/** Whether cars get to every parking; gives the parking that only exits of its own lead to. */
function checkAccess(
  parking: Region,
  ofHouses: readonly Region[],
  ownExits: readonly Region[],
  findings: Findings,
): readonly Region[] {
  const left = new Map(partsOf(joined(parking)).map((part, i) => [i + 1, part]))
  takeReached(left, ofHouses)
  const served = takeReached(left, ownExits)
  for (const number of left.keys()) {
    findings.add('parking_access', `parking ${number}: no way from it off the site`)
  }
  return served
}

/** Takes away the parking that cars get to from these ways, and gives it. */
function takeReached(left: Map<number, Region>, ways: readonly Region[]): readonly Region[] {
  const taken: Region[] = []
  // A car drives across one parking into the next that touches it.
  const open = ways.map((part) => grow(part, TOUCH_M / 2))
  for (const ground of open) {
    for (const [number, part] of left) {
      const rim = difference(grow(part, TOUCH_M), part)
      if (areaOf(intersection(rim, ground)) < TOUCH_M * ENTRY_M) continue
      left.delete(number)
      taken.push(part)
      open.push(grow(part, TOUCH_M))
    }
  }
  return taken
}

/**
 * Whether a vehicle of a width gets off the site: it is a disc, first wholly on the way, then
 * wholly outside. The ground in a hole is not outside.
 * @param ground where it may stand before: the part of the ways, perhaps with parking
 */
function leadsOut(part: Region, ground: Region, widthM: number, boundary: Region): boolean {
  // A way may end TOUCH_M before the edge, so it is grown by as much; so is the vehicle.
  const halfM = widthM / 2 + TOUCH_M - EXIT_SLACK_M
  const way = grow(ground, TOUCH_M / 2)
  const outside = difference(grow(part, 3 * widthM), outlinesOf(boundary))
  const middles = partsOf(inset(grow(union(way, outside), TOUCH_M), halfM + TOUCH_M))
  const [onWay, offSite] = [inset(way, halfM), inset(outside, halfM)]
  return middles.some((each) => meet(each, offSite) && meet(each, onWay))
}

function meet(a: Region, b: Region): boolean {
  return !areApart(boxOf(a), boxOf(b)) && areaOf(intersection(a, b)) > 0
}

function areApart(a: Box, b: Box): boolean {
  return a.maxX < b.minX || b.maxX < a.minX || a.maxY < b.minY || b.maxY < a.minY
}
