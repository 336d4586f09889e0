// How cars get to parking: along the ways, across other parking, or straight from outside, and what a
// place is worth less its drive. Which place is taken is parking.ts's.
import { type Rect, rectArea } from '../massing/rect.ts'
import { entryOf, type Reach, reachOf, stepsTo } from '../ways/drive-reach.ts'
import { borders, DRIVE_M, driveFrom, NARROW_DRIVE_M, NARROW_MOUTH_SPACES } from '../ways/drives.ts'
import { exitOf, shortSide } from '../ways/exits.ts'
import type { SiteEdge } from '../ways/mouths.ts'
import { type CellRect, type Cells, reachedBy, rectOf } from './cells.ts'
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
  /** Where parking may lie: 1 = a free cell. */
  readonly free: Uint8Array
  /** Where drives may run: 1 = a free cell. */
  readonly drivable: Uint8Array
  /** Of one space, m². */
  readonly spaceM2: number
}

/** Parking with its drives, as far as it is placed. */
export interface Parked {
  readonly parking: readonly Rect[]
  readonly drives: readonly Rect[]
  /** Those of both that no other parking may be reached by: the mouth is one lane. */
  readonly closed: readonly Rect[]
}

/** How cars get to a piece of parking. */
export interface ParkingDrive {
  /** To a way, or out of the site; empty where the piece lies on one, undefined = there is none. */
  readonly drive: readonly Rect[] | undefined
  /** Whether one lane out of the site is all it has. */
  readonly isClosed: boolean
}

interface Access {
  /** Of a place with a drive to the ways, the less the longer it is. */
  readonly worth: Worth
  /** Of a place with a drive straight out of the site. */
  readonly worthByExit: Worth
  /** Of a small place with one lane straight out of the site. */
  readonly worthByNarrowExit: Worth
  /** Of a piece that stands at a place, or was slid from it to a way. */
  driveTo(rect: Rect, place: CellRect): ParkingDrive
}

/** How cars get to a further piece. */
export function accessTo(
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

/** One cell of a drive costs as much as this many cells of parking. */
const DRIVE_COSTS = 2

/** No drive costs more: this share of a place's use is left, so that a long drive beats none. */
const MIN_WORTH = 0.05

/** A drive of this length costs nothing, m. Arbitrary. */
const FREE_DRIVE_M = 2

/** The use of a place less the cost of its drive. */
function worthWithDrive(reach: Reach, across: readonly Rect[]): Worth {
  const { cells, wide } = reach
  const isNearOther = across.length > 0 ? reachedBy(cells, across) : () => false
  return (place, useful) => {
    if (isNearOther(place)) {
      const rect = rectOf(cells, place)
      if (across.some((other) => borders(rect, other))) return useful
    }
    const steps = stepsTo(reach, place)
    if (steps < 0) return 0
    const driveCells = Math.max(0, steps - Math.ceil(FREE_DRIVE_M / cells.cellM)) * wide
    return Math.max(useful - DRIVE_COSTS * driveCells, useful * MIN_WORTH)
  }
}
