// One option against the rules and against itself: shapes, distances, sun, areas, sums, and whether
// its table of checks tells the truth. Works from the drawing alone.
import { distanceBetween } from '../../geometry/distance.ts'
import { areaOf, contains, type Region } from '../../geometry/plane.ts'
import { difference, intersection, regionOf, union } from '../../geometry/region.ts'
import { requiredHours, stepAt } from '../../norms/rule-look-ups.ts'
import {
  type BestLayouts,
  type Building,
  type LayoutOption,
  type StoreyPrices,
  UNIT_TYPES,
  type UnitType,
} from '../layout.ts'
import { unitsIn } from '../unit-types.ts'
import { checkDrives } from './check-drives.ts'
import { measuredGaps } from './check-gaps.ts'
import { laneDemand, lanesBeside } from './check-lanes.ts'
import { checkScore } from './check-score.ts'
import { sunlightOf } from './check-sun.ts'
import { checkTable, type Truth } from './check-table.ts'
import { groundOf } from './figures.ts'
import { type Finding, type Findings, openFindings } from './violation.ts'

/** What drawing to a millimetre may take away. */
const SLACK_M = 0.005
const SLACK_M2 = 0.5

/** Of a facade point that is said and one that is looked for. */
const SAME_PLACE_M = 0.5

export function checkOption(layouts: BestLayouts, option: LayoutOption): readonly Finding[] {
  const findings = openFindings()
  if (option.buildings.length === 0) {
    findings.add('building', 'an option without a building')
    return findings.list
  }
  const truth: Truth = {
    ...checkBuildings(layouts, option, findings),
    ...checkGround(layouts, option, findings),
    ...checkSun(layouts, option, findings),
    ...checkAreas(layouts, option, findings),
  }
  checkDrives(layouts, option, findings)
  checkScore(layouts, option, truth.sunH, findings)
  checkTable(layouts, option, truth, findings)
  return findings.list
}

/** Each building's own figures, and the limits on all of them together. */
function checkBuildings(
  { request, rule_set: { rules }, upper_bound_gfa_m2, site }: BestLayouts,
  { buildings, indicators }: LayoutOption,
  findings: Findings,
) {
  const names = new Set(buildings.map(({ name }) => name))
  if (names.size !== buildings.length) findings.add('building', 'two buildings of one name')
  for (const building of buildings) {
    const { name, storeys, footprint_m2, gfa_m2, height_m, typology } = building
    findings.same('building', `${name}: footprint`, footprint_m2, areaOf(groundOf(building)), 0.02)
    findings.same('building', `${name}: floor area`, gfa_m2, footprint_m2 * storeys, 0.02)
    findings.same(
      'building',
      `${name}: height`,
      height_m,
      storeys * rules.storey_height_m.value,
      0.006,
    )
    if (!request.typologies.includes(typology)) {
      findings.add('building', `${name}: ${typology} was not asked for`)
    }
    if (!(storeys >= request.storeys.min && storeys <= request.storeys.max)) {
      findings.add('building', `${name}: ${storeys} storeys were not asked for`)
    }
    if (!(storeys <= rules.max_storeys.value)) {
      findings.add('max_storeys', `${name}: ${storeys} storeys`)
    }
    if (!(height_m <= rules.max_height_m.value + SLACK_M)) {
      findings.add('max_height_m', `${name}: ${height_m} m`)
    }
  }
  const siteM2 = areaOf(site.boundary)
  const footprintM2 = buildings.reduce((sum, building) => sum + areaOf(groundOf(building)), 0)
  const gfaM2 = buildings.reduce(
    (sum, building) => sum + areaOf(groundOf(building)) * building.storeys,
    0,
  )
  const strictest = (steps: typeof rules.max_density.value) =>
    Math.min(...buildings.map(({ storeys }) => stepAt(steps, storeys)))
  const coverageLimit = strictest(rules.max_coverage.value)
  const densityLimit = strictest(rules.max_density.value)
  if (!(footprintM2 <= coverageLimit * siteM2 + 0.01)) {
    findings.add('max_coverage', `${footprintM2 / siteM2} of the site, ${coverageLimit} allowed`)
  }
  if (!(gfaM2 <= densityLimit * siteM2 + 0.01)) {
    findings.add('max_density', `${gfaM2 / siteM2} of the site, ${densityLimit} allowed`)
  }
  const tolerance = 0.02 * buildings.length * Math.max(...buildings.map((each) => each.storeys))
  findings.same('indicators', 'site_m2', indicators.site_m2, siteM2, 0.02)
  findings.same('indicators', 'footprint_m2', indicators.footprint_m2, footprintM2, tolerance)
  findings.same('indicators', 'gfa_m2', indicators.gfa_m2, gfaM2, tolerance)
  findings.same('indicators', 'coverage', indicators.coverage, footprintM2 / siteM2, 2e-4)
  findings.same('indicators', 'density', indicators.density, gfaM2 / siteM2, 2e-4)
  findings.same(
    'indicators',
    'share_of_bound',
    indicators.share_of_bound,
    gfaM2 / upper_bound_gfa_m2,
    2e-4,
  )
  findings.same(
    'indicators',
    'max_storeys',
    indicators.max_storeys,
    Math.max(...buildings.map((each) => each.storeys)),
    0,
  )
  return {
    coverage: footprintM2 / siteM2,
    coverageLimit,
    density: gfaM2 / siteM2,
    densityLimit,
    storeys: Math.max(...buildings.map((each) => each.storeys)),
    heightM: Math.max(...buildings.map((each) => each.height_m)),
  }
}

