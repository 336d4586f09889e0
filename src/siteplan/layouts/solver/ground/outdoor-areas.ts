// Places parking and playgrounds on ground that buildings and ways leave free, away from windows
// where there is room. How much is needed is rules/needs.ts's, each piece of parking parking.ts's.
import type { OutdoorNeeds } from '../../../../norms/outdoor-ground.ts'
import type { FramedSite } from '../massing/framed-sites.ts'
import { grown, type Rect, rectArea } from '../massing/rect.ts'
import { WAY_OFF_WALLS_M } from '../ways/fire-lanes.ts'
import { block, type Cells, rectOf } from './cells.ts'
import { largestRectangle } from './largest-rectangle.ts'
import {
  LEAST_DEMANDING,
  PARKING_PLANS,
  type ParkingGround,
  type ParkingPlan,
  parkingOn,
} from './parking.ts'
import {
  areaFree,
  CLEAR_M,
  freeOf,
  MAX_PIECES,
  MIN_LACK_M2,
  type PieceShape,
  shapeFor,
} from './pieces.ts'

const PLAYGROUND_SHAPES: readonly PieceShape[] = [
  { acrossLeast: 10, acrossMost: 26, alongMost: 36, apart: 3 },
  { acrossLeast: 5, acrossMost: 26, alongMost: 60, apart: 0 },
]

export interface OutdoorAreas {
  readonly parking: readonly Rect[]
  /** They may reach into ways, never into parking. */
  readonly drives: readonly Rect[]
  readonly playgrounds: readonly Rect[]
}

/** `of` names what found no room, `lackM2` how much of it at least. */
export type OutdoorOutcome<Drawn> =
  | { readonly kind: 'placed'; readonly drawn: Drawn }
  | { readonly kind: 'short'; readonly of: 'parking'; readonly lackM2: number }
  | { readonly kind: 'short'; readonly of: 'playgrounds' | 'green' }

const PLAYGROUND_PLANS = CLEAR_M.flatMap((clearM) =>
  PLAYGROUND_SHAPES.map((shape) => ({ clearM, shape })),
)

/**
 * @param ways each of them leads out of the site, by itself or by another
 * @param drawGreen draws the site with these areas; undefined if they leave it too little green
 */
export function placeOutdoor<Drawn>(
  { edge, ...framed }: FramedSite,
  buildings: readonly Rect[],
  ways: readonly Rect[],
  needs: OutdoorNeeds & Pick<ParkingGround, 'spaceM2'>,
  drawGreen: (areas: OutdoorAreas) => Drawn | undefined,
): OutdoorOutcome<Drawn> {
  const cells = framed.cells()
  const kept = buildings.map((rect) => grown(rect, WAY_OFF_WALLS_M))
  const parkingBy = (plan: ParkingPlan) => {
    const walls = buildings.map((rect) => grown(rect, plan.clearM))
    const free = freeOf(cells, [...walls, ...ways])
    const drivable = freeOf(cells, kept)
    const { spaceM2 } = needs
    const ground = { edge, cells, kept, walls, ways, free, drivable, spaceM2 }
    const shape = shapeFor(needs.parkingM2, plan.shape)
    return parkingOn(ground, needs.parkingM2, { ...plan, shape })
  }
  const placedBy = (plan: ParkingPlan): OutdoorOutcome<Drawn> => {
    const { parking, drives, lackM2 } = parkingBy(plan)
    if (lackM2 > 0) return { kind: 'short', of: 'parking', lackM2 }
    const taken = [...ways, ...parking, ...drives]
    const playgrounds = playgroundsBeside(cells, buildings, taken, needs.playgroundM2)
    if (!playgrounds) return { kind: 'short', of: 'playgrounds' }
    const drawn = drawGreen({ parking, drives, playgrounds })
    return drawn ? { kind: 'placed', drawn } : { kind: 'short', of: 'green' }
  }
  const ifPlaced = (plan: ParkingPlan) => {
    const outcome = placedBy(plan)
    return outcome.kind === 'placed' ? outcome : undefined
  }
  const [best, ...others] = PARKING_PLANS
  const bestPlaced = best && ifPlaced(best)
  if (bestPlaced) return bestPlaced
  // If the least demanding plan finds no room, the others practically never do.
  const least = placedBy(LEAST_DEMANDING)
  return least.kind === 'placed' ? (placeFirst(others, ifPlaced) ?? least) : least
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
