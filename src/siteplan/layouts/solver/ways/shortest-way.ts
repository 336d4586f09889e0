// The shortest right-angled way over a grid, from a way to a net of others or out of the site. What
// is joined with what is lane-network.ts's, where a way may run way-grid.ts's.
import FlatQueue from 'flatqueue'
import type { Point } from '../../../../geometry/plane.ts'
import type { Rect } from '../frame/rect.ts'
import { SAME_WAY_M } from '../tolerances.ts'
import { crossingsOn, type Direction, exitsAt, type Grid } from './way-grid.ts'

/** Cost of a turn, in metres of way. */
const TURN_M = 12

export interface Way {
  readonly rects: readonly Rect[]
  /** The last part, over the edge of the site. */
  readonly exit?: Rect
}

/** A way out of the site that ends the search as soon as nothing cheaper is left. */
interface WayOut {
  readonly cost: number
  readonly state: number
  readonly exit: Rect
}

/**
 * Searches over one grid, one after the other. A state is twice the number of a crossing (row by
 * row) plus the direction in which it was reached. Arrays over all states are as large as the grid,
 * and most searches see little of it: so they are kept, and only what the last one wrote is wiped.
 */
export class WayFinder {
  readonly #grid: Grid
  /** Metres of way and turns to the state. */
  readonly #cost: Float64Array
  /** The state before it; −1 where the way begins. */
  readonly #previous: Int32Array
  /** The states whose cost is known. */
  #seen: number[] = []
  readonly #queue = new FlatQueue()
  /** Whether a crossing is on the middle of a way of the net. */
  readonly #onNet: Uint8Array

  constructor(grid: Grid) {
    const crossings = grid.xs.length * grid.ys.length
    this.#grid = grid
    this.#cost = new Float64Array(crossings * 2).fill(Infinity)
    this.#previous = new Int32Array(crossings * 2).fill(-1)
    this.#onNet = new Uint8Array(crossings)
  }

  /** Ways that later searches may lead to. */
  addToNet(ways: readonly Rect[]): void {
    for (const way of ways) {
      for (const at of crossingsOn(this.#grid, way)) this.#onNet[at] = 1
    }
  }

  /**
   * Dijkstra over crossings and directions, from any crossing on the middle of a way to the nearest
   * on the net, or out of the site. Undefined where none leads there.
   */
  shortest(from: Rect, to: 'net' | 'out'): Way | undefined {
    this.#begin(from)
    let best: WayOut | undefined
    for (const state of this.#cheapestFirst()) {
      if (best && (this.#cost[state] as number) >= best.cost) break
      if (to === 'out') {
        best = this.#cheaper(best, state)
      } else if (this.#onNet[state >> 1]) {
        return { rects: this.#rectsTo(state) }
      }
      this.#spread(state)
    }
    return best && { rects: this.#rectsTo(best.state), exit: best.exit }
  }

  /**
   * The states of one cost together and by their numbers: the queue leaves their order open, and
   * the same input gives the same way. Those reached meanwhile cost more, as lines of the grid are
   * apart.
   */
  *#cheapestFirst(): Generator<number, void> {
    const queue = this.#queue
    for (let cost = queue.peekValue(); cost !== undefined; cost = queue.peekValue()) {
      const states: number[] = []
      while (queue.peekValue() === cost) states.push(queue.pop() as number)
      for (const state of states.sort((a, b) => a - b)) {
        // Not those reached at less cost since they were pushed.
        if (cost === this.#cost[state]) yield state
      }
    }
  }

  #begin(from: Rect): void {
    for (const state of this.#seen) {
      this.#cost[state] = Infinity
      this.#previous[state] = -1
    }
    this.#seen = []
    this.#queue.clear()
    for (const at of crossingsOn(this.#grid, from)) {
      for (const state of [at * 2, at * 2 + 1]) this.#reach(state, 0, -1)
    }
  }

  #reach(state: number, cost: number, previous: number): void {
    this.#cost[state] = cost
    this.#previous[state] = previous
    this.#seen.push(state)
    this.#queue.push(state, cost)
  }

  /** The best way out so far, or one straight on from a state. */
  #cheaper(best: WayOut | undefined, state: number): WayOut | undefined {
    let least = best
    for (const exit of exitsAt(this.#grid, ...crossingOf(this.#grid, state))) {
      const total = (this.#cost[state] as number) + exit.lengthM + turnM(exit.direction, state)
      if (!least || total < least.cost) least = { cost: total, state, exit: exit.rect }
    }
    return least
  }

  /** To the four crossings beside it, as far as the way there is free. */
  #spread(state: number): void {
    const { xs, ys, toRight, toTop } = this.#grid
    const columns = xs.length
    const at = state >> 1
    const [i, j] = crossingOf(this.#grid, state)
    const [x, y] = [xs[i] ?? 0, ys[j] ?? 0]
    if (toRight[at]) this.#step(state, at + 1, 0, (xs[i + 1] ?? 0) - x)
    if (i > 0 && toRight[at - 1]) this.#step(state, at - 1, 0, x - (xs[i - 1] ?? 0))
    if (toTop[at]) this.#step(state, at + columns, 1, (ys[j + 1] ?? 0) - y)
    if (j > 0 && toTop[at - columns]) this.#step(state, at - columns, 1, y - (ys[j - 1] ?? 0))
  }

  #step(state: number, crossing: number, direction: Direction, lengthM: number): void {
    const next = crossing * 2 + direction
    const total = (this.#cost[state] as number) + lengthM + turnM(direction, state)
    if (total < (this.#cost[next] as number) - SAME_WAY_M) this.#reach(next, total, state)
  }

  /** The way that ends at a state, in straight runs of the grid's width. */
  #rectsTo(end: number): Rect[] {
    const { widthM, xs, ys } = this.#grid
    const points: Point[] = []
    for (let state = end; state >= 0; state = this.#previous[state] ?? -1) {
      const [i, j] = crossingOf(this.#grid, state)
      points.push([xs[i] ?? 0, ys[j] ?? 0])
    }
    return runsThrough(points, widthM)
  }
}

/** Column and row. */
function crossingOf({ xs }: Grid, state: number): readonly [i: number, j: number] {
  const at = state >> 1
  const i = at % xs.length
  return [i, (at - i) / xs.length]
}

/** What it costs to go on in a direction. */
function turnM(direction: Direction, state: number): number {
  return direction === (state & 1) ? 0 : TURN_M
}

/** A right-angled way through points, as a rectangle for each straight run. */
function runsThrough(points: readonly Point[], widthM: number): Rect[] {
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
