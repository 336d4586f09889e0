// From a massing that holds to an option as the wire has it: drawn on the plane, ways joined, parking
// and playgrounds placed, indicators and checks worked out from what was drawn.
import { distanceBetween } from '../../geometry/distance.ts'
import { areaOf, type Region, type Ring, signedArea } from '../../geometry/plane.ts'
import { difference, grow, intersection, union } from '../../geometry/region.ts'
import { economicsOf } from '../economics.ts'
import type { Building, LayoutAssumptions, LayoutOption, LayoutRequest } from '../layout.ts'
import type { RuleName } from '../rule-set.ts'
import type { FramedSite, SiteRules } from './assess.ts'
import { exitsOf, waysOut } from './drives.ts'
import { fireLanes, laneMeasures, laneWidthM } from './fire-lanes.ts'
import { type Frame, type Rect, rectRing, toPlane } from './frame.ts'
import { daylightOf } from './insolation.ts'
import { connections } from './lane-network.ts'
import { courtOf, type Mass, type Massing, outlineOf, wingsOf } from './massing.ts'
import { needsOf } from './needs.ts'
import { placeOutdoor } from './outdoor-areas.ts'
import { checksOf } from './rule-checks.ts'
import { scoreOf } from './score.ts'

export interface DrawingInput extends SiteRules {
  readonly boundary: Region
  readonly ground: DrawnGround
  readonly buildable: Region
  readonly request: LayoutRequest
  readonly assumptions: LayoutAssumptions
  readonly upperBoundM2: number
  /** At which the bound is had. */
  readonly boundStoreys: number
  readonly highestAllowed: number
  readonly day: string
  readonly latitude: number
}

/** What is drawn on: the site with few corners, and what that leaves of the true one, where it matters. */
export interface DrawnGround {
  readonly region: Region
  /** Between the edges of both, at most so wide: ways go on through it. Empty where it is too narrow to matter. */
  readonly rim: Region
  readonly rimM: number
}

/** Placed a little larger than needed, so that rounding to millimetres takes nothing away. */
const PLACING_SPARE = 1.001

export type DrawnOption =
  | { readonly kind: 'drawn'; readonly option: LayoutOption }
  | { readonly kind: 'broken'; readonly rule: RuleName }

export function drawOption(massing: Massing, framed: FramedSite, input: DrawingInput): DrawnOption {
  // Ways on both sides of high buildings where all else has room beside them; else on one.
  let outcome: DrawnOption = { kind: 'broken', rule: 'fire_lane_distance_m' }
  let before = 0
  for (const waysEach of [2, 1]) {
    const lanes = fireLanes(framed.site, massing.buildings, input.rules, waysEach)
    // As many ways as before are the same ways.
    if (!lanes || lanes.length === before) break
    before = lanes.length
    outcome = drawWith(massing, framed, input, lanes)
    if (outcome.kind === 'drawn') return outcome
  }
  return outcome
}

