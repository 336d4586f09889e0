// Chooses the scales of similarity and the penalties of the local regression: those that value the
// market's own flats best. Never here: scales set by hand for a market, and a flat's own price as
// its evidence.
import { selectSmallest } from '../order-statistics.ts'
import { LocalRegression, type RidgeSettings } from './local-ridge.ts'
import { STARTING_WEIGHTS, squaredDistance, TERM } from './similarity.ts'
import { SLOPE_COUNT } from './slope-differences.ts'
import type { Trial } from './trials.ts'
import {
  type Buildings,
  CANDIDATES,
  type PreparedTrials,
  prepareTrials,
  type TriedMarket,
  trialsWhere,
} from './tuning-trials.ts'

export interface Scales {
  /** One over the squared scale of each term of the distance. */
  readonly weights: readonly number[]
  /** Kernel exp(−½·d^power). */
  readonly power: number
  readonly ridge: RidgeSettings
}

/** Scales for a subject in a building that the market knows, and in one that it does not. */
export interface TunedScales {
  readonly known: Scales
  readonly unknown: Scales
}

/** Neighbours that weigh in one value. */
export const NEIGHBOURS = 64
/** A miss counts this much at most, ln: a few odd flats must not decide the scales. */
const MAX_MISS = 0.3

const STARTING_SCALES: Scales = {
  weights: STARTING_WEIGHTS,
  power: 1.3,
  ridge: { slopePenalty: 2, levelPenalty: 0.3, huberPasses: 1 },
}

/** exp(−½·d^power) of a squared distance. */
export function kernel(squared: number, power: number): number {
  return Math.exp(-0.5 * squared ** (power / 2))
}

/**
 * The best scales so far and how well they value the trials. Distances are kept, so that another
 * weight of one term costs one addition per candidate.
 */
class ScaleSearch {
  readonly trials: PreparedTrials
  scales: Scales
  miss: number
  #distances: Float64Array
  readonly #tried: Float64Array
  readonly #weights = new Float64Array(CANDIDATES)
  readonly #order = new Float64Array(CANDIDATES)
  readonly #regression = new LocalRegression(CANDIDATES)

  constructor(trials: PreparedTrials, scales: Scales) {
    this.trials = trials
    this.scales = scales
    this.#distances = new Float64Array(trials.candidates)
    this.#tried = new Float64Array(trials.candidates)
    for (let i = 0; i < trials.candidates; i += 1) {
      this.#distances[i] = squaredDistance(scales.weights, trials.terms, i * TERM.size)
    }
    this.miss = this.#meanMiss(this.#distances, scales)
  }

  /**
   * Accepts the scales if their miss is smaller by more than noise.
   * @returns whether it did
   */
  offer(scales: Scales): boolean {
    let distances = this.#distances
    const term = scales.weights.findIndex((weight, k) => weight !== this.scales.weights[k])
    if (term >= 0) {
      const { terms, candidates } = this.trials
      const more = (scales.weights[term] as number) - (this.scales.weights[term] as number)
      distances = this.#tried
      for (let i = 0; i < candidates; i += 1) {
        distances[i] =
          (this.#distances[i] as number) + more * (terms[i * TERM.size + term] as number)
      }
    }
    const miss = this.#meanMiss(distances, scales)
    if (miss >= this.miss * (1 - leastGain(this.trials.count))) return false
    if (term >= 0) this.#distances = distances.slice()
    this.scales = scales
    this.miss = miss
    return true
  }

  /** Mean absolute miss, ln; each miss counts MAX_MISS at most. */
  #meanMiss(distances: Float64Array, scales: Scales): number {
    const { trials } = this
    const weights = this.#weights
    const order = this.#order
    let sum = 0
    for (let t = 0; t < trials.count; t += 1) {
      const from = trials.starts[t] as number
      const end = trials.starts[t + 1] as number
      const count = end - from
      let limit = Infinity
      if (count > NEIGHBOURS) {
        order.set(distances.subarray(from, end))
        limit = selectSmallest(order, count, NEIGHBOURS - 1)
      }
      for (let i = 0; i < count; i += 1) {
        const d = distances[from + i] as number
        weights[i] = d > limit ? 0 : kernel(Math.max(0, d), scales.power)
      }
      const { level } = this.#regression.fit(
        weights,
        trials.residuals.subarray(from, end),
        trials.z.subarray(from * SLOPE_COUNT, end * SLOPE_COUNT),
        scales.ridge,
      )
      sum += Math.min(MAX_MISS, Math.abs(level - (trials.targets[t] as number)))
    }
    return sum / Math.max(1, trials.count)
  }
}

interface Knob {
  read(scales: Scales): number
  write(scales: Scales, value: number): Scales
}

/**
 * A finer scale of place tells houses apart by how exactly each was placed on the map: sources put
 * one house tens of metres apart.
 */
