// Whether every way leaves the site over its outer edge, wide enough for a vehicle, and whether a
// car gets to every parking. Works from the drawing alone. The width of ways along houses is
// check-lanes.ts's.
import { areaOf, contains, type Region, type Ring, signedArea } from '../../../geometry/plane.ts'
import { difference, grow, inset, intersection, union } from '../../../geometry/region.ts'
import type { BestLayouts, LayoutOption } from '../layout.ts'
import type { LaneFound } from './check-lanes.ts'
import type { Findings } from './violation.ts'

/** Parts that lie this near touch, m. */
const TOUCH_M = 0.1

/** As wide as the narrowest drive is built: a way out that serves cars alone, m. */
const CAR_M = 3.5

/** What drawing to a millimetre, round corners and the edge's teeth may take of a mouth, m. */
const MOUTH_SLACK_M = 0.1

/** A car enters where parking and way lie along each other for at least this length, m. */
const ENTRY_M = 2.5

export function checkDrives(
  { site }: BestLayouts,
  { fire_lanes, drives, parking }: LayoutOption,
  lanes: readonly LaneFound[],
  findings: Findings,
): void {
  // Grown by half of TOUCH_M, ways that touch become one.
  const ways = partsOf(grow(union(fire_lanes, drives), TOUCH_M / 2))
  const leading = waysOut(ways, parking, site.boundary, lanes)
  if (leading.length < ways.length) {
    findings.add(
      'way_out',
      `${ways.length - leading.length} of ${ways.length} do not leave the site`,
    )
  }
  const out = leading.map((part) => grow(part, TOUCH_M / 2))
  const left = new Map(partsOf(union(parking, [])).map((part, i) => [i + 1, part]))
  // A car drives across one parking into the next that touches it.
  const open = out
  for (const ground of open) {
    for (const [number, part] of left) {
      const rim = difference(grow(part, TOUCH_M), part)
      if (areaOf(intersection(rim, ground)) < TOUCH_M * ENTRY_M) continue
      left.delete(number)
      open.push(grow(part, TOUCH_M))
    }
  }
  for (const number of left.keys()) {
    findings.add('parking_access', `parking ${number}: no way from it off the site`)
  }
}

/**
 * The parts from which a vehicle gets off the site: as wide as the widest of the part's ways along
 * houses, or as a car's. It is a disc, first wholly on the way, then wholly outside. A car may come
 * from parking. The ground in a hole is not outside.
 */
function waysOut(
  ways: readonly Region[],
  parking: Region,
  boundary: Region,
  lanes: readonly LaneFound[],
): readonly Region[] {
  const outlines = boundary.filter((ring) => signedArea(ring) > 0)
  return ways.filter((part) => {
    const own = lanes.filter(({ strip }) => areaOf(intersection([strip], part)) > 0)
    const widthM = own.length > 0 ? Math.max(...own.map((lane) => lane.widthM)) : CAR_M
    // A way may end TOUCH_M before the edge, so it is grown by as much; so is the vehicle.
    const halfM = widthM / 2 + TOUCH_M - MOUTH_SLACK_M
    const way = grow(own.length > 0 ? part : union(part, parking), TOUCH_M / 2)
    const outside = difference(grow(part, 3 * widthM), outlines)
    const middles = partsOf(inset(grow(union(way, outside), TOUCH_M), halfM + TOUCH_M))
    const [onWay, offSite] = [inset(way, halfM), inset(outside, halfM)]
    return middles.some((each) => meet(each, onWay) && meet(each, offSite))
  })
}

function meet(a: Region, b: Region): boolean {
  return areaOf(intersection(a, b)) > 0
}

/** Outer rings, each with the holes in it. */
function partsOf(region: Region): Region[] {
  const bySize = (a: Ring, b: Ring) => areaOf([a]) - areaOf([b])
  const outer = region.filter((ring) => signedArea(ring) > 0).toSorted(bySize)
  const parts = new Map(outer.map((ring) => [ring, [ring]]))
  for (const hole of region) {
    const [corner] = hole
    if (!corner || signedArea(hole) > 0) continue
    // The smallest around it: that one may itself lie in a hole of a larger one.
    const own = outer.find((ring) => contains([ring], corner))
    if (own) parts.get(own)?.push(hole)
  }
  return [...parts.values()]
}
