// Where buildings stand: inside the buildable area, apart from each other, and within reach of fire
// engines. Never how much they cover (check-buildings.ts).
import { distanceBetween } from '../../../geometry/distance.ts'
import { areaOf, contains } from '../../../geometry/plane.ts'
import { difference, intersection } from '../../../geometry/region.ts'
import type { Rules } from '../../../norms/rule-set.ts'
import type { BestLayouts, Building, LayoutOption } from '../layout.ts'
import { measuredGaps } from './check-gaps.ts'
import { laneDemand, lanesBeside, wayTooNearM } from './check-lanes.ts'
import type { Truth } from './check-table.ts'
import { FOOTPRINT_SLACK_M2, OVERLAP_SLACK_M2, SLACK_M } from './tolerances.ts'
import type { Findings } from './violation.ts'
import { groundOf } from './walls.ts'

type GroundTruth = Pick<Truth, 'houses' | 'outsideM2' | 'overlapM2' | 'setbackM' | 'gaps' | 'lanes'>

export function checkGround(
  layouts: BestLayouts,
  option: LayoutOption,
  findings: Findings,
): GroundTruth {
  const { buildings } = option
  const places = checkPlaces(layouts, buildings, findings)
  const overlapM2 = overlapOf(buildings)
  if (!(overlapM2 < OVERLAP_SLACK_M2))
    findings.add('no_overlap', `buildings overlap on ${overlapM2} m²`)
  const { rules } = layouts.rule_set
  const gaps = checkGaps(buildings, rules, findings)
  const lanes = checkLanes(option, rules, findings)
  return { houses: buildings.length, ...places, overlapM2, gaps, lanes }
}

/** On the site, inside its setback. */
function checkPlaces(
  { rule_set: { rules }, site }: BestLayouts,
  buildings: readonly Building[],
  findings: Findings,
): Pick<GroundTruth, 'outsideM2' | 'setbackM'> {
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
    // A hole of the site may lie inside a footprint, whose corners are all on the site.
    const outside = areaOf(difference(groundOf(building), site.buildable))
    outsideM2 += outside
    if (!(outside <= FOOTPRINT_SLACK_M2)) {
      findings.add('inside_buildable', `${name}: ${outside} m² outside the buildable area`)
    }
  }
  return { outsideM2, setbackM }
}

/** As far apart as the rules for daylight and fire demand. */
function checkGaps(
  buildings: readonly Building[],
  rules: Rules,
  findings: Findings,
): GroundTruth['gaps'] {
  const gaps = measuredGaps(buildings, rules)
  for (const { rule, between, limitM, actualM } of gaps) {
    if (!(actualM >= limitM - SLACK_M)) {
      findings.add(rule, `${between}: ${actualM} m, ${limitM} m demanded`)
    }
  }
  return gaps
}

/** A way for fire engines beside each house, and none too near to a wall. */
function checkLanes(
  { buildings, fire_lanes, drives }: LayoutOption,
  rules: Rules,
  findings: Findings,
): GroundTruth['lanes'] {
  const lanes = buildings.flatMap((building) => {
    const demand = laneDemand(building, rules)
    return lanesBeside(building, fire_lanes, demand).map((found, i) => {
      if (!found) {
        findings.add('fire_lane_distance_m', `${building.name}: no way beside its side ${i + 1}`)
      }
      return { demand, found }
    })
  })
  const ways = [...fire_lanes, ...drives]
  const nearM = wayTooNearM(
    buildings,
    ways,
    lanes.map(({ demand }) => demand),
  )
  if (nearM !== undefined) {
    findings.add('fire_lane_distance_m', `a way runs as near as ${nearM} m to a wall`)
  }
  return lanes
}

/** Ground that two buildings share, m², of all pairs. */
function overlapOf(buildings: readonly Building[]): number {
  let overlapM2 = 0
  for (const [i, a] of buildings.entries()) {
    for (const b of buildings.slice(i + 1)) {
      overlapM2 += areaOf(intersection(groundOf(a), groundOf(b)))
    }
  }
  return overlapM2
}
