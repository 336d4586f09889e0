// Drives for cars: the distance of each place from the ways that leave the site, measured along a
// strip of free cells, and that strip itself. Never where parking lies (parking.ts).
import { wholeDown, wholeUp } from '../../../rounding.ts'
import { type CellRect, type Cells, rectOf } from './cells.ts'
import { grown, overlap, type Rect, rectArea } from './frame.ts'
import type { Net } from './lane-network.ts'
import { crossingsAlong, type SiteEdge, wayOutTo } from './mouths.ts'
import { COORDINATE_M, DRAWN_M, SAME_M2 } from './tolerances.ts'

/** Two cars pass each other, m: what is built; no norm. */
export const DRIVE_M = 6

/** One lane, where there is no room for two, m: as wide as the narrowest way for fire engines. */
export const NARROW_DRIVE_M = 3.5

/** A car still passes where rounding takes this of the narrowest drive, m. */
const PASSAGE_SPARE_M = 0.01

/** A drive overlaps the way that it leaves by this, so that rounding leaves no gap, m. */
const INTO_WAY_M = 0.3

/** Where along a side a way straight out is tried, as shares of the side. */
const EXIT_PLACES = [0.5, 0, 1, 0.25, 0.75]

/** A drive begins where this much of its square lies on a way, in x and in y, m. */
const ON_WAY_M = 2.5

/** The ways connected to one of those that lead out. */
export function waysOut({ ways, mouths }: Net): Rect[] {
  const reached = [...mouths]
  const left = new Set(ways.filter((way) => !mouths.includes(way)))
  for (const way of reached) {
    for (const other of left) {
      if (!overlap(grown(way, COORDINATE_M), other)) continue
      left.delete(other)
      reached.push(other)
    }
  }
  return reached
}

/** Whether two rectangles touch along enough length for a car to pass from one to the other. */
export function borders(a: Rect, b: Rect): boolean {
  const dx = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)
  const dy = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)
  return Math.min(dx, dy) > -COORDINATE_M && Math.max(dx, dy) >= NARROW_DRIVE_M - PASSAGE_SPARE_M
}

/** Moved up to the nearest way, if less than a cell lies between them. */
export function slidToWay(
  rect: Rect,
  ways: readonly Rect[],
  cellM: number,
  stands: (moved: Rect) => boolean,
): Rect {
  const { x0, y0, x1, y1 } = rect
  const gaps = ways.flatMap((way) => [
    [way.x1 - x0, 0],
    [way.x0 - x1, 0],
    [0, way.y1 - y0],
    [0, way.y0 - y1],
  ])
  const size = ([dx = 0, dy = 0]: readonly number[]) => Math.abs(dx + dy)
  for (const gap of gaps.filter((each) => size(each) <= cellM).sort((a, b) => size(a) - size(b))) {
    const [dx = 0, dy = 0] = gap
    const moved = { x0: x0 + dx, y0: y0 + dy, x1: x1 + dx, y1: y1 + dy }
    if (ways.some((way) => borders(moved, way)) && stands(moved)) return moved
  }
  return rect
}

/**
 * The net with a short way out for each part of it that has none, where one is possible.
 * @param widthM of a way out at most; no wider than the part's widest way
 */
export function withExits(edge: SiteEdge, net: Net, taken: readonly Rect[], widthM: number): Net {
  const mouths = [...net.mouths]
  const ways = [...net.ways]
  const tried = new Set<Rect>()
  for (;;) {
    const out = new Set(waysOut({ ways, mouths }))
    const start = ways.find((way) => !out.has(way) && !tried.has(way))
    if (!start) return { ways, mouths }
    const part = waysOut({ ways, mouths: [start] })
    for (const way of part) tried.add(way)
    const wide = Math.min(widthM, Math.max(...part.map(shortSide)))
    const exits = part.flatMap((way) => exitOf(edge, way, taken, wide) ?? [])
    const [exit] = exits.sort((a, b) => rectArea(a) - rectArea(b))
    if (!exit) continue
    mouths.push(exit)
    ways.push(exit)
  }
}

function shortSide({ x0, y0, x1, y1 }: Rect): number {
  return Math.min(x1 - x0, y1 - y0)
}

