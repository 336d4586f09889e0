// What the rules leave of a parcel to build: constraints, floor area at most, programme, and
// whether a house is in doubt. Geometry runs here, so a service calls it through the planner's
// thread.
import { bindingRuleOf, constraintsOf } from '../../norms/constraints.ts'
import { plannedEnvelopeOf } from '../../norms/planned-envelope.ts'
import type { RuleName, RuleSet } from '../../norms/rule-set.ts'
import { isTooThinFor } from '../../norms/thin-site.ts'
import { round } from '../../numbers/rounding.ts'
import type { Parcel } from '../../parcels/table/parcel.ts'
import { siteOf } from '../../parcels/table/parcel-place.ts'
import { obstacleToLeastHouse } from '../layouts/solver/least-house.ts'
import { floorM2PerFlat } from '../unit-types.ts'
import type { Forecast } from './forecast.ts'
import { type Programme, type ProgrammeNorms, programmeOf } from './programme.ts'

export type SiteLimits =
  | ({
      readonly kind: 'fits'
      /** The rule that may still leave the least house no room; null where no rule does. */
      readonly doubtedBy: RuleName | null
      /** See `HouseEnvelope`; null where everything finds ground. */
      readonly crowdedBy: RuleName | null
      /** See `HouseEnvelope`; null where there is none. */
      readonly smallerHousesM2: number | null
      /** See `PlannedEnvelope`; null where there is none. */
      readonly leastStoreysMissed: number | null
      /** Whether the site's shape leaves houses clearly less room than the rules. */
      readonly isThin: boolean
      readonly programme: Programme
    } & Pick<Forecast, 'constraints' | 'envelope'>)
  /** Not one house can stand here. */
  | { readonly kind: 'nothing_fits'; readonly bindingRule: RuleName }

export interface SiteLimitsQuestion extends Omit<ProgrammeNorms, 'parkingPerUnit'> {
  readonly parcel: Parcel
  readonly ruleSet: RuleSet
}

export function siteLimits({
  parcel,
  ruleSet: { rules },
  saleableShare,
  unitMix,
}: SiteLimitsQuestion): SiteLimits {
  const { boundary } = siteOf(parcel)
  const perFlatM2 = floorM2PerFlat(saleableShare, unitMix)
  const envelope = plannedEnvelopeOf(boundary, rules, perFlatM2)
  const bindingRule = bindingRuleOf(envelope)
  const { best } = envelope
  const programme =
    best &&
    programmeOf(best, { saleableShare, unitMix, parkingPerUnit: rules.parking_per_unit.value })
  if (envelope.ruledOutBy || !best || !programme || programme.units_total === 0) {
    return { kind: 'nothing_fits', bindingRule }
  }
  const met = obstacleToLeastHouse(boundary, envelope.buildable, best.storeys, rules)
  return {
    kind: 'fits',
    doubtedBy: met === 'nothing' ? null : met,
    crowdedBy: envelope.crowdedBy ?? null,
    smallerHousesM2: envelope.smallerHousesM2 ?? null,
    leastStoreysMissed: envelope.leastStoreysMissed ?? null,
    isThin: isTooThinFor(best, envelope.buildable, rules),
    constraints: constraintsOf(rules, envelope, parcel.centroid[1]),
    envelope: {
      buildable_area_m2: round(envelope.buildableAreaM2, 2),
      max_footprint_m2: round(best.maxFootprintM2, 1),
      max_gfa_m2: round(best.maxGfaM2, 1),
      storeys: best.storeys,
      binding_rule: best.bindingRule,
    },
    programme,
  }
}