/** Where buildings stand: inside, apart, reached by fire engines. */
function checkGround(
  { rule_set: { rules }, site }: BestLayouts,
  { buildings, fire_lanes }: LayoutOption,
  findings: Findings,
) {
  let outsideM2 = 0
  let setbackM = Infinity
  for (const building of buildings) {
    const { name, footprint } = building
    const own = distanceBetween([footprint], site.boundary)
    setbackM = Math.min(setbackM, own)
    if (!footprint.every((corner) => contains(site.boundary, corner))) {
      findings.add('inside_buildable', `${name}: a corner is off the site`)
    }
    if (!(own >= rules.setback_m.value - SLACK_M)) {
      findings.add('setback_m', `${name}: ${own} m from the boundary`)
    }
    // A hole of the site inside a footprint has corners of its own there.
    const outside = areaOf(difference(groundOf(building), site.buildable))
    outsideM2 += outside
    if (!(outside <= SLACK_M2 / 10)) {
      findings.add('inside_buildable', `${name}: ${outside} m² outside the buildable area`)
    }
  }
  let overlapM2 = 0
  for (const [i, a] of buildings.entries()) {
    for (const b of buildings.slice(i + 1)) {
      overlapM2 += areaOf(intersection(groundOf(a), groundOf(b)))
    }
  }
  if (!(overlapM2 < 0.001)) findings.add('no_overlap', `buildings overlap on ${overlapM2} m²`)
  const gaps = measuredGaps(buildings, rules)
  for (const { rule, between, limitM, actualM } of gaps) {
    if (!(actualM >= limitM - SLACK_M)) {
      findings.add(rule, `${between}: ${actualM} m, ${limitM} m demanded`)
    }
  }
  const lanes = buildings.flatMap((building) => {
    const demand = laneDemand(building, rules)
    return lanesBeside(building, fire_lanes, demand).map((found, i) => {
      if (!found) {
        findings.add('fire_lane_distance_m', `${building.name}: no way beside its side ${i + 1}`)
      }
      return { demand, found }
    })
  })
  return { houses: buildings.length, outsideM2, overlapM2, setbackM, gaps, lanes }
}

function checkSun(
  { rule_set: { rules }, site }: BestLayouts,
  { buildings, insolation }: LayoutOption,
  findings: Findings,
) {
  const latitude = site.origin[1]
  const day = stepAt(rules.insolation_day.value, latitude)
  const enoughH = requiredHours(rules, latitude)
  if (insolation.day !== day) findings.add('insolation', `the day is ${insolation.day}, not ${day}`)
  findings.same('insolation', 'latitude', insolation.latitude, latitude, 1e-5)
  const light = sunlightOf(buildings, latitude, day)
  for (const { building, facades } of light.sections) {
    for (const at of facades) {
      const told = insolation.points.some(
        ({ building: name, point }) =>
          name === building && Math.hypot(point[0] - at[0], point[1] - at[1]) < SAME_PLACE_M,
      )
      if (!told) findings.add('insolation', `${building}: nothing is said of the facade at ${at}`)
    }
  }
  for (const { building, hours } of light.sections) {
    if (!(hours >= enoughH - 1e-6)) {
      findings.add('insolation_h', `${building}: a section with ${hours} h, ${enoughH} h demanded`)
    }
  }
  for (const { building, point, hours } of insolation.points) {
    const found = light.hoursAt(building, point)
    if (found === null) findings.add('insolation', `${building}: a point on none of its walls`)
    // One position of the sun may fall the other way on the very edge of a shadow.
    else findings.same('insolation', `${building}: hours at ${point}`, hours, found, 1 / 6 + 0.01)
  }
  return { sunH: Math.min(...light.sections.map(({ hours }) => hours)), enoughH }
}

