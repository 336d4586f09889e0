// One forecast from request to file: parcel → what fits → today's prices → model and document.
// Knows neither HTTP nor how any of them is worked out.
import type { Clock } from '../../clock.ts'
import { isoDate } from '../../iso-time.ts'
import type { RuleName } from '../../norms/rule-set.ts'
import type { RuleSets } from '../../norms/rule-sets.ts'
import type { ParcelStore } from '../../parcels/table/parcel-store.ts'
import type { ValuationEngine } from '../../valuation/engine.ts'
import { isOfDemoTown } from '../demo-town.ts'
import { isTooLarge } from '../largest-site.ts'
import { type NoEvidence, priceEvidence } from '../price-evidence.ts'
import type { ForecastForm, SitePlanner } from '../site-planner.ts'
import type { Scenario } from './forecast.ts'
import type { ForecastSettings } from './settings.ts'

export interface ExportParts {
  readonly parcels: Pick<ParcelStore, 'find'>
  readonly ruleSets: RuleSets
  readonly engine: Pick<ValuationEngine, 'estimates'>
  readonly planner: Pick<SitePlanner, 'limits' | 'forecastFile'>
  readonly settings: ForecastSettings
  readonly clock: Clock
}

interface ExportRequest {
  readonly cadastralNumber: string
  readonly form: ForecastForm
  readonly scenario: Scenario
  readonly horizonMonths: number
}

type ExportOutcome =
  /** With the parcel's own number, which may be written differently from the one asked for. */
  | { readonly kind: 'made'; readonly file: Uint8Array; readonly cadastralNumber: string }
  | { readonly kind: 'unknown_parcel' }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'nothing_fits'; readonly bindingRule: RuleName }
  | NoEvidence

/**
 * @param gone aborts when nobody waits any more
 * @throws TaskRefused while the first model is being fitted, or if the threads are too busy
 */
export async function exportForecast(
  parts: ExportParts,
  request: ExportRequest,
  gone: AbortSignal,
): Promise<ExportOutcome> {
  const { settings } = parts
  const parcel = await parts.parcels.find(request.cadastralNumber)
  if (!parcel) return { kind: 'unknown_parcel' }
  if (isTooLarge(parcel)) return { kind: 'too_large' }
  const ruleSet = parts.ruleSets.forParcel(parcel)
  const limits = await parts.planner.limits(
    {
      parcel,
      ruleSet,
      saleableShare: settings.siteplanSaleableShare,
      unitMix: settings.siteplanUnitMix,
    },
    gone,
  )
  if (limits.kind === 'nothing_fits') return limits
  const valuationDate = isoDate(parts.clock.wallMs())
  const question = { place: parcel.centroid, valuationDate }
  const prices = await priceEvidence(parts.engine, question, limits.programme.storeys)
  if (prices.kind === 'no_evidence') return prices
  const { scenario, horizonMonths } = request
  const inputs = {
    parcel,
    ruleSet,
    limits,
    prices,
    isDemo: isOfDemoTown(parcel, prices),
    valuationDate,
    scenario,
    horizonMonths,
    settings,
  }
  const file = await parts.planner.forecastFile(inputs, request.form, gone)
  return { kind: 'made', file, cadastralNumber: parcel.cadastralNumber }
}
