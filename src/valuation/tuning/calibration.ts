// Tries the whole method on the market's own flats. The trials scale the intervals and give the
// backtest. Never here: which flats may be tried (market/trials.ts), and their scales (tuning.ts).
import { round } from '../../rounding.ts'
import { UNSEEN } from '../attributes/attribute-model.ts'
import { lnPriceAs } from '../attributes/price-basis.ts'
import { MIN_COMPARABLES } from '../evidence/evidence-quality.ts'
import { choose } from '../evidence/shown-comparables.ts'
import { type BuildingRows, rowsOfBuilding } from '../market/building-rows.ts'
import { flatOf } from '../market/flat-vector.ts'
import { flatWithoutFilled } from '../market/gaps.ts'
import { fillSettled } from '../market/settled-attributes.ts'
import { isFilled, unstatedIn } from '../market/stated-attributes.ts'
import { buildingNumber, type Trial } from '../market/trials.ts'
import type { EvidenceShape, TriedEstimate } from '../neighbours/expected-error.ts'
import {
  FSD_SHARE,
  fitInterval,
  halfWidth,
  type IntervalModel,
  MAX_FSD,
  MIN_SCORES,
} from '../neighbours/interval.ts'
import { type LocalMarket, valueLocally } from '../neighbours/local-value.ts'
import { DEFAULT_RADIUS_KM } from '../neighbours/neighbours.ts'
import { ESTIMATE_DEFAULTS } from '../wire/estimate-options.ts'
import type { Backtest } from '../wire/estimate-schema.ts'
import type { UntunedMarket } from './prepared-trials.ts'
import { ratioMetrics } from './ratio-metrics.ts'
import { scalesForTrial, type TrialScales } from './tuning.ts'

/** A trial that got an answer: ln roubles as a deal, estimated and paid. */
export interface TrialResult {
  readonly shape: EvidenceShape
  readonly estimatedLn: number
  readonly paidLn: number
  readonly building: number
  /** Mean |error| by the trees of one fold alone; absent where only one fold's trees valued it. */
  readonly missByOneFold?: number
}

export interface Calibrated {
  /** Fitted to the trials that may be answered: how wrong answers are. */
  readonly interval: IntervalModel
  /** Fitted to all trials: without the others nothing would show which evidence fails. */
  readonly refusal: IntervalModel
  readonly backtest: Backtest | null
}

/**
 * Tries the whole method on flats as they stand. A building counts as known if another of its flats
 * was known by the trial's last known day.
 */
export function tryKnown(
  market: UntunedMarket,
  buildingRows: BuildingRows,
  trials: readonly Trial[],
  scales: TrialScales,
): TrialResult[] {
  return trials.flatMap(
    (trial) => valueKnown(scaledFor(market, scales, trial), buildingRows, trial) ?? [],
  )
}

/**
 * Tries the whole method on flats whose buildings are hidden: neither their other flats nor
 * attributes imputed from them are used.
 */
export function tryHidden(
  market: UntunedMarket,
  trials: readonly Trial[],
  scales: TrialScales,
): TrialResult[] {
  return trials.flatMap((trial) => valueHidden(scaledFor(market, scales, trial), trial) ?? [])
}

function scaledFor(market: UntunedMarket, scales: TrialScales, { row }: Trial): LocalMarket {
  return { ...market, scales: scalesForTrial(market.table, scales, row) }
}

/**
 * Learns from trials how wrong answers are. With too few to learn from the interval is that of all
 * trials.
 * @param tried of `tryKnown`, and of `tryHidden`
 */
export function calibrate(
  triedKnown: readonly TrialResult[],
  triedHidden: readonly TrialResult[],
): Calibrated {
  const known = asAnswered(triedKnown)
  const tried = [...known, ...triedHidden].map(triedEstimateOf)
  const refusal = fitInterval(tried)
  const counting = answerable(tried, refusal)
  const interval = counting.length < MIN_SCORES ? refusal : fitInterval(counting)
  return { interval, refusal, backtest: backtestOf(known, interval) }
}

/**
 * Requests are valued by the mean of all folds' trees, which misses by less than one fold's alone.
 * The error of a trial that only one fold's trees may value is reduced by the ratio of the two, as
 * measured on the trials that no trees saw.
 */
