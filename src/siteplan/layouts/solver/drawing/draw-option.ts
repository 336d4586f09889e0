// Turns a massing that holds to the rules into an option: draws it on the plane, joins its ways,
// places parking and playgrounds, and works out indicators and checks from the drawing.
import { distanceBetween } from '../../../../geometry/distance.ts'
import { areaOf, type Region } from '../../../../geometry/plane.ts'
import { difference } from '../../../../geometry/region.ts'
import { fireLaneDemand } from '../../../../norms/rule-look-ups.ts'
import type { RuleName, Rules } from '../../../../norms/rule-set.ts'
import { round } from '../../../../numbers/rounding.ts'
import { sumOf } from '../../../../numbers/sum.ts'
import { economicsOf } from '../../economics.ts'
import { GEOMETRIC_CHECKS, isGeometric } from '../../geometric-checks.ts'
import type { Building, Indicators, Insolation, LayoutOption, RuleCheck } from '../../layout.ts'
import { type Frame, toPlane } from '../frame/frame.ts'
import { grown, type Rect } from '../frame/rect.ts'
import type { FramedSite } from '../framed-sites.ts'
import { type OutdoorAreas, type OutdoorOutcome, placeOutdoor } from '../ground/outdoor-areas.ts'
import type { PlanMisses } from '../ground/plan-misses.ts'
import { type Mass, type Massing, wingsOf } from '../massing/massing.ts'
import { type SunHours, sunHoursOf } from '../rules/insolation.ts'
import { type Needs, needsOf } from '../rules/needs.ts'
import { checksOf } from '../rules/rule-checks.ts'
import type { SolverInput } from '../solver-input.ts'
import { waysOut, withExits } from '../ways/exits.ts'
import { fireLanes, laneMeasures, offWallsM } from '../ways/fire-lanes.ts'
import { connected } from '../ways/lane-network.ts'
import { drawBuildings, footprintsOf, northWestFirst } from './draw-buildings.ts'
import { drawGround, type UsedGround } from './draw-ground.ts'
import { indicatorsOf } from './indicators.ts'
import { FULL_SCORE_SUN, scoreOf } from './score.ts'

/**
 * Areas are placed this many times as large as needed, so that rounding to millimetres costs
 * nothing.
 */
const PLACING_SPARE = 1.001

type DrawnOption = (
  | { readonly kind: 'drawn'; readonly option: LayoutOption }
  | { readonly kind: 'broken'; readonly rule: RuleName }
) & {
  /** Pieces of parking placed on the way; most of what a drawing costs where there are many. */
  readonly piecesTried: number
}

const NORM_OF = {
  parking: 'parking_per_unit',
  playgrounds: 'playground_m2_per_unit',
  green: 'min_green',
} as const

/** Where a massing is drawn, and by what. */
interface DrawingTask {
  readonly framed: FramedSite
  readonly input: SolverInput
  /** Of the site's drawings before; this one's are added. */
  readonly misses: PlanMisses
}

export function drawOption(massing: Massing, task: DrawingTask): DrawnOption {
  const { framed, input } = task
  const lanesBy = (mostEach: 1 | 2) => fireLanes(framed.site, massing, input.rules, mostEach)
  // First ways on both sides of high buildings; on one side if the rest finds no room then.
  const both = lanesBy(2)
  if (!both) return broken('fire_lane_distance_m', 0)
  const outcome = drawWith(massing, both, task)
  if (outcome.kind === 'drawn') return outcome
  const one = lanesBy(1)
  // If their number has not changed, they are the same ways.
  if (!one || one.length === both.length) return outcome
  const again = drawWith(massing, one, task)
  return { ...again, piecesTried: outcome.piecesTried + again.piecesTried }
}

function drawWith(massing: Massing, lanes: readonly Rect[], task: DrawingTask): DrawnOption {
  const { framed, input } = task
  const ways = waysOf(massing, framed, input.rules, lanes)
  if (!ways) return broken('fire_lane_distance_m', 0)
  const houses = housesOf(massing, framed, input)
  const placed = placeAround(houses, ways, task)
  const { piecesTried } = placed
  if (placed.kind === 'short') return broken(NORM_OF[placed.of], piecesTried)
  const sun = sunHoursOf(houses.masses, framed.rays, input.rules.storey_height_m.value)
  const drawn: Drawn = { ...houses, ...placed.drawn, sun }
  const checks = checksOn(drawn, lanes, input)
  const failing = checks.find((check) => !check.ok)
  if (failing) return broken(normBehind(failing), piecesTried)
  return { kind: 'drawn', option: optionOf(drawn, checks, framed.frame, input), piecesTried }
}

/**
 * The lanes, the ways that join them and those that lead out; undefined if any does not leave the
 * site.
 */
