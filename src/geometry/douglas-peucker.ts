// Which points of a ring hardly bend it (Ramer 1972; Douglas and Peucker 1973). What is made of the
// others is the callers'.
import { clamp } from '../numbers/clamp.ts'

/** x and y by turns, the first point not repeated at the end. */
type FlatRing = ArrayLike<number>

/**
 * After this many looks at each point, on average, spans are halved instead of cut where they bend
 * most: on a comb each such cut takes off only one tooth. Other shapes take some 20 looks.
 */
const MAX_LOOKS = 65

/**
 * Which points of the ring stay, in order; none left out is farther than `tolerance` from the side
 * that replaces it. A ring that takes too long keeps a few more points than it must.
 * @param xScale what one of x is in units of y and of `tolerance`
 * @returns positions of points, fewer than three where the whole ring is that thin
 */
export function keptPoints(ring: FlatRing, tolerance: number, xScale: number): readonly number[] {
  const count = ring.length / 2
  const points: Points = {
    xOf: (point) => (ring[(point % count) * 2] as number) * xScale,
    yOf: (point) => ring[(point % count) * 2 + 1] as number,
  }
  const kept = new Uint8Array(count)
  // A ring has no ends to begin from: its first point is both, and the farthest from it the bend.
  kept[0] = 1
  const spans: [number, number][] = [[0, count]]
  let looks = MAX_LOOKS * count
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span
    let bend = bendBetween(points, from, to, tolerance)
    if (bend === undefined) continue
    looks -= to - from
    if (looks < 0) bend = (from + to) >> 1
    kept[bend] = 1
    spans.push([from, bend], [bend, to])
  }
  return [...kept.keys()].filter((point) => kept[point] === 1)
}

/** Of a ring, by position, which may go on past the last; in the units of the tolerance. */
interface Points {
  xOf(point: number): number
  yOf(point: number): number
}

/** The point farthest from the side that would replace those between; undefined = all are near. */
function bendBetween(
  { xOf, yOf }: Points,
  from: number,
  to: number,
  tolerance: number,
): number | undefined {
  const [ax, ay] = [xOf(from), yOf(from)]
  const [dx, dy] = [xOf(to) - ax, yOf(to) - ay]
  const length2 = dx * dx + dy * dy
  let bend: number | undefined
  let most2 = tolerance * tolerance
  for (let point = from + 1; point < to; point += 1) {
    const [px, py] = [xOf(point) - ax, yOf(point) - ay]
    const along = length2 === 0 ? 0 : clamp((px * dx + py * dy) / length2, 0, 1)
    const distance2 = (px - along * dx) ** 2 + (py - along * dy) ** 2
    if (distance2 > most2) {
      bend = point
      most2 = distance2
    }
  }
  return bend
}
