// How far each place of a site is from the ways that leave it, for a drive of some width: counted
// in cells along strips of free cells. Tracing the drive itself is drives.ts's.
import { wholeDown, wholeUp } from '../../../../numbers/rounding.ts'
import type { Rect } from '../frame/rect.ts'
import type { Side } from '../massing/massing.ts'
import { block, type CellRect, type Cells } from './cells.ts'

/** A drive begins where this much of its square lies on a way, in x and in y, m. */
const ON_WAY_M = 2.5

/** Distance of a square of the drive's width from the ways, by the square's lowest left cell. */
export interface Reach {
  readonly cells: Cells
  readonly ways: readonly Rect[]
  /** Cells across. */
  readonly wide: number
  /** Cells to a way; −1 = out of reach. */
  readonly steps: Int32Array
}

/** @param squares where a drive may run */
export function reachOf(cells: Cells, { wide, open }: Squares, ways: readonly Rect[]): Reach {
  return { cells, ways, wide, steps: stepsFrom(squaresOnWays(cells, ways, wide), cells, open) }
}

/** Steps from the nearest of the given squares through open ones; −1 where none leads. */
function stepsFrom(starts: readonly number[], { columns, rows }: Cells, open: Uint8Array) {
  const steps = new Int32Array(columns * rows).fill(-1)
  const queue = new Int32Array(columns * rows)
  let end = 0
  const reach = (at: number, far: number) => {
    if (!open[at] || steps[at] !== -1) return
    steps[at] = far
    queue[end] = at
    end += 1
  }
  for (const at of starts) reach(at, 0)
  for (let next = 0; next < end; next += 1) {
    const at = queue[next] ?? 0
    const column = at % columns
    const farther = (steps[at] ?? 0) + 1
    if (column + 1 < columns) reach(at + 1, farther)
    if (column > 0) reach(at - 1, farther)
    reach(at + columns, farther)
    reach(at - columns, farther)
  }
  return steps
}

/** Where a drive may enter a rectangle, and how far that is from a way, in cells. */
export interface Entry {
  readonly at: number
  readonly steps: number
  /** From the drive into the rectangle. */
  readonly into: Side
}

/** Places sampled along a side for an estimate. */
const SAMPLES = 4

/**
 * Estimates the steps of the nearest entry from a few places of each side; −1 = none is in reach.
 */
export function stepsTo({ cells, wide, steps }: Reach, place: CellRect): number {
  const { columns, rows } = cells
  const { column, row } = place
  let least = -1
  const across = Math.max(0, place.wide - wide)
  const up = Math.max(0, place.high - wide)
  for (let sample = 0; sample < SAMPLES && least !== 0; sample += 1) {
    const x = column + Math.round((across * sample) / (SAMPLES - 1))
    const y = row + Math.round((up * sample) / (SAMPLES - 1))
    for (let side = 0; side < 4; side += 1) {
      const atX = side === 0 ? column - wide : side === 1 ? column + place.wide : x
      const atY = side === 2 ? row - wide : side === 3 ? row + place.high : y
      if (atX < 0 || atY < 0 || atX >= columns || atY >= rows) continue
      const far = steps[atY * columns + atX] ?? -1
      if (far >= 0 && (least < 0 || far < least)) least = far
    }
  }
  return least
}

/**
 * The nearest entry; of equally near ones that nearest to the middle of a side. Undefined = out of
 * reach.
 */
export function entryOf({ cells, wide, steps }: Reach, place: CellRect): Entry | undefined {
  const { columns, rows } = cells
  let best: Entry | undefined
  let bestOff = 0
  const look = (column: number, row: number, into: Side, off: number) => {
    if (column < 0 || row < 0 || column >= columns || row >= rows) return
    const at = row * columns + column
    const far = steps[at] ?? -1
    if (far < 0 || (best && (far > best.steps || (far === best.steps && off >= bestOff)))) return
    best = { at, steps: far, into }
    bestOff = off
  }
  const spare = Math.max(0, place.wide - wide)
  for (let along = 0; along <= spare; along += 1) {
    const off = Math.abs(along - spare / 2)
    look(place.column + along, place.row - wide, 'n', off)
    look(place.column + along, place.row + place.high, 's', off)
  }
  const upSpare = Math.max(0, place.high - wide)
  for (let along = 0; along <= upSpare; along += 1) {
    const off = Math.abs(along - upSpare / 2)
    look(place.column - wide, place.row + along, 'e', off)
    look(place.column + place.wide, place.row + along, 'w', off)
  }
  return best
}

/** Cells along x or along y. */
interface Axis {
  readonly origin: number
  readonly cellM: number
  readonly count: number
}

/** The squares that lie far enough on a way, each by its lowest left cell. */
function squaresOnWays(
  { x, y, columns, rows, cellM }: Cells,
  ways: readonly Rect[],
  wide: number,
): number[] {
  const alongX = { origin: x, cellM, count: columns }
  const alongY = { origin: y, cellM, count: rows }
  const found: number[] = []
  for (const way of ways) {
    const [left, right] = squaresOn(way.x0, way.x1, alongX, wide)
    const [bottom, top] = squaresOn(way.y0, way.y1, alongY, wide)
    for (let row = bottom; row <= top; row += 1) {
      for (let column = left; column <= right; column += 1) found.push(row * columns + column)
    }
  }
  return found
}

/** First and last cell, along one axis, of the squares that lie far enough on a way. */
function squaresOn(
  from: number,
  to: number,
  { origin, cellM, count }: Axis,
  wide: number,
): readonly [first: number, last: number] {
  const on = Math.min(ON_WAY_M, to - from)
  const first = wholeUp((from + on - origin) / cellM - wide)
  const last = wholeDown((to - on - origin) / cellM)
  return [Math.max(0, first), Math.min(count - wide, last)]
}

/** Free squares of a drive's width. */
export interface Squares {
  /** Cells across. */
  readonly wide: number
  /** 1 for each cell that is the lowest left one of a free square. */
  readonly open: Uint8Array
}

/** Takes away every square that the rectangle reaches into. */
export function blockSquares(cells: Cells, { wide, open }: Squares, rect: Rect): void {
  const reachM = (wide - 1) * cells.cellM
  block(cells, open, { ...rect, x0: rect.x0 - reachM, y0: rect.y0 - reachM })
}

/** @param free 1 where a drive may run: cells inside the site, off walls */
export function squaresOf(cells: Cells, free: Uint8Array, widthM: number): Squares {
  const { columns, rows } = cells
  const wide = wholeUp(widthM / cells.cellM)
  const open = new Uint8Array(columns * rows)
  // The side of the largest free square whose lowest left cell this is.
  const side = new Int32Array((columns + 1) * 2)
  for (let row = rows - 1; row >= 0; row -= 1) {
    const here = (row & 1) * (columns + 1)
    const above = columns + 1 - here
    side[here + columns] = 0
    for (let column = columns - 1; column >= 0; column -= 1) {
      const at = row * columns + column
      const largest = free[at]
        ? 1 +
          Math.min(
            side[here + column + 1] ?? 0,
            row + 1 < rows ? (side[above + column] ?? 0) : 0,
            row + 1 < rows ? (side[above + column + 1] ?? 0) : 0,
          )
        : 0
      side[here + column] = largest
      if (largest >= wide) open[at] = 1
    }
  }
  return { wide, open }
}
