// Whether an option's score follows from its figures. Whether better options exist is not checked.
import { requiredHours } from '../../../norms/rule-look-ups.ts'
import { round } from '../../../numbers/rounding.ts'
import { sumOf } from '../../../numbers/sum.ts'
import { UNIT_TYPES, unitsIn } from '../../unit-types.ts'
import type { BestLayouts, LayoutOption } from '../layout.ts'
import { flatPricesAt } from './flat-prices.ts'
import { storeyLimitsOf } from './storey-limits.ts'
import { SUN_STEP_H } from './sunlight.ts'
import { PRINTED_M2, SCORE_SLACK } from './tolerances.ts'
import type { Findings } from './violation.ts'

/** The share of amenity in the score; the rest is floor area or money. */
const AMENITY_WEIGHT = 0.03
const AMENITY_WEIGHT_BALANCED = 0.45

/** From here more green scores no more, as a share of the site; nor more sun, over the norm. */
const FULL_SCORE_GREEN = 0.5
const FULL_SCORE_SUN = 2

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
  const { request, rule_set } = layouts
  const { indicators, score } = option
  const highest = storeyLimitsOf(layouts).at(-1)?.storeys ?? 1
  const demandedH = requiredHours(rule_set.rules, layouts.site.origin[1])
  const weight = request.objective === 'balanced' ? AMENITY_WEIGHT_BALANCED : AMENITY_WEIGHT
  const green = Math.min(1, indicators.green_share / FULL_SCORE_GREEN)
  const sun = demandedH > 0 ? Math.min(1, sunH / demandedH / FULL_SCORE_SUN) : 1
  const low = Math.max(0, 1 - (indicators.max_storeys - 1) / Math.max(1, highest))
  const expected = (1 - weight) * mainShare(layouts, option) + (weight * (green + sun + low)) / 3
  const oneStep = demandedH > 0 ? (weight * (SUN_STEP_H / demandedH / FULL_SCORE_SUN)) / 3 : 0
  findings.same('options', 'score', score, expected, oneStep + SCORE_SLACK)
}

/** What the objective asks for, as a share of what the whole upper bound would give. */
function mainShare(layouts: BestLayouts, { indicators, economics }: LayoutOption): number {
  const { objective } = layouts.request
  const isMoney = objective === 'revenue' || objective === 'margin'
  const boundRub = isMoney && economics ? boundRevenueRub(layouts) : 0
  if (!economics || boundRub <= 0) return indicators.gfa_m2 / layouts.upper_bound_gfa_m2
  const { revenue_rub, cost_rub } = economics
  return (objective === 'revenue' ? revenue_rub : revenue_rub - cost_rub) / boundRub
}

/** At the fewest storeys that reach the upper bound; 0 without prices. */
function boundRevenueRub(layouts: BestLayouts): number {
  const { request, assumptions, upper_bound_gfa_m2 } = layouts
  const { price_rub_per_m2: known, unit_area_m2, saleable_share } = assumptions
  const first = storeyLimitsOf(layouts).find(
    ({ maxGfaM2 }) => maxGfaM2 >= upper_bound_gfa_m2 - PRINTED_M2,
  )
  if (!known || !first) return 0
  // To a hundredth, like all saleable area: it may hold a flat more.
  const saleableM2 = round(upper_bound_gfa_m2 * saleable_share, 2)
  const units = unitsIn(saleableM2, request.unit_mix, unit_area_m2)
  const prices = flatPricesAt(known, first.storeys)
  return sumOf(UNIT_TYPES, (type) => units[type] * unit_area_m2[type] * prices[type])
}
