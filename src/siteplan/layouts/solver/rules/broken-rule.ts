// Whether the rules that depend on where buildings stand hold for a massing, the cheap ones first.
// Never how good it is (score.ts).
import { type Steps, stepAt } from '../../../../norms/rule-look-ups.ts'
import type { RuleName, Rules } from '../../../../norms/rule-set.ts'
import { sumOf } from '../../../../numbers/sum.ts'
import { rectInside, type Strips } from '../frame/strips.ts'
import type { FramedSite } from '../framed-sites.ts'
import { footprintM2, gfaM2Of, type Mass, type Massing, wingsOf } from '../massing/massing.ts'
import type { SiteRules } from '../solver-input.ts'
import { AREA_SPARE, FOR_ROUNDING } from '../tolerances.ts'
import { fireLanes } from '../ways/fire-lanes.ts'
import { brokenGap } from './gaps.ts'
import { sunHoursOf } from './insolation.ts'

/** @returns the first rule that the massing breaks; null where all of them hold */
export function brokenRule(
  massing: Massing,
  { site, buildable, rays }: FramedSite,
  { rules, siteM2, demandedSunH }: SiteRules,
): RuleName | null {
  if (!massing.every((mass) => fits(buildable, mass))) return 'setback_m'
  const cheap = brokenBulk(massing, siteM2, rules) ?? brokenGap(massing, rules)
  if (cheap) return cheap
  if (!fireLanes(site, massing, rules, 2)) return 'fire_lane_distance_m'
  const { leastHours } = sunHoursOf(massing, rays, rules.storey_height_m.value, demandedSunH)
  return leastHours < demandedSunH ? 'insolation_h' : null
}

/** Coverage and density at most: the strictest of what the storeys of each building allow. */
export function bulkLimits(
  buildings: readonly { readonly storeys: number }[],
  rules: Rules,
): { readonly coverage: number; readonly density: number } {
  const strictest = (steps: Steps<number>) =>
    Math.min(...buildings.map(({ storeys }) => stepAt(steps, storeys)))
  return {
    coverage: strictest(rules.max_coverage.value),
    density: strictest(rules.max_density.value),
  }
}

function brokenBulk(massing: Massing, siteM2: number, rules: Rules): RuleName | null {
  const { coverage, density } = bulkLimits(massing, rules)
  const countedM2 = siteM2 * (1 - AREA_SPARE) * FOR_ROUNDING
  if (sumOf(massing, footprintM2) > coverage * countedM2) return 'max_coverage'
  return gfaM2Of(massing) > density * countedM2 ? 'max_density' : null
}

function fits(buildable: Strips, mass: Mass): boolean {
  return wingsOf(mass).every((wing) => rectInside(buildable, wing))
}
