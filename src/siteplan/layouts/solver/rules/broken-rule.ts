// Whether the rules that depend on where buildings stand hold for a massing, the cheap ones first.
// Never how good it is (score.ts).
import { stepAt } from '../../../../norms/rule-look-ups.ts'
import type { RuleName, Rules } from '../../../../norms/rule-set.ts'
import { sumOf } from '../../../../numbers/sum.ts'
import { rectInside, type Strips } from '../frame/strips.ts'
import type { FramedSite } from '../framed-sites.ts'
import { footprintM2, type Mass, type Massing, wingsOf } from '../massing/massing.ts'
import type { SiteRules } from '../solver-input.ts'
import { fireLanes } from '../ways/fire-lanes.ts'
import { brokenGap } from './gaps.ts'
import { sunHoursOf } from './insolation.ts'

/** @returns the first rule that the massing breaks; null where all of them hold */
export function brokenRule(
  { masses }: Massing,
  { site, buildable, rays }: FramedSite,
  { rules, siteM2, demandedSunH }: SiteRules,
): RuleName | null {
  if (!masses.every((mass) => fits(buildable, mass))) return 'setback_m'
  const cheap = brokenBulk(masses, siteM2, rules) ?? brokenGap(masses, rules)
  if (cheap) return cheap
  if (!fireLanes(site, masses, rules, 2)) return 'fire_lane_distance_m'
  const { leastHours } = sunHoursOf(masses, rays, rules.storey_height_m.value, demandedSunH)
  return leastHours < demandedSunH ? 'insolation_h' : null
}

/** Coverage and density at most: the strictest of what the storeys of each building allow. */
export function bulkLimits(
  storeys: readonly number[],
  rules: Rules,
): { readonly coverage: number; readonly density: number } {
  return {
    coverage: Math.min(...storeys.map((count) => stepAt(rules.max_coverage.value, count))),
    density: Math.min(...storeys.map((count) => stepAt(rules.max_density.value, count))),
  }
}

function brokenBulk(masses: readonly Mass[], siteM2: number, rules: Rules): RuleName | null {
  const limits = bulkLimits(
    masses.map(({ storeys }) => storeys),
    rules,
  )
  const ground = sumOf(masses, footprintM2)
  const floors = sumOf(masses, (mass) => footprintM2(mass) * mass.storeys)
  if (ground > limits.coverage * siteM2) return 'max_coverage'
  if (floors > limits.density * siteM2) return 'max_density'
  return null
}

function fits(buildable: Strips, mass: Mass): boolean {
  return wingsOf(mass).every((wing) => rectInside(buildable, wing))
}
