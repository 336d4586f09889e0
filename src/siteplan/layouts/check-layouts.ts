// The independent checker: takes best layouts as the wire has them and works out again, from the
// drawing and the rules in it, all that they claim. Shares nothing with the solver's placing.
import { distanceBetween } from '../../geometry/distance.ts'
import { areaOf, contains, cornerCount, type Region } from '../../geometry/plane.ts'
import { difference, inset, intersection, union } from '../../geometry/region.ts'
import { leastFootprintM2 } from '../../norms/house-sizes.ts'
import { checkOption } from './checker/check-option.ts'
import { checkBinding } from './checker/check-score.ts'
import { groundOfAll } from './checker/figures.ts'
import { storeyLimitsOf } from './checker/storey-limits.ts'
import {
  BUILDABLE_SLACK_M,
  BUILDABLE_SLACK_M2,
  PARCEL_SLACK_M2,
  PARCEL_SLACK_SHARE,
  PRINTED_M2,
} from './checker/tolerances.ts'
import { type Findings, openFindings, type Violation } from './checker/violation.ts'
import type { BestLayouts, Site } from './layout.ts'

export type { Violation } from './checker/violation.ts'

/** Ground two options may share: intersection over union. */
const MAX_ALIKE = 0.7

/** Empty where every rule holds in every option and every figure is true. */
export function checkLayouts(layouts: BestLayouts): readonly Violation[] {
  const whole = openFindings()
  checkSite(layouts, whole)
  checkBound(layouts, whole)
  checkChoice(layouts, whole)
  checkBinding(layouts, whole)
  return [
    ...whole.list.map((finding) => ({ option: null, ...finding })),
    ...layouts.options.flatMap((option) =>
      checkOption(layouts, option).map((finding) => ({ option: option.rank, ...finding })),
    ),
  ]
}

function checkSite({ site, rule_set, parcel }: BestLayouts, findings: Findings): void {
  checkBuildable(site, rule_set.rules.setback_m.value, findings)
  findings.same(
    'site',
    'buildable_area_m2',
    site.buildable_area_m2,
    areaOf(site.buildable),
    PRINTED_M2,
  )
  const areaM2 = areaOf(site.boundary)
  const toleranceM2 = PARCEL_SLACK_M2 + areaM2 * PARCEL_SLACK_SHARE
  findings.same('site', 'area_m2 of the parcel', parcel.area_m2, areaM2, toleranceM2)
}

/** With more corners an exact inset takes seconds; then only distances are checked. */
const MANY_CORNERS = 300

function checkBuildable({ boundary, buildable }: Site, setbackM: number, findings: Findings): void {
  if (cornerCount(boundary) <= MANY_CORNERS) {
    const exact = inset(boundary, setbackM)
    const apart = areaOf(difference(exact, buildable)) + areaOf(difference(buildable, exact))
    findings.same('site', 'buildable: area that differs', apart, 0, BUILDABLE_SLACK_M2)
    return
  }
  const outside = buildable.flat().find((corner) => !contains(boundary, corner))
  if (outside) findings.add('site', `buildable: ${outside} is off the site`)
  const nearM = distanceBetween(buildable, boundary)
  // Each building is checked against the setback itself.
  if (!(nearM >= setbackM - BUILDABLE_SLACK_M)) {
    findings.add('site', `buildable: ${nearM} m from the boundary, ${setbackM} m demanded`)
  }
}

/**
 * The most floor area that the rules allow at any number of storeys, and at those alone at which the
 * least house has room on one floor.
 */
function checkBound(layouts: BestLayouts, findings: Findings): void {
  const limits = storeyLimitsOf(layouts)
  const leastM2 = leastFootprintM2(layouts.request.typologies)
  const boundOver = (floorM2: number) =>
    Math.max(
      0,
      ...limits
        .filter(({ storeys, maxGfaM2 }) => maxGfaM2 / storeys >= floorM2)
        .map(({ maxGfaM2 }) => maxGfaM2),
    )
  const { upper_bound_gfa_m2, reachable_gfa_m2: reachable } = layouts
  findings.same('indicators', 'upper_bound_gfa_m2', upper_bound_gfa_m2, boundOver(0), PRINTED_M2)
  // A floor just as large as the least house may count or not.
  const found = [boundOver(leastM2 - PRINTED_M2), boundOver(leastM2 + PRINTED_M2)]
  const nearest = found.reduce((a, b) =>
    Math.abs(b - reachable) < Math.abs(a - reachable) ? b : a,
  )
  findings.same('indicators', 'reachable_gfa_m2', reachable, nearest, PRINTED_M2)
}

function checkChoice({ outcome, options, request }: BestLayouts, findings: Findings): void {
  if ((outcome === 'ok') !== options.length > 0) {
    findings.add('options', `outcome ${outcome} with ${options.length} options`)
  }
  if (options.length > request.options) findings.add('options', 'more than were asked for')
  for (const [i, option] of options.entries()) {
    if (option.rank !== i + 1) findings.add('options', `rank ${option.rank} at place ${i + 1}`)
    const next = options[i + 1]
    if (next && !(next.score <= option.score)) findings.add('options', 'not best first')
    for (const other of options.slice(i + 1)) {
      const share = alike(groundOfAll(option.buildings), groundOfAll(other.buildings))
      if (!(share <= MAX_ALIKE)) {
        findings.add('options', `${option.rank} and ${other.rank} are alike: ${share}`)
      }
    }
  }
}

function alike(a: Region, b: Region): number {
  return areaOf(intersection(a, b)) / areaOf(union(a, b))
}
