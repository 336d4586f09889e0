// One estimate from request to answer: place the flat, value it, add the offer. Knows neither HTTP
// nor SQL; the value itself is estimate.ts's.
import { randomUUID } from 'node:crypto'
import type { Resolution } from '../addresses/table/address.ts'
import { dayOfIso } from '../calendar.ts'
import { type Clock, isoDate, isoTime } from '../clock.ts'
import type { Estimate } from './answer/estimate.ts'
import type { Dwelling } from './comparables/comparable.ts'
import type { ValuationEngine } from './engine.ts'
import { type Place, placeFlat } from './flat-place.ts'
import { type TradeInSettings, tradeInOffer } from './trade-in-offer.ts'
import type { ConfidenceReason, InsufficientReason } from './wire/estimate-codes.ts'
import type { EstimateRequest } from './wire/estimate-request.ts'
import type { EstimateResponse, TradeIn } from './wire/estimate-schema.ts'

export interface EstimateParts {
  readonly engine: Pick<ValuationEngine, 'estimate' | 'isDemo'>
  readonly resolveAddress: (address: string) => Promise<Resolution>
  readonly tradeIn: TradeInSettings
  readonly clock: Clock
}

type EstimateOutcome =
  | { readonly kind: 'made'; readonly estimate: EstimateResponse }
  | { readonly kind: 'invalid'; readonly field: string; readonly rule: string }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly string[] }

/** A new building is valued before it is finished, not before it is begun. */
const MAX_YEARS_AHEAD = 3

/**
 * m², far below the precision of areas: the sum of two parts may be off in its last binary digit.
 */
const SAME_AREA_M2 = 1e-6

const DISCLAIMER = 'Автоматическая оценка, не отчёт об оценке (135-ФЗ)'

/** Fields of the request that the answer's subject repeats. */
const ATTRIBUTES = [
  'area_m2',
  'rooms',
  'floor',
  'floors_total',
  'kitchen_area_m2',
  'living_area_m2',
  'year_built',
  'house_material',
  'building_class',
  'condition',
  'market',
  'ceiling_height_m',
] as const satisfies readonly (keyof EstimateRequest)[]

export async function makeEstimate(
  parts: EstimateParts,
  request: EstimateRequest,
): Promise<EstimateOutcome> {
  // The day in UTC, as in `created_at`.
  const today = isoDate(parts.clock.wallMs())
  const valuationDate = request.valuation_date ?? today
  const invalid = brokenRule(request, valuationDate, today)
  if (invalid) return invalid

  const placed = await placeFlat(request, parts.resolveAddress)
  if (placed.kind === 'ambiguous') return placed
  const { place } = placed
  if (place.lat === null || place.lon === null) {
    const estimate = answerOf(parts, request, place, valuationDate, ['address_not_found'])
    return { kind: 'made', estimate }
  }
  const valuing = parts.engine.estimate(dwellingOf(request, place, place.lat, place.lon), {
    valuationDate,
    maxComparables: request.options?.max_comparables,
    radiusM: request.options?.radius_m,
    interval: request.options?.interval,
    priceBasis: request.options?.price_basis,
  })
  const [answer, doubts] = await Promise.all([valuing, place.doubts])
  const valued =
    answer.kind === 'no_data'
      ? (['no_comparables_in_radius'] as const)
      : { ...answer, estimate: withDoubts(answer.estimate, doubts) }
  return { kind: 'made', estimate: answerOf(parts, request, place, valuationDate, valued) }
}

