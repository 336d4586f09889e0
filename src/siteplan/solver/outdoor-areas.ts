// Parking and playgrounds as rectangles on what buildings and ways leave free: far from windows where
// there is room, nearer where there is not. Never how much is needed (option.ts).
import { boxOf } from '../../geometry/plane.ts'
import { freeIntervals, grown, type Rect, rectArea, type Strips } from './frame.ts'

/** Distances from walls tried for parking and playgrounds, m, the best first. */
const PARKING_CLEAR_M = [10, 6, 3]
const PLAYGROUND_CLEAR_M = [10, 6, 3]

/** How one piece may measure, m. */
interface PieceShape {
  readonly acrossLeast: number
  readonly acrossMost: number
  readonly alongMost: number
  /** Green between two pieces. */
  readonly apart: number
}

/** A bay and its way across at least, two bays and their way at most; then whatever fits. */
const PARKING_SHAPES: readonly PieceShape[] = [
  { acrossLeast: 8, acrossMost: 18, alongMost: 70, apart: 3 },
  { acrossLeast: 5.5, acrossMost: 18, alongMost: 150, apart: 0 },
]
const PLAYGROUND_SHAPES: readonly PieceShape[] = [
  { acrossLeast: 10, acrossMost: 26, alongMost: 36, apart: 3 },
  { acrossLeast: 5, acrossMost: 26, alongMost: 60, apart: 0 },
]

const MOST_PIECES = 48

/** From the site's edge, m. */
const EDGE_M = 0.5

/** Cells of the grid at most. */
const MOST_CELLS = 16_000

export interface OutdoorNeeds {
  readonly parkingM2: number
  readonly playgroundM2: number
}

export interface OutdoorAreas {
  readonly parking: readonly Rect[]
  readonly playgrounds: readonly Rect[]
}

/** `short`: what found no room. */
export type OutdoorOutcome =
  | { readonly kind: 'placed'; readonly areas: OutdoorAreas }
  | { readonly kind: 'short'; readonly of: 'parking' | 'playgrounds' }

export function placeOutdoor(
  site: Strips,
  buildings: readonly Rect[],
  ways: readonly Rect[],
  needs: OutdoorNeeds,
): OutdoorOutcome {
  const grid = gridOf(site)
  const parking = placeFirst(PARKING_CLEAR_M, PARKING_SHAPES, (clearM, shape) =>
    pieces(grid, { buildings, clearM, taken: ways, near: ways }, needs.parkingM2, shape),
  )
  if (!parking) return { kind: 'short', of: 'parking' }
  const playgrounds = placeFirst(PLAYGROUND_CLEAR_M, PLAYGROUND_SHAPES, (clearM, shape) => {
    const taken = [...ways, ...parking].map((rect) => grown(rect, shape.apart))
    return pieces(grid, { buildings, clearM, taken, near: [] }, needs.playgroundM2, shape)
  })
  if (!playgrounds) return { kind: 'short', of: 'playgrounds' }
  return { kind: 'placed', areas: { parking, playgrounds } }
}

function placeFirst(
  clearances: readonly number[],
  shapes: readonly PieceShape[],
  place: (clearM: number, shape: PieceShape) => Rect[] | undefined,
): Rect[] | undefined {
  const ways = clearances.flatMap((clearM) => shapes.map((shape) => ({ clearM, shape })))
  const last = ways.pop()
  // The least demanding first: what fails there fails everywhere.
  const fallback = last && place(last.clearM, last.shape)
  if (!fallback) return undefined
  for (const { clearM, shape } of ways) {
    const placed = place(clearM, shape)
    if (placed) return placed
  }
  return fallback
}

interface Grid {
  readonly x: number
  readonly y: number
  readonly cellM: number
  readonly columns: number
  readonly rows: number
  /** 1 = wholly inside the site. */
  readonly inside: Uint8Array
}

function gridOf(site: Strips): Grid {
  const { minX, minY, maxX, maxY } = boxOf(site.region)
  const cellM = Math.max(1, Math.sqrt(((maxX - minX) * (maxY - minY)) / MOST_CELLS))
  const columns = Math.floor((maxX - minX) / cellM)
  const rows = Math.floor((maxY - minY) / cellM)
  const inside = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row += 1) {
    const y0 = minY + row * cellM
    for (const [from, to] of freeIntervals(site, y0 - EDGE_M, y0 + cellM + EDGE_M)) {
      const first = Math.max(0, Math.ceil((from + EDGE_M - minX) / cellM - 1e-9))
      const end = Math.min(columns, Math.floor((to - EDGE_M - minX) / cellM + 1e-9))
      if (end > first) inside.fill(1, row * columns + first, row * columns + end)
    }
  }
  return { x: minX, y: minY, cellM, columns, rows, inside }
}

function block(grid: Grid, free: Uint8Array, rect: Rect): void {
  const { x, y, cellM, columns, rows } = grid
  const first = Math.max(0, Math.floor((rect.x0 - x) / cellM + 1e-9))
  const end = Math.min(columns, Math.ceil((rect.x1 - x) / cellM - 1e-9))
  const bottom = Math.max(0, Math.floor((rect.y0 - y) / cellM + 1e-9))
  const top = Math.min(rows, Math.ceil((rect.y1 - y) / cellM - 1e-9))
  for (let row = bottom; row < top; row += 1) {
    if (end > first) free.fill(0, row * columns + first, row * columns + end)
  }
}

