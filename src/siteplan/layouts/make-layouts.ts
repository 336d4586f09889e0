// Best layouts of a parcel as the wire has them: what was asked for, what may be built there, and
// what the solver finds. The same input gives the same output; a site where nothing can be built is
// an outcome, never a throw. Whether the checker agrees is drop-refused.ts's.
import { envelopeOf } from '../../norms/envelope.ts'
import type { RuleSet } from '../../norms/rule-set.ts'
import { reachableM2 } from '../../norms/ruled-out.ts'
import { round } from '../../numbers/rounding.ts'
import type { Parcel } from '../../parcels/table/parcel.ts'
import { siteOf } from '../../parcels/table/parcel-place.ts'
import { areaWarnings, landGaps, landWarnings, ownershipWarnings } from '../land-warnings.ts'
import { isThin, thinText } from '../thin-prices.ts'
import type { PricesAtStoreys } from '../unit-prices.ts'
import { layoutAssumptions } from './economics.ts'
import type { BestLayouts, LayoutsAsked } from './layout.ts'
import { layoutsId, METHOD_VERSION } from './layouts-id.ts'
import { solve } from './solver/solve.ts'
import { withinNorms } from './within-norms.ts'

export interface LayoutInputs {
  readonly parcel: Parcel
  readonly isDemo: boolean
  readonly request: LayoutsAsked
  readonly ruleSet: RuleSet
  /** Never empty; null = no market evidence: floor area then stands for money. */
  readonly prices: readonly PricesAtStoreys[] | null
  readonly costRubPerM2: number
  /** Saleable area over floor area. */
  readonly saleableShare: number
  /** ISO 8601 in UTC. */
  readonly generatedAt: string
}

const DISCLAIMER =
  'Это предварительная проработка, не проектная документация и не градостроительный план. ' +
  'Нормы и ограничения участка проверяются по ПЗЗ, ГПЗУ и местным нормативам до любых решений.'

export function makeLayouts(input: LayoutInputs): BestLayouts {
  const { parcel, ruleSet } = input
  const { rules } = ruleSet
  const request = withinNorms(input.request, rules)
  const { plane, boundary } = siteOf(parcel)
  const envelope = envelopeOf(boundary, rules, request.storeys)
  const assumptions = layoutAssumptions(input.saleableShare, input.costRubPerM2, input.prices)
  const place = { boundary, latitude: plane.origin[1], envelope, assumptions }
  const { options, limitedBy } = solve({ rules, request }, place)
  return {
    report_id: layoutsId(input),
    generated_at: input.generatedAt,
    is_demo: input.isDemo,
    parcel: {
      cadastral_number: parcel.cadastralNumber,
      address: parcel.address,
      area_m2: round(parcel.areaM2, 2),
      declared_area_m2: parcel.declaredAreaM2,
      category: parcel.category,
      permitted_use: parcel.permittedUse,
    },
    request: input.request,
    rule_set: { id: ruleSet.id, title: ruleSet.title, rules },
    site: {
      origin: plane.origin,
      boundary,
      buildable: envelope.buildable,
      buildable_area_m2: round(envelope.buildableAreaM2, 2),
    },
    assumptions,
    warnings: [
      ...landWarnings(parcel),
      ...ownershipWarnings(parcel),
      ...areaWarnings(parcel),
      ...landGaps(parcel, ruleSet),
      ...priceWarnings(input.prices),
    ],
    outcome: options.length > 0 ? 'ok' : 'no_feasible_layout',
    binding_rule: limitedBy,
    upper_bound_gfa_m2: round(envelope.best?.maxGfaM2 ?? 0, 2),
    reachable_gfa_m2: round(reachableM2(envelope, request.typologies), 2),
    options,
    method: { version: METHOD_VERSION, disclaimer: DISCLAIMER },
  }
}

/** Options are ranked by a revenue that may rest on little. */
function* priceWarnings(
  prices: LayoutInputs['prices'],
): Generator<BestLayouts['warnings'][number]> {
  const thin = (prices ?? []).flatMap((at) => at.prices.filter(isThin)).map(({ type }) => type)
  if (thin.length > 0) yield { code: 'thin_evidence', text: thinText(thin) }
}
