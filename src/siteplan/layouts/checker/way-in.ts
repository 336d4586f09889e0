// How far a vehicle gets on the drawn ways from outside the site: it is a disc as wide as the way
// must be. Which vehicle must get where is check-drives.ts's.
import { outlinesOf, partsOf } from '../../../geometry/parts.ts'
import {
  areaOf,
  type Box,
  boxOf,
  centroidOf,
  contains,
  type Region,
  type Ring,
} from '../../../geometry/plane.ts'
import { difference, grow, inset, intersection, union } from '../../../geometry/region.ts'

/** Parts that lie this near touch, m. */
export const TOUCH_M = 0.1

/** What drawing to a millimetre, round corners and the edge's teeth may take of a width, m. */
const WIDTH_SLACK_M = 0.1

/** A part of all ways, and a vehicle that came on it from outside. */
export interface WayIn {
  readonly part: Region
  /** Where the middle of the vehicle may be. */
  readonly middles: Region
  readonly widthM: number
}

/**
 * First the vehicle is wholly off the site, then wholly on the way. The ground in a hole is not
 * outside.
 * @param ground where it may be then: the part of the ways, for cars with parking, which an engine
 * never crosses
 * @returns none where no such vehicle gets in
 */
export function wayIn(part: Region, ground: Region, widthM: number, boundary: Region): WayIn[] {
  // A way may end TOUCH_M before the edge, so it is grown by as much; so is the vehicle.
  const halfM = widthM / 2 + TOUCH_M - WIDTH_SLACK_M
  const way = grow(ground, TOUCH_M / 2)
  const outside = difference(grow(part, 3 * widthM), outlinesOf(boundary))
  const all = partsOf(inset(grow(union(way, outside), TOUCH_M), halfM + TOUCH_M))
  const [onWay, offSite] = [inset(way, halfM), inset(outside, halfM)]
  const middles = all.filter((each) => meet(each, offSite) && meet(each, onWay)).flat()
  return middles.length > 0 ? [{ part, middles, widthM }] : []
}

/** Whether they have ground in common. */
export function meet(a: Region, b: Region): boolean {
  return !areApart(boxOf(a), boxOf(b)) && areaOf(intersection(a, b)) > 0
}

/**
 * As `meet`, for a rectangle. The ways of a large site have thousands of corners: to cut a hundred
 * strips out of them takes seconds, and nearly all lie on them with their middle.
 */
export function stripMeets(strip: Ring, ways: Region): boolean {
  return contains(ways, centroidOf([strip])) || meet([strip], ways)
}

function areApart(a: Box, b: Box): boolean {
  return a.maxX < b.minX || b.maxX < a.minX || a.maxY < b.minY || b.maxY < a.minY
}
