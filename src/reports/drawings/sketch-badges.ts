// Where the numbers of a sketch map stand: each beside its point, clear of the others, and never
// far from it. Points that leave no room for that share a badge. What is drawn is sketch-map.ts's.
import { pointDistance } from '../../geometry/plane.ts'
import { sumOf } from '../../numbers/sum.ts'
import { type Point, roundMm } from '../drawing.ts'

export const SKETCH_WIDTH_MM = 104
export const SKETCH_HEIGHT_MM = 74

/** A comparable, where it lies on the sketch. */
export interface Dot {
  readonly number: number
  readonly at: Point
}

/** What shares a badge: comparables at one point, or at points too near each other for two. */
export interface BadgedPoint {
  readonly dots: readonly Dot[]
}

/** A place that is taken; half of its sides, from its middle. */
export interface BadgeBox {
  readonly x: number
  readonly y: number
  readonly halfWidth: number
  readonly halfHeight: number
}

export interface PlacedBadge extends BadgeBox {
  readonly point: BadgedPoint
  readonly text: string
}

const BADGE_MM = 2.3
const CHARACTER_MM = 1.25
const GAP_MM = 0.3
const EDGE_MM = 1
/** How far a badge's edge may be from its point: the nearest place that is free is taken. */
const AWAY_MM = [1.2, 2.2, 3.4, 5] as const
const DIRECTIONS = 24

/** Where the arrow to north stands, and where the line of scale begins. */
export const NORTH_AT: Point = [SKETCH_WIDTH_MM - 6, 9]
export const SCALE_AT: Point = [5, SKETCH_HEIGHT_MM - 5]

/** What the two take. */
const CORNERS: readonly BadgeBox[] = [
  { x: NORTH_AT[0], y: NORTH_AT[1], halfWidth: 4, halfHeight: 8 },
  { x: SCALE_AT[0] + 15, y: SCALE_AT[1] - 1, halfWidth: 19, halfHeight: 4 },
]

/** @param taken what no badge may cover: the subject's mark and all dots */
export function placeBadges(
  points: readonly BadgedPoint[],
  taken: readonly BadgeBox[],
): PlacedBadge[] {
  const placed: PlacedBadge[] = []
  for (const point of points) {
    const badge = badgeFor(point, [...taken, ...CORNERS, ...placed])
    if (badge) placed.push(badge)
    else if (points.length === 1) return [badgeFor(point, []) ?? badgeAt(point, middleOf(point))]
    else return placeBadges(withNearest(points, point), taken)
  }
  return placed
}

/** Outward from the sketch's middle where that is free. */
function badgeFor(point: BadgedPoint, taken: readonly BadgeBox[]): PlacedBadge | undefined {
  const [x, y] = middleOf(point)
  const outward = Math.atan2(y - SKETCH_HEIGHT_MM / 2, x - SKETCH_WIDTH_MM / 2)
  const { halfWidth, halfHeight } = badgeAt(point, [x, y])
  for (const away of AWAY_MM) {
    for (let turn = 0; turn < DIRECTIONS; turn += 1) {
      const step = turn % 2 === 0 ? turn / 2 : -(turn + 1) / 2
      const angle = outward + (step * 2 * Math.PI) / DIRECTIONS
      const badge = badgeAt(point, [
        x + Math.cos(angle) * (halfWidth + away),
        y + Math.sin(angle) * (halfHeight + away),
      ])
      if (isInFrame(badge) && !taken.some((box) => meet(box, badge))) return badge
    }
  }
  return undefined
}

function badgeAt(point: BadgedPoint, [x, y]: Point): PlacedBadge {
  const text = joinedNumbers(point.dots.map(({ number }) => number))
  const halfWidth = text.length <= 2 ? BADGE_MM : (text.length * CHARACTER_MM + BADGE_MM) / 2
  return { x: roundMm(x), y: roundMm(y), halfWidth, halfHeight: BADGE_MM, point, text }
}

/** The point and the one nearest to it become one. */
function withNearest(points: readonly BadgedPoint[], point: BadgedPoint): BadgedPoint[] {
  const middle = middleOf(point)
  const farFrom = (other: BadgedPoint) => pointDistance(middleOf(other), middle)
  const others = points.filter((other) => other !== point)
  const nearest = others.reduce((best, one) => (farFrom(one) < farFrom(best) ? one : best))
  return points.flatMap((one) => {
    if (one === point) return []
    return one === nearest ? [{ dots: [...nearest.dots, ...point.dots] }] : [one]
  })
}

function middleOf({ dots }: BadgedPoint): Point {
  const mean = (axis: 0 | 1) => sumOf(dots, ({ at }) => at[axis]) / dots.length
  return [mean(0), mean(1)]
}

function isInFrame({ x, y, halfWidth, halfHeight }: BadgeBox): boolean {
  const [right, bottom] = [SKETCH_WIDTH_MM - EDGE_MM, SKETCH_HEIGHT_MM - EDGE_MM]
  return (
    x - halfWidth >= EDGE_MM &&
    x + halfWidth <= right &&
    y - halfHeight >= EDGE_MM &&
    y + halfHeight <= bottom
  )
}

function meet(a: BadgeBox, b: BadgeBox): boolean {
  return (
    Math.abs(a.x - b.x) < a.halfWidth + b.halfWidth + GAP_MM &&
    Math.abs(a.y - b.y) < a.halfHeight + b.halfHeight + GAP_MM
  )
}

/** `2–10`, `2, 5, 7`: three or more in a row as a range. */
function joinedNumbers(numbers: readonly number[]): string {
  const runs: number[][] = []
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && last.at(-1) === number - 1) last.push(number)
    else runs.push([number])
  }
  return runs
    .flatMap((run) => (run.length > 2 ? [`${run[0]}–${run.at(-1)}`] : run.map(String)))
    .join(', ')
}
