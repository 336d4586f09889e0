// How cars get to parking: along the ways, across other parking, or straight from outside, and what
// a place is worth less its drive. Which place is taken is parking.ts's.
import { type Rect, shortSide } from '../frame/rect.ts'
import { exitOf } from '../ways/exits.ts'
import type { SiteEdge } from '../ways/site-edge.ts'
import { type CellRect, type Cells, rectOf } from './cells.ts'
import { entryOf, type Reach, reachOf, type Squares, stepsTo } from './drive-reach.ts'
import { borders, DRIVE_M, driveFrom } from './drives.ts'
import type { Worth } from './largest-rectangle.ts'
import type { ParkingPlan } from './parking-plans.ts'

export interface ParkingGround {
  readonly edge: SiteEdge
  readonly cells: Cells
  /** The buildings, each grown by the ground around it that ways leave free. */
  readonly kept: readonly Rect[]
  /** The buildings, each grown by the ground around it that parking leaves free. */
  readonly walls: readonly Rect[]
  readonly ways: readonly Rect[]
  /** Where parking may still lie: 1 = a free cell. */
  readonly free: Uint8Array
  /** Where drives may still run. */
  readonly drivable: Squares
}

/** Parking with its drives, as far as it is placed. */
export interface Parked {
  readonly parking: readonly Rect[]
  readonly drives: readonly Rect[]
}

interface Access {
  /** Of a place with a drive to the ways, the less the longer it is. */
  readonly worth: Worth
  /** Of a place with a drive straight out of the site. */
  readonly worthByExit: Worth
  /**
   * From a piece that stands at a place, or was slid from it to a way, to a way or out of the site;
   * empty where the piece lies on one, undefined = there is none.
   */
  driveTo(rect: Rect, place: CellRect): readonly Rect[] | undefined
}

/** How cars get to a further piece. */
export function accessTo(
  { edge, cells, kept, ways, drivable }: ParkingGround,
  { parking, drives }: Parked,
  { through }: ParkingPlan,
): Access {
  const net = [...ways, ...drives]
  const reach = reachOf(cells, drivable, net)
  const across = through ? parking : []
  const taken = [...kept, ...ways, ...parking]
  // Two cars abreast have room behind the exit too.
  const exitFrom = (rect: Rect) =>
    through && shortSide(rect) >= DRIVE_M ? exitOf(edge, rect, taken, DRIVE_M) : undefined
  return {
    worth: worthWithDrive(reach, across),
    worthByExit: (place, useful) => (exitFrom(rectOf(cells, place)) ? useful : 0),
    driveTo(rect, place) {
      if ([...net, ...across].some((other) => borders(rect, other))) return []
      const entry = entryOf(reach, place)
      if (entry) return driveFrom(reach, place, entry)
      const exit = exitFrom(rect)
      return exit && [exit]
    },
  }
}

/** One cell of a drive costs as much as this many cells of parking. */
const DRIVE_COSTS = 2

/**
 * This share of a place's use is left whatever its drive costs, so that a long drive beats none.
 */
const MIN_WORTH = 0.05

/** A drive of this length costs nothing, m. Arbitrary. */
const FREE_DRIVE_M = 2

/** The use of a place less the cost of its drive. */
function worthWithDrive(reach: Reach, across: readonly Rect[]): Worth {
  const { cells, wide } = reach
  return (place, useful) => {
    const rect = rectOf(cells, place)
    if (across.some((other) => borders(rect, other))) return useful
    const steps = stepsTo(reach, place)
    if (steps < 0) return 0
    const driveCells = Math.max(0, steps - Math.ceil(FREE_DRIVE_M / cells.cellM)) * wide
    return Math.max(useful - DRIVE_COSTS * driveCells, useful * MIN_WORTH)
  }
}
