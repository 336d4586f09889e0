// The answer to an estimate's request, put together: what was asked, what the model says of it, and
// the trade-in offer. Of the value it computes nothing: it rounds.
import { randomUUID } from 'node:crypto'
import { dayOfIso } from '../calendar.ts'
import { isoTime } from '../iso-time.ts'
import type { Estimate, OkEstimate } from './answer/estimate.ts'
import type { FlatPlace } from './flat-place.ts'
import { type TradeInSettings, tradeInOffer } from './trade-in-offer.ts'
import { type InsufficientReason, SUBJECT_ATTRIBUTES } from './wire/estimate-codes.ts'
import { ESTIMATE_DEFAULTS } from './wire/estimate-options.ts'
import type { EstimateRequest } from './wire/estimate-request.ts'
import type { EstimateResponse, TradeIn } from './wire/estimate-schema.ts'

const DISCLAIMER = 'Автоматическая оценка, не отчёт об оценке (135-ФЗ)'

/** Fields of the request that the answer's subject repeats. */
const ATTRIBUTES = [
  'area_m2',
  'rooms',
  ...SUBJECT_ATTRIBUTES,
] as const satisfies readonly (keyof EstimateRequest)[]

/** What the model says of the flat, or why there is nothing it could say. */
export type FlatValuation =
  | { readonly kind: 'valued'; readonly estimate: Estimate }
  | { readonly kind: 'no_evidence'; readonly reason: InsufficientReason }

interface Answered {
  /** Username of whoever asks. */
  readonly username: string
  readonly request: EstimateRequest
  readonly place: FlatPlace
  readonly valuationDate: string
  readonly valuation: FlatValuation
  /** Whether the data are of the demonstration town. */
  readonly isDemo: boolean
}

/** @param wallMs when the answer is given */
export function estimateResponse(
  { username, request, place, valuationDate, valuation, isDemo }: Answered,
  tradeIn: TradeInSettings,
  wallMs: number,
): EstimateResponse {
  const estimate = valuation.kind === 'valued' ? valuation.estimate : undefined
  const ok = estimate?.status === 'ok' ? estimate : undefined
  return {
    id: randomUUID(),
    status: ok ? 'ok' : 'insufficient_data',
    created_at: isoTime(wallMs),
    owner: username,
    valuation_date: valuationDate,
    currency: 'RUB',
    demo: isDemo,
    subject: {
      address: place.address,
      lat: place.lat,
      lon: place.lon,
      geo_precision: place.precision,
      ...attributesOf(request),
      market: request.market ?? 'secondary',
      imputed: estimate?.imputed ?? [],
      imputed_values: estimate?.imputed_values ?? {},
      set_aside: estimate?.set_aside ?? [],
    },
    options: optionsOf(request),
    value: ok?.value ?? null,
    confidence: ok?.confidence ?? null,
    comparables: ok?.comparables ?? [],
    ...(ok ? {} : { reasons: reasonsOf(valuation) }),
    market: estimate?.market ?? null,
    trade_in: ok ? tradeInOf(ok, request, valuationDate, tradeIn) : null,
    model: estimate?.model ?? null,
    disclaimer: DISCLAIMER,
  }
}

/**
 * The request's own attributes of the flat; fields that the interface does not know are left out.
 */
function attributesOf(
  request: EstimateRequest,
): Pick<EstimateRequest, (typeof ATTRIBUTES)[number]> {
  const given = ATTRIBUTES.filter((name) => request[name] !== undefined)
  return Object.fromEntries(
    given.map((name) => [name, request[name]]),
  ) as unknown as EstimateRequest
}

/** What was asked for, or its default. */
function optionsOf({ options = {} }: EstimateRequest): NonNullable<EstimateResponse['options']> {
  return {
    max_comparables: options.max_comparables ?? ESTIMATE_DEFAULTS.maxComparables,
    radius_m: options.radius_m ?? ESTIMATE_DEFAULTS.radiusM,
    interval: options.interval ?? ESTIMATE_DEFAULTS.interval,
    price_basis: options.price_basis ?? ESTIMATE_DEFAULTS.priceBasis,
  }
}

/** Why there is no value. */
function reasonsOf(valuation: FlatValuation): InsufficientReason[] {
  if (valuation.kind === 'no_evidence') return [valuation.reason]
  return valuation.estimate.status === 'ok' ? [] : valuation.estimate.reasons
}

/** The offer is based on the price as a deal, whichever basis was requested. */
function tradeInOf(
  ok: OkEstimate,
  request: EstimateRequest,
  valuationDate: string,
  settings: TradeInSettings,
): TradeIn {
  const { value, confidence, toDeal } = ok
  return tradeInOffer(
    {
      marketDealRub: Math.round(value.market_rub * toDeal),
      lowRub: Math.round(value.low_rub * toDeal),
      highRub: Math.round(value.high_rub * toDeal),
      fsd: confidence.fsd,
      level: confidence.level,
      areaM2: request.area_m2,
      condition: request.condition ?? null,
      day: dayOfIso(valuationDate) as number,
    },
    settings,
  )
}