function drawWith(
  massing: Massing,
  framed: FramedSite,
  input: DrawingInput,
  lanes: readonly Rect[],
): DrawnOption {
  const { rules, siteM2, request } = input
  const { frame } = framed
  const wings = massing.buildings.flatMap(wingsOf)
  const highestM =
    Math.max(...massing.buildings.map((mass) => mass.storeys)) * rules.storey_height_m.value
  const widthM = laneWidthM(highestM, rules)
  const joined = [...lanes, ...connections(framed.site, lanes, wings, widthM)]
  const ways = [...joined, ...exitsOf(framed.site, joined, wings, widthM)]
  if (waysOut(framed.site, ways).length < ways.length) {
    return { kind: 'broken', rule: 'fire_lane_distance_m' }
  }

  const masses = [...massing.buildings].sort((a, b) => northWestFirst(frame, a, b))
  const buildings = masses.map((mass, i) =>
    drawBuilding(frame, mass, nameOf(i), rules.storey_height_m.value),
  )
  const footprintM2 = sum(buildings.map((each) => each.footprint_m2))
  const gfaM2 = sum(buildings.map((each) => each.gfa_m2))
  const needs = needsOf(gfaM2, input)
  const outdoor = placeOutdoor(framed.site, wings, ways, {
    parkingM2: needs.parkingM2 * PLACING_SPARE,
    playgroundM2: needs.playgroundM2 * PLACING_SPARE,
  })
  if (outdoor.kind === 'short') {
    return {
      kind: 'broken',
      rule: outdoor.of === 'parking' ? 'parking_per_unit' : 'playground_m2_per_unit',
    }
  }
  const footprints: Region = buildings.flatMap(({ footprint, courts }) => [
    footprint,
    ...courts.map((court) => [...court].reverse()),
  ])
  const parking = drawn(frame, outdoor.areas.parking)
  // Rounded to millimetres, ways and parking side by side over hundreds of metres share a square metre.
  const fire_lanes = difference(
    ledOut(drawn(frame, ways), input.ground),
    union(parking, footprints),
  )
  const drives = difference(
    ledOut(drawn(frame, outdoor.areas.drives), input.ground),
    union(union(fire_lanes, parking), footprints),
  )
  const playgrounds = drawn(frame, outdoor.areas.playgrounds)
  const playgroundM2 = round(areaOf(playgrounds), 2)
  const pavedM2 = areaOf(fire_lanes) + areaOf(drives) + areaOf(parking)
  const greenM2 = round(siteM2 - footprintM2 - pavedM2 - playgroundM2, 2)
  if (greenM2 / siteM2 < rules.min_green.value) return { kind: 'broken', rule: 'min_green' }

  const indicators = {
    site_m2: round(siteM2, 2),
    footprint_m2: round(footprintM2, 2),
    coverage: round(footprintM2 / siteM2, 4),
    gfa_m2: round(gfaM2, 2),
    density: round(gfaM2 / siteM2, 4),
    share_of_bound: round(gfaM2 / input.upperBoundM2, 4),
    max_storeys: Math.max(...buildings.map((each) => each.storeys)),
    saleable_m2: needs.saleableM2,
    units: needs.units,
    units_total: needs.unitsTotal,
    parking_needed: needs.parkingSpaces,
    parking_given: Math.floor(areaOf(parking) / rules.parking_space_m2.value + 1e-6),
    playground_m2: playgroundM2,
    green_m2: greenM2,
    green_share: round(greenM2 / siteM2, 4),
  }
  const daylight = daylightOf(masses, framed.rays, rules.storey_height_m.value)
  const economics = economicsOf(needs.units, buildings, input.assumptions)
  const score = scoreOf(request.objective, {
    indicators,
    economics,
    sunShare: input.enoughSunH > 0 ? daylight.leastHours / input.enoughSunH : 2,
    highestAllowed: input.highestAllowed,
    boundRevenueRub: boundRevenueRub(input),
  })
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
  if (failing) {
    const rule = failing.rule
    return {
      kind: 'broken',
      rule: rule === 'inside_buildable' ? 'setback_m' : rule === 'no_overlap' ? 'fire_gap_m' : rule,
    }
  }
  return {
    kind: 'drawn',
    option: {
      rank: 0,
      score,
      buildings,
      fire_lanes,
      drives,
      parking,
      playgrounds,
      indicators,
      checks,
      insolation: {
        day: input.day,
        latitude: round(input.latitude, 6),
        points: daylight.points.map(({ building, point, hours }) => ({
          building: buildings[building]?.name ?? '',
          point: toPlane(frame, point.at),
          hours: round(hours, 2),
        })),
      },
      economics,
    },
  }
}

/** What the whole upper bound would sell for. */
function boundRevenueRub(input: DrawingInput): number | null {
  const { units } = needsOf(input.upperBoundM2, input)
  const house = { storeys: input.boundStoreys, gfa_m2: input.upperBoundM2 }
  return economicsOf(units, [house], input.assumptions)?.revenue_rub ?? null
}

function drawBuilding(frame: Frame, mass: Mass, name: string, storeyM: number): Building {
  const place = (ring: Ring): Ring => ring.map((point) => toPlane(frame, point))
  const footprint = place(outlineOf(mass))
  const court = mass.open === null ? courtOf(mass) : null
  const courts = court ? [place(rectRing(court))] : []
  const footprintM2 = round(areaOf([footprint]) - areaOf(courts), 2)
  return {
    name,
    typology: mass.typology,
    footprint,
    courts,
    storeys: mass.storeys,
    height_m: round(mass.storeys * storeyM, 2),
    footprint_m2: footprintM2,
    gfa_m2: round(footprintM2 * mass.storeys, 2),
  }
}

function drawn(frame: Frame, rects: readonly Rect[]): Region {
  // All rings turn the same way, so that overlaps join instead of cancelling out.
  return union(
    rects.map((rect) => rectRing(rect).map((point) => toPlane(frame, point))),
    [],
  )
}

/** A way stands so far from the ground's edge at most where it leads over it, m. */
const TOUCHING_M = 0.07

/** Ways inside the ground, and on through its rim to the true edge of the site. */
function ledOut(ways: Region, { region, rim, rimM }: DrawnGround): Region {
  const inside = intersection(ways, region)
  if (rim.length === 0) return inside
  // The rim's teeth beside a way that ends before them are none of it.
  const beyond = intersection(grow(ways, rimM), rim)
  const stray = beyond.filter(
    (ring) => signedArea(ring) > 0 && distanceBetween([ring], inside) > TOUCHING_M,
  )
  return union(inside, difference(beyond, stray))
}

const LETTERS = 'АБВГДЕЖИКЛМНПРСТУФХЦЧШЭЮЯ'

function nameOf(index: number): string {
  const letter = LETTERS[index % LETTERS.length] ?? ''
  const round = Math.floor(index / LETTERS.length)
  return round === 0 ? letter : `${letter}${round}`
}

function northWestFirst(frame: Frame, a: Mass, b: Mass): number {
  const centre = ({ outer }: Mass) =>
    toPlane(frame, [(outer.x0 + outer.x1) / 2, (outer.y0 + outer.y1) / 2])
  const [ax, ay] = centre(a)
  const [bx, by] = centre(b)
  return by - ay - (bx - ax) * 0.25
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function round(value: number, places: number): number {
  const factor = 10 ** places
  return Math.round(value * factor) / factor + 0
}
