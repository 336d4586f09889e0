// How much may be built on the site of an answer: the bounds that its options are measured by, and
// whether the rule named as limiting can be it. Whether more could be built is not checked.
import { leastFootprintM2 } from '../../../norms/house-sizes.ts'
import type { BestLayouts } from '../layout.ts'
import { storeyLimitsOf } from './storey-limits.ts'
import { PRINTED_M2 } from './tolerances.ts'
import type { Findings } from './violation.ts'

/**
 * Both bounds: the most floor area that the rules allow at any number of storeys, and the most at
 * those alone at which the smallest house has room on one floor.
 */
export function checkBound(layouts: BestLayouts, findings: Findings): void {
  const limits = storeyLimitsOf(layouts)
  const leastM2 = leastFootprintM2(layouts.request.typologies)
  const boundOver = (storeyM2: number) =>
    Math.max(
      0,
      ...limits
        .filter(({ storeys, maxGfaM2 }) => maxGfaM2 / storeys >= storeyM2)
        .map(({ maxGfaM2 }) => maxGfaM2),
    )
  const { upper_bound_gfa_m2, reachable_gfa_m2: reachable } = layouts
  findings.same('indicators', 'upper_bound_gfa_m2', upper_bound_gfa_m2, boundOver(0), PRINTED_M2)
  // A floor just as large as the smallest house may count or not.
  const found = [boundOver(leastM2 - PRINTED_M2), boundOver(leastM2 + PRINTED_M2)]
  const nearest = found.reduce((a, b) =>
    Math.abs(b - reachable) < Math.abs(a - reachable) ? b : a,
  )
  findings.same('indicators', 'reachable_gfa_m2', reachable, nearest, PRINTED_M2)
}

/** From here the whole of what the envelope allows counts as reached. */
const REACHED = 0.97

/** Below this the envelope is not what limits. */
const FAR_FROM = 0.9

export function checkBinding(layouts: BestLayouts, findings: Findings): void {
  const { options, binding_rule } = layouts
  const [best] = options
  const limit = storeyLimitsOf(layouts).find(
    ({ storeys }) => storeys === best?.indicators.max_storeys,
  )
  if (!best || !limit) return
  const share = best.indicators.gfa_m2 / limit.maxGfaM2
  if (share >= REACHED && !limit.rules.includes(binding_rule)) {
    findings.add('options', `${binding_rule} is said to limit, ${limit.rules.join(', ')} does`)
  }
  const isOfEnvelope = binding_rule === 'max_density' || binding_rule === 'max_coverage'
  if (share < FAR_FROM && isOfEnvelope) {
    findings.add('options', `${binding_rule} is said to limit, ${share} of it is used`)
  }
}
