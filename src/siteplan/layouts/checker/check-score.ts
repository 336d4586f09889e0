// Whether an option's score follows from its figures, and whether the rule named as limiting can be
// it. Whether better options exist is not checked.
import { areaOf } from '../../../geometry/plane.ts'
import { stepAt } from '../../../norms/rule-look-ups.ts'
import type { RuleName } from '../../../norms/rule-set.ts'
import { UNIT_TYPES, unitsIn } from '../../unit-types.ts'
import type { BestLayouts, LayoutOption } from '../layout.ts'
import { HEIGHT_SLACK_M, PRINTED_M2, SCORE_SLACK } from './tolerances.ts'
import type { Findings } from './violation.ts'

/** From here the whole of what the envelope allows counts as reached. */
const REACHED = 0.97

/** Below this the envelope is not what limits. */
const FAR_FROM = 0.9

interface Limit {
  readonly storeys: number
  readonly maxGfaM2: number
  /** The rules that limit the floor area to `maxGfaM2`, give or take a square metre. */
  readonly rules: readonly RuleName[]
}

export function checkBinding(layouts: BestLayouts, findings: Findings): void {
  const { options, binding_rule } = layouts
  const [best] = options
  const limit = limitsOf(layouts).find(({ storeys }) => storeys === best?.indicators.max_storeys)
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

/**
 * @param sunH hours in the darkest section, as the checker finds them; they may differ from the
 *   solver's by one position of the sun
 */
export function checkScore(
  layouts: BestLayouts,
  option: LayoutOption,
  sunH: number,
  findings: Findings,
): void {
  const { request, rule_set, assumptions, upper_bound_gfa_m2 } = layouts
  const { indicators, economics, score } = option
  const limits = limitsOf(layouts)
  const first = limits.find(({ maxGfaM2 }) => maxGfaM2 >= upper_bound_gfa_m2 - PRINTED_M2)
  const highest = limits.at(-1)?.storeys ?? 1
  const enoughH = stepAt(rule_set.rules.insolation_h.value, layouts.site.origin[1])

  let main = indicators.gfa_m2 / upper_bound_gfa_m2
  const isMoney = request.objective === 'revenue' || request.objective === 'margin'
  if (isMoney && economics && assumptions.price_rub_per_m2 && first) {
    const units = unitsIn(
      upper_bound_gfa_m2 * assumptions.saleable_share,
      request.unit_mix,
      assumptions.unit_area_m2,
    )
    const known = assumptions.price_rub_per_m2
    const below = known.filter(({ storeys }) => storeys <= first.storeys).at(-1) ?? known[0]
    const above = known.find(({ storeys }) => storeys >= first.storeys) ?? known.at(-1)
    const span = (above?.storeys ?? 0) - (below?.storeys ?? 0)
    const along = span > 0 ? (first.storeys - (below?.storeys ?? 0)) / span : 0
    const whole = UNIT_TYPES.reduce((sum, type) => {
      const low = below?.rub_per_m2[type] ?? 0
      const price = low + ((above?.rub_per_m2[type] ?? low) - low) * along
      return sum + units[type] * assumptions.unit_area_m2[type] * price
    }, 0)
    const money =
      request.objective === 'revenue'
        ? economics.revenue_rub
        : economics.revenue_rub - economics.cost_rub
    if (whole > 0) main = money / whole
  }
  const weight = request.objective === 'balanced' ? 0.45 : 0.03
  const green = Math.min(1, indicators.green_share / 0.5)
  const sun = enoughH > 0 ? Math.min(1, sunH / enoughH / 2) : 1
  const low = Math.max(0, 1 - (indicators.max_storeys - 1) / Math.max(1, highest))
  const expected = (1 - weight) * main + (weight * (green + sun + low)) / 3
  const oneStep = enoughH > 0 ? (weight * (1 / 6 / enoughH / 2)) / 3 : 0
  findings.same('options', 'score', score, expected, oneStep + SCORE_SLACK)
}

/** By storeys, as many as the request and the rules let a house have. */
function limitsOf({ request, rule_set: { rules }, site }: BestLayouts): Limit[] {
  const siteM2 = areaOf(site.boundary)
  const limits: Limit[] = []
  const fewest = Math.max(request.storeys.min, rules.min_storeys.value)
  for (let storeys = fewest; storeys <= request.storeys.max; storeys += 1) {
    if (storeys > rules.max_storeys.value) break
    if (storeys * rules.storey_height_m.value > rules.max_height_m.value + HEIGHT_SLACK_M) break
    const by = [
      ['setback_m', areaOf(site.buildable) * storeys],
      ['max_coverage', stepAt(rules.max_coverage.value, storeys) * siteM2 * storeys],
      ['max_density', stepAt(rules.max_density.value, storeys) * siteM2],
    ] as const
    const maxGfaM2 = Math.min(...by.map(([, gfaM2]) => gfaM2))
    const binding = by.filter(([, gfaM2]) => gfaM2 <= maxGfaM2 + 1).map(([rule]) => rule)
    limits.push({ storeys, maxGfaM2, rules: binding })
  }
  return limits
}
