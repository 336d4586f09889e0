// Parking and playgrounds on ground that buildings and ways leave free, away from windows where
// there is room: which plan for parking leaves enough for the rest. Placing them is parking.ts's
// and playgrounds.ts's.
import type { OutdoorNeeds } from '../../../../norms/outdoor-ground.ts'
import { grown, type Rect } from '../frame/rect.ts'
import type { FramedSite } from '../framed-sites.ts'
import { WAY_OFF_WALLS_M } from '../ways/fire-lanes.ts'
import { insideNear } from './cells.ts'
import { squaresOf } from './drive-reach.ts'
import { parkingOn } from './parking.ts'
import { LEAST_DEMANDING, PARKING_PLANS, type ParkingPlan } from './parking-plans.ts'
import { freeOf, shapeFor } from './pieces.ts'
import type { PlanMisses } from './plan-misses.ts'
import { playgroundsBeside } from './playgrounds.ts'

export interface OutdoorAreas {
  readonly parking: readonly Rect[]
  /** They may reach into ways and into the parking that they lead to, never into other parking. */
  readonly drives: readonly Rect[]
  readonly playgrounds: readonly Rect[]
}

/** `of` names what found no room. */
type Placed<Drawn> =
  | { readonly kind: 'placed'; readonly drawn: Drawn }
  | { readonly kind: 'short'; readonly of: 'parking' | 'playgrounds' | 'green' }

export type OutdoorOutcome<Drawn> = Placed<Drawn> & {
  /** Pieces of parking placed on the way, over all plans: nearly all of what it cost. */
  readonly piecesTried: number
}

/** How far from the nearest house parking may reach, m, where there is room. No norm. */
const PARKING_REACH_M = 300

/**
 * Pieces of parking, over all plans, after which no better plan is tried: each searches the whole
 * site, and a hundred square metres of parking a flat take fifty of them.
 */
const MOST_PIECES_TRIED = 64

interface OutdoorTask<Drawn> {
  readonly site: FramedSite
  readonly wings: readonly Rect[]
  /** Each leads out of the site, by itself or by another. */
  readonly ways: readonly Rect[]
  readonly needs: OutdoorNeeds
  /** Of the site's drawings before; this one's are added. */
  readonly misses: PlanMisses
  /** Draws the site with these areas; undefined if they leave it too little green. */
  readonly drawGreen: (areas: OutdoorAreas) => Drawn | undefined
}

export function placeOutdoor<Drawn>(task: OutdoorTask<Drawn>): OutdoorOutcome<Drawn> {
  const cells = task.site.cells()
  const near = insideNear(cells, task.wings, PARKING_REACH_M)
  const placed = placeWithParkingOn(near, task)
  if (placed.kind === 'placed' || near === cells.inside) return placed
  const farther = placeWithParkingOn(cells.inside, task)
  return { ...farther, piecesTried: placed.piecesTried + farther.piecesTried }
}

/**
 * By the best plan for parking that leaves room for all.
 * @param parkable cells that parking may take, 1 each
 */
function placeWithParkingOn<Drawn>(
  parkable: Uint8Array,
  task: OutdoorTask<Drawn>,
): OutdoorOutcome<Drawn> {
  const { misses, needs } = task
  let piecesTried = 0
  const tried = (plan: ParkingPlan) => {
    const outcome = placedBy(plan, parkable, task)
    piecesTried += outcome.piecesTried
    return outcome
  }
  const ifPlaced = (plan: ParkingPlan) => {
    const { parkingM2 } = needs
    if (piecesTried >= MOST_PIECES_TRIED || misses.isGivenUp(plan, parkingM2)) return undefined
    const outcome = tried(plan)
    misses.record(plan, parkingM2, outcome.kind === 'placed')
    return outcome.kind === 'placed' ? outcome : undefined
  }
  const byAnyPlan = (): Placed<Drawn> => {
    const [best, ...others] = PARKING_PLANS
    const bestPlaced = best && ifPlaced(best)
    if (bestPlaced) return bestPlaced
    // If the least demanding plan finds no room, the others practically never do.
    const least = tried(LEAST_DEMANDING)
    if (least.kind === 'short') return least
    // An iterator: a plan is tried only where none before it found room.
    const outcomes = others.values().map(ifPlaced)
    return outcomes.find((outcome) => outcome !== undefined) ?? least
  }
  const placed = byAnyPlan()
  return { ...placed, piecesTried }
}

/** By one plan for parking: first that, then playgrounds, then what is left as green. */
function placedBy<Drawn>(
  plan: ParkingPlan,
  parkable: Uint8Array,
  { site, wings, ways, needs, drawGreen }: OutdoorTask<Drawn>,
): OutdoorOutcome<Drawn> {
  const cells = site.cells()
  const kept = wings.map((rect) => grown(rect, WAY_OFF_WALLS_M))
  const walls = wings.map((rect) => grown(rect, plan.clearM))
  const free = freeOf(cells, [...walls, ...ways], parkable)
  const drivable = squaresOf(cells, freeOf(cells, kept), plan.widthM)
  const ground = { edge: site.edge, cells, kept, walls, ways, free, drivable }
  const shape = shapeFor(needs.parkingM2, plan.shape)
  const { parking, drives, isEnough } = parkingOn(ground, needs.parkingM2, { ...plan, shape })
  const piecesTried = parking.length
  if (!isEnough) return { kind: 'short', of: 'parking', piecesTried }
  const taken = [...ways, ...parking, ...drives]
  const playgrounds = playgroundsBeside(cells, wings, taken, needs.playgroundM2)
  if (!playgrounds) return { kind: 'short', of: 'playgrounds', piecesTried }
  const drawn = drawGreen({ parking, drives, playgrounds })
  if (!drawn) return { kind: 'short', of: 'green', piecesTried }
  return { kind: 'placed', drawn, piecesTried }
}
