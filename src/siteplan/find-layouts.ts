// One search for best layouts from request to file: parcel → the norms of its place and the
// request's own → today's prices → the solver in its thread. Knows neither HTTP nor drawings.
import { type Clock, isoTime } from '../clock.ts'
import { DEMO_SOURCE } from '../datasets/dataset-store.ts'
import type { ParcelStore } from '../parcels/parcel-store.ts'
import type { LayoutsFormat } from '../reports/layouts-file.ts'
import type { Settings } from '../settings.ts'
import type { ValuationEngine } from '../valuation/engine.ts'
import { type LayoutsBody, readLayoutRequest } from './layout-request.ts'
import type { SitePlanner } from './planner.ts'
import type { LayoutsFile } from './planner-task.ts'
import type { RuleSets } from './rule-sets.ts'
import { unitPrices } from './unit-prices.ts'

export interface LayoutParts {
  readonly parcels: Pick<ParcelStore, 'find'>
  readonly ruleSets: RuleSets
  readonly engine: Pick<ValuationEngine, 'estimate'>
  readonly planner: Pick<SitePlanner, 'layoutsFile'>
  readonly settings: Pick<
    Settings,
    'siteplanSaleableShare' | 'siteplanUnitMix' | 'siteplanConstructionRubPerM2'
  >
  readonly clock: Clock
}

export interface LayoutSearch {
  readonly cadastralNumber: string
  readonly body: LayoutsBody
  readonly format: LayoutsFormat
}

export type LayoutsOutcome =
  /** Also where none is feasible: the file says why. */
  | ({ readonly kind: 'made' } & LayoutsFile)
  | { readonly kind: 'unknown_parcel' }
  | { readonly kind: 'invalid'; readonly field: string; readonly rule: string }

/**
 * Same parcel, same body, same data, same day: the same bytes.
 * @param gone aborts when nobody waits any more
 * @throws TaskRefused while the first model is being fitted, or if the threads are too busy
 */
export async function findLayouts(
  parts: LayoutParts,
  { cadastralNumber, body, format }: LayoutSearch,
  gone: AbortSignal,
): Promise<LayoutsOutcome> {
  const { settings } = parts
  const parcel = await parts.parcels.find(cadastralNumber)
  if (!parcel) return { kind: 'unknown_parcel' }
  const setOfPlace = parts.ruleSets.forParcel(cadastralNumber)
  const read = readLayoutRequest(body, setOfPlace, settings.siteplanUnitMix)
  if (read.kind === 'invalid') return read
  const { request, ruleSet } = read

  const today = isoTime(parts.clock.wallMs()).slice(0, 10)
  const priced = await unitPrices(parts.engine, {
    place: parcel.centroid,
    storeys: request.storeys.max,
    valuationDate: today,
  })
  const input = {
    parcel,
    isDemo: parcel.source === DEMO_SOURCE || (priced.kind === 'prices' && priced.isDemo),
    request,
    ruleSet,
    prices: priced.kind === 'prices' ? priced.prices : null,
    costRubPerM2: settings.siteplanConstructionRubPerM2,
    saleableShare: settings.siteplanSaleableShare,
    // The day, not the moment.
    generatedAt: `${today}T00:00:00.000Z`,
  }
  return { kind: 'made', ...(await parts.planner.layoutsFile(input, format, gone)) }
}
