// The trials of the tuning with all that is needed to weigh their candidate neighbours again:
// searched once, then measured with many scales. Never here: which scales are tried (tuning.ts),
// and which flats may be tried (market/trials.ts).
import { attributeLn } from '../attributes/attribute-model.ts'
import { flatOf } from '../market/flat-vector.ts'
import { flatWithoutFilled } from '../market/gaps.ts'
import type { Trial } from '../market/trials.ts'
import { type LocalMarket, residualOf } from '../neighbours/local-value.ts'
import { DEFAULT_RADIUS_KM, nearest, OLDEST_DAYS } from '../neighbours/neighbours.ts'
import { differences, TERM } from '../neighbours/similarity.ts'
import { SLOPE_COUNT, slopeDifferences } from '../neighbours/slope-differences.ts'

/** A market before its scales are known. */
export type UntunedMarket = Omit<LocalMarket, 'scales'>

/** Whether the market knows the buildings of the trials, or they are tried as if it did not. */
export type Buildings = 'known' | 'unknown'

/** Trials with their candidates: those of trial t are numbered from starts[t] to starts[t + 1]. */
export interface PreparedTrials {
  /** Number of trials. */
  readonly count: number
  /** Number of candidates of all trials together. */
  readonly candidates: number
  readonly starts: Int32Array
  /** One per trial: the residual that its neighbours should predict, ln. */
  readonly targets: Float64Array
  /** TERM.size per candidate, before any weight. */
  readonly terms: Float32Array
  /** SLOPE_COUNT per candidate. */
  readonly z: Float32Array
  /** One per candidate: `residualOf` its row, ln. */
  readonly residuals: Float64Array
}

/** Candidates of one trial at most. */
export const CANDIDATES = 160

/** @param weights the scales by which the candidates are the nearest */
export function prepareTrials(
  market: UntunedMarket,
  trials: readonly Trial[],
  weights: readonly number[],
  buildings: Buildings,
): PreparedTrials {
  const { table, grid } = market
  const starts = new Int32Array(trials.length + 1)
  const targets = new Float64Array(trials.length)
  const most = trials.length * CANDIDATES
  const terms = new Float32Array(most * TERM.size)
  const z = new Float32Array(most * SLOPE_COUNT)
  const residuals = new Float64Array(most)
  let at = 0
  trials.forEach((trial, t) => {
    const building = table.building[trial.row] as number
    const isUnknown = buildings === 'unknown'
    const flat = isUnknown ? flatWithoutFilled(table, trial.row) : flatOf(table, trial.row)
    const subject = { flat, day: trial.day }
    const compared = { flat, building, ageFrom: trial.day }
    const found = nearest(table, grid, weights, {
      ...compared,
      day: trial.knownDay,
      oldestDay: trial.day - OLDEST_DAYS,
      radiusKm: DEFAULT_RADIUS_KM,
      k: CANDIDATES,
      isLeftOut: isUnknown ? (row) => table.building[row] === building : (row) => row === trial.row,
    })
    for (let i = 0; i < found.count; i += 1) {
      const row = found.rows[i] as number
      differences(compared, table, row, terms, (at + i) * TERM.size)
      slopeDifferences(subject, table, row, z, (at + i) * SLOPE_COUNT)
      residuals[at + i] = residualOf(market, row, trial.knownMonth)
    }
    at += found.count
    starts[t + 1] = at
    targets[t] = targetOf(market, trial, flat)
  })
  return { count: trials.length, candidates: at, starts, targets, terms, z, residuals }
}

/** The residual that the neighbours of a trial flat should predict, by f as the trial knows it. */
function targetOf(
  market: UntunedMarket,
  { row, knownDay, knownMonth }: Trial,
  flat: Float64Array,
): number {
  const f = attributeLn(market.attribute, flat, knownDay, market.foldOfRow[row] as number)
  return residualOf(market, row, knownMonth) + (market.outOfFold[row] as number) - f
}
