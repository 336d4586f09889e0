// Places parking and playgrounds as rectangles on ground that buildings and ways leave free. They
// keep away from windows where there is room. Each parking gets a drive to the ways that leave the
// site. Never how much is needed (needs.ts).
import { block, type CellRect, type Cells, cellsOf, rectOf } from './cells.ts'
import {
  borders,
  DRIVE_M,
  driveFrom,
  entryOf,
  exitOf,
  NARROW_DRIVE_M,
  type Reach,
  reachOf,
  slidToWay,
  stepsTo,
} from './drives.ts'
import { WAY_OFF_WALLS_M } from './fire-lanes.ts'
import { grown, overlap, type Rect, rectArea, rectInside } from './frame.ts'
import type { SiteEdge } from './mouths.ts'

/** Distances from walls that parking and playgrounds try to keep, the best first, m. */
const CLEAR_M = [10, 6, 3]

/** Limits on the sides of one piece, m. */
interface PieceShape {
  readonly acrossLeast: number
  readonly acrossMost: number
  readonly alongMost: number
  /** Least strip of green between two pieces. */
  readonly apart: number
}

/** A drive's width is kept between pieces, because rows across the way would block each other. */
const COMB_PARKING: PieceShape = { acrossLeast: 5.5, acrossMost: 18, alongMost: 60, apart: 7 }

const TIGHT_PARKING: PieceShape = { acrossLeast: 5.5, acrossMost: 18, alongMost: 150, apart: 0 }

/**
 * At least a row of 5.3 m and the 6 m that cars need to turn into it; at most two rows and their
 * way.
 */
const ROOMY_PARKING: PieceShape = { acrossLeast: 11.3, acrossMost: 18, alongMost: 70, apart: 3 }

/** For less ground: one row with a narrow way; then anything that fits. */
const PARKING_SHAPES: readonly PieceShape[] = [
  { acrossLeast: 8, acrossMost: 18, alongMost: 70, apart: 3 },
  TIGHT_PARKING,
]
const PLAYGROUND_SHAPES: readonly PieceShape[] = [
  { acrossLeast: 10, acrossMost: 26, alongMost: 36, apart: 3 },
  { acrossLeast: 5, acrossMost: 26, alongMost: 60, apart: 0 },
]

/** Of parking, and of playgrounds, in one option. */
export const MOST_PIECES = 48

/** A need of more pieces than this is cut into larger ones, as on a large site. */
const PIECES_AIMED_AT = 16

/** The shape, larger in both directions if the need would otherwise take too many pieces. */
function shapeFor(needM2: number, shape: PieceShape): PieceShape {
  const pieces = needM2 / (shape.acrossMost * shape.alongMost)
  const times = Math.sqrt(Math.max(1, pieces / PIECES_AIMED_AT))
  return {
    ...shape,
    acrossMost: shape.acrossMost * times,
    alongMost: shape.alongMost * times,
  }
}

export interface OutdoorNeeds {
  readonly parkingM2: number
  readonly playgroundM2: number
}

export interface OutdoorAreas {
  readonly parking: readonly Rect[]
  /** They may reach into ways, never into parking. */
  readonly drives: readonly Rect[]
  readonly playgrounds: readonly Rect[]
}

/** `of` names what found no room, `lackM2` how much of it at least. */
export type OutdoorOutcome =
  | { readonly kind: 'placed'; readonly areas: OutdoorAreas }
  | { readonly kind: 'short'; readonly of: 'parking'; readonly lackM2: number }
  | { readonly kind: 'short'; readonly of: 'playgrounds' }

interface ParkingPlan {
  /** Distance from walls, m. */
  readonly clearM: number
  readonly shape: PieceShape
  /** Width of drives, m. */
  readonly widthM: number
  /** Whether cars may cross another piece to reach this one, or drive in straight from outside. */
  readonly through: boolean
}

const LEAST_DEMANDING: ParkingPlan = {
  clearM: 3,
  shape: TIGHT_PARKING,
  widthM: NARROW_DRIVE_M,
  through: true,
}

/** The best first. */
const PARKING_PLANS: readonly ParkingPlan[] = [
  ...CLEAR_M.map((clearM) => ({ clearM, shape: ROOMY_PARKING, widthM: DRIVE_M, through: false })),
  ...CLEAR_M.flatMap((clearM) =>
    PARKING_SHAPES.map((shape) => ({ clearM, shape, widthM: DRIVE_M, through: false })),
  ),
  ...[6, 3].map((clearM) => ({
    clearM,
    shape: COMB_PARKING,
    widthM: DRIVE_M,
    through: false,
  })),
  { ...LEAST_DEMANDING, clearM: 6 },
  LEAST_DEMANDING,
]
const PLAYGROUND_PLANS = CLEAR_M.flatMap((clearM) =>
  PLAYGROUND_SHAPES.map((shape) => ({ clearM, shape })),
)

