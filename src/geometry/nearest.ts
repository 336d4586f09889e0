// Where two figures come nearest to each other. Distances and places only; what distance is enough
// is for rules to say.
import { clamp } from '../numbers/clamp.ts'
import { type Point, pointDistance, type Ring } from './plane.ts'

/** A straight way from a point of one figure to a point of the other. */
interface Way {
  readonly from: Point
  readonly to: Point
  readonly distanceM: number
}

/** Ways longer than the shortest by no more than this count as equally short, m. */
const EQUAL_M = 0.01

/** Ways whose ends, laid from one point, are as near as this have one direction, m. */
const SAME_DIRECTION_M = 4 * EQUAL_M

/**
 * The shortest way between the edges of two rings that do not cross. Where sides run along each
 * other many ways are as short: the one in their middle is given.
 */
export function nearest(a: Ring, b: Ring): Way {
  const ways = [
    ...a.map((corner) => wayToRing(corner, b)),
    ...b.map((corner) => reversed(wayToRing(corner, a))),
  ]
  const shortest = ways.reduce((best, way) => (way.distanceM < best.distanceM ? way : best), NO_WAY)
  // Across the same stretch: as short, and in the same direction.
  const alike = ways.filter(
    (way) => way.distanceM <= shortest.distanceM + EQUAL_M && isAlong(way, shortest),
  )
  return {
    from: middleOf(alike.map(({ from }) => from)),
    to: middleOf(alike.map(({ to }) => to)),
    distanceM: shortest.distanceM,
  }
}

/** Where a ring has no corner. */
const NO_WAY: Way = { from: [0, 0], to: [0, 0], distanceM: Infinity }

function isAlong(way: Way, other: Way): boolean {
  const apartX = way.to[0] - way.from[0] - other.to[0] + other.from[0]
  const apartY = way.to[1] - way.from[1] - other.to[1] + other.from[1]
  return Math.hypot(apartX, apartY) <= SAME_DIRECTION_M
}

/** The point of the segment that is nearest to `point`. */
export function nearestOnSegment(point: Point, from: Point, to: Point): Point {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const squared = dx * dx + dy * dy
  const along =
    squared === 0 ? 0 : ((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / squared
  const share = clamp(along, 0, 1)
  return [from[0] + share * dx, from[1] + share * dy]
}

/** Distance from a point to the ring's edge, m. */
export function distanceToEdge(point: Point, ring: Ring): number {
  return wayToRing(point, ring).distanceM
}

function wayToRing(point: Point, ring: Ring): Way {
  let best: Way = { from: point, to: point, distanceM: Infinity }
  let from = ring.at(-1)
  for (const to of ring) {
    const place = from ? nearestOnSegment(point, from, to) : to
    const distanceM = pointDistance(place, point)
    if (distanceM < best.distanceM) best = { from: point, to: place, distanceM }
    from = to
  }
  return best
}

function reversed({ from, to, distanceM }: Way): Way {
  return { from: to, to: from, distanceM }
}

function middleOf(points: readonly Point[]): Point {
  const sum = points.reduce<Point>(([x, y], point) => [x + point[0], y + point[1]], [0, 0])
  return [sum[0] / points.length, sum[1] / points.length]
}
