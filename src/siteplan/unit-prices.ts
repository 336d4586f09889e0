// What new flats at a place would sell for today, by type: the valuation's estimator asked about
// flats that do not stand yet. How prices move over a project is the forecast's.
import { DAY_MS } from '../clock.ts'
import type { LonLat } from '../geometry/local-plane.ts'
import { round } from '../rounding.ts'
import type { Estimate } from '../valuation/answer/estimate.ts'
import type { Dwelling } from '../valuation/comparables/comparable.ts'
import type { EngineAnswer, ValuationEngine } from '../valuation/engine.ts'
import { OLDEST_DAYS } from '../valuation/neighbours/neighbours.ts'
import type { EstimateOptions } from '../valuation/wire/estimate-options.ts'
import type { ShownComparable } from '../valuation/wire/estimate-schema.ts'
import type { ForecastComparable, UnitPrice } from './forecast/forecast.ts'
import { UNIT_AREAS_M2, UNIT_TYPES, type UnitType } from './unit-types.ts'

interface PriceQuestion {
  readonly place: LonLat
  readonly storeys: number
  /** ISO date. */
  readonly valuationDate: string
}

interface UnitPrices {
  /** Every type, in the order of `UNIT_TYPES`. */
  readonly prices: readonly UnitPrice[]
  readonly isDemo: boolean
}

export interface PriceEvidence extends UnitPrices {
  readonly kind: 'prices'
  /** Types that had no evidence themselves and are priced from the type nearest in area. */
  readonly fromRatio: readonly UnitType[]
  /** The weightiest first, each once. */
  readonly comparables: readonly ForecastComparable[]
  /** Sales and adverts of the last 12 months around the place, of any flat. */
  readonly localTurnover: { readonly radiusM: number; readonly perYear: number }
  /** Of those, flats sold or offered as new; the median is null where there are none. */
  readonly localNewBuilds: { readonly medianRubPerM2: number | null; readonly sample: number }
  /** How far the farthest comparable is, where the estimator counts them as distant; else null. */
  readonly distantM: number | null
  readonly modelVersion: string
  /** ISO date of the latest evidence that the model has seen. */
  readonly dataUntil: string
}

export interface NoEvidence {
  readonly kind: 'no_evidence'
  /**
   * `stale`: the newest evidence anywhere is too old to count. `dispersed`: prices near the place
   * differ too much. `scarce`: too little evidence is near and new enough, whether there is none or
   * only old.
   */
  readonly reason: 'scarce' | 'stale' | 'dispersed'
  /** ISO date of the newest evidence anywhere; null where there is none. */
  readonly dataUntil: string | null
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

type Ok = Extract<Estimate, { status: 'ok' }>

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

/** The same with what they rest on, and why there are none. @throws TaskRefused as `unitPrices` */
export async function priceEvidence(
  engine: Pick<ValuationEngine, 'estimate'>,
  question: PriceQuestion,
): Promise<PriceEvidence | NoEvidence> {
  const answers = await askForEach(engine, question, { withNewBuilds: true })
  const valued = valuedOf(answers)
  const [first] = valued.values()
  if (!first) return noEvidence([...answers.values()], question.valuationDate)
  return {
    kind: 'prices',
    ...pricesOf(valued, answers),
    fromRatio: UNIT_TYPES.filter((type) => !valued.has(type)),
    comparables: shownOnce(valued),
    localTurnover: { radiusM: first.market.radius_m, perYear: first.market.sample },
    localNewBuilds: {
      medianRubPerM2: first.market.new_builds?.median_rub_per_m2 ?? null,
      sample: first.market.new_builds?.sample ?? 0,
    },
    distantM: distantM([...valued.values()]),
    modelVersion: first.model.version,
    dataUntil: first.model.data_until,
  }
}

type Answers = ReadonlyMap<UnitType, EngineAnswer>
type Valued = ReadonlyMap<UnitType, Ok>

async function askForEach(
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

function valuedOf(answers: Answers): Valued {
  const valued = new Map<UnitType, Ok>()
  for (const [type, answer] of answers) {
    if (answer.kind === 'estimate' && answer.estimate.status === 'ok') {
      valued.set(type, answer.estimate)
    }
  }
  return valued
}

/** @param valued at least one */
function pricesOf(valued: Valued, answers: Answers): UnitPrices {
  const own = [...valued].map(([type, estimate]) => priceOf(type, estimate))
  return {
    prices: UNIT_TYPES.map(
      (type) => own.find((price) => price.type === type) ?? priceFromNearest(type, own),
    ),
    isDemo: [...answers.values()].some((answer) => answer.kind === 'estimate' && answer.isDemo),
  }
}

function noEvidence(answers: readonly EngineAnswer[], valuationDate: string): NoEvidence {
  const estimates = answers.flatMap((answer) =>
    answer.kind === 'estimate' ? [answer.estimate] : [],
  )
  const dataUntil = estimates[0]?.model.data_until ?? null
  const isDispersed = estimates.some(
    (estimate) =>
      estimate.status === 'insufficient_data' && estimate.reasons.includes('too_dispersed'),
  )
  const ageDays =
    dataUntil === null ? 0 : (Date.parse(valuationDate) - Date.parse(dataUntil)) / DAY_MS
  const reason = isDispersed ? 'dispersed' : ageDays > OLDEST_DAYS ? 'stale' : 'scarce'
  return { kind: 'no_evidence', reason, dataUntil }
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

function distantM(estimates: readonly Ok[]): number | null {
  const distances = estimates
    .filter(({ confidence }) => confidence.reasons.includes('distant_comparables'))
    .map(({ confidence }) => confidence.max_distance_m)
  return distances.length === 0 ? null : Math.max(...distances)
}

/** Each comparable once, as it was brought to the type that it is most like; the weightiest first. */
function shownOnce(valued: Valued): ForecastComparable[] {
  const byId = new Map<string, { readonly one: ShownComparable; readonly type: UnitType }>()
  for (const [type, { comparables }] of valued) {
    for (const one of comparables) {
      const before = byId.get(one.id)
      if (!before || one.similarity > before.one.similarity) byId.set(one.id, { one, type })
    }
  }
  return [...byId]
    .sort(([idA, a], [idB, b]) => b.one.weight - a.one.weight || (idA < idB ? -1 : 1))
    .map(([, { one, type }]) => ({
      date: one.date,
      kind: one.kind,
      address: one.address,
      rooms: one.rooms,
      area_m2: one.area_m2,
      price_rub: one.price_rub,
      rub_per_m2: one.price_rub_per_m2,
      adjusted_to: type,
      adjusted_rub_per_m2: Math.round(one.adjusted_price_rub / UNIT_AREAS_M2[type]),
      distance_m: one.distance_m,
      floor: one.floor,
      floors_total: one.floors_total,
      year_built: one.year_built,
      weight: one.weight,
    }))
}
