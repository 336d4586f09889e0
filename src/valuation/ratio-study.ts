// `evaluate`: how well the method would have valued flats it was not shown, by the very code that answers requests.
// Never here: any choice made by looking at the flats under test.
import { DAY_MS } from '../clock.ts'
import { quantileOfSorted } from '../order-statistics.ts'
import { hashText } from '../random.ts'
import { dayOfIso, isoOfDay } from './calendar.ts'
import { clean, type Evidence } from './cleaning.ts'
import type { Comparable } from './comparable.ts'
import { readComparableFile } from './comparable-file.ts'
import type { ColumnMapping } from './comparable-record.ts'
import { type Estimate, estimate, INTERVALS } from './estimate.ts'
import { type FitOptions, fit } from './model.ts'
import { ratioMetrics } from './ratio-metrics.ts'

/** Which flats are under test, and what the model that values them may have seen. */
export type Split =
  /** All from a date on, by one model of everything before it or, walking forward, month by month by a model each. */
  | { kind: 'time'; testFrom: string; walkForward: boolean }
  /** Each of K parts by a model of the others; a part is made of flats or of whole buildings. */
  | { kind: 'folds'; folds: number; by: 'row' | 'building' }
  /** One part only, of about this share. */
  | { kind: 'holdout'; share: number; by: 'row' | 'building' }

export interface EvaluateOptions {
  file: string
  mapping?: ColumnMapping
  split: Split
  seed?: number
  fit?: Omit<FitOptions, 'until' | 'seed'>
}

export type EvaluateProgress =
  | { step: 'read'; rows: number; rejected: number }
  | { step: 'fit'; part: number; parts: number; trained: number; seconds: number }
  | { step: 'valued'; part: number; parts: number; done: number; of: number }

/** As the command line prints it: shares are fractions, `cod` is in percent, times as named. */
export interface RatioStudy {
  n: number
  hit_rate: number
  mdape: number | null
  pe5: number | null
  pe10: number | null
  pe20: number | null
  cod: number | null
  prd: number | null
  prb: number | null
  median_ratio: number | null
  coverage: { '0.5': number | null; '0.8': number | null; '0.9': number | null }
  by_level: { level: number; n: number; mdape: number | null; pe10: number | null }[]
  ms_per_estimate: { p50: number | null; p95: number | null }
  fit_s: number
  fits: number
  rows: { read: number; rejected: number; dropped: number; tested: number }
}

interface Part {
  train: Comparable[]
  test: Comparable[]
  until: string
  valuedLater: boolean
}

/**
 * Cuts cleaned evidence into parts. What is under test is drawn by hashes of content and seed, so that neither the
 * order of rows nor other rows move a flat from one part to another.
 */
export function partsOf(evidence: readonly Evidence[], split: Split, seed: number): Part[] {
  const comparables = evidence.map(({ comparable }) => comparable)
  const latest = comparables.reduce((date, one) => (one.date > date ? one.date : date), '0000')
  if (split.kind === 'time') {
    const ranges = split.walkForward
      ? monthsFrom(split.testFrom, latest)
      : [{ from: split.testFrom, to: latest }]
    return ranges
      .map(({ from, to }) => ({
        train: comparables.filter(({ date }) => date < from),
        test: comparables.filter(({ date }) => date >= from && date <= to),
        until: isoOfDay((dayOfIso(from) ?? 0) - 1),
        valuedLater: false,
      }))
      .filter(({ test }) => test.length > 0)
  }
  const drawn = evidence.map(({ comparable: one, building }) => {
    const flat = `${building}/${one.floor}/${one.areaM2}/${one.rooms}`
    const key = split.by === 'building' ? building : `${flat}/${one.date}/${one.sourceId}`
    return hashText(key, seed * 7919 + 5) / 4_294_967_296
  })
  const folds = split.kind === 'folds' ? split.folds : 1
  const size = split.kind === 'folds' ? 1 / folds : split.share
  return Array.from({ length: folds }, (_, k) => {
    const isTest = (i: number): boolean =>
      (drawn[i] as number) >= k * size && (drawn[i] as number) < (k + 1) * size
    return {
      train: comparables.filter((_, i) => !isTest(i)),
      test: comparables.filter((_, i) => isTest(i)),
      until: latest,
      valuedLater: true,
    }
  })
}

function monthsFrom(from: string, latest: string): { from: string; to: string }[] {
  const months: { from: string; to: string }[] = []
  let start = from
  while (start <= latest) {
    const month = start.slice(0, 7)
    months.push({ from: start, to: `${month}-31` })
    const [year, number] = month.split('-').map(Number) as [number, number]
    start = isoOfDay(Date.UTC(year, number, 1) / DAY_MS)
  }
  return months
}

