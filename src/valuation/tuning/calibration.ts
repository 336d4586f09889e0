// What is learnt from trials of the whole method: the scale of the intervals, and the backtest.
// Never here: the trials themselves (try-method.ts).
import { round } from '../../numbers/rounding.ts'
import { sumOf } from '../../numbers/sum.ts'
import type { TrialError } from '../neighbours/expected-error.ts'
import {
  fitInterval,
  halfWidth,
  type IntervalModel,
  MAX_FSD,
  MIN_SCORES,
  untaughtFsds,
} from '../neighbours/interval.ts'
import { DEFAULT_INTERVAL } from '../neighbours/interval-shares.ts'
import type { Backtest } from '../wire/estimate-schema.ts'
import { ratioMetrics } from './ratio-metrics.ts'
import type { TrialResult } from './try-method.ts'

export interface Calibrated {
  /** Fitted to the trials that may be answered: how wrong answers are. */
  readonly interval: IntervalModel
  /** Fitted to all trials: without the others nothing would show which evidence fails. */
  readonly refusal: IntervalModel
  readonly backtest: Backtest | null
}

/**
 * Learns from trials how wrong answers are. With too few to learn from the interval is that of all
 * trials.
 * @param tried of `tryKnown`, and of `tryUnknown`
 */
export function calibrate(
  triedKnown: readonly TrialResult[],
  triedUnknown: readonly TrialResult[],
): Calibrated {
  const ratio = answeredRatio(triedKnown)
  const known = triedKnown.map((one) => asAnswered(one, ratio))
  const times = meanMiss(triedUnknown) / meanMiss(triedKnown)
  const unknown = triedUnknown.map((one) => asAnswered(one, ratioOfLarger(ratio, times)))
  const tried = [...teaching(known, unknown), ...unknown].map(trialErrorOf)
  const refusal = fitInterval(tried)
  const counting = answerable(tried)
  const interval = counting.length < MIN_SCORES ? refusal : fitInterval(counting)
  return { interval, refusal, backtest: backtestOf(known, interval) }
}

/** What a mean of all folds' trees misses by, as a share of one fold's: as in large markets. */
const USUAL_RATIO = 0.955

/** The usual ratio counts for so many trials beside those it is measured on. Arbitrary. */
const USUAL_COUNTS_FOR = 100

/**
 * What a mean of all folds' trees misses by, as a share of one fold's: as measured on the trials
 * that no trees saw. In a small market they are few, of which chance makes anything.
 */
function answeredRatio(tried: readonly TrialResult[]): number {
  let unseen = 0
  let missByAll = 0
  let missByOne = 0
  for (const { estimatedLn, paidLn, missByOneFold } of tried) {
    if (missByOneFold === undefined) continue
    unseen += 1
    missByAll += Math.abs(estimatedLn - paidLn)
    missByOne += missByOneFold
  }
  const measured = missByOne === 0 ? 1 : missByAll / missByOne
  return (unseen * measured + USUAL_COUNTS_FOR * USUAL_RATIO) / (unseen + USUAL_COUNTS_FOR)
}

/**
 * The same ratio of errors that are so many times as large: averaging trees takes as much variance
 * from them as from the others, which is a smaller share of theirs.
 */
function ratioOfLarger(ratio: number, times: number): number {
  return times > 1 ? Math.sqrt(1 - (1 - ratio ** 2) / times ** 2) : ratio
}

function meanMiss(tried: readonly TrialResult[]): number {
  return sumOf(tried, ({ estimatedLn, paidLn }) => Math.abs(estimatedLn - paidLn)) / tried.length
}

/**
 * Requests are valued by the mean of all folds' trees: the error of a trial that only one fold's
 * trees may value is reduced by the `ratio` of the two.
 */
function asAnswered(one: TrialResult, ratio: number): TrialResult {
  if (one.missByOneFold !== undefined) return one
  return { ...one, estimatedLn: one.paidLn + ratio * (one.estimatedLn - one.paidLn) }
}

/**
 * Of the trials in known buildings those that teach. The regression has seen a flat that is alone
 * in its building: of unknown buildings such a trial says less than one that is blind to them.
 */
function teaching(
  known: readonly TrialResult[],
  unknown: readonly TrialResult[],
): readonly TrialResult[] {
  return unknown.length < MIN_SCORES ? known : known.filter(({ shape }) => shape.known)
}

/**
 * The trials that may be answered, by an FSD that none of them taught itself: it would refuse those
 * that miss by most. Where fewer than half of a city's may, in known or in unknown buildings, all
 * of these: the few best say nothing of the others.
 */
function answerable(tried: readonly TrialError[]): TrialError[] {
  const fsds = untaughtFsds(tried)
  const judged = tried.map((one, i) => ({ one, answered: (fsds[i] as number) <= MAX_FSD }))
  const groups = Map.groupBy(judged, ({ one: { shape } }) => `${shape.known} ${shape.city}`)
  return [...groups.values()].flatMap((ofGroup) => {
    const answered = ofGroup.filter((each) => each.answered)
    return (answered.length < ofGroup.length / 2 ? ofGroup : answered).map(({ one }) => one)
  })
}

function trialErrorOf({ shape, estimatedLn, paidLn, building }: TrialResult): TrialError {
  return { shape, error: estimatedLn - paidLn, building }
}

/** Figures of the trials in known buildings: a preview of the ratio study. */
function backtestOf(tried: readonly TrialResult[], interval: IntervalModel): Backtest | null {
  const estimates = tried.map(({ estimatedLn }) => Math.exp(estimatedLn))
  const prices = tried.map(({ paidLn }) => Math.exp(paidLn))
  const { mdape, pe10, pe20, cod } = ratioMetrics(estimates, prices)
  if (mdape === null || pe10 === null || pe20 === null || cod === null) return null
  const covered = tried.filter(
    ({ shape, estimatedLn, paidLn }) =>
      Math.abs(estimatedLn - paidLn) <= halfWidth(interval, shape, DEFAULT_INTERVAL),
  )
  return {
    mdape: round(mdape, 4),
    pe10: round(pe10, 4),
    pe20: round(pe20, 4),
    cod: round(cod, 4),
    coverage: round(covered.length / tried.length, 4),
    n: tried.length,
  }
}
