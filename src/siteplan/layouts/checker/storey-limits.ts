// The most floor area by storeys, as the checker works it out from the drawing and the rules in it.
// Which of these limits binds an option is check-bound.ts's.
import { areaOf } from '../../../geometry/plane.ts'
import { stepAt } from '../../../norms/rule-look-ups.ts'
import type { RuleName } from '../../../norms/rule-set.ts'
import type { BestLayouts } from '../layout.ts'
import { HEIGHT_SLACK_M } from './tolerances.ts'

interface StoreyLimit {
  readonly storeys: number
  readonly maxGfaM2: number
  /** The rules that limit the floor area to `maxGfaM2`, or to hardly more. */
  readonly rules: readonly RuleName[]
}

/** A rule that allows no more than this beyond the strictest may be named as the limit too, m². */
const ALSO_BINDING_M2 = 1

/** Fewest storeys first, as many as the request and the rules let a house have. */
export function storeyLimitsOf({
  request,
  rule_set: { rules },
  site,
}: Pick<BestLayouts, 'request' | 'rule_set' | 'site'>): StoreyLimit[] {
  const siteM2 = areaOf(site.boundary)
  const buildableM2 = areaOf(site.buildable)
  const limits: StoreyLimit[] = []
  const fewest = Math.max(request.storeys.min, rules.min_storeys.value)
  for (let storeys = fewest; storeys <= request.storeys.max; storeys += 1) {
    if (storeys > rules.max_storeys.value) break
    if (storeys * rules.storey_height_m.value > rules.max_height_m.value + HEIGHT_SLACK_M) break
    const by = [
      ['setback_m', buildableM2 * storeys],
      ['max_coverage', stepAt(rules.max_coverage.value, storeys) * siteM2 * storeys],
      ['max_density', stepAt(rules.max_density.value, storeys) * siteM2],
    ] as const
    const maxGfaM2 = Math.min(...by.map(([, gfaM2]) => gfaM2))
    const binding = by
      .filter(([, gfaM2]) => gfaM2 <= maxGfaM2 + ALSO_BINDING_M2)
      .map(([rule]) => rule)
    limits.push({ storeys, maxGfaM2, rules: binding })
  }
  return limits
}
