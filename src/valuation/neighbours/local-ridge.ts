// The local level: a weighted ridge regression of neighbours' residuals on how they differ from the
// subject. Never here: where the residuals, differences and weights come from.
import {
  SD_OF_MEAN_DEVIATION,
  SD_OF_MEDIAN_DEVIATION,
  selectWeightedMedian,
} from '../../numbers/order-statistics.ts'
import { solveSpd } from '../attributes/solve-spd.ts'
import { SLOPE_COUNT, SLOPES } from './slope-differences.ts'

const DATE = SLOPES.indexOf('date')
/** The intercept and the slopes. */
const SIZE = SLOPE_COUNT + 1
/** Robust standard deviations from the weighted median, beyond which a neighbour weighs less. */
const OUTLYING = 2
/** Neighbours this near to the median, ln, are never outliers, however well the others agree. */
const LEAST_CUT = 0.1
/** Keeps the matrix solvable where nothing differs and no penalty is asked for. */
const LEAST_PENALTY = 1e-9
/** Neighbours with less than this share of the greatest weight are left out. */
const NEGLIGIBLE = 1e-4

export interface RidgeSettings {
  /** Penalty on slopes, in summed weight, for differences in the units of SLOPES. */
  readonly slopePenalty: number
  /** Penalty on the intercept: this much weight for a correction of 0. */
  readonly levelPenalty: number
}

export interface LocalLevel {
  /** ln correction to f at the subject. */
  readonly level: number
  readonly slopes: Float64Array
  /** Weighted robust spread of neighbours around the fit, ln. */
  readonly spread: number
}

/**
 * Solves (ZᵀWZ + Λ)·β = ZᵀWe for the intercept and slopes.
 * Hoerl & Kennard 1970; the local form after Cleveland 1979.
 * Outliers are weighed down before the fit, from a median (Mosteller & Tukey 1977): a fit of all
 * passes so near to the odd price of a very similar flat that it no longer looks odd.
 * Days count from the neighbours' mean day, and the slope then leads from there to the subject's.
 * So neighbours of one day have no slope: counted from the subject's day, they would all differ by
 * the same, and the penalties would pass part of their level off as a change over time.
 * Its arrays serve one fit after another: allocating them takes longer than solving.
 */
export class LocalRegression {
  /** Neighbours of the last fit, and how many of them weigh. */
  #given = 0
  #count = 0
  #meanDate = 0
  /** Of each neighbour that weighs: where it stands among those given. */
  readonly #places: Int32Array
  readonly #kernel: Float64Array
  readonly #weights: Float64Array
  readonly #residuals: Float64Array
  /** How far each is from the weighted median. */
  readonly #deviations: Float64Array
  /** Rearranged where a median is selected. */
  readonly #selected: { readonly values: Float64Array; readonly weights: Float64Array }
  /** SIZE columns, one after another: ones, then each difference. */
  readonly #columns: Float64Array
  readonly #weighted: Float64Array
  readonly #a = new Float64Array(SIZE * SIZE)
  /** Solved in place: the intercept and the slopes. */
  readonly #b = new Float64Array(SIZE)

  /** @param most neighbours of one fit */
  constructor(most: number) {
    this.#places = new Int32Array(most)
    this.#kernel = new Float64Array(most)
    this.#weights = new Float64Array(most)
    this.#residuals = new Float64Array(most)
    this.#deviations = new Float64Array(most)
    this.#selected = { values: new Float64Array(most), weights: new Float64Array(most) }
    this.#weighted = new Float64Array(most)
    this.#columns = new Float64Array(SIZE * most)
  }

