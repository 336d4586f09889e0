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

type Assessment = { readonly kind: 'holds' } | { readonly kind: 'broken'; readonly rule: RuleName }

export function assess(
  { masses }: Massing,
  { site, buildable, rays }: FramedSite,
  { rules, siteM2, demandedSunH }: SiteRules,
): Assessment {
  if (!masses.every((mass) => fits(buildable, mass))) return broken('setback_m')
  const bulk = brokenBulk(masses, siteM2, rules)
  if (bulk) return broken(bulk)
  const gap = brokenGap(masses, rules)
  if (gap) return broken(gap)
  if (!fireLanes(site, masses, rules, 2)) return broken('fire_lane_distance_m')
  const { leastHours } = sunHoursOf(masses, rays, rules.storey_height_m.value, demandedSunH)
  return leastHours < demandedSunH ? broken('insolation_h') : { kind: 'holds' }
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

function broken(rule: RuleName): Assessment {
  return { kind: 'broken', rule }
}
