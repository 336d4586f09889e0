// What new flats at a place would sell for today, by type: the valuation's estimator asked about
// flats that do not stand yet. What the prices rest on is price-evidence.ts's, how they move over a
// project the forecast's.
import type { LonLat } from '../geometry/local-plane.ts'
import { round } from '../numbers/rounding.ts'
import type { Estimate, OkEstimate } from '../valuation/answer/estimate.ts'
import type { Dwelling } from '../valuation/comparables/comparable.ts'
import type { ValuationEngine } from '../valuation/engine.ts'
import type { UnitPrice } from './forecast/forecast.ts'
import { type ByUnitType, UNIT_AREAS_M2, UNIT_TYPES, type UnitType } from './unit-types.ts'

export interface PriceQuestion {
  readonly place: LonLat
  /** ISO date. */
  readonly valuationDate: string
}

/** Prices of new flats in houses of so many storeys. */
export interface PricesAtStoreys {
  readonly storeys: number
  /** Every type, in the order of `UNIT_TYPES`. */
  readonly prices: readonly UnitPrice[]
}

interface PricesByStoreys {
  /** Without the numbers of storeys at which no type has evidence enough. */
  readonly byStoreys: readonly PricesAtStoreys[]
  /** Whether any price is of the demonstration town. */
  readonly isDemo: boolean
}

/** As the valuation counts rooms: a studio has none. */
const ROOMS: ByUnitType = { studio: 0, '1': 1, '2': 2, '3': 3 }

/**
 * The larger the flat, the cheaper a m²: its price goes with area to this power. Hedonic studies of
 * mass housing find about as much (−0.1 … −0.2).
 */
const AREA_ELASTICITY = -0.15

/** Added to the FSD of a price that is derived from another type's. */
const RATIO_FSD = 0.05

/**
 * Prices of new flats, each on the middle floor of a monolithic house of so many storeys, without
 * finish; all by one model.
 * @throws TaskRefused while the first model is being made, or if the estimating threads are busy
 */
export async function unitPrices(
  engine: Pick<ValuationEngine, 'estimates'>,
  question: PriceQuestion,
  storeys: readonly number[],
): Promise<PricesByStoreys> {
  const flats = storeys.flatMap((count) => newFlats(question, count))
  const options = { valuationDate: question.valuationDate, withoutComparables: true }
  const answer = await engine.estimates(flats, options)
  if (answer.kind === 'no_data') return { byStoreys: [], isDemo: false }
  const byStoreys = storeys.flatMap((count, at) => {
    const from = at * UNIT_TYPES.length
    const valued = valuedOf(answer.estimates.slice(from, from + UNIT_TYPES.length))
    return valued.size === 0 ? [] : [{ storeys: count, prices: pricesOf(valued) }]
  })
  return { byStoreys, isDemo: answer.isDemo && byStoreys.length > 0 }
}

/** A flat of each type, in the order of `UNIT_TYPES`. */
export function newFlats(question: PriceQuestion, storeys: number): readonly Dwelling[] {
  return UNIT_TYPES.map((type) => newFlat(type, question, storeys))
}

/** By the types that have evidence enough. */
export type Valued = ReadonlyMap<UnitType, OkEstimate>

/** @param estimates of a flat of each type, in the order of `UNIT_TYPES` */
export function valuedOf(estimates: readonly Estimate[]): Valued {
  const valued = new Map<UnitType, OkEstimate>()
  for (const [at, estimate] of estimates.entries()) {
    if (estimate.status === 'ok') valued.set(UNIT_TYPES[at] as UnitType, estimate)
  }
  return valued
}

/**
 * @param valued at least one
 * @returns every type, in the order of `UNIT_TYPES`
 */
export function pricesOf(valued: Valued): readonly UnitPrice[] {
  const own = [...valued].map(([type, estimate]) => priceOf(type, estimate))
  return UNIT_TYPES.map(
    (type) => own.find((price) => price.type === type) ?? priceFromNearest(type, own),
  )
}

/** @throws RangeError where the type has no price */
export function rubPerM2Of(prices: readonly UnitPrice[], type: UnitType): number {
  const found = prices.find((price) => price.type === type)
  if (!found) throw new RangeError(`no price for flats of type ${type}`)
  return found.rub_per_m2
}

function newFlat(
  type: UnitType,
  { place, valuationDate }: PriceQuestion,
  storeys: number,
): Dwelling {
  const [lon, lat] = place
  return {
    lat,
    lon,
    address: null,
    city: null,
    district: null,
    areaM2: UNIT_AREAS_M2[type],
    kitchenAreaM2: null,
    livingAreaM2: null,
    rooms: ROOMS[type],
    floor: Math.ceil(storeys / 2),
    floorsTotal: storeys,
    yearBuilt: Number(valuationDate.slice(0, 4)),
    houseMaterial: 'monolith',
    buildingClass: null,
    condition: 'none',
    market: 'new',
    ceilingHeightM: null,
  }
}

function priceOf(type: UnitType, { value, confidence }: OkEstimate): UnitPrice {
  const areaM2 = UNIT_AREAS_M2[type]
  return {
    type,
    rub_per_m2: value.market_rub_per_m2,
    low: Math.round(value.low_rub / areaM2),
    high: Math.round(value.high_rub / areaM2),
    n_comparables: confidence.n_comparables,
    fsd: confidence.fsd,
  }
}

/** Of the priced types, the one nearest in area, brought to this type's area. */
function priceFromNearest(type: UnitType, own: readonly UnitPrice[]): UnitPrice {
  const lnRatio = (other: UnitType) => Math.log(UNIT_AREAS_M2[type] / UNIT_AREAS_M2[other])
  const nearest = own.reduce((best, price) =>
    Math.abs(lnRatio(price.type)) < Math.abs(lnRatio(best.type)) ? price : best,
  )
  const factor = Math.exp(AREA_ELASTICITY * lnRatio(nearest.type))
  return {
    type,
    rub_per_m2: Math.round(nearest.rub_per_m2 * factor),
    low: Math.round(nearest.low * factor * (1 - RATIO_FSD)),
    high: Math.round(nearest.high * factor * (1 + RATIO_FSD)),
    n_comparables: 0,
    fsd: round(nearest.fsd + RATIO_FSD, 4),
  }
}