  /**
   * @param kernel weight of each neighbour; entries beyond the last residual are not read
   * @param residuals one per neighbour
   * @param z SLOPE_COUNT differences from the subject per neighbour
   */
  fit(
    kernel: Float64Array,
    residuals: Float64Array,
    z: Float64Array | Float32Array,
    settings: RidgeSettings,
  ): LocalLevel {
    this.#take(kernel, residuals, z)
    this.#weighDownOutliers()
    this.#countDatesFromMean()
    this.#solve(settings)
    const level = (this.#b[0] as number) - (this.#b[DATE + 1] as number) * this.#meanDate
    return { level, slopes: this.#b.slice(1), spread: this.#spread() }
  }

  /** Weights of the last fit after reweighting, aligned with its neighbours. */
  weights(): Float64Array {
    const weights = new Float64Array(this.#given)
    for (let i = 0; i < this.#count; i += 1) {
      weights[this.#places[i] as number] = this.#weights[i] as number
    }
    return weights
  }

  /** Keeps the neighbours that weigh, column by column. */
  #take(kernel: Float64Array, residuals: Float64Array, z: Float64Array | Float32Array): void {
    this.#given = residuals.length
    let heaviest = 0
    for (let i = 0; i < this.#given; i += 1) heaviest = Math.max(heaviest, kernel[i] as number)
    let count = 0
    for (let i = 0; i < this.#given; i += 1) {
      const weight = kernel[i] as number
      if (weight === 0 || weight < NEGLIGIBLE * heaviest) continue
      this.#places[count] = i
      this.#kernel[count] = weight
      this.#weights[count] = weight
      this.#residuals[count] = residuals[i] as number
      count += 1
    }
    this.#count = count
    this.#columns.fill(1, 0, count)
    for (let i = 0; i < count; i += 1) {
      const from = (this.#places[i] as number) * SLOPE_COUNT
      for (let k = 0; k < SLOPE_COUNT; k += 1) {
        this.#columns[(k + 1) * count + i] = z[from + k] as number
      }
    }
  }

  #countDatesFromMean(): void {
    const count = this.#count
    const from = (DATE + 1) * count
    let sum = 0
    let total = 0
    for (let i = 0; i < count; i += 1) {
      sum += (this.#weights[i] as number) * (this.#columns[from + i] as number)
      total += this.#weights[i] as number
    }
    this.#meanDate = total === 0 ? 0 : sum / total
    for (let i = 0; i < count; i += 1) {
      this.#columns[from + i] = (this.#columns[from + i] as number) - this.#meanDate
    }
  }

  #solve({ levelPenalty, slopePenalty }: RidgeSettings): void {
    const count = this.#count
    const weights = this.#weights
    const residuals = this.#residuals
    const columns = this.#columns
    const weighted = this.#weighted
    const a = this.#a
    for (let p = 0; p < SIZE; p += 1) {
      let explained = 0
      for (let i = 0; i < count; i += 1) {
        const value = (weights[i] as number) * (columns[p * count + i] as number)
        weighted[i] = value
        explained += value * (residuals[i] as number)
      }
      this.#b[p] = explained
      for (let q = 0; q <= p; q += 1) {
        let product = 0
        for (let i = 0; i < count; i += 1) {
          product += (weighted[i] as number) * (columns[q * count + i] as number)
        }
        a[p * SIZE + q] = product
      }
      const penalty = p === 0 ? levelPenalty : slopePenalty
      a[p * SIZE + p] = (a[p * SIZE + p] as number) + penalty + LEAST_PENALTY
    }
    solveSpd(a, this.#b, SIZE)
  }

  /** Weighted spread of the neighbours around the fit, ln. */
  #spread(): number {
    const count = this.#count
    const columns = this.#columns
    const b = this.#b
    let sum = 0
    let total = 0
    for (let i = 0; i < count; i += 1) {
      let fitted = 0
      for (let p = 0; p < SIZE; p += 1) {
        fitted += (b[p] as number) * (columns[p * count + i] as number)
      }
      const weight = this.#weights[i] as number
      sum += weight * Math.abs((this.#residuals[i] as number) - fitted)
      total += weight
    }
    return total === 0 ? 0 : (SD_OF_MEAN_DEVIATION * sum) / total
  }

  /** Beyond the cut a weight falls with the square of the distance from the median. */
  #weighDownOutliers(): void {
    const deviations = this.#deviations
    const middle = this.#weightedMedian(this.#residuals)
    for (let i = 0; i < this.#count; i += 1) {
      deviations[i] = Math.abs((this.#residuals[i] as number) - middle)
    }
    const sd = SD_OF_MEDIAN_DEVIATION * this.#weightedMedian(deviations)
    const cut = Math.max(LEAST_CUT, OUTLYING * sd)
    for (let i = 0; i < this.#count; i += 1) {
      const over = (deviations[i] as number) / cut
      if (over > 1) this.#weights[i] = (this.#kernel[i] as number) / (over * over)
    }
  }

  #weightedMedian(values: Float64Array): number {
    const { values: ownValues, weights } = this.#selected
    ownValues.set(values)
    weights.set(this.#kernel)
    return selectWeightedMedian(ownValues, weights, this.#count)
  }
}

/**
 * Largest difference of each slope among neighbours with weight. A slope is not carried beyond it.
 */
export function reachOf(weights: Float64Array, z: Float64Array): Float64Array {
  const reach = new Float64Array(SLOPE_COUNT)
  weights.forEach((weight, i) => {
    if (weight === 0) return
    for (let k = 0; k < SLOPE_COUNT; k += 1) {
      reach[k] = Math.max(reach[k] as number, Math.abs(z[i * SLOPE_COUNT + k] as number))
    }
  })
  return reach
}
