// What the ground is used for: every use on the site, none on another's ground, and the green that
// all of them leave.
import { distanceBetween } from '../../../geometry/distance.ts'
import { areaOf } from '../../../geometry/plane.ts'
import { difference, intersection, joined } from '../../../geometry/region.ts'
import { sumOf } from '../../../numbers/sum.ts'
import type { BestLayouts, LayoutOption } from '../layout.ts'
import type { Truth } from './check-table.ts'
import { GREEN_SLACK, MIN_GREEN_SLACK, SLACK_M, SLACK_M2 } from './tolerances.ts'
import type { Findings } from './violation.ts'
import { groundOfAll } from './walls.ts'

/** Parking and playgrounds keep so far from walls, even where there is little room, m. No norm. */
const OUTDOOR_OFF_WALLS_M = 3

export function checkUses(
  { site }: BestLayouts,
  { buildings, fire_lanes, drives, parking, playgrounds }: LayoutOption,
  findings: Findings,
): { readonly usedM2: number } {
  const ground = groundOfAll(buildings)
  const drawn = { buildings: ground, fire_lanes, drives, parking, playgrounds }
  const uses = Object.entries(drawn).map(([name, region]) => {
    const covered = joined(region)
    return { name, region, covered, coveredM2: areaOf(covered) }
  })
  // Worked out once: a boundary of thousands of corners takes long.
  const allOutside = difference(
    uses.flatMap(({ covered }) => covered),
    site.boundary,
  )
  for (const [i, { name, region, coveredM2 }] of uses.entries()) {
    const drawnM2 = areaOf(region)
    if (!(Math.abs(drawnM2 - coveredM2) <= SLACK_M2)) {
      findings.add('site', `${name}: rings of ${drawnM2} m² in all cover ${coveredM2} m²`)
    }
    const outside = areaOf(intersection(region, allOutside))
    if (!(outside <= SLACK_M2)) findings.add('site', `${name}: ${outside} m² off the site`)
    for (const other of uses.slice(i + 1)) {
      const common = areaOf(intersection(region, other.region))
      if (!(common <= SLACK_M2)) {
        findings.add('no_overlap', `${name} and ${other.name}: ${common} m²`)
      }
    }
  }
  for (const { rule, what, region } of [
    { rule: 'parking_per_unit', what: 'parking', region: parking },
    { rule: 'playground_m2_per_unit', what: 'a playground', region: playgrounds },
  ] as const) {
    const nearM = distanceBetween(ground, region)
    if (!(nearM >= OUTDOOR_OFF_WALLS_M - SLACK_M)) {
      findings.add(rule, `${what} lies ${nearM} m from a wall`)
    }
  }
  return { usedM2: sumOf(uses, ({ coveredM2 }) => coveredM2) }
}

/** @param usedM2 ground under buildings, ways, parking and playgrounds, m² */
export function checkGreen(
  { rule_set: { rules }, site }: BestLayouts,
  { indicators }: LayoutOption,
  usedM2: number,
  findings: Findings,
): Pick<Truth, 'greenShare'> {
  const siteM2 = areaOf(site.boundary)
  const greenM2 = siteM2 - usedM2
  const greenShare = greenM2 / siteM2
  findings.allSame('indicators', [
    ['green_m2', indicators.green_m2, greenM2, SLACK_M2],
    ['green_share', indicators.green_share, greenShare, GREEN_SLACK],
  ])
  if (!(greenShare >= rules.min_green.value - MIN_GREEN_SLACK)) {
    findings.add('min_green', `${greenShare} of the site`)
  }
  return { greenShare }
}
