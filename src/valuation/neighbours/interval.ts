// How wrong an estimate may be: the expected error (expected-error.ts), scaled by trials on the
// market's own past so that intervals hold the share they name. Never here: the estimate itself.
import { median, quantileOfSorted } from '../../numbers/order-statistics.ts'
import {
  type CityScales,
  type CityScore,
  cityScales,
  EQUAL_CITIES,
  scaleOfCity,
} from './city-scales.ts'
import {
  constantExpectation,
  type EvidenceShape,
  type Expectation,
  expectationOf,
  expectedError,
  type TrialError,
  timesInUnknown,
  USUAL_OF_SD,
} from './expected-error.ts'

export interface IntervalModel {
  readonly expectation: Expectation
  /**
   * Sorted |error| / expected error of the trials, each divided by its city's scale: [unknown
   * building, known building].
   */
  readonly scores: [Float64Array, Float64Array]
  /** How many of those scores are independent of each other, in the same order. */
  readonly independent: [number, number]
  /**
   * Lower bound of the error to expect in an unknown building, of a flat that states everything; 0
   * where flats were tried in unknown buildings.
   */
  readonly leastInUnknown: number
  /** The scales of cities by which `scores` were divided: [unknown building, known building]. */
  readonly cityScales: [CityScales, CityScales]
}

/** The forecast standard deviation (FSD) is the half-width at this share. */
export const FSD_SHARE = 0.68
/** A larger FSD gets no answer. */
export const MAX_FSD = 0.25

/** Before any trial: normal errors, with a half-width of about 12 % at 68 %. */
const UNTRIED_ERROR = 0.12 * USUAL_OF_SD
const NORMAL_SCORES = Float64Array.from(
  { length: 199 },
  (_, i) => normalQuantile(0.5 + (i + 0.5) / 398) / USUAL_OF_SD,
)
/** With fewer trials nothing is learnt of errors. */
export const MIN_SCORES = 60

/** Standard normal quantile, p in (0.5, 1) (Abramowitz & Stegun 26.2.23, error under 4.5e-4). */
function normalQuantile(p: number): number {
  const t = Math.sqrt(-2 * Math.log(1 - p))
  return (
    t -
    (2.515517 + 0.802853 * t + 0.010328 * t * t) /
      (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t ** 3)
  )
}

/**
 * No expectation scores a trial that it was fitted on: that would make the intervals too narrow.
 */
const SCORE_FOLDS = 5

/**
 * The fold of each trial, one for all of a building. Where one fold holds most trials, as in a
 * market of one building, the others teach next to nothing: there the trials themselves are dealt
 * out.
 */
function scoreFolds(trials: readonly TrialError[]): number[] {
  const folds = trials.map(({ building }) => building % SCORE_FOLDS)
  const sizes = new Array<number>(SCORE_FOLDS).fill(0)
  for (const fold of folds) sizes[fold] = (sizes[fold] as number) + 1
  if (Math.max(...sizes) <= trials.length / 2) return folds
  return trials.map((_, i) => i % SCORE_FOLDS)
}

/**
 * Fits the interval. The expectation of the other folds scores each trial; the model's own
 * expectation comes from all trials.
 */
export function fitInterval(trials: readonly TrialError[]): IntervalModel {
  if (trials.length < MIN_SCORES) {
    return {
      expectation: constantExpectation(UNTRIED_ERROR),
      scores: [NORMAL_SCORES, NORMAL_SCORES],
      independent: [NORMAL_SCORES.length, NORMAL_SCORES.length],
      leastInUnknown: 0,
      cityScales: [EQUAL_CITIES, EQUAL_CITIES],
    }
  }
  const scored = scoredTrials(trials)
  const expectation = expectationOf(trials)
  const inUnknown = scored.filter(({ known }) => !known)
  const known = scaledScores(
    scored.filter((one) => one.known),
    scored,
  )
  if (inUnknown.length === 0) return withUnknownUntried(trials, expectation, known)
  const unknown = scaledScores(inUnknown, scored)
  return {
    expectation,
    scores: [unknown.scores, known.scores],
    independent: [new Set(inUnknown.map(({ building }) => building)).size, known.scores.length],
    leastInUnknown: 0,
    cityScales: [unknown.scales, known.scales],
  }
}