/** @param ways each of them leads out of the site, by itself or by another */
export function placeOutdoor(
  edge: SiteEdge,
  buildings: readonly Rect[],
  ways: readonly Rect[],
  needs: OutdoorNeeds,
): OutdoorOutcome {
  const cells = cellsOf(edge.alongX)
  const kept = buildings.map((rect) => grown(rect, WAY_OFF_WALLS_M))
  const parkingBy = (plan: ParkingPlan) => {
    const walls = buildings.map((rect) => grown(rect, plan.clearM))
    const free = freeOf(cells, [...walls, ...ways])
    return parkingOn(
      { edge, cells, kept, walls, ways },
      free,
      freeOf(cells, kept),
      needs.parkingM2,
      { ...plan, shape: shapeFor(needs.parkingM2, plan.shape) },
    )
  }
  const placedBy = (plan: ParkingPlan) => {
    const { parking, drives, lackM2 } = parkingBy(plan)
    if (lackM2 > 0) return undefined
    const taken = [...ways, ...parking, ...drives]
    const playgrounds = playgroundsBeside(cells, buildings, taken, needs.playgroundM2)
    return playgrounds && { parking, drives, playgrounds }
  }
  const [best, ...others] = PARKING_PLANS
  let areas = placeFirst(best ? [best] : [], placedBy)
  if (areas) return { kind: 'placed', areas }
  // If the least demanding plan finds no room, the others practically never do.
  const { lackM2 } = parkingBy(LEAST_DEMANDING)
  if (lackM2 > 0) return { kind: 'short', of: 'parking', lackM2 }
  areas = placeFirst(others, placedBy)
  return areas ? { kind: 'placed', areas } : { kind: 'short', of: 'playgrounds' }
}

/** The result of the first plan that works. */
function placeFirst<Plan, Placed>(
  plans: readonly Plan[],
  place: (plan: Plan) => Placed | undefined,
): Placed | undefined {
  for (const plan of plans) {
    const placed = place(plan)
    if (placed) return placed
  }
  return undefined
}

function playgroundsBeside(
  cells: Cells,
  buildings: readonly Rect[],
  taken: readonly Rect[],
  needM2: number,
): Rect[] | undefined {
  return placeFirst(PLAYGROUND_PLANS, ({ clearM, shape }) => {
    const apart = [
      ...taken.map((rect) => grown(rect, shape.apart)),
      ...buildings.map((rect) => grown(rect, clearM)),
    ]
    return playgroundsOn(cells, freeOf(cells, apart), needM2, shapeFor(needM2, shape))
  })
}

function freeOf(cells: Cells, taken: readonly Rect[]): Uint8Array {
  const free = cells.inside.slice()
  for (const rect of taken) block(cells, free, rect)
  return free
}

interface Ground {
  readonly edge: SiteEdge
  readonly cells: Cells
  /** The buildings, each grown by the ground around it that ways leave free. */
  readonly kept: readonly Rect[]
  /** Likewise by what parking leaves free. */
  readonly walls: readonly Rect[]
  readonly ways: readonly Rect[]
}

interface Parked {
  readonly parking: Rect[]
  readonly drives: Rect[]
  /** What found no room, m²; 0 = the parking is all that is needed. */
  readonly lackM2: number
}

/** Less than this is lacking by rounding alone. */
const LEAST_LACK_M2 = 0.01

/** Parking of `needM2` or a little more, each piece on a drive or a way out, as far as there is room. */
function parkingOn(
  ground: Ground,
  free: Uint8Array,
  drivable: Uint8Array,
  needM2: number,
  { shape, widthM, through }: ParkingPlan,
): Parked {
  const { cells } = ground
  const parking: Rect[] = []
  const drives: Rect[] = []
  const beyondM2 = needM2 - areaFree(cells, free)
  if (beyondM2 > 0) return { parking, drives, lackM2: beyondM2 }
  let left = needM2
  while (left > LEAST_LACK_M2) {
    if (parking.length >= MOST_PIECES) break
    const net = [...ground.ways, ...drives]
    const reach = reachOf(cells, drivable, net, widthM)
    const across = through ? parking : []
    const taken = [...ground.kept, ...ground.ways, ...parking]
    const exit = (at: Rect) => {
      if (!through) return undefined
      const way = exitOf(ground.edge, at, taken, widthM)
      return way && [way]
    }
    const place =
      bestRect(cells, free, left, shape, worthWithDrive(reach, across)) ??
      bestRect(cells, free, left, shape, (at, useful) => (exit(rectOf(cells, at)) ? useful : 0))
    if (!place) break
    const apart = rectOf(cells, place)
    const rect = slidToWay(apart, net, cells.cellM, (moved) =>
      stands(moved, ground, [...parking, ...drives]),
    )
    const reached = [...net, ...across].some((other) => borders(rect, other))
    parking.push(rect)
    left -= rectArea(rect)
    block(cells, free, grown(rect, shape.apart))
    block(cells, drivable, rect)
    if (reached) continue
    const entry = entryOf(reach, place)
    const way = entry ? driveFrom(reach, place, entry) : exit(rect)
    if (!way) return { parking, drives, lackM2: left + rectArea(rect) }
    for (const drive of way) {
      drives.push(drive)
      block(cells, free, drive)
    }
  }
  return { parking, drives, lackM2: left > LEAST_LACK_M2 ? left : 0 }
}