/** Reads and cleans a file once; whoever compares methods feeds them all the same evidence. */
export async function readEvidence(
  file: string,
  mapping: ColumnMapping = {},
): Promise<{ evidence: Evidence[]; read: number; rejected: number }> {
  const comparables: Comparable[] = []
  let rejected = 0
  for await (const record of readComparableFile(file, mapping)) {
    if ('comparable' in record) comparables.push(record.comparable)
    else rejected++
  }
  return { evidence: clean(comparables).evidence, read: comparables.length + rejected, rejected }
}

/**
 * Runs a ratio study over a file of comparables, touching no database.
 * A flat that gets no estimate counts against `hit_rate` and in nothing else. An asking price is compared with the
 * estimate of an asking price.
 * @throws DataFileError if the file cannot be read as comparables; RangeError if the split leaves nothing to test
 */
export async function evaluate(
  options: EvaluateOptions,
  onProgress: (progress: EvaluateProgress) => void = () => {},
): Promise<RatioStudy> {
  const { evidence, read, rejected } = await readEvidence(options.file, options.mapping)
  onProgress({ step: 'read', rows: read, rejected })
  return studyOf(evidence, { ...options, read, rejected }, onProgress)
}

/** The study over evidence already read and cleaned. */
export function studyOf(
  evidence: readonly Evidence[],
  options: Omit<EvaluateOptions, 'file' | 'mapping'> & { read: number; rejected: number },
  onProgress: (progress: EvaluateProgress) => void = () => {},
): RatioStudy {
  const seed = options.seed ?? 1
  const parts = partsOf(evidence, options.split, seed)
  const tested = parts.reduce((sum, { test }) => sum + test.length, 0)
  if (tested === 0)
    throw new RangeError(
      options.split.kind === 'time'
        ? 'The split leaves no flat to test. Choose an earlier date.'
        : 'The file has no flat to test.',
    )
  if (parts.every(({ train }) => train.length === 0))
    throw new RangeError('The split leaves no flat to learn from. Choose a later date.')
  const estimates: number[] = []
  const prices: number[] = []
  const levels: number[] = []
  const covered = INTERVALS.map(() => 0)
  const times: number[] = []
  let fitS = 0
  parts.forEach(({ train, test, until, valuedLater }, k) => {
    const started = performance.now()
    const model = fit(train, { ...options.fit, until, seed })
    const seconds = (performance.now() - started) / 1000
    fitS += seconds
    const where = { part: k + 1, parts: parts.length }
    onProgress({ step: 'fit', ...where, trained: train.length, seconds })
    test.forEach((one, i) => {
      const asked = performance.now()
      const answer: Estimate = estimate(model, one, {
        valuationDate: one.date,
        priceBasis: one.kind === 'listing' ? 'ask' : 'deal',
        modelMayBeLater: valuedLater,
      })
      times.push(performance.now() - asked)
      if (i % 500 === 499) onProgress({ step: 'valued', ...where, done: i + 1, of: test.length })
      if (answer.status !== 'ok') return
      estimates.push(answer.value.market_rub)
      prices.push(one.priceRub)
      levels.push(answer.confidence.level)
      INTERVALS.forEach((interval, at) => {
        const { low_rub: low, high_rub: high } = answer.bands[interval]
        if (one.priceRub >= low && one.priceRub <= high) covered[at] = (covered[at] ?? 0) + 1
      })
    })
  })
  const { medianRatio, ...metrics } = ratioMetrics(estimates, prices)
  const share = (count: number): number | null => (metrics.n === 0 ? null : count / metrics.n)
  times.sort((a, b) => a - b)
  return {
    n: metrics.n,
    hit_rate: metrics.n / tested,
    mdape: metrics.mdape,
    pe5: metrics.pe5,
    pe10: metrics.pe10,
    pe20: metrics.pe20,
    cod: metrics.cod,
    prd: metrics.prd,
    prb: metrics.prb,
    median_ratio: medianRatio,
    coverage: {
      '0.5': share(covered[0] as number),
      '0.8': share(covered[1] as number),
      '0.9': share(covered[2] as number),
    },
    by_level: byLevel(levels, estimates, prices),
    ms_per_estimate: {
      p50: times.length === 0 ? null : quantileOfSorted(times, 0.5),
      p95: times.length === 0 ? null : quantileOfSorted(times, 0.95),
    },
    fit_s: fitS / parts.length,
    fits: parts.length,
    rows: {
      read: options.read,
      rejected: options.rejected,
      dropped: options.read - options.rejected - evidence.length,
      tested,
    },
  }
}

function byLevel(
  levels: readonly number[],
  estimates: readonly number[],
  prices: readonly number[],
): RatioStudy['by_level'] {
  return [7, 6, 5, 4, 3, 2, 1].flatMap((level) => {
    const at = levels.flatMap((one, i) => (one === level ? [i] : []))
    if (at.length === 0) return []
    const { n, mdape, pe10 } = ratioMetrics(
      at.map((i) => estimates[i] as number),
      at.map((i) => prices[i] as number),
    )
    return [{ level, n, mdape, pe10 }]
  })
}
