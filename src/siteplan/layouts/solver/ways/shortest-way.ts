// The shortest right-angled way over a grid, from ways to other ways or out of the site. What is joined
// with what is lane-network.ts's, where a way may run way-grid.ts's.
import type { Rect } from '../massing/rect.ts'
import { SAME_WAY_M } from '../tolerances.ts'
import { StateHeap } from './state-heap.ts'
import { type Grid, mouthsAt, onMiddle } from './way-grid.ts'

/** Cost of a turn, in metres of way. */
const TURN_M = 12

export interface Way {
  readonly rects: readonly Rect[]
  /** The last part, over the edge of the site. */
  readonly mouth?: Rect
}

/** Along x or along y: as a number, so that a crossing and a direction make one state. */
type Direction = 0 | 1

/**
 * What is known of each state, a crossing of the grid (numbered row by row) times two and the
 * direction in which it was reached.
 */
interface Search {
  readonly grid: Grid
  /** Metres of way and turns to the state. */
  readonly cost: Float64Array
  /** The state before it; −1 where the way begins. */
  readonly previous: Int32Array
  readonly heap: StateHeap
}

/** A way out of the site that ends the search as soon as nothing cheaper is left. */
interface WayOut {
  readonly cost: number
  readonly state: number
  readonly mouth: Rect
}

/**
 * Dijkstra over crossings and directions, from any crossing in `from` to the nearest on the middle
 * of a way in `to`, or out of the site. Undefined where none leads there.
 */
export function wayBetween(
  grid: Grid,
  from: readonly Rect[],
  to: readonly Rect[] | 'out',
): Way | undefined {
  const search = searchFrom(grid, from)
  const { cost, previous, heap } = search
  let best: WayOut | undefined
  for (let state = heap.pop(); state !== undefined; state = heap.pop()) {
    const soFar = cost[state] ?? Infinity
    // Reached in a cheaper way since it was pushed.
    if (heap.poppedCost > soFar) continue
    if (best && soFar >= best.cost) break
    const [i, j] = crossingOf(grid, state)
    if (to === 'out') {
      best = cheaper(best, search, state)
    } else if (to.some((rect) => onMiddle(rect, grid.xs[i] ?? 0, grid.ys[j] ?? 0))) {
      return { rects: rectsOf(grid, previous, state) }
    }
    spread(search, state)
  }
  return best && { rects: rectsOf(grid, previous, best.state), mouth: best.mouth }
}

function searchFrom(grid: Grid, ways: readonly Rect[]): Search {
  const states = grid.xs.length * grid.ys.length * 2
  const cost = new Float64Array(states).fill(Infinity)
  const heap = new StateHeap()
  for (const at of crossingsOn(grid, ways)) {
    for (const state of [at * 2, at * 2 + 1]) {
      cost[state] = 0
      heap.push(0, state)
    }
  }
  return { grid, cost, previous: new Int32Array(states).fill(-1), heap }
}

/** Column and row. */
function crossingOf({ xs }: Grid, state: number): readonly [i: number, j: number] {
  const at = state >> 1
  const i = at % xs.length
  return [i, (at - i) / xs.length]
}

/** The best way out so far, or one straight on from a state. */
function cheaper(best: WayOut | undefined, search: Search, state: number): WayOut | undefined {
  const { grid, cost } = search
  let least = best
  for (const mouth of mouthsAt(grid, ...crossingOf(grid, state))) {
    const total = (cost[state] ?? Infinity) + mouth.lengthM + turnM(mouth.direction, state)
    if (!least || total < least.cost) least = { cost: total, state, mouth: mouth.rect }
  }
  return least
}

/** To the four crossings beside it, as far as the way there is free. */
function spread(search: Search, state: number): void {
  const { xs, ys, toRight, toTop } = search.grid
  const columns = xs.length
  const at = state >> 1
  const [i, j] = crossingOf(search.grid, state)
  const [x, y] = [xs[i] ?? 0, ys[j] ?? 0]
  if (toRight[at]) step(search, state, at + 1, 0, (xs[i + 1] ?? 0) - x)
  if (i > 0 && toRight[at - 1]) step(search, state, at - 1, 0, x - (xs[i - 1] ?? 0))
  if (toTop[at]) step(search, state, at + columns, 1, (ys[j + 1] ?? 0) - y)
  if (j > 0 && toTop[at - columns]) step(search, state, at - columns, 1, y - (ys[j - 1] ?? 0))
}

function step(
  { cost, previous, heap }: Search,
  state: number,
  crossing: number,
  direction: Direction,
  lengthM: number,
): void {
  const next = crossing * 2 + direction
  const total = (cost[state] ?? Infinity) + lengthM + turnM(direction, state)
  if (total >= (cost[next] ?? 0) - SAME_WAY_M) return
  cost[next] = total
  previous[next] = state
  heap.push(total, next)
}

/** What it costs to go on in a direction. */
function turnM(direction: Direction, state: number): number {
  return direction === (state & 1) ? 0 : TURN_M
}

/** The crossings of the grid on the middle lines of ways, numbered row by row. */
function crossingsOn({ xs, ys }: Grid, ways: readonly Rect[]): number[] {
  const crossings: number[] = []
  for (const [j, y] of ys.entries()) {
    for (const [i, x] of xs.entries()) {
      if (ways.some((way) => onMiddle(way, x, y))) crossings.push(j * xs.length + i)
    }
  }
  return crossings
}

/** The way that ends at a state, in straight runs of its width. */
function rectsOf({ widthM, xs, ys }: Grid, previous: Int32Array, end: number): Rect[] {
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
