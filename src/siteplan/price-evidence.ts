// The prices of new flats at a place with what they rest on: the comparables, the market around,
// and where there are no prices, why. How a price comes about is unit-prices.ts's.

import { daysBetween } from '../calendar.ts'
import { byUnits } from '../text/by-units.ts'
import type { Estimate, OkEstimate } from '../valuation/answer/estimate.ts'
import type { ValuationEngine } from '../valuation/engine.ts'
import { OLDEST_DAYS } from '../valuation/neighbours/neighbours.ts'
import type { ShownComparable } from '../valuation/wire/estimate-schema.ts'
import type { ForecastComparable, UnitPrice } from './forecast/forecast.ts'
import { newFlats, type PriceQuestion, pricesOf, type Valued, valuedOf } from './unit-prices.ts'
import { UNIT_AREAS_M2, UNIT_TYPES, type UnitType } from './unit-types.ts'

export interface PriceEvidence {
  readonly kind: 'prices'
  /** Every type, in the order of `UNIT_TYPES`. */
  readonly prices: readonly UnitPrice[]
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
  readonly isDemo: boolean
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

/**
 * The prices as `unitPrices` gives them, at one number of storeys, or why there are none.
 * @throws TaskRefused as there
 */
export async function priceEvidence(
  engine: Pick<ValuationEngine, 'estimates'>,
  question: PriceQuestion,
  storeys: number,
): Promise<PriceEvidence | NoEvidence> {
  const { valuationDate } = question
  const answer = await engine.estimates(newFlats(question, storeys), {
    valuationDate,
    withNewBuilds: true,
  })
  if (answer.kind === 'no_data') return noEvidence([], valuationDate)
  const valued = valuedOf(answer.estimates)
  const [first] = valued.values()
  if (!first) return noEvidence(answer.estimates, valuationDate)
  return {
    kind: 'prices',
    prices: pricesOf(valued),
    fromRatio: UNIT_TYPES.filter((type) => !valued.has(type)),
    comparables: shownOnce(valued),
    localTurnover: { radiusM: first.market.radius_m, perYear: first.market.sample },
    localNewBuilds: {
      medianRubPerM2: first.market.new_builds?.median_rub_per_m2 ?? null,
      sample: first.market.new_builds?.sample ?? 0,
    },
    distantM: distantM([...valued.values()]),
    isDemo: answer.isDemo,
    modelVersion: first.model.version,
    dataUntil: first.model.data_until,
  }
}

function noEvidence(estimates: readonly Estimate[], valuationDate: string): NoEvidence {
  const dataUntil = estimates[0]?.model.data_until ?? null
  const isDispersed = estimates.some(
    (estimate) =>
      estimate.status === 'insufficient_data' && estimate.reasons.includes('too_dispersed'),
  )
  const ageDays = dataUntil === null ? 0 : daysBetween(dataUntil, valuationDate)
  const reason = isDispersed ? 'dispersed' : ageDays > OLDEST_DAYS ? 'stale' : 'scarce'
  return { kind: 'no_evidence', reason, dataUntil }
}

function distantM(estimates: readonly OkEstimate[]): number | null {
  const distances = estimates
    .filter(({ confidence }) => confidence.reasons.includes('distant_comparables'))
    .map(({ confidence }) => confidence.max_distance_m)
  return distances.length === 0 ? null : Math.max(...distances)
}

/** Each comparable once, as adjusted to the type that it is most like; the weightiest first. */
function shownOnce(valued: Valued): ForecastComparable[] {
  const byId = new Map<string, { readonly one: ShownComparable; readonly type: UnitType }>()
  for (const [type, { comparables }] of valued) {
    for (const one of comparables) {
      const before = byId.get(one.id)
      if (!before || one.similarity > before.one.similarity) byId.set(one.id, { one, type })
    }
  }
  return [...byId]
    .sort(([idA, a], [idB, b]) => b.one.weight - a.one.weight || byUnits(idA, idB))
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
