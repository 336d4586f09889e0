// The site of an answer: the ground inside the setback, and the areas of both. How much may be
// built on it is check-bound.ts's.
import { distanceBetween } from '../../../geometry/distance.ts'
import { areaOf, contains, cornerCount } from '../../../geometry/plane.ts'
import { difference, inset } from '../../../geometry/region.ts'
import { MANY_CORNERS } from '../../../geometry/simplify.ts'
import type { BestLayouts, Site } from '../layout.ts'
import {
  BUILDABLE_SLACK_M,
  BUILDABLE_SLACK_M2,
  PARCEL_SLACK_M2,
  PARCEL_SLACK_SHARE,
  PRINTED_M2,
} from './tolerances.ts'
import type { Findings } from './violation.ts'

export function checkSite({ site, rule_set, parcel }: BestLayouts, findings: Findings): void {
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

function checkBuildable({ boundary, buildable }: Site, setbackM: number, findings: Findings): void {
  // Of a boundary with more, the ground is that of a simpler one: only distances are checked.
  if (cornerCount(boundary) <= MANY_CORNERS) {
    const exact = inset(boundary, setbackM)
    const apart = areaOf(difference(exact, buildable)) + areaOf(difference(buildable, exact))
    findings.same('site', 'buildable: area that differs', apart, 0, BUILDABLE_SLACK_M2)
    return
  }
  const nearM = distanceBetween(buildable, boundary)
  // A ring that does not touch the boundary lies wholly on one side of it.
  const corners =
    nearM > BUILDABLE_SLACK_M ? buildable.flatMap((ring) => ring.slice(0, 1)) : buildable.flat()
  const outside = corners.find((corner) => !contains(boundary, corner))
  if (outside) findings.add('site', `buildable: ${outside} is off the site`)
  // Each building is checked against the setback itself.
  if (!(nearM >= setbackM - BUILDABLE_SLACK_M)) {
    findings.add('site', `buildable: ${nearM} m from the boundary, ${setbackM} m demanded`)
  }
}
