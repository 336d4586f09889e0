// One search for best layouts from request to file: parcel → the norms of its place and the
// request's own → today's prices → the solver in its thread. Knows neither HTTP nor drawings.
import type { Clock } from '../../clock.ts'
import { isoDate } from '../../iso-time.ts'
import type { RuleSets } from '../../norms/rule-sets.ts'
import type { ParcelStore } from '../../parcels/table/parcel-store.ts'
import type { Settings } from '../../settings.ts'
import type { ValuationEngine } from '../../valuation/engine.ts'
import { isOfDemoTown } from '../demo-town.ts'
import { isTooLarge } from '../largest-site.ts'
import type { LayoutsFile, SitePlanner } from '../site-planner.ts'
import { unitPrices } from '../unit-prices.ts'
import { storeysAskedAbout } from './economics.ts'
import type { LayoutsFormat } from './layout.ts'
import { readLayoutRequest } from './read-request.ts'
import type { LayoutsRequest } from './request-body.ts'

export interface LayoutParts {
  readonly parcels: Pick<ParcelStore, 'find'>
  readonly ruleSets: RuleSets
  readonly engine: Pick<ValuationEngine, 'estimates'>
  readonly planner: Pick<SitePlanner, 'layoutsFile'>
  readonly settings: Pick<
    Settings,
    'siteplanSaleableShare' | 'siteplanUnitMix' | 'siteplanConstructionRubPerM2'
  >
  readonly clock: Clock
}

interface LayoutSearch {
  readonly cadastralNumber: string
  readonly wishes: LayoutsRequest
  readonly format: LayoutsFormat
}

/** Also where none is feasible: the file says why. */
export interface MadeLayouts extends LayoutsFile {
  readonly kind: 'made'
  /** The parcel's own, which may be written differently from the one asked for. */
  readonly cadastralNumber: string
}

type LayoutsOutcome =
  | MadeLayouts
  | { readonly kind: 'unknown_parcel' }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'invalid'; readonly field: string; readonly rule: string }

/**
 * Same parcel, same wishes, same data, same day: the same bytes.
 * @param gone aborts when nobody waits any more
 * @throws TaskRefused while the first model is being fitted, or if the threads are too busy
 */
export async function exportLayouts(
  parts: LayoutParts,
  { cadastralNumber, wishes, format }: LayoutSearch,
  gone: AbortSignal,
): Promise<LayoutsOutcome> {
  const { settings } = parts
  const parcel = await parts.parcels.find(cadastralNumber)
  if (!parcel) return { kind: 'unknown_parcel' }
  if (isTooLarge(parcel)) return { kind: 'too_large' }
  const setOfPlace = parts.ruleSets.forParcel(parcel)
  const read = readLayoutRequest(wishes, setOfPlace, settings.siteplanUnitMix)
  if (read.kind === 'invalid') return read
  const { request, ruleSet } = read

  const today = isoDate(parts.clock.wallMs())
  const storeys = storeysAskedAbout(request.storeys, ruleSet.rules)
  const question = { place: parcel.centroid, valuationDate: today }
  const prices = await unitPrices(parts.engine, question, storeys)
  const input = {
    parcel,
    isDemo: isOfDemoTown(parcel, prices),
    request,
    ruleSet,
    prices: prices.byStoreys.length > 0 ? prices.byStoreys : null,
    costRubPerM2: settings.siteplanConstructionRubPerM2,
    saleableShare: settings.siteplanSaleableShare,
    // The day, not the moment.
    generatedAt: `${today}T00:00:00.000Z`,
  }
  const made = await parts.planner.layoutsFile(input, format, gone)
  return { kind: 'made', cadastralNumber: parcel.cadastralNumber, ...made }
}
