// Joins the ways along buildings into one net and leads it to the site's edge, by the shortest ways
// there are (shortest-way.ts). A way that cannot be joined leads out by itself, as in a part of the
// site that is cut off from the rest.
import { longSide, overlap, type Rect } from '../frame/rect.ts'
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
  const [first, ...others] = lanes.toSorted((a, b) => longSide(b) - longSide(a))
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
    if (!net.some((other) => overlap(lane, other))) {
      join(finder.shortest(lane, 'net') ?? finder.shortest(lane, 'out'))
    }
    add([lane])
  }
  return { ways: net, exits }
}