function asAnswered(tried: readonly TrialResult[]): TrialResult[] {
  let missByAll = 0
  let missByOne = 0
  for (const { estimatedLn, paidLn, missByOneFold } of tried) {
    if (missByOneFold === undefined) continue
    missByAll += Math.abs(estimatedLn - paidLn)
    missByOne += missByOneFold
  }
  const ratio = missByOne === 0 ? 1 : missByAll / missByOne
  return tried.map((one) => {
    if (one.missByOneFold !== undefined) return one
    return { ...one, estimatedLn: one.paidLn + ratio * (one.estimatedLn - one.paidLn) }
  })
}

/**
 * The trials that may be answered. Where fewer than half of a city's may, in known or in unknown
 * buildings, all of these: the few best say nothing of the others.
 */
function answerable(tried: readonly TriedEstimate[], refusal: IntervalModel): TriedEstimate[] {
  const groups = Map.groupBy(tried, ({ shape }) => `${shape.known} ${shape.city}`)
  return [...groups.values()].flatMap((ofGroup) => {
    const answered = ofGroup.filter(({ shape }) => halfWidth(refusal, shape, FSD_SHARE) <= MAX_FSD)
    return answered.length < ofGroup.length / 2 ? ofGroup : answered
  })
}

function triedEstimateOf({ shape, estimatedLn, paidLn, building }: TrialResult): TriedEstimate {
  return { shape, error: estimatedLn - paidLn, building }
}

function valueKnown(
  market: LocalMarket,
  buildingRows: BuildingRows,
  trial: Trial,
): TrialResult | undefined {
  const { table } = market
  const building = table.building[trial.row] as number
  const isKnown = rowsOfBuilding(buildingRows, building).some(
    (row) => row !== trial.row && (table.day[row] as number) <= trial.knownDay,
  )
  return tryOne(market, trial, {
    flat: isKnown ? flatOf(table, trial.row).slice() : flatWithoutFilled(table, trial.row),
    building: isKnown ? building : -1,
    refuse: (row) => row === trial.row,
  })
}

function valueHidden(market: LocalMarket, trial: Trial): TrialResult | undefined {
  const { table } = market
  const building = table.building[trial.row] as number
  return tryOne(market, trial, {
    flat: flatWithoutFilled(table, trial.row),
    building: -1,
    refuse: (row) => table.building[row] === building,
  })
}

/**
 * @returns undefined without enough comparables: such a flat gets no answer, and its error must not
 *   widen the intervals of others
 */
function tryOne(
  market: LocalMarket,
  { row, day, knownDay, knownMonth }: Trial,
  /** Its flat is changed. */
  subject: { flat: Float64Array; building: number; refuse: (row: number) => boolean },
): TrialResult | undefined {
  const { table } = market
  const { flat, building, refuse } = subject
  const where = { radiusKm: DEFAULT_RADIUS_KM, building, knownDay, refuse }
  const fold = market.foldOfRow[row] as number
  fillSettled(table.settled, flat, (position) => Number.isNaN(flat[position]))
  const unstated = unstatedIn(flat, (share) => isFilled(table, row, share))
  const value = valueLocally(market, { ...where, flat, unstated, fold, day, knownMonth })
  const asked = table.listing[row] === 1
  const shown = choose({ market, value, flat, day, basis: asked ? 'ask' : 'deal' }, where, {
    ln: value.ln + (asked ? market.attribute.hedonic.lnAskOverDeal : 0),
    most: MIN_COMPARABLES,
  })
  if (shown.length < MIN_COMPARABLES) return undefined
  const paidLn = lnPriceAs(market, row, 'deal')
  const misses = value.byFold.map((f) => Math.abs(value.ln - value.f + f - paidLn))
  return {
    shape: value.shape,
    estimatedLn: value.ln,
    paidLn,
    building: buildingNumber(table, row),
    ...(fold === UNSEEN
      ? { missByOneFold: misses.reduce((sum, miss) => sum + miss, 0) / misses.length }
      : {}),
  }
}

/** Figures of the trials in known buildings: a preview of the ratio study. */
function backtestOf(tried: readonly TrialResult[], interval: IntervalModel): Backtest | null {
  const estimates = tried.map(({ estimatedLn }) => Math.exp(estimatedLn))
  const prices = tried.map(({ paidLn }) => Math.exp(paidLn))
  const { mdape, pe10, pe20, cod } = ratioMetrics(estimates, prices)
  if (mdape === null || pe10 === null || pe20 === null || cod === null) return null
  const covered = tried.filter(
    ({ shape, estimatedLn, paidLn }) =>
      Math.abs(estimatedLn - paidLn) <= halfWidth(interval, shape, ESTIMATE_DEFAULTS.interval),
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
