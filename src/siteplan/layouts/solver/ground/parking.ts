// Places parking: the piece that is worth the most, then the next, each with a drive to the ways
// that leave the site. The way of a drive is ways/drives.ts's.
import { grown, overlap, type Rect, rectArea } from '../massing/rect.ts'
import { rectInside } from '../massing/strips.ts'
import { COORDINATE_M } from '../tolerances.ts'
import { entryOf, type Reach, reachOf, stepsTo } from '../ways/drive-reach.ts'
import {
  borders,
  DRIVE_M,
  driveFrom,
  NARROW_DRIVE_M,
  NARROW_MOUTH_SPACES,
  slidToWay,
} from '../ways/drives.ts'
import { exitOf, shortSide } from '../ways/exits.ts'
import type { SiteEdge } from '../ways/mouths.ts'
import { block, type CellRect, type Cells, rectOf } from './cells.ts'
import { largestRectangle, type Worth } from './largest-rectangle.ts'
import { areaFree, CLEAR_M, MAX_PIECES, MIN_LACK_M2, type PieceShape } from './pieces.ts'

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

export interface ParkingPlan {
  /** Distance from walls, m. */
  readonly clearM: number
  readonly shape: PieceShape
  /** Width of drives, m. */
  readonly widthM: number
  /** Whether cars may cross another piece to reach this one, or drive in straight from outside. */
  readonly through: boolean
}

export const LEAST_DEMANDING: ParkingPlan = {
  clearM: 3,
  shape: TIGHT_PARKING,
  widthM: NARROW_DRIVE_M,
  through: true,
}

/** The best first; then LEAST_DEMANDING. */
export const PARKING_PLANS: readonly ParkingPlan[] = [
  ...CLEAR_M.map((clearM) => ({ clearM, shape: ROOMY_PARKING, widthM: DRIVE_M, through: false })),
  ...CLEAR_M.flatMap((clearM) =>
    PARKING_SHAPES.map((shape) => ({ clearM, shape, widthM: DRIVE_M, through: false })),
  ),
  ...CLEAR_M.slice(1).map((clearM) => ({
    clearM,
    shape: COMB_PARKING,
    widthM: DRIVE_M,
    through: false,
  })),
  { ...LEAST_DEMANDING, clearM: 6 },
]

export interface ParkingGround {
  readonly edge: SiteEdge
  readonly cells: Cells
  /** The buildings, each grown by the ground around it that ways leave free. */
  readonly kept: readonly Rect[]
  /** The buildings, each grown by the ground around it that parking leaves free. */
  readonly walls: readonly Rect[]
  readonly ways: readonly Rect[]
  /** Where parking may lie: 1 = a free cell. */
  readonly free: Uint8Array
  /** Where drives may run: 1 = a free cell. */
  readonly drivable: Uint8Array
  /** Of one space, m². */
  readonly spaceM2: number
}

/** Parking with its drives, as far as it is placed. */
interface Parked {
  readonly parking: readonly Rect[]
  readonly drives: readonly Rect[]
  /** Those of both that no other parking may be reached by: the mouth is one lane. */
  readonly closed: readonly Rect[]
}

interface ParkingResult extends Parked {
  /** What found no room, m²; 0 = the parking is all that is needed. */
  readonly lackM2: number
}

/** Parking of `needM2` or a little more, as far as there is room; each piece has a way out. */
export function parkingOn(ground: ParkingGround, needM2: number, plan: ParkingPlan): ParkingResult {
  const { cells, free, drivable } = ground
  const parking: Rect[] = []
  const drives: Rect[] = []
  const closed: Rect[] = []
  let left = needM2
  while (left > MIN_LACK_M2 && parking.length < MAX_PIECES) {
    const beyondM2 = left - areaFree(cells, free)
    if (beyondM2 > 0) return { parking, drives, closed, lackM2: beyondM2 }
    const piece = nextPiece(ground, { parking, drives, closed }, left, plan)
    if (!piece) break
    if (!piece.drive) return { parking, drives, closed, lackM2: left }
    parking.push(piece.rect)
    drives.push(...piece.drive)
    if (piece.isClosed) closed.push(piece.rect, ...piece.drive)
    left -= rectArea(piece.rect)
    block(cells, free, grown(piece.rect, plan.shape.apart))
    block(cells, drivable, piece.rect)
    for (const drive of piece.drive) block(cells, free, drive)
  }
  return { parking, drives, closed, lackM2: left > MIN_LACK_M2 ? left : 0 }
}

interface Piece {
  readonly rect: Rect
  /** To a way, or out of the site; empty where the piece lies on one, undefined = there is none. */
  readonly drive: readonly Rect[] | undefined
  /** Whether one lane out of the site is all it has. */
  readonly isClosed: boolean
}

