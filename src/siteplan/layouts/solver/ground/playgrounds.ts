// Places playgrounds on what everything else leaves free, near the houses, as far from walls and as
// wide as there is room. How much is needed is rules/needs.ts's.
import { grown, type Rect, rectArea } from '../frame/rect.ts'
import { block, type Cells, insideNear, rectOf } from './cells.ts'
import { largestRectangle } from './largest-rectangle.ts'
import {
  areaFree,
  CLEAR_M,
  freeOf,
  MAX_PIECES,
  MIN_LACK_M2,
  type PieceShape,
  shapeFor,
} from './pieces.ts'

/** No norm. */
const WIDE: PieceShape = {
  acrossLeastM: 10,
  acrossMostM: 26,
  alongMostM: 36,
  aspectMost: 3,
  apartM: 3,
}

/** Anything of 5 m, which children still play on. No norm. */
const NARROW: PieceShape = { acrossLeastM: 5, acrossMostM: 26, alongMostM: 60, apartM: 0 }

/** How far from the nearest house a playground may reach, m: as near as there is room. No norm. */
const NEAR_M = [60, 150]

interface PlaygroundPlan {
  readonly shape: PieceShape
  readonly reachM: number
  /** From parking, drives and ways, m. */
  readonly offWaysM: number
  /** From walls, m. */
  readonly clearM: number
}

/** All plans for pieces of a shape, as near as possible, then as far off as possible. */
const plansOf = (shape: PieceShape, reaches: readonly number[], off: readonly number[]) =>
  reaches.flatMap((reachM) =>
    off.flatMap((offWaysM) => CLEAR_M.map((clearM) => ({ shape, reachM, offWaysM, clearM }))),
  )

/**
 * The best first: a wide place near the houses and away from cars; for less ground a strip beside
 * them; then anywhere on the site.
 */
const PLAYGROUND_PLANS: readonly PlaygroundPlan[] = [NEAR_M, [Infinity]].flatMap((reaches) => [
  ...plansOf(WIDE, reaches, [10, 3]),
  ...plansOf(NARROW, reaches, [0]),
])

/** Undefined where they find no room. */
export function playgroundsBeside(
  cells: Cells,
  wings: readonly Rect[],
  taken: readonly Rect[],
  needM2: number,
): Rect[] | undefined {
  // An iterator: a plan is tried only where none before it found room.
  const tries = PLAYGROUND_PLANS.values().map(({ shape, reachM, offWaysM, clearM }) => {
    const apart = [
      ...taken.map((rect) => grown(rect, offWaysM)),
      ...wings.map((rect) => grown(rect, clearM)),
    ]
    const free = freeOf(cells, apart, insideNear(cells, wings, reachM))
    return playgroundsOn(cells, free, needM2, shapeFor(needM2, shape))
  })
  return tries.find((placed) => placed !== undefined)
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
  for (let left = needM2; left > MIN_LACK_M2; ) {
    const place = largestRectangle(cells, free, left, shape, (_, useful) => useful)
    if (!place || placed.length >= MAX_PIECES) return undefined
    const rect = rectOf(cells, place)
    placed.push(rect)
    block(cells, free, grown(rect, shape.apartM))
    left -= rectArea(rect)
  }
  return placed
}
