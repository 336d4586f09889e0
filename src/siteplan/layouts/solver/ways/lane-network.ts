// Joins the ways along buildings into one net and leads it to the site's edge, by the shortest
// right-angled ways over a grid (way-grid.ts). A way that cannot be joined leads out by itself, as in
// a part of the site that is cut off from the rest.
import { overlap, type Rect } from '../massing/rect.ts'
import { SAME_WAY_M } from '../tolerances.ts'
import type { SiteEdge } from './mouths.ts'
import { StateHeap } from './state-heap.ts'
import { type Grid, gridOf, mouthsAt, onMiddle } from './way-grid.ts'

/** Cost of a turn, in metres of way. */
const TURN_M = 12

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
  const [first, ...others] = [...lanes].sort((a, b) => longSide(b) - longSide(a))
  if (!first) return { ways: [], mouths: [] }
  const mouths: Rect[] = []
  const net: Rect[] = [first]
  const join = (way: Way | undefined) => {
    if (way?.mouth) mouths.push(way.mouth)
    net.push(...(way?.rects ?? []), ...(way?.mouth ? [way.mouth] : []))
  }
  join(wayBetween(grid, [first], 'out'))
  for (const lane of others) {
    if (!net.some((other) => overlap(lane, other))) {
      join(wayBetween(grid, [lane], net) ?? wayBetween(grid, [lane], 'out'))
    }
    net.push(lane)
  }
  return { ways: net, mouths }
}

function longSide({ x0, y0, x1, y1 }: Rect): number {
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
): Way | undefined {
  const { xs, ys, toRight, toTop } = grid
  const columns = xs.length
  const states = columns * ys.length * 2
  const cost = new Float64Array(states).fill(Infinity)
  const previous = new Int32Array(states).fill(-1)
  const heap = new StateHeap()
  for (const at of crossingsOn(grid, from)) {
    for (const state of [at * 2, at * 2 + 1]) {
      cost[state] = 0
      heap.push(0, state)
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
      for (const mouth of mouthsAt(grid, i, j)) {
        const total = soFar + mouth.lengthM + (mouth.direction === direction ? 0 : TURN_M)
        if (!best || total < best.cost) best = { cost: total, state, mouth: mouth.rect }
      }
    } else if (to.some((rect) => onMiddle(rect, x, y))) {
      return { rects: rectsOf(grid, previous, state) }
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
  return best && { rects: rectsOf(grid, previous, best.state), mouth: best.mouth }
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