/** Flats, spaces, playgrounds, green, money. */
function checkAreas(layouts: BestLayouts, option: LayoutOption, findings: Findings) {
  const {
    request,
    assumptions,
    rule_set: { rules },
    site,
  } = layouts
  const { buildings, indicators, parking, playgrounds, fire_lanes, drives, economics } = option
  const ground = buildings.reduce<Region>((all, each) => union(all, groundOf(each)), [])
  const uses = { buildings: ground, fire_lanes, drives, parking, playgrounds } as const
  const named = Object.entries(uses)
  // Once for all: a boundary of thousands of corners takes its time.
  const allOutside = difference(
    named.flatMap(([, region]) => regionOf(region)),
    site.boundary,
  )
  for (const [i, [name, region]] of named.entries()) {
    const outside = areaOf(intersection(region, allOutside))
    if (!(outside <= SLACK_M2)) findings.add('site', `${name}: ${outside} m² off the site`)
    for (const [other, otherRegion] of named.slice(i + 1)) {
      const common = areaOf(intersection(region, otherRegion))
      if (!(common <= SLACK_M2)) findings.add('no_overlap', `${name} and ${other}: ${common} m²`)
    }
  }
  const siteM2 = areaOf(site.boundary)
  const used = named.reduce((sum, [, region]) => sum + areaOf(regionOf(region)), 0)
  const greenM2 = siteM2 - used
  const gfaM2 = buildings.reduce((sum, each) => sum + each.gfa_m2, 0)
  findings.same(
    'indicators',
    'saleable_m2',
    indicators.saleable_m2,
    gfaM2 * assumptions.saleable_share,
    0.02,
  )
  const units = unitsIn(indicators.saleable_m2, request.unit_mix, assumptions.unit_area_m2)
  for (const type of UNIT_TYPES) {
    findings.same('indicators', `units of ${type}`, indicators.units[type], units[type], 0)
  }
  const total = UNIT_TYPES.reduce((sum, type) => sum + units[type], 0)
  findings.same('indicators', 'units_total', indicators.units_total, total, 0)
  const needed = Math.ceil(
    total * Math.max(request.parking_ratio, rules.parking_per_unit.value) - 1e-9,
  )
  const given = Math.floor(areaOf(parking) / rules.parking_space_m2.value + 1e-6)
  findings.same('indicators', 'parking_needed', indicators.parking_needed, needed, 0)
  findings.same('indicators', 'parking_given', indicators.parking_given, given, 0)
  if (!(given >= needed)) {
    findings.add('parking_per_unit', `${given} parking spaces, ${needed} demanded`)
  }
  const playgroundM2 = areaOf(playgrounds)
  const playgroundNeededM2 = total * rules.playground_m2_per_unit.value
  findings.same('indicators', 'playground_m2', indicators.playground_m2, playgroundM2, 0.02)
  if (!(playgroundM2 >= playgroundNeededM2 - 0.02)) {
    findings.add('playground_m2_per_unit', `${playgroundM2} m², ${playgroundNeededM2} demanded`)
  }
  findings.same('indicators', 'green_m2', indicators.green_m2, greenM2, SLACK_M2)
  findings.same('indicators', 'green_share', indicators.green_share, greenM2 / siteM2, 1e-3)
  if (!(greenM2 / siteM2 >= rules.min_green.value - 1e-4)) {
    findings.add('min_green', `${greenM2 / siteM2} of the site`)
  }
  const prices = assumptions.price_rub_per_m2
  if (prices === null || economics === null) {
    if (economics !== prices) findings.add('economics', 'money without prices, or prices without')
  } else {
    const mean = meanPrices(prices, buildings)
    for (const type of UNIT_TYPES) {
      findings.same(
        'economics',
        `price of ${type}`,
        economics.price_rub_per_m2[type],
        mean[type],
        1,
      )
    }
    const revenue = UNIT_TYPES.reduce(
      (sum, type) =>
        sum + units[type] * assumptions.unit_area_m2[type] * economics.price_rub_per_m2[type],
      0,
    )
    const cost = gfaM2 * assumptions.cost_rub_per_m2
    findings.same('economics', 'revenue_rub', economics.revenue_rub, revenue, 1)
    findings.same('economics', 'cost_rub', economics.cost_rub, cost, 1)
    const margin = revenue === 0 ? 0 : (revenue - cost) / revenue
    findings.same('economics', 'margin', economics.margin, margin, 1e-4)
  }
  return {
    parkingNeeded: needed,
    parkingGiven: given,
    playgroundM2,
    playgroundNeededM2,
    greenShare: greenM2 / siteM2,
  }
}

/** Each house's prices are those of its storeys, on the line between the nearest two that are known. */
function meanPrices(
  known: readonly StoreyPrices[],
  buildings: readonly Building[],
): Record<UnitType, number> {
  const mean = { studio: 0, '1': 0, '2': 0, '3': 0 }
  const totalM2 = buildings.reduce((sum, { gfa_m2 }) => sum + gfa_m2, 0)
  for (const { storeys, gfa_m2 } of buildings) {
    const lower = known.filter((each) => each.storeys <= storeys).at(-1) ?? known[0]
    const upper = known.find((each) => each.storeys > storeys) ?? lower
    if (!lower || !upper) continue
    const span = upper.storeys - lower.storeys
    const share = span > 0 ? Math.max(0, storeys - lower.storeys) / span : 0
    for (const type of UNIT_TYPES) {
      const price = lower.rub_per_m2[type] * (1 - share) + upper.rub_per_m2[type] * share
      mean[type] += (price * gfa_m2) / totalM2
    }
  }
  return mean
}
