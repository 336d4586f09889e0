// All that a forecast is made from: what travels to its thread, and what its digest is of. Making
// one is make-forecast.ts's.
import type { RuleSet } from '../../norms/rule-set.ts'
import type { Parcel } from '../../parcels/table/parcel.ts'
import type { PriceEvidence } from '../price-evidence.ts'
import type { Scenario } from './forecast.ts'
import type { ForecastSettings } from './settings.ts'
import type { SiteLimits } from './site-limits.ts'

/** `horizonMonths` of whoever asks for no other. */
export const USUAL_HORIZON_MONTHS = 60

export interface ForecastInputs {
  readonly parcel: Parcel
  readonly ruleSet: RuleSet
  readonly limits: Extract<SiteLimits, { kind: 'fits' }>
  readonly prices: PriceEvidence
  readonly isDemo: boolean
  /** ISO date. */
  readonly valuationDate: string
  readonly scenario: Scenario
  readonly horizonMonths: number
  readonly settings: ForecastSettings
}
