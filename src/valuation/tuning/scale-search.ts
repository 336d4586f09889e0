// How well scales value the trials, and the best of those that were offered. Never here: which are
// offered, and in which order (tuning.ts).
import { selectSmallest } from '../../numbers/order-statistics.ts'
import { LocalRegression } from '../neighbours/local-ridge.ts'
import { kernel, NEIGHBOURS, type Scales } from '../neighbours/scales.ts'
import { squaredDistance, TERM } from '../neighbours/similarity.ts'
import { SLOPE_COUNT } from '../neighbours/slope-differences.ts'
import { CANDIDATES, type PreparedTrials } from './prepared-trials.ts'

/** A miss counts this much at most, ln: a few odd flats must not decide the scales. */
const MAX_MISS = 0.3

/**
 * The best scales so far and how well they value the trials. Distances are kept, so that another
 * weight of one term costs one addition per candidate.
 */
export class ScaleSearch {
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

/** Least gain of an accepted change, as a share of the miss. Smaller gains are noise. */
function leastGain(trials: number): number {
  return Math.max(0.0005, 0.5 / trials)
}