/** Distance of a square of the drive's width from the ways, by the square's lowest left cell. */
export interface Reach {
  readonly cells: Cells
  readonly ways: readonly Rect[]
  /** Cells across. */
  readonly wide: number
  /** Cells to a way; −1 = out of reach. */
  readonly steps: Int32Array
}

/** @param drivable 1 where a drive may run: cells inside the site, off walls and off parking */
export function reachOf(
  cells: Cells,
  drivable: Uint8Array,
  ways: readonly Rect[],
  widthM: number,
): Reach {
  const { columns, rows, cellM } = cells
  const wide = wholeUp(widthM / cellM)
  const open = squares(cells, drivable, wide)
  const steps = new Int32Array(columns * rows).fill(-1)
  const queue = new Int32Array(columns * rows)
  let end = 0
  for (const way of ways) {
    const [left, right] = squaresOn(
      way.x0,
      way.x1,
      { origin: cells.x, cellM, count: columns },
      wide,
    )
    const [bottom, top] = squaresOn(way.y0, way.y1, { origin: cells.y, cellM, count: rows }, wide)
    for (let row = bottom; row <= top; row += 1) {
      for (let column = left; column <= right; column += 1) {
        const at = row * columns + column
        if (!open[at] || steps[at] === 0) continue
        steps[at] = 0
        queue[end] = at
        end += 1
      }
    }
  }
  for (let next = 0; next < end; next += 1) {
    const at = queue[next] ?? 0
    const column = at % columns
    const farther = (steps[at] ?? 0) + 1
    for (let side = 0; side < 4; side += 1) {
      const to = side < 2 ? at + (side === 0 ? 1 : -1) : at + (side === 2 ? columns : -columns)
      if (side === 0 ? column + 1 === columns : side === 1 && column === 0) continue
      if (!open[to] || steps[to] !== -1) continue
      steps[to] = farther
      queue[end] = to
      end += 1
    }
  }
  return { cells, ways, wide, steps }
}

/** Where a drive may enter a rectangle, and how far that is from a way, in cells. */
interface Entry {
  readonly at: number
  readonly steps: number
  /** From the drive into the rectangle. */
  readonly into: Side
}

type Side = 's' | 'n' | 'w' | 'e'

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

/** The shortest way straight from a rectangle out of the site; undefined where none is short. */
export function exitOf(
  edge: SiteEdge,
  rect: Rect,
  taken: readonly Rect[],
  widthM: number,
): Rect | undefined {
  const { x0, y0, x1, y1 } = rect
  let best: Rect | undefined
  const consider = (stub: Rect) => {
    if (best && rectArea(stub) >= rectArea(best) - SAME_M2) return
    if (!taken.some((other) => overlap(stub, grown(other, -DRAWN_M)))) best = stub
  }
  const inRow = crossingsAlong(edge, 'x', widthM)
  const inColumn = crossingsAlong(edge, 'y', widthM)
  for (const low of placesAlong(y0, y1, widthM)) {
    const across = { y0: low, y1: low + widthM }
    const crossings = inRow(low)
    const left = wayOutTo(crossings, x0, false)
    const right = wayOutTo(crossings, x1, true)
    if (left !== undefined) consider({ ...across, x0: left, x1: x0 })
    if (right !== undefined) consider({ ...across, x0: x1, x1: right })
  }
  for (const low of placesAlong(x0, x1, widthM)) {
    const across = { x0: low, x1: low + widthM }
    const crossings = inColumn(low)
    const below = wayOutTo(crossings, y0, false)
    const above = wayOutTo(crossings, y1, true)
    if (below !== undefined) consider({ ...across, y0: below, y1: y0 })
    if (above !== undefined) consider({ ...across, y0: y1, y1: above })
  }
  return best
}

/** Where a stub may begin along a side: in its middle, at both ends and between. */
function placesAlong(from: number, to: number, widthM: number): number[] {
  const spare = to - from - widthM
  if (spare <= 0) return [(from + to - widthM) / 2]
  return EXIT_PLACES.map((share) => from + spare * share)
}

