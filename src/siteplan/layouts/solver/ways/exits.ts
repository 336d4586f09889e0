// Ways straight out of the site: which ways of a net lead out already, and a short one more for a
// part that has none or for a piece of parking. Where the edge lets a way through is
// site-edge.ts's.
import { grown, overlap, type Rect, rectArea, shortSide } from '../frame/rect.ts'
import { COORDINATE_M, DRAWN_M, SAME_M2 } from '../tolerances.ts'
import { type Net, opensInto } from './lane-network.ts'
import { crossingsAlong, type SiteEdge, wayOutTo } from './site-edge.ts'

/** Where along a side a way straight out is tried, as shares of the side. */
const EXIT_PLACES = [0.5, 0, 1, 0.25, 0.75]

/** The ways from which one gets out: the exits, and all ways connected to them. */
export function waysOut({ ways, exits }: Net): Rect[] {
  const reached = [...exits]
  const left = new Set(ways.filter((way) => !exits.includes(way)))
  for (const way of reached) {
    for (const other of left) {
      if (!opensInto(grown(way, COORDINATE_M), other)) continue
      left.delete(other)
      reached.push(other)
    }
  }
  return reached
}

/**
 * The net with a short way out for each part of it that has none, where one is possible.
 * @param widthM of a way out at most; no wider than the part's widest way
 */
export function withExits(edge: SiteEdge, net: Net, taken: readonly Rect[], widthM: number): Net {
  const exits = [...net.exits]
  const ways = [...net.ways]
  const tried = new Set<Rect>()
  for (;;) {
    const out = new Set(waysOut({ ways, exits }))
    const start = ways.find((way) => !out.has(way) && !tried.has(way))
    if (!start) return { ways, exits }
    const part = waysOut({ ways, exits: [start] })
    for (const way of part) tried.add(way)
    const wide = Math.min(widthM, Math.max(...part.map(shortSide)))
    const possible = part.flatMap((way) => exitOf(edge, way, taken, wide) ?? [])
    const [shortest] = possible.sort((a, b) => rectArea(a) - rectArea(b))
    if (!shortest) continue
    exits.push(shortest)
    ways.push(shortest)
  }
}

/** The shortest way straight from a rectangle out of the site; undefined where none is short. */
export function exitOf(
  edge: SiteEdge,
  rect: Rect,
  taken: readonly Rect[],
  widthM: number,
): Rect | undefined {
  const { x0, y0, x1, y1 } = rect
  let best: Rect | undefined
  const consider = (stub: Rect) => {
    if (best && rectArea(stub) >= rectArea(best) - SAME_M2) return
    if (!taken.some((other) => overlap(stub, grown(other, -DRAWN_M)))) best = stub
  }
  const inRow = crossingsAlong(edge, 'x', widthM)
  const inColumn = crossingsAlong(edge, 'y', widthM)
  for (const low of placesAlong(y0, y1, widthM)) {
    const across = { y0: low, y1: low + widthM }
    const crossings = inRow(low)
    const left = wayOutTo(crossings, x0, 'smaller')
    const right = wayOutTo(crossings, x1, 'larger')
    if (left !== undefined) consider({ ...across, x0: left, x1: x0 })
    if (right !== undefined) consider({ ...across, x0: x1, x1: right })
  }
  for (const low of placesAlong(x0, x1, widthM)) {
    const across = { x0: low, x1: low + widthM }
    const crossings = inColumn(low)
    const below = wayOutTo(crossings, y0, 'smaller')
    const above = wayOutTo(crossings, y1, 'larger')
    if (below !== undefined) consider({ ...across, y0: below, y1: y0 })
    if (above !== undefined) consider({ ...across, y0: y1, y1: above })
  }
  return best
}

/** Where a stub may begin along a side: in its middle, at both ends and between. */
function placesAlong(from: number, to: number, widthM: number): number[] {
  const spare = to - from - widthM
  if (spare <= 0) return [(from + to - widthM) / 2]
  return EXIT_PLACES.map((share) => from + spare * share)
}
