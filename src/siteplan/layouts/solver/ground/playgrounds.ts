// Places playgrounds on what everything else leaves free, near the houses, as far from walls and as
// wide as there is room. How much is needed is rules/needs.ts's.
import { grown, type Rect, rectArea } from '../massing/rect.ts'
import { block, type Cells, insideNear, rectOf } from './cells.ts'
import { largestRectangle } from './largest-rectangle.ts'
import {
  areaFree,
  CLEAR_M,
  freeOf,
  MAX_PIECES,
  MIN_LACK_M2,
  type PieceShape,
  placeFirst,
  shapeFor,
} from './pieces.ts'

/** Wide ones first; then anything of 5 m, which children still play on. No norm. */
const PLAYGROUND_SHAPES: readonly PieceShape[] = [
  { acrossLeast: 10, acrossMost: 26, alongMost: 36, apart: 3 },
  { acrossLeast: 5, acrossMost: 26, alongMost: 60, apart: 0 },
]

/** How far from the nearest house a playground may reach, m: as near as there is room. No norm. */
const REACH_M = [60, 150, Infinity]

/** The best first. */
const PLAYGROUND_PLANS = CLEAR_M.flatMap((clearM) =>
  PLAYGROUND_SHAPES.map((shape) => ({ clearM, shape })),
)

/** Undefined where they find no room. */
export function playgroundsBeside(
  cells: Cells,
  buildings: readonly Rect[],
  taken: readonly Rect[],
  needM2: number,
): Rect[] | undefined {
  // On a small site they are all the same.
  const grounds = new Set(REACH_M.map((reachM) => insideNear(cells, buildings, reachM)))
  const plans = [...grounds].flatMap((ground) =>
    PLAYGROUND_PLANS.map((plan) => ({ ...plan, ground })),
  )
  return placeFirst(plans, ({ ground, clearM, shape }) => {
    const apart = [
      ...taken.map((rect) => grown(rect, shape.apart)),
      ...buildings.map((rect) => grown(rect, clearM)),
    ]
    const free = freeOf(cells, apart, ground)
    return playgroundsOn(cells, free, needM2, shapeFor(needM2, shape))
  })
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
    block(cells, free, grown(rect, shape.apart))
    left -= rectArea(rect)
  }
  return placed
}