/** Rules that bind several fields, or one to today. */
function brokenRule(
  request: EstimateRequest,
  valuationDate: string,
  today: string,
): Extract<EstimateOutcome, { kind: 'invalid' }> | undefined {
  const invalid = (field: string, rule: string) => ({ kind: 'invalid' as const, field, rule })
  const located = request.lat !== undefined || request.lon !== undefined
  if (located && (request.lat === undefined || request.lon === undefined)) {
    return invalid(
      request.lat === undefined ? 'lat' : 'lon',
      'нужно указать вместе со второй координатой',
    )
  }
  if (!located && request.address === undefined) {
    return invalid('address', 'нужно указать, если нет lat и lon')
  }
  if (request.floor > request.floors_total) return invalid('floor', 'не больше floors_total')
  for (const part of ['kitchen_area_m2', 'living_area_m2'] as const) {
    if ((request[part] ?? 0) > request.area_m2) return invalid(part, 'не больше area_m2')
  }
  const { kitchen_area_m2: kitchen = 0, living_area_m2: living = 0 } = request
  if (kitchen + living > request.area_m2 + SAME_AREA_M2) {
    return invalid('kitchen_area_m2', 'вместе с living_area_m2 не больше area_m2')
  }
  if (dayOfIso(valuationDate) === null)
    return invalid('valuation_date', 'такого дня нет в календаре')
  if (valuationDate > today) {
    return invalid('valuation_date', 'не позже сегодняшнего дня (по UTC)')
  }
  const lastYear = Number(valuationDate.slice(0, 4)) + MAX_YEARS_AHEAD
  if (request.year_built !== undefined && request.year_built > lastYear) {
    return invalid('year_built', `не позже чем через ${MAX_YEARS_AHEAD} года после даты оценки`)
  }
  return undefined
}

function dwellingOf(request: EstimateRequest, place: Place, lat: number, lon: number): Dwelling {
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

/** What the model says of the flat, or why it was not asked. */
type Valued =
  | { readonly estimate: Estimate; readonly isDemo: boolean }
  | readonly InsufficientReason[]

function answerOf(
  parts: EstimateParts,
  request: EstimateRequest,
  place: Place,
  valuationDate: string,
  valued: Valued,
): EstimateResponse {
  const estimate = 'estimate' in valued ? valued.estimate : undefined
  const ok = estimate?.status === 'ok' ? estimate : undefined
  return {
    id: randomUUID(),
    status: ok ? 'ok' : 'insufficient_data',
    created_at: isoTime(parts.clock.wallMs()),
    valuation_date: valuationDate,
    currency: 'RUB',
    demo: 'isDemo' in valued ? valued.isDemo : parts.engine.isDemo,
    subject: {
      address: place.address,
      lat: place.lat,
      lon: place.lon,
      geo_precision: place.precision,
      ...attributesOf(request),
      market: request.market ?? 'secondary',
      imputed: estimate?.imputed ?? [],
      set_aside: estimate?.set_aside ?? [],
    },
    value: ok?.value ?? null,
    confidence: ok?.confidence ?? null,
    comparables: ok?.comparables ?? [],
    ...(ok ? {} : { reasons: reasonsOf(valued) }),
    market: estimate?.market ?? null,
    trade_in: ok ? tradeInOf(ok, request, valuationDate, parts.tradeIn) : null,
    model: estimate?.model ?? null,
    disclaimer: DISCLAIMER,
  }
}

/** What lowers the confidence is not only the evidence: the place may be in doubt too. */
function withDoubts(estimate: Estimate, doubts: readonly ConfidenceReason[]): Estimate {
  if (estimate.status !== 'ok') return estimate
  const { confidence } = estimate
  return { ...estimate, confidence: { ...confidence, reasons: [...confidence.reasons, ...doubts] } }
}

/**
 * The request's own attributes of the flat. Fields that the interface does not know are left out.
 */
function attributesOf(
  request: EstimateRequest,
): Pick<EstimateRequest, (typeof ATTRIBUTES)[number]> {
  const given = ATTRIBUTES.filter((name) => request[name] !== undefined)
  return Object.fromEntries(
    given.map((name) => [name, request[name]]),
  ) as unknown as EstimateRequest
}

function reasonsOf(valued: Valued): InsufficientReason[] {
  if (!('estimate' in valued)) return [...valued]
  return valued.estimate.status === 'ok' ? [] : valued.estimate.reasons
}

/** The offer is based on the price as a deal, whichever basis was requested. */
function tradeInOf(
  ok: Extract<Estimate, { status: 'ok' }>,
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
