// Turns a massing that holds to the rules into an option: draws it on the plane, joins its ways,
// places parking and playgrounds, and works out indicators and checks from the drawing.
import { distanceBetween } from '../../../geometry/distance.ts'
import { areaOf, type Region } from '../../../geometry/plane.ts'
import { difference } from '../../../geometry/region.ts'
import type { RuleName, Rules } from '../../../norms/rule-set.ts'
import { round } from '../../../rounding.ts'
import { economicsOf } from '../economics.ts'
import type {
  Building,
  Indicators,
  Insolation,
  LayoutAssumptions,
  LayoutOption,
  LayoutRequest,
  RuleCheck,
} from '../layout.ts'
import { spacesOn } from '../parking-spaces.ts'
import { drawBuildings, northWestFirst } from './draw-buildings.ts'
import { type DrawnGround, drawGround, type UsedGround } from './draw-ground.ts'
import { waysOut, withExits } from './exits.ts'
import { fireLanes, laneMeasures, laneWidthM, offWallsM } from './fire-lanes.ts'
import { type Frame, grown, type Rect, rectArea, toPlane } from './frame.ts'
import type { FramedSite } from './framed-sites.ts'
import { type Daylight, daylightOf } from './insolation.ts'
import { connected } from './lane-network.ts'
import { type Massing, wingsOf } from './massing.ts'
import { type Needs, needsOf } from './needs.ts'
import { type OutdoorAreas, placeOutdoor } from './outdoor-areas.ts'
import { checksOf } from './rule-checks.ts'
import { scoreOf } from './score.ts'
import type { SiteRules } from './site-rules.ts'

export interface DrawingInput extends SiteRules {
  readonly boundary: Region
  readonly ground: DrawnGround
  readonly buildable: Region
  readonly request: LayoutRequest
  readonly assumptions: LayoutAssumptions
  readonly upperBoundM2: number
  /** Storeys at which the upper bound is reached. */
  readonly boundStoreys: number
  readonly highestAllowed: number
  readonly day: string
  readonly latitude: number
}

/**
 * Areas are placed this many times as large as needed, so that rounding to millimetres costs
 * nothing.
 */
const PLACING_SPARE = 1.001

export type DrawnOption =
  | { readonly kind: 'drawn'; readonly option: LayoutOption }
  | {
      readonly kind: 'broken'
      readonly rule: RuleName
      /** Ground that parking lacks, m²; 0 where it is not parking that has no room. */
      readonly lackM2: number
    }

const NORM_OF = {
  parking: 'parking_per_unit',
  playgrounds: 'playground_m2_per_unit',
  green: 'min_green',
} as const

/** One way in place of two leaves parking at most this many times its ground: others join it. */
const FREED_BY_WAYS = 8

export function drawOption(massing: Massing, framed: FramedSite, input: DrawingInput): DrawnOption {
  const lanesBy = (waysEach: number) =>
    fireLanes(framed.site, massing.buildings, input.rules, waysEach)
  // First ways on both sides of high buildings; on one side if the rest finds no room then.
  const both = lanesBy(2)
  if (!both) return broken('fire_lane_distance_m')
  const outcome = drawWith(massing, framed, input, both)
  if (outcome.kind === 'drawn') return outcome
  const one = lanesBy(1)
  // If their number has not changed, they are the same ways.
  if (!one || one.length === both.length) return outcome
  const freedM2 = sum(both.map(rectArea)) - sum(one.map(rectArea))
  return outcome.lackM2 > FREED_BY_WAYS * freedM2 ? outcome : drawWith(massing, framed, input, one)
}

