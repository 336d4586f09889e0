// Joins the ways along buildings into one net and leads it to the site's edge, by the shortest ways
// there are (shortest-way.ts). A way that cannot be joined leads out by itself, as in a part of the
// site that is cut off from the rest.
import { longSide, type Rect, shortSide } from '../frame/rect.ts'
import { COORDINATE_M } from '../tolerances.ts'
import { type Way, WayFinder } from './shortest-way.ts'
import type { SiteEdge } from './site-edge.ts'
import { gridOf } from './way-grid.ts'

/** Ways, and those of them that lead out of the site. */
export interface Net {
  readonly ways: readonly Rect[]
  readonly exits: readonly Rect[]
}

/**
 * The lanes, the ways that join them and those that lead out.
 * @param kept walls with what ways keep from them
 */
export function connected(
  edge: SiteEdge,
  lanes: readonly Rect[],
  kept: readonly Rect[],
  widthM: number,
): Net {
  const finder = new WayFinder(gridOf(edge, lanes, kept, widthM))
  const [first, ...others] = lanes.toSorted(
    (a, b) => shortSide(b) - shortSide(a) || longSide(b) - longSide(a),
  )
  if (!first) return { ways: [], exits: [] }
  const exits: Rect[] = []
  const net: Rect[] = []
  const add = (ways: readonly Rect[]) => {
    net.push(...ways)
    finder.addToNet(ways)
  }
  const join = (way: Way | undefined) => {
    if (way?.exit) exits.push(way.exit)
    add([...(way?.rects ?? []), ...(way?.exit ? [way.exit] : [])])
  }
  add([first])
  join(finder.shortest(first, 'out'))
  for (const lane of others) {
    // The widest lanes are added first, so that the net is nowhere narrower than this one.
    if (!net.some((other) => opensInto(lane, other))) {
      join(finder.shortest(lane, 'net') ?? finder.shortest(lane, 'out'))
    }
    add([lane])
  }
  return { ways: net, exits }
}

/**
 * Whether a vehicle as wide as the narrower of two ways gets from one onto the other: not where
 * they have only a corner in common.
 */
export function opensInto(a: Rect, b: Rect): boolean {
  const commonX = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)
  const commonY = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)
  const widthM = Math.min(shortSide(a), shortSide(b))
  return Math.min(commonX, commonY) > 0 && Math.max(commonX, commonY) >= widthM - COORDINATE_M
}
