// Best layouts of a parcel: what may be built there, what the searches find, and the rule that
// limits. The same input gives the same output; a site where nothing can be built is an outcome,
// never a throw. Whether the checker agrees is drop-refused.ts's.
import { areaOf, type Region } from '../../geometry/plane.ts'
import { difference } from '../../geometry/region.ts'
import type { Simplified } from '../../geometry/simplify.ts'
import { type Envelope, envelopeOf, type StoreyLimit } from '../../norms/envelope.ts'
import { reachableM2, ruledOutBy } from '../../norms/house-envelope.ts'
import { houseRoom } from '../../norms/house-room.ts'
import { leastFootprintM2 } from '../../norms/house-sizes.ts'
import { requiredHours, stepAt } from '../../norms/rule-look-ups.ts'
import type { RuleName, RuleSet } from '../../norms/rule-set.ts'
import type { Parcel } from '../../parcels/table/parcel.ts'
import { siteOf } from '../../parcels/table/parcel-place.ts'
import { round } from '../../rounding.ts'
import { areaWarnings, landGaps, landWarnings, ownershipWarnings } from '../land-warnings.ts'
import { layoutAssumptions, type PricesAt } from './economics.ts'
import type { BestLayouts, LayoutAssumptions, LayoutOption, LayoutRequest } from './layout.ts'
import { layoutsId } from './layouts-id.ts'
import { type Asked, askedWithout } from './solver/rules/asked-without.ts'
import { CLEARLY_MORE, limitingRule } from './solver/rules/limiting-rule.ts'
import { proofEffort, searchAtFallingShares, wholeEffort } from './solver/search/falling-shares.ts'
import type { DrawnGround, SolverInput } from './solver/solver-input.ts'
import { sunPath } from './sun.ts'
import { withinNorms } from './within-norms.ts'

export interface LayoutInputs {
  readonly parcel: Parcel
  readonly isDemo: boolean
  readonly request: LayoutRequest
  readonly ruleSet: RuleSet
  /** null = no market evidence: floor area then stands for money. */
  readonly prices: readonly PricesAt[] | null
  readonly costRubPerM2: number
  /** Saleable area over floor area. */
  readonly saleableShare: number
  /** ISO 8601 in UTC. */
  readonly generatedAt: string
}

/** A way that ends this near to the edge of the site leads out of it, m. */
const AT_THE_EDGE_M = 0.09

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
    ],
    outcome: options.length > 0 ? 'ok' : 'no_feasible_layout',
    binding_rule: limitedBy,
    upper_bound_gfa_m2: round(envelope.best?.maxGfaM2 ?? 0, 2),
    reachable_gfa_m2: round(reachableM2(envelope, request.typologies), 2),
    options,
  }
}

interface Solution {
  readonly options: readonly LayoutOption[]
  readonly limitedBy: RuleName
}

function solve(asked: Asked, place: Place): Solution {
  const { envelope } = place
  const { rules, request } = asked
  const { storeys, typologies } = request
  const roomM2 = areaOf(houseRoom(envelope.buildable, typologies))
  const outright = ruledOutBy(envelope, roomM2, rules, storeys, typologies)
  if (outright || !envelope.best) return { options: [], limitedBy: outright ?? 'setback_m' }
  const { options, broken } = searchAtFallingShares(
    solverInputOf(asked, place, envelope.best),
    envelope,
    wholeEffort(envelope, typologies),
  )
  const [best] = options
  const limitedBy = limitingRule({
    best,
    envelope,
    broken,
    leastFootprintM2: leastFootprintM2(typologies),
    isMoreBuiltWithout: (rule) => isMoreBuiltWithout(rule, asked, place, best),
  })
  return { options, limitedBy }
}

/** Whether a search without the rule finds clearly more floor area than the best option has. */
function isMoreBuiltWithout(
  rule: RuleName,
  { rules, request }: Asked,
  place: Place,
  best: LayoutOption | undefined,
): boolean {
  const asked = askedWithout(rule, { rules, request: { ...request, objective: 'gfa', options: 1 } })
  if (!asked) return false
  const reachedM2 = (best?.indicators.gfa_m2 ?? 0) * CLEARLY_MORE
  const envelope =
    rule === 'setback_m' ? envelopeOf(place.boundary, asked.rules, request.storeys) : place.envelope
  if (!envelope.best) return false
  const [more] = searchAtFallingShares(
    solverInputOf(asked, { ...place, envelope }, envelope.best),
    envelope,
    proofEffort(reachedM2 / envelope.best.maxGfaM2),
  ).options
  return more !== undefined && more.indicators.gfa_m2 > reachedM2
}

/** A site and what may be built there. */
interface Place {
  readonly boundary: Region
  readonly latitude: number
  readonly envelope: Envelope
  readonly assumptions: LayoutAssumptions
}

function solverInputOf(
  { rules, request }: Asked,
  { boundary, latitude, envelope, assumptions }: Place,
  bound: StoreyLimit,
): SolverInput {
  const day = stepAt(rules.insolation_day.value, latitude)
  return {
    rules,
    siteM2: envelope.siteAreaM2,
    sunPath: sunPath(latitude, day),
    enoughSunH: requiredHours(rules, latitude),
    boundary,
    ground: drawnGroundOf(envelope.ground, boundary),
    buildable: envelope.buildable,
    request,
    assumptions,
    upperBoundM2: bound.maxGfaM2,
    boundStoreys: bound.storeys,
    highestAllowed: envelope.byStoreys.at(-1)?.storeys ?? 1,
    day,
    latitude,
  }
}

function drawnGroundOf({ region, offM }: Simplified, boundary: Region): DrawnGround {
  const narrow = offM <= AT_THE_EDGE_M
  return { region, rim: narrow ? [] : difference(boundary, region), rimM: offM + AT_THE_EDGE_M }
}