const FINEST_PLACE_KM = 0.05
const MOST_WEIGHTS = STARTING_WEIGHTS.map((_, k) =>
  k === TERM.place ? 1 / FINEST_PLACE_KM ** 2 : Infinity,
)

const WEIGHT_KNOBS: Knob[] = STARTING_WEIGHTS.map((_, k) => ({
  read: (scales) => scales.weights[k] as number,
  write: (scales, value) => ({
    ...scales,
    weights: scales.weights.with(k, Math.min(MOST_WEIGHTS[k] as number, value)),
  }),
}))

/** Beyond these limits a better score is noise, and slopes grow without bound. */
const POWERS = [0.5, 2.5] as const
const SLOPE_PENALTIES = [0.5, 20] as const
const LEVEL_PENALTIES = [0.005, 3] as const

function within([least, most]: readonly [number, number], value: number): number {
  return Math.min(most, Math.max(least, value))
}

const SHAPE_KNOBS: Knob[] = [
  {
    read: (scales) => scales.power,
    write: (scales, value) => ({ ...scales, power: within(POWERS, value) }),
  },
  {
    read: (scales) => scales.ridge.slopePenalty,
    write: (scales, value) => ({
      ...scales,
      ridge: { ...scales.ridge, slopePenalty: within(SLOPE_PENALTIES, value) },
    }),
  },
  {
    read: (scales) => scales.ridge.levelPenalty,
    write: (scales, value) => ({
      ...scales,
      ridge: { ...scales.ridge, levelPenalty: within(LEVEL_PENALTIES, value) },
    }),
  },
]

/** Least gain of an accepted change, as a share of the miss. Smaller gains are noise. */
function leastGain(trials: number): number {
  return Math.max(0.0005, 0.5 / trials)
}

const MAX_STRIDES = 3

/** Terms whose values differ between candidates; the others have no scale to find. */
function varyingTerms(trials: PreparedTrials): boolean[] {
  return STARTING_WEIGHTS.map((_, k) => {
    const first = trials.terms[k]
    for (let i = 1; i < trials.candidates; i += 1) {
      if (trials.terms[i * TERM.size + k] !== first) return true
    }
    return false
  })
}

/** Raises and lowers each scale in turn by each of the `steps`, and keeps what lowers the miss. */
function descend(trials: PreparedTrials, start: Scales, steps: readonly number[]): Scales {
  const search = new ScaleSearch(trials, start)
  const varies = varyingTerms(trials)
  const knobs = [...WEIGHT_KNOBS.filter((_, k) => varies[k] === true), ...SHAPE_KNOBS]
  for (const step of steps) {
    for (const knob of knobs) {
      const here = knob.read(search.scales)
      for (const factor of [step, 1 / step]) {
        let stride = 1
        while (
          stride <= MAX_STRIDES &&
          search.offer(knob.write(search.scales, here * factor ** stride))
        ) {
          stride += 1
        }
        if (stride > 1) break
      }
    }
  }
  return search.scales
}

/** With fewer trials the starting scales stay. */
const MIN_FOR_TUNING = 150

/**
 * Tunes by coordinate descent on the mean miss, in two rounds: the second round searches its
 * candidates with the scales of the first.
 */
export function tuneScales(market: TriedMarket, trials: readonly Trial[]): Scales {
  if (trials.length < MIN_FOR_TUNING) return STARTING_SCALES
  return tuneTwice(market, trials, STARTING_SCALES, 'known').scales
}

/** Scales for unknown buildings; `without[half]` is tuned without the trials of that half. */
interface UnknownScales {
  readonly scales: Scales
  readonly without: readonly Scales[]
}

/**
 * Tunes for subjects in unknown buildings, on f that has not seen their buildings. For each half of
 * the buildings there are also scales tuned on the other half alone: they value its trials
 * honestly.
 */
export function tuneUnknown(
  market: TriedMarket,
  trials: readonly Trial[],
  start: Scales,
  halfOf: (trial: Trial) => number,
): UnknownScales {
  if (trials.length < MIN_FOR_TUNING) return { scales: start, without: [start, start] }
  const { scales, first } = tuneTwice(market, trials, start, 'hidden')
  const without = [0, 1].map((half) => {
    const others = trialsWhere(first, (t) => halfOf(trials[t] as Trial) !== half)
    return others.count < MIN_FOR_TUNING ? start : descend(others, start, [...STEPS, LAST_STEP])
  })
  return { scales, without }
}

/** Factors by which a scale is raised and lowered. */
const STEPS = [3, 1.7]
const LAST_STEP = 1.5

function tuneTwice(
  market: TriedMarket,
  trials: readonly Trial[],
  start: Scales,
  buildings: Buildings,
): { scales: Scales; first: PreparedTrials } {
  const first = prepareTrials(market, trials, start.weights, buildings)
  const found = descend(first, start, STEPS)
  const second = prepareTrials(market, trials, found.weights, buildings)
  const scales = descend(second, found, [LAST_STEP])
  return { scales, first }
}
