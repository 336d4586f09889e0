// The grid that ways run along: lines through the middle of ways, beside buildings and evenly
// between, which pieces of them are free, and where a way leads straight out of the site. Never
// chooses a way; that is shortest-way.ts's.
import { boxOf } from '../../../../geometry/plane.ts'
import { grown, type Rect, shortSide } from '../frame/rect.ts'
import { freeIntervals, type Interval, type Strips } from '../frame/strips.ts'
import { crossingsAlong, type SiteEdge, wayOutTo } from './site-edge.ts'

/** Most lines of the grid in either direction; on a larger site its step grows. */
const MAX_LINES = 90

/** Even lines of the grid are no nearer to each other, m: about the width of a way. */
const MIN_STEP_M = 3

/** Lines of the grid nearer to each other than this are one, m. */
const LINES_APART_M = 0.05

/** How far a way may run beside its line, since near lines count as one, and for rounding, m. */
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

/** @param kept walls with what ways keep from them */
export function gridOf(
  edge: SiteEdge,
  lanes: readonly Rect[],
  kept: readonly Rect[],
  widthM: number,
): Grid {
  const { alongX: site, alongY: turned } = edge
  const half = widthM / 2
  const keepOut = kept.map((rect) => grown(rect, half))
  const { xs, ys } = linesThrough(site, lanes, keepOut, half)
  const toRight = new Uint8Array(xs.length * ys.length)
  const toTop = new Uint8Array(xs.length * ys.length)
  for (const [j, y] of ys.entries()) {
    const free = freeIntervals(site, y - half, y + half)
    const keptOut = keepOut.filter(({ y0, y1 }) => runsInto(y, y, y0, y1))
    const steps = freeSteps(xs, half, free, keptOut.map(spanOnX))
    for (const i of steps) toRight[j * xs.length + i] = 1
  }
  for (const [i, x] of xs.entries()) {
    const free = freeIntervals(turned, x - half, x + half)
    const keptOut = keepOut.filter(({ x0, x1 }) => runsInto(x, x, x0, x1))
    const steps = freeSteps(ys, half, free, keptOut.map(spanOnY))
    for (const j of steps) toTop[j * xs.length + i] = 1
  }
  return { widthM, edge, keepOut, xs, ys, toRight, toTop }
}

const spanOnX = ({ x0, x1 }: Rect): Interval => [x0, x1]
const spanOnY = ({ y0, y1 }: Rect): Interval => [y0, y1]

/** The lines from which the way to the next one is free and crosses nothing to keep out of. */
function freeSteps(
  lines: readonly number[],
  half: number,
  free: readonly Interval[],
  keptOut: readonly Interval[],
): number[] {
  const steps: number[] = []
  for (let i = 0; i + 1 < lines.length; i += 1) {
    const from = lines[i] ?? 0
    const to = lines[i + 1] ?? 0
    if (!within(free, from - half, to + half)) continue
    if (!keptOut.some((one) => runsInto(from, to, one[0], one[1]))) steps.push(i)
  }
  return steps
}

/** Through lanes, beside buildings, and evenly between. */
function linesThrough(
  site: Strips,
  lanes: readonly Rect[],
  keepOut: readonly Rect[],
  half: number,
): Pick<Grid, 'xs' | 'ys'> {
  const { minX, maxX, minY, maxY } = boxOf(site.region)
  const marks = [...lanes.map((lane) => grown(lane, -half)), ...keepOut]
  return {
    xs: lines(
      minX + half,
      maxX - half,
      marks.flatMap(({ x0, x1 }) => [x0, x1, (x0 + x1) / 2]),
    ),
    ys: lines(
      minY + half,
      maxY - half,
      marks.flatMap(({ y0, y1 }) => [y0, y1, (y0 + y1) / 2]),
    ),
  }
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

function within(free: readonly Interval[], from: number, to: number): boolean {
  return free.some((one) => one[0] <= from && to <= one[1])
}

/** Whether a line along x or y runs through the inside of a rectangle. */
function crosses({ x0, y0, x1, y1 }: Rect, ax: number, ay: number, bx: number, by: number) {
  return runsInto(ax, bx, x0, x1) && runsInto(ay, by, y0, y1)
}

/** Whether what goes from a to b on an axis comes between two lines across that axis. */
function runsInto(a: number, b: number, from: number, to: number): boolean {
  return a < to - OFF_LINE_M && b > from + OFF_LINE_M
}

/** The crossings on the middle line of a way, numbered row by row. */
export function crossingsOn({ xs, ys }: Grid, way: Rect): number[] {
  const half = shortSide(way) / 2 - OFF_LINE_M
  const columns = linesBetween(xs, way.x0 + half, way.x1 - half)
  return linesBetween(ys, way.y0 + half, way.y1 - half).flatMap((j) =>
    columns.map((i) => j * xs.length + i),
  )
}

/** The numbers of the lines from one place to another. */
function linesBetween(lines: readonly number[], from: number, to: number): number[] {
  return lines.flatMap((line, i) => (from <= line && line <= to ? [i] : []))
}

/** 0 along x, 1 along y: a number, so that a crossing and a direction make one state. */
export type Direction = 0 | 1

interface Exit {
  readonly rect: Rect
  readonly lengthM: number
  readonly direction: Direction
}

/** The ways straight out of the site from a crossing of the grid. */
export function exitsAt(grid: Grid, i: number, j: number): Exit[] {
  const { widthM, edge, xs, ys } = grid
  const half = widthM / 2
  const x = xs[i] ?? 0
  const y = ys[j] ?? 0
  const alongX = crossingsAlong(edge, 'x', widthM)(y - half)
  const alongY = crossingsAlong(edge, 'y', widthM)(x - half)
  return (['larger', 'smaller'] as const).flatMap((towards) => [
    ...exitAlong(grid, 0, x, y, wayOutTo(alongX, x, towards)),
    ...exitAlong(grid, 1, y, x, wayOutTo(alongY, y, towards)),
  ])
}

/**
 * @param from coordinate of the crossing along the way, m
 * @param line coordinate of the way's middle line across it, m
 * @param out coordinate along the way at which it has left the site, m; undefined = it cannot
 */
function exitAlong(
  { widthM, keepOut }: Grid,
  direction: Direction,
  from: number,
  line: number,
  out: number | undefined,
): readonly Exit[] {
  if (out === undefined) return []
  const half = widthM / 2
  const [near, far] = [Math.min(from, out), Math.max(from, out)]
  const isKept = (rect: Rect) =>
    direction === 0 ? crosses(rect, near, line, far, line) : crosses(rect, line, near, line, far)
  if (keepOut.some(isKept)) return []
  // It begins half its width before the crossing, so that ways that turn there overlap.
  const [begin, end] = out > from ? [near - half, far] : [near, far + half]
  const across = { begin: line - half, end: line + half }
  const rect =
    direction === 0
      ? { x0: begin, x1: end, y0: across.begin, y1: across.end }
      : { x0: across.begin, x1: across.end, y0: begin, y1: end }
  return [{ rect, lengthM: far - near, direction }]
}
