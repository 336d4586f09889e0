// The parking of a layout as cars stand together, measured on its drawing: the more cars, the more
// distance from walls sanitary norms ask for. Layouts are not held to that; a reader is told of it.
import { distanceBetween } from '../../geometry/distance.ts'
import { partsOf } from '../../geometry/parts.ts'
import { areaOf, type Region } from '../../geometry/plane.ts'
import { parkingToWindowsM } from '../../norms/parking-distance.ts'
import { wholeParts } from '../../numbers/whole-parts.ts'
import type { LayoutOption } from '../../siteplan/layouts/layout.ts'
import { spacesOn } from '../../siteplan/layouts/parking-spaces.ts'

export interface ParkingLot {
  /** By the lot's share of all parking: those of all lots are as many as the layout gives. */
  readonly spaces: number
  /** From its edge to the nearest wall of any house, m. */
  readonly toWallsM: number
  /** What the sanitary norm wants for so many spaces, to walls with windows, m. */
  readonly wantedM: number
}

/** Pieces nearer to each other than this are one parking: cars drive across. */
const TOUCH_M = 0.1

/**
 * The largest first, and of equals the one nearer to walls.
 * @param spaceM2 ground of one space with its share of the way to it
 */
export function parkingLots(
  { parking, buildings }: Pick<LayoutOption, 'parking' | 'buildings'>,
  spaceM2: number,
): readonly ParkingLot[] {
  const walls = buildings.flatMap(({ footprint, courts }) => [footprint, ...courts])
  const groundM2 = areaOf(parking)
  const groups = groupsOf(partsOf(parking))
  const shares = groups.map((group) => areaOf(group) / groundM2)
  const counts = wholeParts(spacesOn(groundM2, spaceM2), shares)
  return groups
    .map((group, i): ParkingLot => {
      const spaces = counts[i] as number
      const toWallsM = distanceBetween(group, walls)
      return { spaces, toWallsM, wantedM: parkingToWindowsM(spaces) }
    })
    .toSorted((a, b) => b.spaces - a.spaces || a.toWallsM - b.toWallsM)
}

/** The largest, and the one nearest to walls where that is another. */
export function namedLots(lots: readonly ParkingLot[]): {
  readonly largest: ParkingLot | undefined
  readonly nearer: ParkingLot | undefined
} {
  const [largest] = lots
  const [nearest] = lots.toSorted((a, b) => a.toWallsM - b.toWallsM)
  const isNearer = nearest && largest && nearest.toWallsM < largest.toWallsM
  return { largest, nearer: isNearer ? nearest : undefined }
}

/** Distances are drawn to a millimetre, m. */
const DRAWN_M = 0.005

/** Whether it is as far from all walls as the norm wants of those with windows. */
export function isFarEnough({ toWallsM, wantedM }: ParkingLot): boolean {
  return toWallsM >= wantedM - DRAWN_M
}

/** Of pieces that touch, by themselves or by others. */
function groupsOf(pieces: readonly Region[]): Region[] {
  let groups: Region[] = []
  for (const piece of pieces) {
    const own = groups.filter((group) => distanceBetween(piece, group) <= TOUCH_M)
    groups = [...groups.filter((group) => !own.includes(group)), [...own.flat(), ...piece]]
  }
  return groups
}