function drawWith(
  massing: Massing,
  framed: FramedSite,
  input: DrawingInput,
  lanes: readonly Rect[],
): DrawnOption {
  const { rules } = input
  const { frame } = framed
  const ways = waysOf(massing, framed, rules, lanes)
  if (!ways) return broken('fire_lane_distance_m')

  const masses = northWestFirst(frame, massing.buildings)
  const buildings = drawBuildings(frame, masses, rules.storey_height_m.value)
  const gfaM2 = sum(buildings.map((each) => each.gfa_m2))
  const needs = needsOf(gfaM2, input)
  const footprints = footprintsOf(buildings)
  const drawnWith = (areas: OutdoorAreas) => {
    const ground = drawGround(frame, footprints, ways, areas, input.ground)
    return { ground, indicators: indicatorsOf(buildings, ground, needs, input) }
  }
  const placed = placeOutdoor(
    framed,
    massing.buildings.flatMap(wingsOf),
    ways,
    {
      parkingM2: needs.parkingM2 * PLACING_SPARE,
      playgroundM2: needs.playgroundM2 * PLACING_SPARE,
      spaceM2: rules.parking_space_m2.value,
    },
    (areas) => {
      const drawn = drawnWith(areas)
      const isGreen = drawn.indicators.green_m2 / input.siteM2 >= rules.min_green.value
      return isGreen ? drawn : undefined
    },
  )
  if (placed.kind === 'short') {
    const lackM2 = placed.of === 'parking' ? placed.lackM2 : 0
    return { ...broken(NORM_OF[placed.of]), lackM2 }
  }
  const { ground, indicators } = placed.drawn

  const daylight = daylightOf(masses, framed.rays, rules.storey_height_m.value)
  const checks = checksOf({
    masses,
    buildings,
    indicators,
    rules,
    leastSunH: daylight.leastHours,
    enoughSunH: input.enoughSunH,
    setbackM: Math.min(
      ...buildings.map(({ footprint }) => distanceBetween([footprint], input.boundary)),
    ),
    outsideM2: areaOf(difference(footprints, input.buildable)),
    lanesOf: (mass) => laneMeasures(mass, lanes, rules),
    playgroundNeededM2: needs.playgroundM2,
  })
  const failing = checks.find((check) => !check.ok)
  if (failing) return broken(ruleBehind(failing))

  const economics = economicsOf(needs.units, buildings, input.assumptions)
  const score = scoreOf(input.request.objective, {
    indicators,
    economics,
    sunShare: input.enoughSunH > 0 ? daylight.leastHours / input.enoughSunH : 2,
    highestAllowed: input.highestAllowed,
    boundRevenueRub: boundRevenueRub(input),
  })
  const insolation = insolationOf(daylight, buildings, frame, input)
  const option = { rank: 0, score, buildings, ...ground, indicators, checks, insolation, economics }
  return { kind: 'drawn', option }
}

/**
 * The lanes, the ways that join them and those that lead out; undefined if any does not leave the
 * site.
 */
function waysOf(
  { buildings }: Massing,
  { edge }: FramedSite,
  rules: Rules,
  lanes: readonly Rect[],
): readonly Rect[] | undefined {
  const wings = buildings.flatMap(wingsOf)
  const heightsM = buildings.map((mass) => mass.storeys * rules.storey_height_m.value)
  const widthM = laneWidthM(Math.max(...heightsM), rules)
  const offWallM = Math.min(...heightsM.map((heightM) => offWallsM(heightM, rules)))
  const kept = wings.map((wing) => grown(wing, offWallM))
  const net = withExits(edge, connected(edge, lanes, wings, widthM), kept, widthM)
  return waysOut(net).length < net.ways.length ? undefined : net.ways
}

function footprintsOf(buildings: readonly Building[]): Region {
  return buildings.flatMap(({ footprint, courts }) => [
    footprint,
    ...courts.map((court) => [...court].reverse()),
  ])
}

function indicatorsOf(
  buildings: readonly Building[],
  { fire_lanes, drives, parking, playgrounds }: UsedGround,
  needs: Needs,
  { rules, siteM2, upperBoundM2 }: DrawingInput,
): Indicators {
  const footprintM2 = sum(buildings.map((each) => each.footprint_m2))
  const gfaM2 = sum(buildings.map((each) => each.gfa_m2))
  const playgroundM2 = round(areaOf(playgrounds), 2)
  const pavedM2 = areaOf(fire_lanes) + areaOf(drives) + areaOf(parking)
  const greenM2 = round(siteM2 - footprintM2 - pavedM2 - playgroundM2, 2)
  return {
    site_m2: round(siteM2, 2),
    footprint_m2: round(footprintM2, 2),
    coverage: round(footprintM2 / siteM2, 4),
    gfa_m2: round(gfaM2, 2),
    density: round(gfaM2 / siteM2, 4),
    share_of_bound: round(gfaM2 / upperBoundM2, 4),
    max_storeys: Math.max(...buildings.map((each) => each.storeys)),
    saleable_m2: needs.saleableM2,
    units: needs.units,
    units_total: needs.unitsTotal,
    parking_needed: needs.parkingSpaces,
    parking_given: spacesOn(areaOf(parking), rules.parking_space_m2.value),
    playground_m2: playgroundM2,
    green_m2: greenM2,
    green_share: round(greenM2 / siteM2, 4),
  }
}

/** The norm behind a failing check. */
function ruleBehind({ rule }: RuleCheck): RuleName {
  if (rule === 'inside_buildable') return 'setback_m'
  return rule === 'no_overlap' ? 'fire_gap_m' : rule
}

/** Revenue of the whole upper bound. */
function boundRevenueRub(input: DrawingInput): number | null {
  const { units } = needsOf(input.upperBoundM2, input)
  const house = { storeys: input.boundStoreys, gfa_m2: input.upperBoundM2 }
  return economicsOf(units, [house], input.assumptions)?.revenue_rub ?? null
}

function insolationOf(
  { points }: Daylight,
  buildings: readonly Building[],
  frame: Frame,
  { day, latitude }: DrawingInput,
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

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function broken(rule: RuleName) {
  return { kind: 'broken', rule, lackM2: 0 } as const
}
