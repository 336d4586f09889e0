// A site as square cells: which lie inside, which are taken, and how many a rectangle holds. Never
// what is placed on them (parking.ts, playgrounds.ts, drives.ts).
import { boxOf } from '../../../../geometry/plane.ts'
import { wholeDown, wholeUp } from '../../../../numbers/rounding.ts'
import { grown, type Rect } from '../frame/rect.ts'
import { freeIntervals, type Strips } from '../frame/strips.ts'

/** Cells inside the site keep so far from its edge, m. */
const EDGE_M = 0.5

/** Cells of the grid at most; on a larger site they grow. */
const MAX_CELLS = 16_000

/** A cell is no smaller, m. */
const MIN_CELL_M = 1

export interface Cells {
  readonly x: number
  readonly y: number
  readonly cellM: number
  readonly columns: number
  readonly rows: number
  /** 1 = wholly inside the site. */
  readonly inside: Uint8Array
}

/** A rectangle of cells. */
export interface CellRect {
  readonly column: number
  readonly row: number
  readonly wide: number
  readonly high: number
}

export function cellsOf(site: Strips): Cells {
  const { minX, minY, maxX, maxY } = boxOf(site.region)
  const cellM = Math.max(MIN_CELL_M, Math.sqrt(((maxX - minX) * (maxY - minY)) / MAX_CELLS))
  const columns = Math.floor((maxX - minX) / cellM)
  const rows = Math.floor((maxY - minY) / cellM)
  const inside = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row += 1) {
    const y0 = minY + row * cellM
    for (const [from, to] of freeIntervals(site, y0 - EDGE_M, y0 + cellM + EDGE_M)) {
      const first = Math.max(0, wholeUp((from + EDGE_M - minX) / cellM))
      const end = Math.min(columns, wholeDown((to - EDGE_M - minX) / cellM))
      if (end > first) inside.fill(1, row * columns + first, row * columns + end)
    }
  }
  return { x: minX, y: minY, cellM, columns, rows, inside }
}

/** Takes away every cell that the rectangle reaches into. @returns how many were free */
export function block(cells: Cells, free: Uint8Array, rect: Rect): number {
  let taken = 0
  eachRow(cells, rect, (first, end) => {
    for (let cell = first; cell < end; cell += 1) taken += free[cell] ?? 0
    free.fill(0, first, end)
  })
  return taken
}

/**
 * The cells inside the site that come within `reachM` of one of the rectangles, in x and in y, 1
 * each; `cells.inside` itself where that is all of them.
 * @param rects inside the site, one at least
 */
export function insideNear(cells: Cells, rects: readonly Rect[], reachM: number): Uint8Array {
  const { inside, columns, rows, cellM } = cells
  if (Math.hypot(columns, rows) * cellM <= reachM) return inside
  const near = new Uint8Array(inside.length)
  for (const rect of rects) {
    eachRow(cells, grown(rect, reachM), (first, end) => near.fill(1, first, end))
  }
  let isAll = true
  for (let cell = 0; cell < near.length; cell += 1) {
    const isInside = inside[cell] ?? 0
    if (near[cell] !== isInside) {
      if (isInside) isAll = false
      near[cell] = 0
    }
  }
  return isAll ? inside : near
}

/**
 * Visits each row that the rectangle reaches into: its first cell there, and the one after its
 * last.
 */
function eachRow(
  { x, y, cellM, columns, rows }: Cells,
  rect: Rect,
  visit: (first: number, end: number) => void,
): void {
  const first = Math.max(0, wholeDown((rect.x0 - x) / cellM))
  const end = Math.min(columns, wholeUp((rect.x1 - x) / cellM))
  const bottom = Math.max(0, wholeDown((rect.y0 - y) / cellM))
  const top = Math.min(rows, wholeUp((rect.y1 - y) / cellM))
  for (let row = bottom; row < top; row += 1) {
    if (end > first) visit(row * columns + first, row * columns + end)
  }
}

export function rectOf({ x, y, cellM }: Cells, { column, row, wide, high }: CellRect): Rect {
  const x0 = x + column * cellM
  const y0 = y + row * cellM
  return { x0, y0, x1: x0 + wide * cellM, y1: y0 + high * cellM }
}