function waysOf(
  massing: Massing,
  { edge }: FramedSite,
  rules: Rules,
  lanes: readonly Rect[],
): readonly Rect[] | undefined {
  const wings = massing.flatMap(wingsOf)
  const highest = Math.max(...massing.map(({ storeys }) => storeys))
  const { widthM } = fireLaneDemand(highest, rules)
  const offWallM = Math.min(
    ...massing.map(({ storeys }) => offWallsM(fireLaneDemand(storeys, rules))),
  )
  const kept = wings.map((wing) => grown(wing, offWallM))
  const net = withExits(edge, connected(edge, lanes, kept, widthM), kept, widthM)
  return waysOut(net).length < net.ways.length ? undefined : net.ways
}

/** The houses of a massing as they are drawn, and what they need beside them. */
interface Houses {
  /** In the order of the buildings. */
  readonly masses: readonly Mass[]
  readonly buildings: readonly Building[]
  readonly footprints: Region
  readonly wings: readonly Rect[]
  readonly needs: Needs
}

function housesOf(massing: Massing, { frame }: FramedSite, input: SolverInput): Houses {
  const masses = northWestFirst(frame, massing)
  const buildings = drawBuildings(frame, masses, input.rules.storey_height_m.value)
  const gfaM2 = sumOf(buildings, (each) => each.gfa_m2)
  return {
    masses,
    buildings,
    footprints: footprintsOf(buildings),
    wings: massing.flatMap(wingsOf),
    needs: needsOf(gfaM2, input),
  }
}

interface GroundAround {
  readonly ground: UsedGround
  readonly indicators: Indicators
}

/** Parking and playgrounds where the houses and ways leave room and enough green. */
function placeAround(
  { buildings, footprints, wings, needs }: Houses,
  ways: readonly Rect[],
  { framed, input, misses }: DrawingTask,
): OutdoorOutcome<GroundAround> {
  const { rules, siteM2 } = input
  const placing = {
    parkingM2: needs.parkingM2 * PLACING_SPARE,
    playgroundM2: needs.playgroundM2 * PLACING_SPARE,
  }
  const drawGreen = (areas: OutdoorAreas): GroundAround | undefined => {
    const ground = drawGround(framed.frame, { footprints, ways, areas }, input.ground)
    const indicators = indicatorsOf(buildings, ground, needs, input)
    const isGreen = indicators.green_m2 / siteM2 >= rules.min_green.value
    return isGreen ? { ground, indicators } : undefined
  }
  return placeOutdoor({ site: framed, wings, ways, needs: placing, misses, drawGreen })
}

interface Drawn extends Houses, GroundAround {
  readonly sun: SunHours
}

function checksOn(
  { masses, buildings, footprints, needs, indicators, sun }: Drawn,
  lanes: readonly Rect[],
  { rules, demandedSunH, boundary, buildable }: SolverInput,
): RuleCheck[] {
  return checksOf({
    masses,
    buildings,
    indicators,
    rules,
    leastSunH: sun.leastHours,
    demandedSunH,
    setbackM: Math.min(...buildings.map(({ footprint }) => distanceBetween([footprint], boundary))),
    outsideM2: areaOf(difference(footprints, buildable)),
    lanesOf: (mass) => laneMeasures(mass, lanes, rules),
    playgroundNeededM2: needs.playgroundM2,
  })
}

function optionOf(
  { buildings, ground, needs, indicators, sun }: Drawn,
  checks: readonly RuleCheck[],
  frame: Frame,
  input: SolverInput,
): LayoutOption {
  const economics = economicsOf(needs.units, buildings, input.assumptions)
  const score = scoreOf(input.request.objective, {
    indicators,
    economics,
    sunShare: input.demandedSunH > 0 ? sun.leastHours / input.demandedSunH : FULL_SCORE_SUN,
    highestAllowed: input.highestAllowed,
    boundRevenueRub: boundRevenueRub(input),
  })
  const insolation = insolationOf(sun, buildings, frame, input)
  return { rank: 0, score, buildings, ...ground, indicators, checks, insolation, economics }
}

/** The norm behind a failing check. */
function normBehind({ rule }: RuleCheck): RuleName {
  return isGeometric(rule) ? GEOMETRIC_CHECKS[rule] : rule
}

/** Revenue of the upper bound as the answer rounds it: a hundredth of a m² may hold a flat more. */
function boundRevenueRub(input: SolverInput): number | null {
  const gfaM2 = round(input.upperBoundM2, 2)
  const { units } = needsOf(gfaM2, input)
  const house = { storeys: input.boundStoreys, gfa_m2: gfaM2 }
  return economicsOf(units, [house], input.assumptions)?.revenue_rub ?? null
}

function insolationOf(
  { points }: SunHours,
  buildings: readonly Building[],
  frame: Frame,
  { day, latitude }: SolverInput,
): Insolation {
  return {
    day,
    latitude: round(latitude, 6),
    points: points.map(({ building, point, hours }) => ({
      building: buildings[building]?.name ?? '',
      point: toPlane(frame, point.at),
      hours: round(hours, 2),
    })),
  }
}

function broken(rule: RuleName, piecesTried: number): DrawnOption {
  return { kind: 'broken', rule, piecesTried }
}