function stands(rect: Rect, { edge, walls, ways }: Ground, placed: readonly Rect[]): boolean {
  const taken = [...walls, ...ways, ...placed].map((other) => grown(other, -1e-6))
  return rectInside(edge.alongX, rect) && !taken.some((other) => overlap(rect, other))
}

/** One cell of a drive costs as much as this many cells of parking. */
const DRIVE_COSTS = 2

/** Never below this share of a place's use, so that a place with a long drive beats none. */
const LEAST_WORTH = 0.05

/** Worth of a place minus the cost of its drive; never below 5 % of its use. */
function worthWithDrive(reach: Reach, across: readonly Rect[]) {
  const { cells, wide } = reach
  return (place: CellRect, useful: number): number => {
    if (across.length > 0) {
      const rect = rectOf(cells, place)
      if (across.some((other) => borders(rect, other))) return useful
    }
    const steps = stepsTo(reach, place)
    if (steps < 0) return 0
    const driveCells = Math.max(0, steps - Math.ceil(2 / cells.cellM)) * wide
    return Math.max(useful - DRIVE_COSTS * driveCells, useful * LEAST_WORTH)
  }
}

/** Playgrounds of at least `needM2` in all; undefined if there is no room. */
function playgroundsOn(
  cells: Cells,
  free: Uint8Array,
  needM2: number,
  shape: PieceShape,
): Rect[] | undefined {
  const placed: Rect[] = []
  if (needM2 > areaFree(cells, free)) return undefined
  for (let left = needM2; left > LEAST_LACK_M2; ) {
    const place = bestRect(cells, free, left, shape, (_, useful) => useful)
    if (!place || placed.length >= MOST_PIECES) return undefined
    const rect = rectOf(cells, place)
    placed.push(rect)
    block(cells, free, grown(rect, shape.apart))
    left -= rectArea(rect)
  }
  return placed
}

function areaFree({ cellM }: Cells, free: Uint8Array): number {
  let count = 0
  for (let cell = 0; cell < free.length; cell += 1) count += free[cell] ?? 0
  return count * cellM ** 2
}

/**
 * The free rectangle of the shape that is worth the most, none larger than needed.
 * @param worthOf worth of a place, given how many of its cells are needed: from 0 to that number
 */
function bestRect(
  cells: Cells,
  free: Uint8Array,
  needM2: number,
  shape: PieceShape,
  worthOf: (place: CellRect, useful: number) => number,
): CellRect | undefined {
  const { columns, rows, cellM } = cells
  const least = Math.ceil(shape.acrossLeast / cellM - 1e-9)
  const most = Math.max(least, Math.floor(shape.acrossMost / cellM + 1e-9))
  const longest = Math.max(least, Math.floor(shape.alongMost / cellM + 1e-9))
  const needCells = needM2 / cellM ** 2
  /** The highest possible worth of a place. */
  const enough = Math.min(most * longest, needCells) - 1e-6
  const heights = new Int32Array(columns)
  let best: CellRect | undefined
  let bestWorth = 0
  /** Tries the place in each corner of a free rectangle and keeps it if it beats the best. */
  const consider = (column: number, row: number, wide: number, high: number) => {
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
      const place = { column: left, row: bottom, wide: w, high: h }
      const worth = worthOf(place, useful)
      if (worth > bestWorth + 1e-6) {
        bestWorth = worth
        best = place
        if (worth >= useful - 1e-6) return
      }
    }
  }
  const from = new Int32Array(columns + 1)
  const tall = new Int32Array(columns + 1)
  for (let row = 0; row < rows && bestWorth < enough; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      heights[column] = free[row * columns + column] ? (heights[column] ?? 0) + 1 : 0
    }
    // Finds each maximal rectangle whose top is this row, with a stack of rising heights.
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
  return best
}
