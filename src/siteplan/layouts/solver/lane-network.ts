// Joins the ways along buildings into one net and leads it to the site's edge, by the shortest
// right-angled ways over a grid of the lines of ways and buildings. A way that cannot be joined leads out by
// itself, as in a part of the site that is cut off from the rest.
import { boxOf } from '../../../geometry/plane.ts'
import { WAY_OFF_WALLS_M } from './fire-lanes.ts'
import { freeIntervals, grown, type Interval, overlap, type Rect, type Strips } from './frame.ts'
import { crossingsAlong, type SiteEdge, wayOutTo } from './mouths.ts'
import { StateHeap } from './state-heap.ts'
import { DRAWN_M, SAME_WAY_M } from './tolerances.ts'

/** Most lines of the grid in either direction; on a larger site its step grows. */
const MAX_LINES = 90

/** Lines of the grid nearer to each other than this are one, m. */
const LINES_APART_M = 0.05

/** A line may so run beside the one that it stands for, and a little more by rounding, m. */
const OFF_LINE_M = 0.06

/** Cost of a turn, in metres of way. */
const TURN_M = 12

interface Grid {
  readonly edge: SiteEdge
  /** Where the middle line of a way never runs. */
  readonly keepOut: readonly Rect[]
  readonly xs: readonly number[]
  readonly ys: readonly number[]
  /** Whether the way from (i, j) to (i + 1, j), or to (i, j + 1), is free. */
  readonly toRight: Uint8Array
  readonly toTop: Uint8Array
}

/** Ways, and those of them that lead out of the site. */
export interface Net {
  readonly ways: readonly Rect[]
  readonly mouths: readonly Rect[]
}

/** The lanes, the ways that join them and those that lead out. */
export function connected(
  edge: SiteEdge,
  lanes: readonly Rect[],
  buildings: readonly Rect[],
  widthM: number,
): Net {
  const grid = gridOf(edge, lanes, buildings, widthM)
  const [first, ...others] = [...lanes].sort((a, b) => longest(b) - longest(a))
  if (!first) return { ways: [], mouths: [] }
  const mouths: Rect[] = []
  const net: Rect[] = [first]
  const ways = (way: Way | undefined) => {
    if (way?.mouth) mouths.push(way.mouth)
    net.push(...(way?.rects ?? []), ...(way?.mouth ? [way.mouth] : []))
  }
  ways(wayBetween(grid, [first], 'out', widthM))
  for (const lane of others) {
    if (!net.some((other) => overlap(lane, other))) {
      ways(wayBetween(grid, [lane], net, widthM) ?? wayBetween(grid, [lane], 'out', widthM))
    }
    net.push(lane)
  }
  return { ways: net, mouths }
}

function gridOf(
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
  return { edge, keepOut, xs, ys, toRight, toTop }
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
  const step = Math.max(3, (to - from) / MAX_LINES)
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
function onMiddle({ x0, y0, x1, y1 }: Rect, x: number, y: number): boolean {
  const half = Math.min(x1 - x0, y1 - y0) / 2 - OFF_LINE_M
  return x0 + half <= x && x <= x1 - half && y0 + half <= y && y <= y1 - half
}

function longest({ x0, y0, x1, y1 }: Rect): number {
  return Math.max(x1 - x0, y1 - y0)
}

interface Way {
  readonly rects: readonly Rect[]
  /** The last part, over the edge of the site. */
  readonly mouth?: Rect
}

/**
 * Dijkstra over crossings and directions, from any crossing in `from` to the nearest on the middle
 * of a way in `to`, or out of the site.
 */
function wayBetween(
  grid: Grid,
  from: readonly Rect[],
  to: readonly Rect[] | 'out',
  widthM: number,
): Way | undefined {
  const { xs, ys, toRight, toTop } = grid
  const columns = xs.length
  const states = columns * ys.length * 2
  const cost = new Float64Array(states).fill(Infinity)
  const previous = new Int32Array(states).fill(-1)
  const heap = new StateHeap()
  for (const [j, y] of ys.entries()) {
    for (const [i, x] of xs.entries()) {
      if (!from.some((rect) => onMiddle(rect, x, y))) continue
      for (const direction of [0, 1]) {
        const state = (j * columns + i) * 2 + direction
        cost[state] = 0
        heap.push(0, state)
      }
    }
  }
  let best: { readonly cost: number; readonly state: number; readonly mouth: Rect } | undefined
  for (let state = heap.pop(); state !== undefined; state = heap.pop()) {
    const at = state >> 1
    const i = at % columns
    const j = (at - i) / columns
    const x = xs[i] ?? 0
    const y = ys[j] ?? 0
    const soFar = cost[state] ?? Infinity
    if (heap.poppedCost > soFar) continue
    if (best && soFar >= best.cost) break
    const direction = state & 1
    if (to === 'out') {
      for (const mouth of mouthsAt(grid, i, j, widthM)) {
        const total = soFar + mouth.lengthM + (mouth.direction === direction ? 0 : TURN_M)
        if (!best || total < best.cost) best = { cost: total, state, mouth: mouth.rect }
      }
    } else if (to.some((rect) => onMiddle(rect, x, y))) {
      return { rects: rectsOf(grid, previous, state, widthM) }
    }
    const step = (free: number | undefined, next: number, length: number, turn: 0 | 1) => {
      if (!free) return
      const nextState = next * 2 + turn
      const total = soFar + length + (turn === direction ? 0 : TURN_M)
      if (total >= (cost[nextState] ?? 0) - SAME_WAY_M) return
      cost[nextState] = total
      previous[nextState] = state
      heap.push(total, nextState)
    }
    step(toRight[at], at + 1, (xs[i + 1] ?? 0) - x, 0)
    if (i > 0) step(toRight[at - 1], at - 1, x - (xs[i - 1] ?? 0), 0)
    step(toTop[at], at + columns, (ys[j + 1] ?? 0) - y, 1)
    if (j > 0) step(toTop[at - columns], at - columns, y - (ys[j - 1] ?? 0), 1)
  }
  return best && { rects: rectsOf(grid, previous, best.state, widthM), mouth: best.mouth }
}

interface Mouth {
  readonly rect: Rect
  readonly lengthM: number
  /** 0 along x, 1 along y. */
  readonly direction: 0 | 1
}

/** The ways straight out of the site from a crossing of the grid. */
function mouthsAt(grid: Grid, i: number, j: number, widthM: number): Mouth[] {
  const { edge, xs, ys, keepOut } = grid
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

/** The way that ends at a state, in straight runs of its width. */
function rectsOf({ xs, ys }: Grid, previous: Int32Array, end: number, widthM: number): Rect[] {
  const columns = xs.length
  const points: [number, number][] = []
  for (let state = end; state >= 0; state = previous[state] ?? -1) {
    const at = state >> 1
    points.push([xs[at % columns] ?? 0, ys[Math.floor(at / columns)] ?? 0])
  }
  const half = widthM / 2
  const rects: Rect[] = []
  let [startX, startY] = points[0] ?? [0, 0]
  for (let k = 1; k < points.length; k += 1) {
    const [x, y] = points[k] ?? [0, 0]
    const [nextX, nextY] = points[k + 1] ?? [NaN, NaN]
    const goesOn = (startX === x && x === nextX) || (startY === y && y === nextY)
    if (goesOn) continue
    rects.push({
      x0: Math.min(startX, x) - half,
      x1: Math.max(startX, x) + half,
      y0: Math.min(startY, y) - half,
      y1: Math.max(startY, y) + half,
    })
    startX = x
    startY = y
  }
  return rects
}
