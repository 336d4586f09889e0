// The figures of a ratio study, from estimates and true prices. Never here: where either comes
// from.
import { median } from '../../numbers/order-statistics.ts'
import { sum } from '../../numbers/sum.ts'

/** Shares are fractions; `cod` is in percent as IAAO has it. All are null without any sales. */
export interface RatioMetrics {
  readonly n: number
  readonly mdape: number | null
  readonly pe5: number | null
  readonly pe10: number | null
  readonly pe20: number | null
  readonly cod: number | null
  readonly prd: number | null
  readonly prb: number | null
  readonly medianRatio: number | null
}

/**
 * Ratio r = estimate / price, med its median.
 * MdAPE = median |r − 1|. PEx = share within x %.
 * COD = 100·mean|r − med|/med.
 * PRD = mean(r)·Σprice/Σestimate.
 * PRB = slope of (r − med)/med on log2 of ½·(estimate/med + price).
 * IAAO, Standard on Ratio Studies, 2013, appendices B and D.
 */
export function ratioMetrics(
  estimates: readonly number[],
  prices: readonly number[],
): RatioMetrics {
  const n = estimates.length
  if (n === 0) {
    return {
      n,
      mdape: null,
      pe5: null,
      pe10: null,
      pe20: null,
      cod: null,
      prd: null,
      prb: null,
      medianRatio: null,
    }
  }
  const ratios = estimates.map((estimate, i) => estimate / (prices[i] as number))
  const misses = ratios.map((ratio) => Math.abs(ratio - 1))
  const within = (share: number): number => misses.filter((miss) => miss <= share).length / n
  const middle = median(ratios)
  const deviations = ratios.map((ratio) => (ratio - middle) / middle)
  const sizes = estimates.map((estimate, i) =>
    Math.log2(0.5 * (estimate / middle + (prices[i] as number))),
  )
  const meanSize = sum(sizes) / n
  const meanDeviation = sum(deviations) / n
  const spread = sum(sizes.map((size) => (size - meanSize) ** 2))
  const joint = sum(
    sizes.map((size, i) => (size - meanSize) * ((deviations[i] as number) - meanDeviation)),
  )
  return {
    n,
    mdape: median(misses),
    pe5: within(0.05),
    pe10: within(0.1),
    pe20: within(0.2),
    cod: (100 * sum(deviations.map(Math.abs))) / n,
    prd: ((sum(ratios) / n) * sum(prices)) / sum(estimates),
    prb: spread > 0 ? joint / spread : null,
    medianRatio: middle,
  }
}
