// What holds for parking and playgrounds alike: the shapes of their pieces, how many there may be,
// how far from walls, and the cells that are free. Placing is parking.ts's and playgrounds.ts's.
import type { Rect } from '../frame/rect.ts'
import { block, type Cells } from './cells.ts'
import type { SideLimits } from './largest-rectangle.ts'

/** Distances from walls that parking and playgrounds try to keep, the best first, m. */
export const CLEAR_M = [10, 6, 3]

/** Of one piece. */
export interface PieceShape extends SideLimits {
  /** Least strip of green between two pieces, m. */
  readonly apartM: number
}

/** Of parking, and of playgrounds, in one option. */
export const MAX_PIECES = 48

/** A need of more pieces than this is cut into larger ones, as on a large site. */
const PIECES_AIMED_AT = 16

/** The shape, larger in both directions if the need would otherwise take too many pieces. */
export function shapeFor(needM2: number, shape: PieceShape): PieceShape {
  const pieces = needM2 / (shape.acrossMostM * shape.alongMostM)
  const times = Math.sqrt(Math.max(1, pieces / PIECES_AIMED_AT))
  return {
    ...shape,
    acrossMostM: shape.acrossMostM * times,
    alongMostM: shape.alongMostM * times,
  }
}

/** Less than this is lacking by rounding alone. */
export const MIN_LACK_M2 = 0.01

/** The cells of the ground that nothing takes, 1 each. */
export function freeOf(
  cells: Cells,
  taken: readonly Rect[],
  ground: Uint8Array = cells.inside,
): Uint8Array {
  const free = ground.slice()
  for (const rect of taken) block(cells, free, rect)
  return free
}

export function areaFree({ cellM }: Cells, free: Uint8Array): number {
  return countFree(free) * cellM ** 2
}

export function countFree(free: Uint8Array): number {
  let count = 0
  for (let cell = 0; cell < free.length; cell += 1) count += free[cell] ?? 0
  return count
}
