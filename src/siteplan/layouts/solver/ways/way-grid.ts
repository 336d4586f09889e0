// The grid that ways run along: lines through the middle of ways, beside buildings and evenly
// between, which pieces of them are free, and where a way leads straight out of the site. Never
// chooses a way; that is lane-network.ts's.
import { boxOf } from '../../../../geometry/plane.ts'
import { grown, type Rect } from '../massing/rect.ts'
import { freeIntervals, type Interval, type Strips } from '../massing/strips.ts'
import { DRAWN_M } from '../tolerances.ts'
import { WAY_OFF_WALLS_M } from './fire-lanes.ts'
import { crossingsAlong, type SiteEdge, wayOutTo } from './mouths.ts'

/** Most lines of the grid in either direction; on a larger site its step grows. */
const MAX_LINES = 90

/** Even lines of the grid are no nearer to each other, m: about the width of a way. */
const MIN_STEP_M = 3

/** Lines of the grid nearer to each other than this are one, m. */
const LINES_APART_M = 0.05

/** How far a way may run beside its own line, for which another stands, and for rounding, m. */
const OFF_LINE_M = 0.06

export interface Grid {
  /** Of all ways, m. */
  readonly widthM: number
  readonly edge: SiteEdge
  /** Where the middle line of a way never runs. */
  readonly keepOut: readonly Rect[]
  readonly xs: readonly number[]
  readonly ys: readonly number[]
  /** Whether the way from (i, j) to (i + 1, j), or to (i, j + 1), is free. */
  readonly toRight: Uint8Array
  readonly toTop: Uint8Array
}

export function gridOf(
  edge: SiteEdge,
  lanes: readonly Rect[],
  buildings: readonly Rect[],
  widthM: number,
): Grid {
  const { alongX: site, alongY: turned } = edge
  const { minX, maxX, minY, maxY } = boxOf(site.region)
  const half = widthM / 2
  const keepOut = buildings.map((rect) => grown(rect, half + WAY_OFF_WALLS_M))
  const marks = [...lanes.map((lane) => grown(lane, -half)), ...keepOut]
  const linesX = lanes.flatMap(({ y0, y1 }) => [y0 + half, (y0 + y1) / 2, y1 - half])
  const linesY = lanes.flatMap(({ x0, x1 }) => [x0 + half, (x0 + x1) / 2, x1 - half])
  const xs = lines(minX + half, maxX - half, [
    ...marks.flatMap(({ x0, x1 }) => [x0, x1, (x0 + x1) / 2]),
    ...linesX.flatMap((y) => edgesOf(site, y, half)),
  ])
  const ys = lines(minY + half, maxY - half, [
    ...marks.flatMap(({ y0, y1 }) => [y0, y1, (y0 + y1) / 2]),
    ...linesY.flatMap((x) => edgesOf(turned, x, half)),
  ])
  const rows = ys.map((y) => freeIntervals(site, y - half, y + half))
  const columns = xs.map((x) => freeIntervals(turned, x - half, x + half))
  const toRight = new Uint8Array(xs.length * ys.length)
  const toTop = new Uint8Array(xs.length * ys.length)
  for (const [j, y] of ys.entries()) {
    for (const [i, x] of xs.entries()) {
      const right = xs[i + 1]
      const top = ys[j + 1]
      const at = j * xs.length + i
      if (right !== undefined && within(rows[j], x - half, right + half)) {
        toRight[at] = keepOut.some((rect) => crosses(rect, x, y, right, y)) ? 0 : 1
      }
      if (top !== undefined && within(columns[i], y - half, top + half)) {
        toTop[at] = keepOut.some((rect) => crosses(rect, x, y, x, top)) ? 0 : 1
      }
    }
  }
  return { widthM, edge, keepOut, xs, ys, toRight, toTop }
}

/**
 * Where a way along a lane's line meets the site's edge: the grid's even steps may end before it.
 */
function edgesOf(site: Strips, y: number, half: number): number[] {
  return freeIntervals(site, y - half, y + half).flatMap(([from, to]) => [
    from + half + DRAWN_M,
    to - half - DRAWN_M,
  ])
}

/** The given lines and evenly spaced ones between, sorted, without those too near to another. */
function lines(from: number, to: number, marks: readonly number[]): number[] {
  const step = Math.max(MIN_STEP_M, (to - from) / MAX_LINES)
  const all = marks.filter((mark) => from <= mark && mark <= to)
  for (let at = from; at <= to; at += step) all.push(at)
  all.push(to)
  all.sort((a, b) => a - b)
  const kept: number[] = []
  for (const line of all) {
    if (kept.length === 0 || line - (kept.at(-1) ?? 0) > LINES_APART_M) kept.push(line)
  }
  return kept
}

function within(free: readonly Interval[] | undefined, from: number, to: number): boolean {
  return free?.some(([a, b]) => a <= from && to <= b) ?? false
}

/** Whether a line along x or y runs through the inside of a rectangle. */
function crosses({ x0, y0, x1, y1 }: Rect, ax: number, ay: number, bx: number, by: number) {
  return (
    ax < x1 - OFF_LINE_M && bx > x0 + OFF_LINE_M && ay < y1 - OFF_LINE_M && by > y0 + OFF_LINE_M
  )
}

/** Whether a point is on the middle line of a way. */
export function onMiddle({ x0, y0, x1, y1 }: Rect, x: number, y: number): boolean {
  const half = Math.min(x1 - x0, y1 - y0) / 2 - OFF_LINE_M
  return x0 + half <= x && x <= x1 - half && y0 + half <= y && y <= y1 - half
}

interface Mouth {
  readonly rect: Rect
  readonly lengthM: number
  /** 0 along x, 1 along y. */
  readonly direction: 0 | 1
}

/** The ways straight out of the site from a crossing of the grid. */
export function mouthsAt(grid: Grid, i: number, j: number): Mouth[] {
  const { widthM, edge, xs, ys, keepOut } = grid
  const half = widthM / 2
  const x = xs[i] ?? 0
  const y = ys[j] ?? 0
  const inRow = crossingsAlong(edge, 'x', widthM)(y - half)
  const inColumn = crossingsAlong(edge, 'y', widthM)(x - half)
  return [true, false].flatMap((isUp): Mouth[] => {
    const outX = wayOutTo(inRow, x, isUp)
    const outY = wayOutTo(inColumn, y, isUp)
    const mouths: Mouth[] = []
    if (outX !== undefined) {
      const [x0, x1] = [Math.min(x, outX), Math.max(x, outX)]
      if (!keepOut.some((rect) => crosses(rect, x0, y, x1, y))) {
        const rect = isUp ? { x0: x - half, x1 } : { x0, x1: x + half }
        const lengthM = x1 - x0
        mouths.push({ rect: { ...rect, y0: y - half, y1: y + half }, lengthM, direction: 0 })
      }
    }
    if (outY !== undefined) {
      const [y0, y1] = [Math.min(y, outY), Math.max(y, outY)]
      if (!keepOut.some((rect) => crosses(rect, x, y0, x, y1))) {
        const rect = isUp ? { y0: y - half, y1 } : { y0, y1: y + half }
        const lengthM = y1 - y0
        mouths.push({ rect: { ...rect, x0: x - half, x1: x + half }, lengthM, direction: 1 })
      }
    }
    return mouths
  })
}
