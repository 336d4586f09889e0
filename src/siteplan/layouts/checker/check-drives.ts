// Whether every way leaves the site over its outer edge, and from there to houses and parking is
// wide enough for a vehicle all along; whether parking has an exit wide enough for the number of
// its cars. Works from the drawing alone.
// The width of ways along houses is check-lanes.ts's.
import { partsOf } from '../../../geometry/parts.ts'
import { areaOf, type Region } from '../../../geometry/plane.ts'
import { difference, grow, intersection, joined, union } from '../../../geometry/region.ts'
import { sum } from '../../../numbers/sum.ts'
import type { BestLayouts, LayoutOption } from '../layout.ts'
import type { LaneFound } from './check-lanes.ts'
import { SPACES_GIVEN_SLACK } from './tolerances.ts'
import type { Findings } from './violation.ts'
import { meet, stripMeets, TOUCH_M, type WayIn, wayIn } from './way-in.ts'

/** As wide as the narrowest drive is built: a way out that serves cars alone, m. */
const CAR_M = 3.5

/** Two cars pass each other, m. */
const TWO_CARS_M = 6

/** So many spaces may have a single lane as their only way out. */
const ONE_LANE_SPACES = 20

/** A car enters where parking and way lie along each other for at least this length, m. */
const ENTRY_M = 2.5

export function checkDrives(
  layouts: BestLayouts,
  option: LayoutOption,
  lanes: readonly LaneFound[],
  findings: Findings,
): void {
  const { boundary } = layouts.site
  const leading = waysThatLeadOut(boundary, option, lanes, findings)
  // Parking that the ways for fire engines lead to does not depend on an exit of its own.
  const { ofHouses = [], ownExits = [] } = Object.groupBy(
    leading.map(({ part }) => part),
    (part) => (meet(part, option.fire_lanes) ? 'ofHouses' : 'ownExits'),
  )
  const served = checkAccess(option.parking, ofHouses, ownExits, findings)
  checkExits(layouts, option, { served, exits: ownExits }, findings)
  checkWidths(boundary, option, { leading, widthM: carM(lanes) }, findings)
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
): readonly WayIn[] {
  // Grown by half of TOUCH_M, ways that touch become one.
  const ways = partsOf(grow(union(fire_lanes, drives), TOUCH_M / 2))
  const leading = ways.flatMap((part) => {
    const own = lanes.filter(({ strip }) => stripMeets(strip, part))
    if (own.length > 0) return engineWayIn(own, part, boundary)
    const widthM = meet(part, fire_lanes) ? carM(lanes) : CAR_M
    return wayIn(part, union(part, parking), widthM, boundary)
  })
  if (leading.length < ways.length) {
    findings.add(
      'way_out',
      `${ways.length - leading.length} of ${ways.length} do not leave the site`,
    )
  }
  return leading
}

/** Cars come over ways for fire engines too, as narrow as those may be. */
function carM(lanes: readonly LaneFound[]): number {
  return Math.min(CAR_M, ...lanes.map(({ widthM }) => widthM))
}

/** By the part to each of its strips an engine as wide as that demands; else none. */
function engineWayIn(lanes: readonly LaneFound[], part: Region, boundary: Region): WayIn[] {
  const byWidth = [...Map.groupBy(lanes, ({ widthM }) => widthM)]
  const ways = byWidth.flatMap(([widthM, own]) =>
    wayIn(part, part, widthM, boundary).filter(({ middles }) =>
      own.every(({ strip }) => stripMeets(strip, middles)),
    ),
  )
  return ways.length < byWidth.length ? [] : ways.slice(0, 1)
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
    const leadsOut = (part: Region) =>
      wayIn(part, union(part, parking), TWO_CARS_M, boundary).length > 0
    if (own.some(leadsOut)) continue
    findings.add('way_out', `${Math.floor(spaces)} spaces have no way out of two lanes`)
  }
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

/** Vehicles on their way in, and how wide a way must be for a car. */
interface Arrivals {
  readonly leading: readonly WayIn[]
  readonly widthM: number
}

/** Whether ways, and parking that cars cross, are wide enough for a car up to each parking. */
function checkWidths(
  boundary: Region,
  { fire_lanes, drives, parking }: LayoutOption,
  { leading, widthM }: Arrivals,
  findings: Findings,
): void {
  // Most lie along ways that an engine passes: for the others it is tried with a car.
  const left = notReached(partsOf(joined(parking)), leading)
  if (left.length === 0) return
  const ways = union(fire_lanes, drives)
  for (const lot of notReached(left, wayIn(ways, union(ways, parking), widthM, boundary))) {
    findings.add('parking_access', `parking at ${lot[0]?.[0]}: no way of ${widthM} m all along`)
  }
}

/** The parking that no vehicle touches on its way in. */
function notReached(lots: readonly Region[], ways: readonly WayIn[]): readonly Region[] {
  return lots.filter(
    (lot) => !ways.some(({ middles, widthM }) => meet(grow(lot, widthM / 2 + TOUCH_M), middles)),
  )
}
