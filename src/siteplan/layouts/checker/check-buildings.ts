// The buildings of an option: each one's own figures, and the limits on all of them together. Never
// where they stand (check-ground.ts).
import { areaOf } from '../../../geometry/plane.ts'
import { stepAt } from '../../../norms/rule-look-ups.ts'
import { sumOf } from '../../../numbers/sum.ts'
import type { BestLayouts, Building, LayoutOption } from '../layout.ts'
import { shapeFault } from './check-shape.ts'
import type { Truth } from './check-table.ts'
import { BULK_SLACK_M2, PRINTED_M, PRINTED_M2, PRINTED_SHARE, SLACK_M } from './tolerances.ts'
import type { Findings } from './violation.ts'
import { groundOf } from './walls.ts'

type Bulk = Pick<
  Truth,
  | 'coverage'
  | 'coverageLimit'
  | 'density'
  | 'densityLimit'
  | 'mostStoreys'
  | 'fewestStoreys'
  | 'heightM'
>

export function checkBuildings(
  layouts: BestLayouts,
  option: LayoutOption,
  findings: Findings,
): Bulk {
  const names = new Set(option.buildings.map(({ name }) => name))
  if (names.size !== option.buildings.length) findings.add('building', 'two buildings of one name')
  for (const building of option.buildings) checkBuilding(layouts, building, findings)
  return checkBulk(layouts, option, findings)
}

function checkBuilding(
  { request, rule_set: { rules } }: BestLayouts,
  building: Building,
  findings: Findings,
): void {
  const { name, storeys, footprint_m2, gfa_m2, height_m, typology } = building
  const fault = shapeFault(building)
  if (fault) findings.add('building', `${name}: a ${typology} with ${fault}`)
  if (!Number.isInteger(storeys)) findings.add('building', `${name}: ${storeys} storeys`)
  findings.allSame('building', [
    [`${name}: footprint`, footprint_m2, areaOf(groundOf(building)), PRINTED_M2],
    [`${name}: floor area`, gfa_m2, footprint_m2 * storeys, PRINTED_M2],
    [`${name}: height`, height_m, storeys * rules.storey_height_m.value, PRINTED_M],
  ])
  if (!request.typologies.includes(typology)) {
    findings.add('building', `${name}: ${typology} was not asked for`)
  }
  if (!(storeys >= request.storeys.min && storeys <= request.storeys.max)) {
    findings.add('building', `${name}: ${storeys} storeys were not asked for`)
  }
  if (!(storeys >= rules.min_storeys.value)) {
    findings.add('min_storeys', `${name}: ${storeys} storeys`)
  }
  if (!(storeys <= rules.max_storeys.value)) {
    findings.add('max_storeys', `${name}: ${storeys} storeys`)
  }
  if (!(height_m <= rules.max_height_m.value + SLACK_M)) {
    findings.add('max_height_m', `${name}: ${height_m} m`)
  }
}

/** Coverage and density, measured on the drawing. */
function checkBulk(
  { rule_set: { rules }, upper_bound_gfa_m2, site }: BestLayouts,
  { buildings, indicators }: LayoutOption,
  findings: Findings,
): Bulk {
  const siteM2 = areaOf(site.boundary)
  const footprintM2 = sumOf(buildings, (building) => areaOf(groundOf(building)))
  const gfaM2 = sumOf(buildings, (building) => areaOf(groundOf(building)) * building.storeys)
  const coverage = footprintM2 / siteM2
  const density = gfaM2 / siteM2
  const strictest = (steps: typeof rules.max_density.value) =>
    Math.min(...buildings.map(({ storeys }) => stepAt(steps, storeys)))
  const coverageLimit = strictest(rules.max_coverage.value)
  const densityLimit = strictest(rules.max_density.value)
  if (!(footprintM2 <= coverageLimit * siteM2 + BULK_SLACK_M2)) {
    findings.add('max_coverage', `${coverage} of the site, ${coverageLimit} allowed`)
  }
  if (!(gfaM2 <= densityLimit * siteM2 + BULK_SLACK_M2)) {
    findings.add('max_density', `${density} of the site, ${densityLimit} allowed`)
  }
  const mostStoreys = Math.max(...buildings.map((each) => each.storeys))
  const tolerance = PRINTED_M2 * buildings.length * mostStoreys
  findings.allSame('indicators', [
    ['site_m2', indicators.site_m2, siteM2, PRINTED_M2],
    ['footprint_m2', indicators.footprint_m2, footprintM2, tolerance],
    ['gfa_m2', indicators.gfa_m2, gfaM2, tolerance],
    ['coverage', indicators.coverage, coverage, PRINTED_SHARE],
    ['density', indicators.density, density, PRINTED_SHARE],
    ['share_of_bound', indicators.share_of_bound, gfaM2 / upper_bound_gfa_m2, PRINTED_SHARE],
    ['max_storeys', indicators.max_storeys, mostStoreys, 0],
  ])
  const heightM = Math.max(...buildings.map((each) => each.height_m))
  const fewestStoreys = Math.min(...buildings.map((each) => each.storeys))
  return { coverage, coverageLimit, density, densityLimit, mostStoreys, fewestStoreys, heightM }
}
