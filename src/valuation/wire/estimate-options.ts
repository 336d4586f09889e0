// The options of an estimate and their defaults. Never here: names on the wire
// (wire/estimate-request.ts).
import type { PriceBasis } from '../attributes/price-basis.ts'
import { DEFAULT_INTERVAL, type Interval } from '../neighbours/interval-shares.ts'
import { DEFAULT_RADIUS_KM } from '../neighbours/neighbours.ts'

export const ESTIMATE_DEFAULTS = {
  maxComparables: 10,
  radiusM: DEFAULT_RADIUS_KM * 1000,
  interval: DEFAULT_INTERVAL,
  priceBasis: 'deal',
} as const satisfies Partial<EstimateOptions>

/** What is not given has its default. */
export interface EstimateOptions {
  /** ISO date; comparables dated later do not exist for this answer. */
  readonly valuationDate: string
  /** 3–20. */
  readonly maxComparables?: number | undefined
  /** Up to 10,000. */
  readonly radiusM?: number | undefined
  readonly interval?: Interval | undefined
  readonly priceBasis?: PriceBasis | undefined
  /** Whether the point is only near the flat, as the middle of its street: in no known building. */
  readonly isPointNearby?: boolean
  /** Whether `market` also describes new flats: for the site planner. */
  readonly withNewBuilds?: boolean
  /**
   * Leaves the comparables out of an answer that still rests on them: for callers that ask for
   * many.
   */
  readonly withoutComparables?: boolean
  /**
   * Cross-validation only: lets a model that has seen later months answer. Comparables still may
   * not be later.
   */
  readonly modelMayBeLater?: boolean
}