/** The FSD of each trial by an interval that was fitted without its fold. */
export function untaughtFsds(trials: readonly TrialError[]): number[] {
  const folds = scoreFolds(trials)
  const byOthers = Array.from({ length: SCORE_FOLDS }, (_, fold) =>
    fitInterval(trials.filter((_, i) => folds[i] !== fold)),
  )
  return trials.map(({ shape }, i) =>
    halfWidth(byOthers[folds[i] as number] as IntervalModel, shape, FSD_SHARE),
  )
}

interface Scored extends CityScore {
  readonly known: boolean
}

function scoredTrials(trials: readonly TrialError[]): Scored[] {
  const folds = scoreFolds(trials)
  return Array.from({ length: SCORE_FOLDS }, (_, fold) => {
    const others = expectationOf(trials.filter((_, i) => folds[i] !== fold))
    return trials
      .filter((_, i) => folds[i] === fold)
      .map(({ shape, error, building }) => ({
        known: shape.known,
        city: shape.city,
        building,
        score: Math.abs(error) / expectedError(others, shape),
      }))
  }).flat()
}

interface ScaledScores {
  readonly scores: Float64Array
  readonly scales: CityScales
}

/**
 * The scores of one kind, each divided by its city's scale; where too few, all scores as they are.
 */
function scaledScores(ofKind: readonly Scored[], all: readonly Scored[]): ScaledScores {
  if (ofKind.length < MIN_SCORES) {
    return { scores: Float64Array.from(all, ({ score }) => score).sort(), scales: EQUAL_CITIES }
  }
  const scales = cityScales(ofKind)
  const scaled = ofKind.map(({ score, city }) => score / scaleOfCity(scales, city))
  return { scores: Float64Array.from(scaled).sort(), scales }
}

/**
 * Where no unknown building could be tried, as in a market of one building, the interval there is
 * that of a market without trials, wider on poor evidence and never narrower on good, of which
 * nothing was learnt, nor than in a known building.
 */
function withUnknownUntried(
  trials: readonly TrialError[],
  expectation: Expectation,
  known: ScaledScores,
): IntervalModel {
  const usual = median(
    trials.map(({ shape }) => expectedError(expectation, { ...shape, unstatedSd: 0 })),
  )
  return {
    expectation: timesInUnknown(expectation, Math.max(1, UNTRIED_ERROR / usual)),
    scores: [NORMAL_SCORES, known.scores],
    independent: [NORMAL_SCORES.length, known.scores.length],
    leastInUnknown: UNTRIED_ERROR,
    cityScales: [EQUAL_CITIES, known.scales],
  }
}

/**
 * Half-width, ln, that covers `share` of such errors (split conformal, Lei et al. 2018). Errors
 * within a building are nearly one error: for unknown buildings the rank is that among the
 * buildings tried (Dunn et al. 2022). Shares beyond the last rank of few buildings follow the tail
 * of a normal from it.
 */
export function halfWidth(model: IntervalModel, shape: EvidenceShape, share: number): number {
  const kind = shape.known ? 1 : 0
  const expected = expectedError(model.expectation, shape, shape.known ? 0 : model.leastInUnknown)
  const lastShare = model.independent[kind] / (model.independent[kind] + 1)
  const score = quantileOfSorted(model.scores[kind], Math.min(1, share / lastShare))
  const scale = scaleOfCity(model.cityScales[kind], shape.city)
  return (
    expected * scale * score * (share > lastShare ? deviations(share) / deviations(lastShare) : 1)
  )
}

/** Standard deviations to either side of a normal's mean that hold a share of it. */
export function deviations(share: number): number {
  return normalQuantile(0.5 + share / 2)
}

/** The widest forecast standard deviation of each confidence level, from 7 down to 1. */
const LEVEL_BOUNDS = [0.05, 0.075, 0.1, 0.13, 0.16, 0.2, MAX_FSD]

/** Confidence level 7 (best) to 1 of a forecast standard deviation, 0 if it is too wide for any. */
export function levelOfFsd(fsd: number): number {
  const at = LEVEL_BOUNDS.findIndex((bound) => fsd <= bound)
  return at < 0 ? 0 : LEVEL_BOUNDS.length - at
}
