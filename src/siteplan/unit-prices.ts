// What new flats at a place would sell for today, by type: the valuation's estimator asked about
// flats that do not stand yet. What the prices rest on is price-evidence.ts's, how they move over a
// project the forecast's.
import type { LonLat } from '../geometry/local-plane.ts'
import { round } from '../rounding.ts'
import type { Estimate } from '../valuation/answer/estimate.ts'
import type { Dwelling } from '../valuation/comparables/comparable.ts'
import type { EngineAnswer, ValuationEngine } from '../valuation/engine.ts'
import type { EstimateOptions } from '../valuation/wire/estimate-options.ts'
import type { UnitPrice } from './forecast/forecast.ts'
import { UNIT_AREAS_M2, UNIT_TYPES, type UnitType } from './unit-types.ts'

export interface PriceQuestion {
  readonly place: LonLat
  readonly storeys: number
  /** ISO date. */
  readonly valuationDate: string
}

export interface UnitPrices {
  /** Every type, in the order of `UNIT_TYPES`. */
  readonly prices: readonly UnitPrice[]
  readonly isDemo: boolean
}

/** As the valuation counts rooms: a studio has none. */
const ROOMS: Readonly<Record<UnitType, number>> = { studio: 0, '1': 1, '2': 2, '3': 3 }

/**
 * A m² costs the less the larger the flat: price per m² goes with area to this power. The same
 * order as hedonic studies of mass housing find (−0.1 … −0.2).
 */
const AREA_ELASTICITY = -0.15

/** Added to the FSD of a price that is derived from another type's. */
const RATIO_FSD = 0.05

export type Ok = Extract<Estimate, { status: 'ok' }>

/**
 * Prices of new flats, each on the middle floor of a monolithic house of `storeys`, without finish.
 * @returns undefined where no type has evidence enough
 * @throws TaskRefused while the first model is being made, or if the estimating threads are busy
 */
export async function unitPrices(
  engine: Pick<ValuationEngine, 'estimate'>,
  question: PriceQuestion,
): Promise<UnitPrices | undefined> {
  const answers = await askForEach(engine, question, { withoutComparables: true })
  const valued = valuedOf(answers)
  return valued.size === 0 ? undefined : pricesOf(valued, answers)
}

type Answers = ReadonlyMap<UnitType, EngineAnswer>
export type Valued = ReadonlyMap<UnitType, Ok>

/** The estimator's answer about a flat of each type. @throws TaskRefused as `unitPrices` */
export async function askForEach(
  engine: Pick<ValuationEngine, 'estimate'>,
  question: PriceQuestion,
  wanted: Omit<EstimateOptions, 'valuationDate'>,
): Promise<Answers> {
  const options = { valuationDate: question.valuationDate, ...wanted }
  const answers = await Promise.all(
    UNIT_TYPES.map(
      async (type) => [type, await engine.estimate(newFlat(type, question), options)] as const,
    ),
  )
  return new Map(answers)
}

/** Of the types that have evidence enough. */
export function valuedOf(answers: Answers): Valued {
  const valued = new Map<UnitType, Ok>()
  for (const [type, answer] of answers) {
    if (answer.kind === 'estimate' && answer.estimate.status === 'ok') {
      valued.set(type, answer.estimate)
    }
  }
  return valued
}

/** @param valued at least one */
export function pricesOf(valued: Valued, answers: Answers): UnitPrices {
  const own = [...valued].map(([type, estimate]) => priceOf(type, estimate))
  return {
    prices: UNIT_TYPES.map(
      (type) => own.find((price) => price.type === type) ?? priceFromNearest(type, own),
    ),
    isDemo: [...answers.values()].some((answer) => answer.kind === 'estimate' && answer.isDemo),
  }
}

function newFlat(type: UnitType, { place, storeys, valuationDate }: PriceQuestion): Dwelling {
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

function priceOf(type: UnitType, { value, confidence }: Ok): UnitPrice {
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
