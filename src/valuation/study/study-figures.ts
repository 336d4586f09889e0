// The figures of a ratio study, from what was estimated and what was paid. Never here: which flats
// those are.
import type { FirstRejected } from '../../datasets/rejects-file.ts'
import { quantileOfSorted } from '../../numbers/order-statistics.ts'
import { sum } from '../../numbers/sum.ts'
import { byInterval, type Interval } from '../neighbours/interval-shares.ts'
import { type RatioMetrics, ratioMetrics } from '../tuning/ratio-metrics.ts'

/** As the command line prints it: shares are fractions, `cod` is in percent, times as named. */
export interface RatioStudy extends Omit<RatioMetrics, 'medianRatio'> {
  readonly hit_rate: number
  readonly median_ratio: number | null
  /** Share of prices within the band, by the share that the band is to hold. */
  readonly coverage: Record<Interval, number | null>
  readonly by_level: {
    readonly level: number
    readonly n: number
    readonly mdape: number | null
    readonly pe10: number | null
  }[]
  readonly ms_per_estimate: { readonly p50: number | null; readonly p95: number | null }
  readonly fit_s: number
  readonly fits: number
  readonly rows: {
    readonly read: number
    readonly rejected: number
    readonly dropped: number
    readonly tested: number
  }
  readonly first_rejected: FirstRejected | null
}

/** Rows of the file, before any cleaning. */
export interface RowsRead {
  readonly read: number
  readonly rejected: number
  readonly firstRejected: FirstRejected | null
}

/** A valued flat and its price. */
export interface Valued {
  readonly estimateRub: number
  readonly priceRub: number
  readonly level: number
  /** Whether the price is within the band, by interval. */
  readonly covered: Readonly<Record<Interval, boolean>>
}

/** Results of one or several models on the flats under test. */
export interface Outcomes {
  /** Flats under test, including those without an estimate. */
  readonly tested: number
  readonly valued: Valued[]
  /** Milliseconds of each estimate, given or not. */
  readonly timesMs: number[]
  /** Seconds of each fit. */
  readonly fitsS: number[]
}

/** @param rows of the file; `evidence` is what cleaning left of them */
export function figuresOf(
  { tested, valued, timesMs, fitsS }: Outcomes,
  rows: RowsRead & { readonly evidence: number },
): RatioStudy {
  const { medianRatio, n, ...metrics } = metricsOf(valued)
  const times = timesMs.toSorted((a, b) => a - b)
  const timeMs = (share: number) => (times.length === 0 ? null : quantileOfSorted(times, share))
  const coverageOf = (share: Interval) =>
    n === 0 ? null : valued.filter(({ covered }) => covered[share]).length / n
  return {
    n,
    hit_rate: n / tested,
    ...metrics,
    median_ratio: medianRatio,
    coverage: byInterval(coverageOf),
    by_level: byLevel(valued),
    ms_per_estimate: { p50: timeMs(0.5), p95: timeMs(0.95) },
    fit_s: sum(fitsS) / fitsS.length,
    fits: fitsS.length,
    rows: {
      read: rows.read,
      rejected: rows.rejected,
      dropped: rows.read - rows.rejected - rows.evidence,
      tested,
    },
    first_rejected: rows.firstRejected,
  }
}

function byLevel(valued: readonly Valued[]): RatioStudy['by_level'] {
  return [7, 6, 5, 4, 3, 2, 1].flatMap((level) => {
    const ofLevel = valued.filter((one) => one.level === level)
    if (ofLevel.length === 0) return []
    const { n, mdape, pe10 } = metricsOf(ofLevel)
    return [{ level, n, mdape, pe10 }]
  })
}

function metricsOf(valued: readonly Valued[]) {
  return ratioMetrics(
    valued.map(({ estimateRub }) => estimateRub),
    valued.map(({ priceRub }) => priceRub),
  )
}