/** The piece of parking that is worth the most beside what is placed already. */
function nextPiece(
  ground: ParkingGround,
  placed: Parked,
  needM2: number,
  plan: ParkingPlan,
): Piece | undefined {
  const { cells, free, ways } = ground
  const access = accessTo(ground, placed, plan)
  const placeBy = (worth: Worth, mostM2 = Infinity) =>
    largestRectangle(cells, free, Math.min(needM2, mostM2), plan.shape, worth)
  const narrowM2 = NARROW_MOUTH_SPACES * ground.spaceM2
  const place =
    placeBy(access.worth) ??
    (plan.through
      ? (placeBy(access.worthByExit) ?? placeBy(access.worthByNarrowExit, narrowM2))
      : undefined)
  if (!place) return undefined
  const taken = [...placed.parking, ...placed.drives]
  const rect = slidToWay(rectOf(cells, place), [...ways, ...placed.drives], cells.cellM, (moved) =>
    stands(moved, ground, taken),
  )
  return { rect, ...access.driveTo(rect, place) }
}

interface Access {
  /** Of a place with a drive to the ways, the less the longer it is. */
  readonly worth: Worth
  /** Of a place with a drive straight out of the site. */
  readonly worthByExit: Worth
  /** Of a small place with one lane straight out of the site. */
  readonly worthByNarrowExit: Worth
  /** Of a piece that stands at a place, or was slid from it to a way. */
  driveTo(rect: Rect, place: CellRect): Omit<Piece, 'rect'>
}

/** How cars get to a further piece. */
function accessTo(
  { edge, cells, kept, ways, drivable, spaceM2 }: ParkingGround,
  { parking, drives, closed }: Parked,
  { widthM, through }: ParkingPlan,
): Access {
  const isOpen = (rect: Rect) => !closed.includes(rect)
  const net = [...ways, ...drives.filter(isOpen)]
  const reach = reachOf(cells, drivable, net, widthM)
  const across = through ? parking.filter(isOpen) : []
  const taken = [...kept, ...ways, ...parking, ...closed]
  // Two cars abreast have room behind the mouth too.
  const exitFrom = (rect: Rect) =>
    through && shortSide(rect) >= DRIVE_M ? exitOf(edge, rect, taken, DRIVE_M) : undefined
  const narrowExitFrom = (rect: Rect) =>
    through && rectArea(rect) < (NARROW_MOUTH_SPACES + 1) * spaceM2
      ? exitOf(edge, rect, taken, NARROW_DRIVE_M)
      : undefined
  return {
    worth: worthWithDrive(reach, across),
    worthByExit: (place, useful) => (exitFrom(rectOf(cells, place)) ? useful : 0),
    worthByNarrowExit: (place, useful) => (narrowExitFrom(rectOf(cells, place)) ? useful : 0),
    driveTo(rect, place) {
      if ([...net, ...across].some((other) => borders(rect, other))) {
        return { drive: [], isClosed: false }
      }
      const entry = entryOf(reach, place)
      if (entry) return { drive: driveFrom(reach, place, entry), isClosed: false }
      const exit = exitFrom(rect)
      if (exit) return { drive: [exit], isClosed: false }
      const narrow = narrowExitFrom(rect)
      return { drive: narrow && [narrow], isClosed: true }
    },
  }
}

function stands(
  rect: Rect,
  { edge, walls, ways }: ParkingGround,
  placed: readonly Rect[],
): boolean {
  const taken = [...walls, ...ways, ...placed].map((other) => grown(other, -COORDINATE_M))
  return rectInside(edge.alongX, rect) && !taken.some((other) => overlap(rect, other))
}

/** One cell of a drive costs as much as this many cells of parking. */
const DRIVE_COSTS = 2

/** No drive costs more: this share of a place's use is left, so that a long drive beats none. */
const MIN_WORTH = 0.05

/** A drive of this length costs nothing, m. Arbitrary. */
const FREE_DRIVE_M = 2

/** The use of a place less the cost of its drive. */
function worthWithDrive(reach: Reach, across: readonly Rect[]): Worth {
  const { cells, wide } = reach
  return (place, useful) => {
    if (across.length > 0) {
      const rect = rectOf(cells, place)
      if (across.some((other) => borders(rect, other))) return useful
    }
    const steps = stepsTo(reach, place)
    if (steps < 0) return 0
    const driveCells = Math.max(0, steps - Math.ceil(FREE_DRIVE_M / cells.cellM)) * wide
    return Math.max(useful - DRIVE_COSTS * driveCells, useful * MIN_WORTH)
  }
}
