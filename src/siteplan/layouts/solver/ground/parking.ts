// Places parking: the piece that is worth the most, then the next, each with a drive to the ways
// that leave the site. What a drive costs is parking-access.ts's, where it runs drives.ts's.
import { grown, overlap, type Rect, rectArea } from '../frame/rect.ts'
import { rectInside } from '../frame/strips.ts'
import { COORDINATE_M } from '../tolerances.ts'
import { block, rectOf } from './cells.ts'
import { blockSquares } from './drive-reach.ts'
import { slidToWay } from './drives.ts'
import { largestRectangle, type Worth } from './largest-rectangle.ts'
import { accessTo, type Parked, type ParkingGround } from './parking-access.ts'
import type { ParkingPlan } from './parking-plans.ts'
import { countFree, MAX_PIECES, MIN_LACK_M2 } from './pieces.ts'
import { usableCells } from './usable-cells.ts'

interface ParkingResult extends Parked {
  /** Whether all that is needed found room. */
  readonly isEnough: boolean
}

/**
 * Parking of `needM2` or a little more, as far as there is room; each piece has a way out. Takes
 * what it uses off the `free` and `drivable` of the ground.
 */
export function parkingOn(ground: ParkingGround, needM2: number, plan: ParkingPlan): ParkingResult {
  const { cells, free, drivable } = ground
  const parking: Rect[] = []
  const drives: Rect[] = []
  let left = needM2
  // Most plans that fail are given up here, before their first piece.
  const usable = usableCells(cells, free, plan.shape.acrossLeastM)
  let usableLeft = countFree(usable)
  while (left > MIN_LACK_M2 && parking.length < MAX_PIECES) {
    if (left > usableLeft * cells.cellM ** 2) break
    const piece = nextPiece(ground, { parking, drives }, left, plan)
    if (!piece?.drive) break
    parking.push(piece.rect)
    drives.push(...piece.drive)
    left -= rectArea(piece.rect)
    blockSquares(cells, drivable, piece.rect)
    for (const rect of [grown(piece.rect, plan.shape.apartM), ...piece.drive]) {
      block(cells, free, rect)
      usableLeft -= block(cells, usable, rect)
    }
  }
  return { parking, drives, isEnough: left <= MIN_LACK_M2 }
}

interface Piece {
  readonly rect: Rect
  /** Undefined where no car gets to it. */
  readonly drive: readonly Rect[] | undefined
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
  const placeBy = (worth: Worth) => largestRectangle(cells, free, needM2, plan.shape, worth)
  const place = placeBy(access.worth) ?? (plan.through ? placeBy(access.worthByExit) : undefined)
  if (!place) return undefined
  const taken = [...placed.parking, ...placed.drives]
  const rect = slidToWay(rectOf(cells, place), [...ways, ...placed.drives], cells.cellM, (moved) =>
    stands(moved, ground, taken),
  )
  return { rect, drive: access.driveTo(rect, place) }
}

function stands(
  rect: Rect,
  { edge, walls, ways }: ParkingGround,
  placed: readonly Rect[],
): boolean {
  const taken = [...walls, ...ways, ...placed].map((other) => grown(other, -COORDINATE_M))
  return rectInside(edge.alongX, rect) && !taken.some((other) => overlap(rect, other))
}
