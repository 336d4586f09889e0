// The answer to a valuation request: value, confidence, comparables with their adjustments, market; as the wire has it.
// Never here: addresses, storage and the trade-in offer; and no number that the comparables shown do not add up to.

import { UNSEEN } from './attribute-model.ts'
import { dayOfIso } from './calendar.ts'
import type { Condition, Dwelling, HouseMaterial, Kind } from './comparable.ts'
import {
  type Confidence,
  confidenceOf,
  FEWEST_COMPARABLES,
  FEWEST_EFFECTIVE,
  type InsufficientReason,
} from './evidence-quality.ts'
import { distanceKm, FLAT_SIZE, LAT, LN_AREA, LON } from './flat-vector.ts'
import { indexOf } from './hedonic.ts'
import { FSD_SHARE, halfWidth, MOST_FSD } from './interval.ts'
import { median, round } from './linear.ts'
import { valueLocally } from './local-value.ts'
import { marketTrend, type TrendPoint } from './market-trend.ts'
import type { Backtest, Model } from './model.ts'
import { DEFAULT_RADIUS_KM } from './neighbours.ts'
import { type Adjustment, type Chosen, choose, FRACTION_DIGITS } from './shown-comparables.ts'
import { rangesAround } from './spatial-grid.ts'
import { type PlacedSubject, placeSubject } from './subject.ts'
import { indexLevel } from './time-index.ts'

export type PriceBasis = 'ask' | 'deal'

export interface EstimateOptions {
  /** ISO date; comparables dated later do not exist for this answer. */
  valuationDate: string
  /** 3–20. */
  maxComparables?: number
  /** Up to 10000; DEFAULT_RADIUS_KM unless said. */
  radiusM?: number
  interval?: Interval
  priceBasis?: PriceBasis
  /** Cross-validation only: lets a model that has seen later months answer (comparables still may not be later). */
  modelMayBeLater?: boolean
}

export interface ShownComparable {
  id: string
  kind: Kind
  date: string
  age_days: number
  address: string | null
  lat: number
  lon: number
  distance_m: number
  same_building: boolean
  price_rub: number
  price_rub_per_m2: number
  area_m2: number
  rooms: number
  floor: number | null
  floors_total: number | null
  year_built: number | null
  house_material: HouseMaterial | null
  condition: Condition | null
  similarity: number
  weight: number
  adjustments: Adjustment[]
  net_adjustment: number
  gross_adjustment: number
  adjusted_price_rub: number
}

export const INTERVALS = [0.5, 0.8, 0.9] as const
export type Interval = (typeof INTERVALS)[number]
export interface Band {
  low_rub: number
  high_rub: number
}

export interface Value {
  market_rub: number
  market_rub_per_m2: number
  low_rub: number
  high_rub: number
  interval: Interval
  ask_rub: number
  bargaining: number
  basis: PriceBasis
}

export interface MarketBlock {
  index_12m: number | null
  median_rub_per_m2: number | null
  radius_m: number
  sample: number
  /** Oldest month first, up to the valuation date; empty where the market is known at one time only. */
  trend: TrendPoint[]
}

export interface ModelBlock {
  version: string
  data_until: string
  backtest: Backtest | null
}

interface Envelope {
  valuation_date: string
  /** Attributes of the subject taken from its building's other flats. */
  imputed: string[]
  market: MarketBlock
  model: ModelBlock
}

export type Estimate =
  | (Envelope & {
      status: 'ok'
      value: Value
      confidence: Confidence
      comparables: ShownComparable[]
      /** The band at every interval that can be asked for; `value` has the one that was. */
      bands: Record<Interval, Band>
    })
  | (Envelope & {
      status: 'insufficient_data'
      value: null
      reasons: InsufficientReason[]
      comparables: []
    })

const MARKET_RADIUS_M = 1000

/**
 * Whether a model has seen comparables later than a valuation date, and so may not answer for it. A replay of
 * history is the answer of a model fitted with `until` = that date.
 */
export function knowsLaterThan(model: Model, valuationDate: string): boolean {
  return model.dataUntil > valuationDate
}

/**
 * Values a dwelling.
 * @throws RangeError if the date is not one, or if the model has seen comparables later than it (see knowsLaterThan)
 */
