// One estimate from request to answer: check the request, place the flat, value it, answer. Knows
// neither HTTP nor SQL; the value itself is answer/estimate.ts's.
import type { Addresses } from '../addresses/start.ts'
import type { Clock } from '../clock.ts'
import { isoDate } from '../iso-time.ts'
import type { Estimate } from './answer/estimate.ts'
import type { Dwelling } from './comparables/comparable.ts'
import type { ValuationEngine } from './engine.ts'
import { estimateResponse, type FlatValuation } from './estimate-response.ts'
import { type FlatPlace, placeFlat } from './flat-place.ts'
import { type BrokenRule, brokenRule } from './request-rules.ts'
import type { TradeInSettings } from './trade-in-offer.ts'
import type { ConfidenceReason, InsufficientReason } from './wire/estimate-codes.ts'
import type { EstimateOptions } from './wire/estimate-options.ts'
import type { EstimateRequest } from './wire/estimate-request.ts'
import type { EstimateResponse } from './wire/estimate-schema.ts'

export interface EstimateParts {
  readonly engine: Pick<ValuationEngine, 'estimate' | 'isDemo'>
  readonly resolveAddress: Addresses['resolve']
  readonly tradeIn: TradeInSettings
  readonly clock: Clock
}

export type EstimateOutcome =
  | { readonly kind: 'made'; readonly estimate: EstimateResponse }
  | ({ readonly kind: 'invalid' } & BrokenRule)
  | { readonly kind: 'ambiguous'; readonly candidates: readonly string[] }

/**
 * @param username whose request it is: models for earlier dates are fitted in turns of each user
 * @throws TaskRefused while the address index or the model that it needs is being made, or if their
 *   threads are too busy
 */
export async function makeEstimate(
  parts: EstimateParts,
  username: string,
  request: EstimateRequest,
): Promise<EstimateOutcome> {
  const { engine, resolveAddress, tradeIn, clock } = parts
  // The day in UTC, as in `created_at`.
  const today = isoDate(clock.wallMs())
  const valuationDate = request.valuation_date ?? today
  const broken = brokenRule(request, valuationDate, today)
  if (broken) return { kind: 'invalid', ...broken }

  const placed = await placeFlat(request, resolveAddress)
  if (placed.kind === 'ambiguous') return placed
  const { place } = placed

  const asked = { request, username, place, valuationDate }
  const answered = { ...asked, ...(await valueFlat(engine, asked)) }
  return { kind: 'made', estimate: estimateResponse(answered, tradeIn, clock.wallMs()) }
}

interface AskedValue {
  readonly request: EstimateRequest
  readonly username: string
  readonly place: FlatPlace
  readonly valuationDate: string
}

/** What the model says of the flat, and whether of the demonstration town's data. */
async function valueFlat(
  engine: EstimateParts['engine'],
  { request, username, place, valuationDate }: AskedValue,
): Promise<{ readonly valuation: FlatValuation; readonly isDemo: boolean }> {
  const { lat, lon } = place
  if (lat === null || lon === null) return noEvidence('address_not_found', engine)
  const options: EstimateOptions = {
    valuationDate,
    isPointNearby: place.precision === 'street',
    maxComparables: request.options?.max_comparables,
    radiusM: request.options?.radius_m,
    interval: request.options?.interval,
    priceBasis: request.options?.price_basis,
  }
  const valuing = engine.estimate(dwellingOf(request, place, lat, lon), options, username)
  const [answer, doubts] = await Promise.all([valuing, place.doubts])
  if (answer.kind === 'no_data') return noEvidence('no_comparables_in_radius', engine)
  const estimate = withDoubts(answer.estimate, doubts)
  return { valuation: { kind: 'valued', estimate }, isDemo: answer.isDemo }
}

function noEvidence(reason: InsufficientReason, { isDemo }: EstimateParts['engine']) {
  return { valuation: { kind: 'no_evidence', reason } as const, isDemo }
}

function dwellingOf(
  request: EstimateRequest,
  place: FlatPlace,
  lat: number,
  lon: number,
): Dwelling {
  return {
    lat,
    lon,
    address: place.address,
    city: place.city,
    district: null,
    areaM2: request.area_m2,
    kitchenAreaM2: request.kitchen_area_m2 ?? null,
    livingAreaM2: request.living_area_m2 ?? null,
    rooms: request.rooms,
    floor: request.floor,
    floorsTotal: request.floors_total,
    yearBuilt: request.year_built ?? null,
    houseMaterial: request.house_material ?? null,
    buildingClass: request.building_class ?? null,
    condition: request.condition ?? null,
    market: request.market ?? 'secondary',
    ceilingHeightM: request.ceiling_height_m ?? null,
  }
}

/** What lowers the confidence is not only the evidence: the place may be in doubt too. */
function withDoubts(estimate: Estimate, doubts: readonly ConfidenceReason[]): Estimate {
  if (estimate.status !== 'ok') return estimate
  const { confidence } = estimate
  return { ...estimate, confidence: { ...confidence, reasons: [...confidence.reasons, ...doubts] } }
}