/**
 * Traces the drive from the parking entry back to the nearest way, with few turns. If the drive
 * touches the parking before it reaches the entry, it ends there.
 */
export function driveFrom(
  { cells, ways, wide, steps }: Reach,
  place: CellRect,
  entry: Entry,
): Rect[] {
  const { columns } = cells
  const moves = { s: columns, n: -columns, w: 1, e: -1 } as const
  const runs: { rect: Rect; towards: Side }[] = []
  let at = entry.at
  // The trace first leads away from the rectangle, so that the drive enters it straight.
  let heading: Side = entry.into
  let start = at
  const close = () => {
    const a = squareAt(cells, start, wide)
    const b = squareAt(cells, at, wide)
    runs.push({ rect: rectAround(a, b), towards: heading })
  }
  while ((steps[at] ?? 0) > 0) {
    const nearer = (side: Side) => {
      const to = at + moves[side]
      if (side === 'w' && at % columns === columns - 1) return false
      if (side === 'e' && at % columns === 0) return false
      return steps[to] === (steps[at] ?? 0) - 1
    }
    if (!nearer(heading)) {
      const turn = (['s', 'n', 'w', 'e'] as const).find(nearer)
      if (!turn) break
      close()
      start = at
      heading = turn
    }
    at += moves[heading]
    if (meets(cells, at, wide, place)) {
      runs.length = 0
      start = at
    }
  }
  close()
  return runs.map(({ rect, towards }, i) =>
    i === runs.length - 1 ? cutAtWay(rect, towards, ways) : rect,
  )
}

/** Whether a car gets from the square into the place: they overlap or touch along enough length. */
function meets({ columns, cellM }: Cells, at: number, wide: number, place: CellRect): boolean {
  const column = at % columns
  const row = (at - column) / columns
  const across = Math.min(column + wide, place.column + place.wide) - Math.max(column, place.column)
  const up = Math.min(row + wide, place.row + place.high) - Math.max(row, place.row)
  return Math.min(across, up) >= 0 && Math.max(across, up) * cellM >= NARROW_DRIVE_M
}

/** Cuts the last run where its way begins, if the way is at least as wide as the run. */
function cutAtWay(run: Rect, into: Side, ways: readonly Rect[]): Rect {
  const upright = into === 's' || into === 'n'
  const crossing = ways.filter((way) =>
    upright ? way.x0 <= run.x0 && run.x1 <= way.x1 : way.y0 <= run.y0 && run.y1 <= way.y1,
  )
  // The run was traced backwards, so `into` points from the way to the parking.
  let cut = run
  for (const way of crossing) {
    if (!overlap(way, run)) continue
    // Something always remains: way and parking may lie closer together than rounding.
    if (into === 'n') cut = { ...cut, y0: within(cut.y0, way.y1, cut.y1) - INTO_WAY_M }
    if (into === 's') cut = { ...cut, y1: within(cut.y0, way.y0, cut.y1) + INTO_WAY_M }
    if (into === 'e') cut = { ...cut, x0: within(cut.x0, way.x1, cut.x1) - INTO_WAY_M }
    if (into === 'w') cut = { ...cut, x1: within(cut.x0, way.x0, cut.x1) + INTO_WAY_M }
  }
  return cut
}

function within(from: number, value: number, to: number): number {
  return Math.min(to, Math.max(from, value))
}

/** Cells along x or along y. */
interface Axis {
  readonly origin: number
  readonly cellM: number
  readonly count: number
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

/** 1 for each cell that is the lowest left one of a free square `wide` cells across. */
function squares({ columns, rows }: Cells, free: Uint8Array, wide: number): Uint8Array {
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
  return open
}

function squareAt(cells: Cells, at: number, wide: number): Rect {
  const column = at % cells.columns
  const row = (at - column) / cells.columns
  return rectOf(cells, { column, row, wide, high: wide })
}

function rectAround(a: Rect, b: Rect): Rect {
  return {
    x0: Math.min(a.x0, b.x0),
    y0: Math.min(a.y0, b.y0),
    x1: Math.max(a.x1, b.x1),
    y1: Math.max(a.y1, b.y1),
  }
}
