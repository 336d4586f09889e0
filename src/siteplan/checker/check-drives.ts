// Whether every way leaves the site, and whether a car gets to every parking: each part of it
// touches a way or drive that is connected to the edge of the site. Works from the drawing alone.
// The width of ways along houses is check-lanes.ts's.
import { distanceBetween } from '../../geometry/distance.ts'
import { areaOf, contains, type Region, type Ring, signedArea } from '../../geometry/plane.ts'
import { difference, grow, intersection, union } from '../../geometry/region.ts'
import type { BestLayouts, LayoutOption } from '../layout.ts'
import type { Findings } from './violation.ts'

/** Parts that lie this near touch, m. */
const TOUCH_M = 0.1

/** A car enters where parking and way lie along each other for at least this length, m. */
const ENTRY_M = 2.5

export function checkDrives(
  { site }: BestLayouts,
  { fire_lanes, drives, parking }: LayoutOption,
  findings: Findings,
): void {
  // Grown by half of TOUCH_M, ways that touch become one.
  const ways = partsOf(grow(union(fire_lanes, drives), TOUCH_M / 2))
  const leading = ways.filter((part) => distanceBetween(part, site.boundary) <= TOUCH_M / 2)
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
