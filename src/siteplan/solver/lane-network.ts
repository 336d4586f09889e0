// Joins the ways along buildings into one net and leads it to the site's edge, by the shortest
// right-angled ways over a grid of their own lines. A way that cannot be joined leads out by
// itself, as in a part of the site that is cut off from the rest.
import { boxOf } from '../../geometry/plane.ts'
import {
  freeIntervals,
  grown,
  type Interval,
  overlap,
  type Rect,
  rectInside,
  type Strips,
  stripsOf,
} from './frame.ts'
import { StateHeap } from './state-heap.ts'

/** Least distance of a connecting way from walls, m. */
const FROM_WALL_M = 2.5

/** Most lines of the grid in either direction; on a larger site its step grows. */
const MOST_LINES = 90

/** Cost of a turn, in metres of way. */
const TURN_M = 12

interface Grid {
  readonly xs: readonly number[]
  readonly ys: readonly number[]
  /** Whether the way from (i, j) to (i + 1, j), or to (i, j + 1), is free. */
  readonly toRight: Uint8Array
  readonly toTop: Uint8Array
}

/** The ways that join the lanes and lead out, without the lanes themselves. */
export function connections(
  site: Strips,
  lanes: readonly Rect[],
  buildings: readonly Rect[],
  widthM: number,
): Rect[] {
  const grid = gridOf(site, lanes, buildings, widthM)
  const ways: Rect[] = []
  const sorted = [...lanes].sort((a, b) => longest(b) - longest(a))
  const first = sorted[0]
  if (!first) return []
  const net: Rect[] = [first]
  const out = wayBetween(grid, net, (x, y) => atEdge(site, x, y, widthM), widthM)
  for (const rect of out ?? []) {
    ways.push(rect)
    net.push(rect)
  }
  if (out) ways.push(...mouth(site, out[0] ?? first, widthM))
  for (const lane of sorted.slice(1)) {
    if (!net.some((other) => overlap(lane, other))) {
      const way =
        wayBetween(grid, [lane], (x, y) => net.some((rect) => onMiddle(rect, x, y)), widthM) ??
        wayBetween(grid, [lane], (x, y) => atEdge(site, x, y, widthM), widthM)
      for (const rect of way ?? []) {
        ways.push(rect)
        net.push(rect)
      }
    }
    net.push(lane)
  }
  return ways
}

/** The last metre of the way out; the part beyond the site's edge is cut off later. */
function mouth(site: Strips, last: Rect, widthM: number): Rect[] {
  const reach = widthM / 2 + 1.5
  const moves = [
    [0, -1],
    [0, 1],
    [-1, 0],
    [1, 0],
  ] as const
  return moves
    .map(([dx, dy]) => ({
      x0: last.x0 + Math.min(0, dx) * 1.5,
      x1: last.x1 + Math.max(0, dx) * 1.5,
      y0: last.y0 + Math.min(0, dy) * 1.5,
      y1: last.y1 + Math.max(0, dy) * 1.5,
    }))
    .filter((rect) => Math.min(rect.x1 - rect.x0, rect.y1 - rect.y0) < reach * 2)
    .filter((rect) => !rectInside(site, rect))
    .slice(0, 1)
}

/** Whether a way of that width may end here: its next step would leave the site. */
function atEdge(site: Strips, x: number, y: number, widthM: number): boolean {
  const half = widthM / 2 + 0.6
  return !freeIntervals(site, y - half, y + half).some(
    ([from, to]) => from <= x - half && x + half <= to,
  )
}

