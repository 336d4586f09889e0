// Drives for cars: the strip from a piece of parking to the ways that leave the site, and where the
// two touch. Distances are drive-reach.ts's; where parking lies is parking.ts's.
import type { Point } from '../../../../geometry/plane.ts'
import { clamp } from '../../../../numbers/clamp.ts'
import { overlap, type Rect, shifted } from '../frame/rect.ts'
import type { Side } from '../massing/massing.ts'
import { COORDINATE_M } from '../tolerances.ts'
import { type CellRect, type Cells, rectOf } from './cells.ts'
import type { Entry, Reach } from './drive-reach.ts'

/** Two cars pass each other, m: what is built; no norm. */
export const DRIVE_M = 6

/** One lane, where there is no room for two, m: as wide as the narrowest way for fire engines. */
export const NARROW_DRIVE_M = 3.5

/** A car still passes where rounding takes this off the narrowest drive, m. */
const PASSAGE_SPARE_M = 0.01

/** A drive overlaps the way that it leaves by this, so that rounding leaves no gap, m. */
const INTO_WAY_M = 0.3

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
  const gaps = ways.flatMap((way): Point[] => [
    [way.x1 - x0, 0],
    [way.x0 - x1, 0],
    [0, way.y1 - y0],
    [0, way.y0 - y1],
  ])
  const size = ([dx, dy]: Point) => Math.abs(dx + dy)
  const places = gaps
    .filter((gap) => size(gap) <= cellM)
    .sort((a, b) => size(a) - size(b))
    .map(([dx, dy]) => shifted(rect, dx, dy))
  const isAtWay = (moved: Rect) => ways.some((way) => borders(moved, way))
  return places.find((moved) => isAtWay(moved) && stands(moved)) ?? rect
}

/**
 * Traces the drive from the parking entry back to the nearest way, with few turns. If the drive
 * touches the parking before it reaches the entry, it ends there.
 */
export function driveFrom(reach: Reach, place: CellRect, entry: Entry): Rect[] {
  const { cells, ways, wide, steps } = reach
  const runs: { rect: Rect; towards: Side }[] = []
  let at = entry.at
  // The trace first leads away from the rectangle, so that the drive enters it straight.
  let towards: Side = entry.into
  let start = at
  const close = () => {
    const a = squareAt(cells, start, wide)
    const b = squareAt(cells, at, wide)
    runs.push({ rect: rectAround(a, b), towards })
  }
  while ((steps[at] ?? 0) > 0) {
    if (!isNearerBehind(reach, at, towards)) {
      const turn = SIDES.find((side) => isNearerBehind(reach, at, side))
      if (!turn) break
      close()
      start = at
      towards = turn
    }
    at = behind(cells, at, towards)
    if (meets(cells, at, wide, place)) {
      runs.length = 0
      start = at
    }
  }
  close()
  return runs.map((run, i) =>
    i === runs.length - 1 ? cutAtWay(run.rect, run.towards, ways) : run.rect,
  )
}

/** In the order in which turns are tried. */
const SIDES: readonly Side[] = ['s', 'n', 'w', 'e']

/** The cell behind one, for a car that drives towards a side: the trace goes against the drive. */
function behind({ columns }: Cells, at: number, towards: Side): number {
  return at + { s: columns, n: -columns, w: 1, e: -1 }[towards]
}

/** Whether the drive would come from nearer to a way if it came towards that side. */
function isNearerBehind({ cells, steps }: Reach, at: number, towards: Side): boolean {
  const column = at % cells.columns
  if (towards === 'w' && column === cells.columns - 1) return false
  if (towards === 'e' && column === 0) return false
  return steps[behind(cells, at, towards)] === (steps[at] ?? 0) - 1
}

/** Whether a car gets from the square into the place: they overlap or touch along enough length. */
function meets({ columns, cellM }: Cells, at: number, wide: number, place: CellRect): boolean {
  const column = at % columns
  const row = (at - column) / columns
  const across = Math.min(column + wide, place.column + place.wide) - Math.max(column, place.column)
  const up = Math.min(row + wide, place.row + place.high) - Math.max(row, place.row)
  return Math.min(across, up) >= 0 && Math.max(across, up) * cellM >= NARROW_DRIVE_M
}

/**
 * Cuts the last run where its way begins, if the way is at least as wide as the run.
 * @param towards from the way to the parking
 */
function cutAtWay(run: Rect, towards: Side, ways: readonly Rect[]): Rect {
  const upright = towards === 's' || towards === 'n'
  const crossing = ways.filter((way) =>
    upright ? way.x0 <= run.x0 && run.x1 <= way.x1 : way.y0 <= run.y0 && run.y1 <= way.y1,
  )
  let cut = run
  for (const way of crossing) {
    if (!overlap(way, run)) continue
    // Something always remains: way and parking may lie closer together than rounding.
    if (towards === 'n') cut = { ...cut, y0: clamp(way.y1, cut.y0, cut.y1) - INTO_WAY_M }
    if (towards === 's') cut = { ...cut, y1: clamp(way.y0, cut.y0, cut.y1) + INTO_WAY_M }
    if (towards === 'e') cut = { ...cut, x0: clamp(way.x1, cut.x0, cut.x1) - INTO_WAY_M }
    if (towards === 'w') cut = { ...cut, x1: clamp(way.x0, cut.x0, cut.x1) + INTO_WAY_M }
  }
  return cut
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
