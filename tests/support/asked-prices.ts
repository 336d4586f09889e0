// Prices of flats that do not stand yet, asked of an estimator that answers as a test says.
import type { Estimate } from '../../src/valuation/answer/estimate.ts'
import type { Dwelling } from '../../src/valuation/comparables/comparable.ts'
import type { ValuationEngine } from '../../src/valuation/engine.ts'
import type { InsufficientReason } from '../../src/valuation/wire/estimate-codes.ts'
import type { EstimateOptions } from '../../src/valuation/wire/estimate-options.ts'
import type { ShownComparable } from '../../src/valuation/wire/estimate-schema.ts'

export const QUESTION = { place: [31.6, 61.05] as const, valuationDate: '2026-01-15' }

/** The estimate of a flat. */
export type Answering = (dwelling: Dwelling) => Estimate

interface Asked {
  readonly dwellings: readonly Dwelling[]
  readonly options: EstimateOptions
}

/** An engine on the demonstration town that answers so, and what it was asked, call by call. */
export function engineThat(answer: Answering) {
  const asked: Asked[] = []
  const engine: Pick<ValuationEngine, 'estimates'> = {
    async estimates(dwellings, options) {
      asked.push({ dwellings, options })
      return { kind: 'estimates', estimates: dwellings.map(answer), isDemo: true }
    },
  }
  return { engine, asked }
}

/** Without any comparables. */
export const EMPTY_ENGINE: Pick<ValuationEngine, 'estimates'> = {
  estimates: async () => ({ kind: 'no_data' }),
}

const shown = (
  id: string,
  distanceM: number,
  weight: number,
  similarity = 0.5,
  adjustedRub = 8_000_000,
) =>
  ({
    id,
    kind: 'deal',
    date: '2026-01-01',
    address: null,
    rooms: 1,
    area_m2: 40,
    price_rub: 8_000_000,
    price_rub_per_m2: 200_000,
    similarity,
    adjusted_price_rub: adjustedRub,
    distance_m: distanceM,
    weight,
  }) as ShownComparable

export const ok =
  (perM2: number): Answering =>
  ({ areaM2, rooms }) =>
    ({
      status: 'ok',
      value: {
        market_rub_per_m2: perM2,
        low_rub: 0.9 * perM2 * areaM2,
        high_rub: 1.1 * perM2 * areaM2,
      },
      confidence: {
        n_comparables: 10,
        fsd: 0.07,
        max_distance_m: 2000 + 100 * rooms,
        reasons: rooms === 1 || rooms === 2 ? ['distant_comparables'] : [],
      },
      comparables: [
        shown('shared', 500, 0.25, rooms === 2 ? 0.9 : 0.5, 210_000 * areaM2),
        shown(`own-${rooms}`, 100 + rooms, 0.1 * (1 + rooms)),
      ],
      market: {
        radius_m: 1000,
        sample: 120,
        new_builds: { median_rub_per_m2: 516_000, sample: 32 },
      },
      model: { version: 'v1', data_until: '2026-01-10' },
    }) as unknown as Estimate

export const insufficient =
  (reason: InsufficientReason, dataUntil = '2026-01-10'): Answering =>
  () =>
    ({
      status: 'insufficient_data',
      reasons: [reason],
      model: { version: 'v1', data_until: dataUntil },
    }) as unknown as Estimate

export const none = insufficient('no_comparables_in_radius')