function gridOf(
  site: Strips,
  lanes: readonly Rect[],
  buildings: readonly Rect[],
  widthM: number,
): Grid {
  const { minX, maxX, minY, maxY } = boxOf(site.region)
  const half = widthM / 2
  const keepOut = buildings.map((rect) => grown(rect, half + FROM_WALL_M))
  const marks = [...lanes.map((lane) => grown(lane, -half)), ...keepOut]
  const turned = stripsOf(
    site.region.map((ring) => ring.map(([x, y]) => [y, x] as const).reverse()),
  )
  const alongX = lanes.flatMap(({ y0, y1 }) => [y0 + half, (y0 + y1) / 2, y1 - half])
  const alongY = lanes.flatMap(({ x0, x1 }) => [x0 + half, (x0 + x1) / 2, x1 - half])
  const xs = lines(minX + half, maxX - half, [
    ...marks.flatMap(({ x0, x1 }) => [x0, x1, (x0 + x1) / 2]),
    ...alongX.flatMap((y) => edgesOf(site, y, half)),
  ])
  const ys = lines(minY + half, maxY - half, [
    ...marks.flatMap(({ y0, y1 }) => [y0, y1, (y0 + y1) / 2]),
    ...alongY.flatMap((x) => edgesOf(turned, x, half)),
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
  return { xs, ys, toRight, toTop }
}

/**
 * Where a way along a lane's line meets the site's edge: the grid's even steps may end before it.
 */
function edgesOf(site: Strips, y: number, half: number): number[] {
  const tiny = 1e-3
  return freeIntervals(site, y - half, y + half).flatMap(([from, to]) => [
    from + half + tiny,
    to - half - tiny,
  ])
}

/** The given lines and evenly spaced ones between, sorted, at least 5 cm apart. */
function lines(from: number, to: number, marks: readonly number[]): number[] {
  const step = Math.max(3, (to - from) / MOST_LINES)
  const all = marks.filter((mark) => from <= mark && mark <= to)
  for (let at = from; at <= to; at += step) all.push(at)
  all.push(to)
  all.sort((a, b) => a - b)
  const kept: number[] = []
  for (const line of all) {
    if (kept.length === 0 || line - (kept.at(-1) ?? 0) > 0.05) kept.push(line)
  }
  return kept
}

function within(free: readonly Interval[] | undefined, from: number, to: number): boolean {
  return free?.some(([a, b]) => a <= from && to <= b) ?? false
}

/** Whether a line along x or y runs through the inside of a rectangle. */
function crosses({ x0, y0, x1, y1 }: Rect, ax: number, ay: number, bx: number, by: number) {
  const tiny = 0.06
  return ax < x1 - tiny && bx > x0 + tiny && ay < y1 - tiny && by > y0 + tiny
}

/** Whether a point is on the middle line of a way. */
function onMiddle({ x0, y0, x1, y1 }: Rect, x: number, y: number): boolean {
  const half = Math.min(x1 - x0, y1 - y0) / 2 - 0.06
  return x0 + half <= x && x <= x1 - half && y0 + half <= y && y <= y1 - half
}

function longest({ x0, y0, x1, y1 }: Rect): number {
  return Math.max(x1 - x0, y1 - y0)
}

/**
 * Dijkstra over crossings and directions, from any crossing in `from` to the first that has
 * `arrived`.
 */
function wayBetween(
  grid: Grid,
  from: readonly Rect[],
  arrived: (x: number, y: number) => boolean,
  widthM: number,
): Rect[] | undefined {
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
  for (let state = heap.pop(); state !== undefined; state = heap.pop()) {
    const at = state >> 1
    const i = at % columns
    const j = (at - i) / columns
    const x = xs[i] ?? 0
    const y = ys[j] ?? 0
    const soFar = cost[state] ?? Infinity
    if (heap.poppedCost > soFar) continue
    if (arrived(x, y)) return rectsOf(grid, previous, state, widthM)
    const direction = state & 1
    const step = (free: number | undefined, to: number, length: number, turn: 0 | 1) => {
      if (!free) return
      const next = to * 2 + turn
      const total = soFar + length + (turn === direction ? 0 : TURN_M)
      if (total >= (cost[next] ?? 0) - 1e-9) return
      cost[next] = total
      previous[next] = state
      heap.push(total, next)
    }
    step(toRight[at], at + 1, (xs[i + 1] ?? 0) - x, 0)
    if (i > 0) step(toRight[at - 1], at - 1, x - (xs[i - 1] ?? 0), 0)
    step(toTop[at], at + columns, (ys[j + 1] ?? 0) - y, 1)
    if (j > 0) step(toTop[at - columns], at - columns, y - (ys[j - 1] ?? 0), 1)
  }
  return undefined
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
