// Parking and playgrounds as rectangles on what buildings and ways leave free: far from windows where
// there is room, nearer where there is not; each parking with a drive to the ways that leave the site.
// Never how much is needed (needs.ts).
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
  waysOut,
} from './drives.ts'
import { grown, overlap, type Rect, rectArea, rectInside, type Strips } from './frame.ts'

/** Distances from walls tried for parking and playgrounds, m, the best first. */
const CLEAR_M = [10, 6, 3]

/** A drive keeps this far from walls, m. */
const DRIVE_FROM_WALL_M = 2.5

/** How one piece may measure, m. */
interface PieceShape {
  readonly acrossLeast: number
  readonly acrossMost: number
  readonly alongMost: number
  /** Green between two pieces. */
  readonly apart: number
}

/** Rows with a drive's width between them, where rows across the way would shut each other in. */
const COMB_PARKING: PieceShape = { acrossLeast: 5.5, acrossMost: 18, alongMost: 60, apart: 7 }

const TIGHT_PARKING: PieceShape = { acrossLeast: 5.5, acrossMost: 18, alongMost: 150, apart: 0 }

/** A row of 5.3 m and the 6 m that cars need to turn into it, at least; two rows and their way at most. */
const ROOMY_PARKING: PieceShape = { acrossLeast: 11.3, acrossMost: 18, alongMost: 70, apart: 3 }

/** Where there is no ground for that: a narrow way for its one row; then whatever fits. */
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

/** From so many pieces of a shape on, what is needed is cut into larger ones: a large site's lots. */
const PIECES_AIMED_AT = 16

/** The shape, larger both ways where the need is so great that it would fall into many pieces. */
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

/** `short`: what found no room. */
export type OutdoorOutcome =
  | { readonly kind: 'placed'; readonly areas: OutdoorAreas }
  | { readonly kind: 'short'; readonly of: 'parking' | 'playgrounds' }

interface ParkingPlan {
  /** From walls. */
  readonly clearM: number
  readonly shape: PieceShape
  /** Of drives. */
  readonly widthM: number
  /** Whether a piece may be reached across another that it lies against, or straight from outside. */
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

export function placeOutdoor(
  site: Strips,
  buildings: readonly Rect[],
  ways: readonly Rect[],
  needs: OutdoorNeeds,
): OutdoorOutcome {
  const cells = cellsOf(site)
  const out = waysOut(site, ways)
  const kept = buildings.map((rect) => grown(rect, DRIVE_FROM_WALL_M))
  let short: 'parking' | 'playgrounds' = 'parking'
  const parkingBy = (plan: ParkingPlan) => {
    const walls = buildings.map((rect) => grown(rect, plan.clearM))
    const free = freeOf(cells, [...walls, ...ways])
    return parkingOn(
      { site, cells, buildings, walls, ways },
      free,
      freeOf(cells, kept),
      out,
      needs.parkingM2,
      { ...plan, shape: shapeFor(needs.parkingM2, plan.shape) },
    )
  }
  const placedBy = (plan: ParkingPlan) => {
    const parked = parkingBy(plan)
    if (!parked) return undefined
    const taken = [...ways, ...parked.parking, ...parked.drives]
    const playgrounds = playgroundsBeside(cells, buildings, taken, needs.playgroundM2)
    if (!playgrounds) short = 'playgrounds'
    return playgrounds && { ...parked, playgrounds }
  }
  const [best, ...others] = PARKING_PLANS
  const areas =
    placeFirst(best ? [best] : [], placedBy) ??
    // What finds no room as the least demanding finds none at all, but for rare luck.
    (parkingBy(LEAST_DEMANDING) && placeFirst(others, placedBy))
  return areas ? { kind: 'placed', areas } : { kind: 'short', of: short }
}

/** What the first plan that works gives. */
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
  readonly site: Strips
  readonly cells: Cells
  readonly buildings: readonly Rect[]
  /** The same with the ground around them that stays free. */
  readonly walls: readonly Rect[]
  readonly ways: readonly Rect[]
}

interface Parked {
  readonly parking: Rect[]
  readonly drives: Rect[]
}

/** Parking of together at least `needM2`, each part on a drive or a way out; or undefined. */
function parkingOn(
  ground: Ground,
  free: Uint8Array,
  drivable: Uint8Array,
  out: readonly Rect[],
  needM2: number,
  { shape, widthM, through }: ParkingPlan,
): Parked | undefined {
  const { cells } = ground
  const parking: Rect[] = []
  const drives: Rect[] = []
  if (needM2 > areaFree(cells, free)) return undefined
  for (let left = needM2; left > 0.01; ) {
    if (parking.length >= MOST_PIECES) return undefined
    const net = [...out, ...drives]
    const reach = reachOf(cells, drivable, net, widthM)
    const across = through ? parking : []
    const exit = (at: Rect) => {
      if (!through) return undefined
      const way = exitOf(ground.site, at, [...ground.buildings, ...ground.ways, ...parking], widthM)
      return way && [way]
    }
    const place =
      bestRect(cells, free, left, shape, worthWithDrive(reach, across)) ??
      bestRect(cells, free, left, shape, (at, useful) => (exit(rectOf(cells, at)) ? useful : 0))
    if (!place) return undefined
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
    if (!way) return undefined
    for (const drive of way) {
      drives.push(drive)
      block(cells, free, drive)
    }
  }
  return { parking, drives }
}

function stands(rect: Rect, { site, walls, ways }: Ground, placed: readonly Rect[]): boolean {
  const taken = [...walls, ...ways, ...placed].map((other) => grown(other, -1e-6))
  return rectInside(site, rect) && !taken.some((other) => overlap(rect, other))
}

/** Ground of a drive counts so much against ground of parking. */
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

/** Playgrounds of together at least `needM2`, or undefined. */
function playgroundsOn(
  cells: Cells,
  free: Uint8Array,
  needM2: number,
  shape: PieceShape,
): Rect[] | undefined {
  const placed: Rect[] = []
  if (needM2 > areaFree(cells, free)) return undefined
  for (let left = needM2; left > 0.01; ) {
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
 * @param worthOf of the place and the cells of it that are needed; at most those, 0 = of no use
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
  /** No place is worth more. */
  const enough = Math.min(most * longest, needCells) - 1e-6
  const heights = new Int32Array(columns)
  let best: CellRect | undefined
  let bestWorth = 0
  /** Takes the worthiest place of the shape in a corner of a free rectangle, if it beats the best. */
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
  return best
}