export function estimate(model: Model, dwelling: Dwelling, options: EstimateOptions): Estimate {
  const day = dayOfIso(options.valuationDate)
  if (day === null) throw new RangeError(`valuationDate is not a date: ${options.valuationDate}`)
  if (options.modelMayBeLater !== true && knowsLaterThan(model, options.valuationDate))
    throw new RangeError(
      `The model holds comparables up to ${model.dataUntil}, later than ${options.valuationDate}. ` +
        'Fit one with until set to that date.',
    )
  const basis = options.priceBasis ?? 'deal'
  const radiusKm = options.radiusM === undefined ? DEFAULT_RADIUS_KM : options.radiusM / 1000
  const subject = placeSubject(model, dwelling, day)
  const fold = foldFor(model, subject)
  const value = valueLocally(model, {
    flat: subject.flat,
    building: subject.building,
    fold,
    day,
    knownDay: day,
    knownMonth: Infinity,
    radiusKm,
    refuse: subject.isOwnAdvert,
  })
  const envelope: Envelope = {
    valuation_date: options.valuationDate,
    imputed: subject.imputed,
    market: marketBlock(model, subject.flat, day, basis),
    model: { version: model.version, data_until: model.dataUntil, backtest: model.backtest },
  }
  const insufficient = (reason: InsufficientReason): Estimate => ({
    ...envelope,
    status: 'insufficient_data',
    value: null,
    reasons: [reason],
    comparables: [],
  })
  if (value.neighbours.count === 0) return insufficient('no_comparables_in_radius')
  const fsd = halfWidth(model.interval, value.shape, FSD_SHARE)
  const lnBasis = basis === 'ask' ? model.attribute.hedonic.lnAskOverDeal : 0
  const chosen = choose(
    { market: model, value, flat: subject.flat, day, basis },
    { radiusKm, building: subject.building, knownDay: day, refuse: subject.isOwnAdvert },
    { ln: value.ln + lnBasis, most: options.maxComparables ?? 10 },
  )
  if (chosen.length < FEWEST_COMPARABLES) return insufficient('too_few_comparables')
  const nEffective = 1 / chosen.reduce((sum, { weight }) => sum + weight * weight, 0)
  if (nEffective < FEWEST_EFFECTIVE) return insufficient('too_few_comparables')
  if (fsd > MOST_FSD) return insufficient('too_dispersed')

  const comparables = chosen.map((one) => show(model, subject, day, one))
  const market = Math.round(
    comparables.reduce((sum, { weight, adjusted_price_rub: price }) => sum + weight * price, 0),
  )
  const interval = options.interval ?? 0.8
  const bandAt = (share: Interval): Band => {
    const half = halfWidth(model.interval, value.shape, share)
    return {
      low_rub: Math.min(market, Math.round(market * Math.exp(-half))),
      high_rub: Math.max(market, Math.round(market * Math.exp(half))),
    }
  }
  const bands = { 0.5: bandAt(0.5), 0.8: bandAt(0.8), 0.9: bandAt(0.9) }
  const bargaining = Math.exp(-model.attribute.hedonic.lnAskOverDeal) - 1
  return {
    ...envelope,
    status: 'ok',
    value: {
      market_rub: market,
      market_rub_per_m2: Math.round(market / dwelling.areaM2),
      ...bands[interval],
      interval,
      ask_rub: basis === 'ask' ? market : Math.round(market / (1 + bargaining)),
      bargaining: round(bargaining, 4),
      basis,
    },
    confidence: confidenceOf(fsd, nEffective, comparables, dwelling),
    comparables,
    bands,
  }
}

/** The trees that value the subject: all of them, or those that did not see its own advert. */
function foldFor(model: Model, subject: PlacedSubject): number {
  if (subject.building < 0) return UNSEEN
  const { rows, starts } = model.buildingRows
  const end = starts[subject.building + 1] as number
  for (let p = starts[subject.building] as number; p < end; p++) {
    const row = rows[p] as number
    if (subject.isOwnAdvert(row)) return model.foldOfRow[row] as number
  }
  return UNSEEN
}

function show(model: Model, subject: PlacedSubject, day: number, chosen: Chosen): ShownComparable {
  const { row } = chosen
  const one = model.comparables[row]
  if (one === undefined) throw new RangeError(`row ${row} has no comparable`)
  const km = distanceKm(subject.flat[LAT] as number, subject.flat[LON] as number, one.lat, one.lon)
  return {
    id: one.sourceId,
    kind: one.kind,
    date: one.date,
    age_days: day - (model.table.day[row] as number),
    address: one.address,
    lat: one.lat,
    lon: one.lon,
    distance_m: Math.round(km * 1000),
    same_building: model.table.building[row] === subject.building,
    price_rub: one.priceRub,
    price_rub_per_m2: Math.round(one.priceRub / one.areaM2),
    area_m2: one.areaM2,
    rooms: one.rooms,
    floor: one.floor,
    floors_total: one.floorsTotal,
    year_built: one.yearBuilt,
    house_material: one.houseMaterial,
    condition: one.condition,
    similarity: round(Math.exp(-0.25 * Math.sqrt(chosen.squaredDistance)), 4),
    weight: chosen.weight,
    adjustments: chosen.adjustments,
    net_adjustment: round(chosen.net, FRACTION_DIGITS),
    gross_adjustment: round(chosen.gross, FRACTION_DIGITS),
    adjusted_price_rub: Math.round(one.priceRub * (1 + chosen.net)),
  }
}

function marketBlock(
  model: Model,
  flat: Float64Array,
  day: number,
  basis: PriceBasis,
): MarketBlock {
  const { table, grid } = model
  const { lnAskOverDeal } = model.attribute.hedonic
  const lat = flat[LAT] as number
  const lon = flat[LON] as number
  const perM2: number[] = []
  const months: number[] = []
  rangesAround(grid, lat, lon, MARKET_RADIUS_M / 1000, (from, to) => {
    for (let p = from; p < to; p++) {
      const row = grid.rows[p] as number
      const age = day - (table.day[row] as number)
      if (age < 0 || age > 365) continue
      const at = row * FLAT_SIZE
      const km = distanceKm(
        lat,
        lon,
        table.flats[at + LAT] as number,
        table.flats[at + LON] as number,
      )
      if (km * 1000 > MARKET_RADIUS_M) continue
      const listing = table.listing[row] === 1
      const shift =
        listing && basis === 'deal'
          ? -lnAskOverDeal
          : !listing && basis === 'ask'
            ? lnAskOverDeal
            : 0
      months.push(table.month[row] as number)
      perM2.push(
        Math.exp((table.lnPrice[row] as number) + shift - (table.flats[at + LN_AREA] as number)),
      )
    }
  })
  const index = indexOf(model.attribute.hedonic, flat)
  const yearKnown = index.effects.length >= 13
  return {
    index_12m: yearKnown
      ? round(Math.expm1(indexLevel(index, day) - indexLevel(index, day - 365)), 4)
      : null,
    median_rub_per_m2: perM2.length === 0 ? null : Math.round(median(perM2)),
    radius_m: MARKET_RADIUS_M,
    sample: perM2.length,
    trend: marketTrend(index, { rubPerM2: perM2, months }, day),
  }
}