interface Around {
  readonly buildings: readonly Rect[]
  readonly clearM: number
  readonly taken: readonly Rect[]
  /** Pieces beside these are preferred; empty = no matter where. */
  readonly near: readonly Rect[]
}

/** Rectangles of together at least `needM2`, or undefined. */
function pieces(
  grid: Grid,
  { buildings, clearM, taken, near }: Around,
  needM2: number,
  shape: PieceShape,
): Rect[] | undefined {
  if (needM2 <= 0) return []
  const free = grid.inside.slice()
  for (const rect of buildings) block(grid, free, grown(rect, clearM))
  for (const rect of taken) block(grid, free, rect)
  const freeCells = free.reduce((sum, cell) => sum + cell, 0)
  if (freeCells * grid.cellM ** 2 < needM2) return undefined
  const nearness = near.length > 0 ? [nearTable(grid, near, 2), nearTable(grid, near, 15)] : []
  const placed: Rect[] = []
  let left = needM2
  while (left > 0.01 && placed.length < MOST_PIECES) {
    const rect = bestRect(grid, free, left, shape, nearness)
    if (!rect) return undefined
    placed.push(rect)
    block(grid, free, grown(rect, shape.apart))
    left -= rectArea(rect)
  }
  return left > 0.01 ? undefined : placed
}

/** Running sums of the cells within `reachM` of the rectangles: a rectangle's count in four look-ups. */
function nearTable(grid: Grid, near: readonly Rect[], reachM: number): Int32Array {
  const { columns, rows } = grid
  const far = new Uint8Array(columns * rows).fill(1)
  for (const rect of near) block(grid, far, grown(rect, reachM))
  const sums = new Int32Array((columns + 1) * (rows + 1))
  for (let row = 0; row < rows; row += 1) {
    let along = 0
    for (let column = 0; column < columns; column += 1) {
      along += 1 - (far[row * columns + column] ?? 1)
      sums[(row + 1) * (columns + 1) + column + 1] =
        along + (sums[row * (columns + 1) + column + 1] ?? 0)
    }
  }
  return sums
}

/** What a place is worth beside a way, within sight of one, and farther. */
const WORTH_BESIDE = [1, 0.5, 0.25]

/** The largest free rectangle of the shape, none larger than needed; near a way counts more. */
function bestRect(
  grid: Grid,
  free: Uint8Array,
  needM2: number,
  shape: PieceShape,
  nearness: readonly Int32Array[],
): Rect | undefined {
  const { columns, rows, cellM } = grid
  const least = Math.ceil(shape.acrossLeast / cellM - 1e-9)
  const most = Math.max(least, Math.floor(shape.acrossMost / cellM + 1e-9))
  const longest = Math.max(least, Math.floor(shape.alongMost / cellM + 1e-9))
  const needCells = needM2 / cellM ** 2
  const heights = new Int32Array(columns)
  let best: readonly [column: number, row: number, wide: number, high: number] | undefined
  let bestWorth = 0
  const from = new Int32Array(columns + 1)
  const tall = new Int32Array(columns + 1)
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      heights[column] = free[row * columns + column] ? (heights[column] ?? 0) + 1 : 0
    }
    // Each maximal rectangle whose top is this row, by the stack of rising heights.
    let depth = 0
    for (let column = 0; column <= columns; column += 1) {
      const height = column < columns ? (heights[column] ?? 0) : 0
      let start = column
      while (depth > 0 && (tall[depth - 1] ?? 0) >= height) {
        depth -= 1
        start = from[depth] ?? 0
        const high = tall[depth] ?? 0
        if (Math.min(column - start, high) >= least) {
          consider(start, row - high + 1, column - start, high)
        }
      }
      if (height > 0) {
        from[depth] = start
        tall[depth] = height
        depth += 1
      }
    }
  }
  if (!best) return undefined
  const [column, row, wide, high] = best
  const x0 = grid.x + column * cellM
  const y0 = grid.y + row * cellM
  return { x0, y0, x1: x0 + wide * cellM, y1: y0 + high * cellM }

  function consider(column: number, row: number, wide: number, high: number): void {
    const lengthwise = wide >= high
    const across = Math.min(lengthwise ? high : wide, most)
    const along = Math.min(
      lengthwise ? wide : high,
      longest,
      Math.max(least, Math.ceil(needCells / across - 1e-9)),
    )
    const useful = Math.min(across * along, needCells)
    if (useful <= bestWorth + 1e-6) return
    const w = lengthwise ? along : across
    const h = lengthwise ? across : along
    for (let corner = 0; corner < 4; corner += 1) {
      const left = column + (corner & 1 ? wide - w : 0)
      const bottom = row + (corner & 2 ? high - h : 0)
      const beside = nearness.findIndex((sums) => touches(sums, left, bottom, w, h))
      const worth = useful * (WORTH_BESIDE[beside < 0 ? nearness.length : beside] ?? 1)
      if (worth > bestWorth + 1e-6) {
        bestWorth = worth
        best = [left, bottom, w, h]
      }
    }
  }

  function touches(sums: Int32Array, left: number, bottom: number, w: number, h: number) {
    const at = (column: number, row: number) => sums[row * (columns + 1) + column] ?? 0
    return (
      at(left + w, bottom + h) - at(left, bottom + h) - at(left + w, bottom) + at(left, bottom) > 0
    )
  }
}
