// The split of a leaf that gains most, by sums over its rows in the bins of each feature. Never
// here: how rows are summed (tree-histograms.ts, few-rows.ts), and which leaf is split
// (tree-grower.ts).

/** Where a leaf is split: bins of `feature` up to `bin` go left. */
export interface Split {
  readonly gain: number
  /** −1: no split gains. */
  readonly feature: number
  readonly bin: number
}

export interface SplitSettings {
  /** Least sum of row weights in a leaf. */
  readonly leafWeight: number
  /** Rows with residual 0 added to every leaf (regularisation). */
  readonly shrinkage: number
}

const LEAST_GAIN = 1e-9

/** The search in one leaf after another: `begin`, then each feature in turn, then `best`. */
export class SplitSearch {
  readonly #settings: SplitSettings
  #gradient = 0
  #weight = 0
  #gain = 0
  #feature = -1
  #bin = 0

  constructor(settings: SplitSettings) {
    this.#settings = settings
  }

  /**
   * @param gradient sum over all rows of the leaf, like `weight`
   * @returns whether the leaf weighs enough for two
   */
  begin(gradient: number, weight: number): boolean {
    this.#gradient = gradient
    this.#weight = weight
    this.#gain = LEAST_GAIN
    this.#feature = -1
    this.#bin = 0
    return weight >= 2 * this.#settings.leafWeight
  }

  /**
   * Tries to split between the bins of a feature.
   * @param sums from `base` on, two numbers a bin: its rows' gradients and weights
   * @param bins ascending; the first `count` of them hold all rows of the leaf
   */
  look(
    feature: number,
    sums: Float64Array,
    base: number,
    bins: ArrayLike<number>,
    count: number,
  ): void {
    const { leafWeight, shrinkage } = this.#settings
    const g = this.#gradient
    const w = this.#weight
    const whole = (g * g) / (w + shrinkage)
    let gl = 0
    let wl = 0
    for (let k = 0; k < count; k += 1) {
      const at = base + 2 * (bins[k] as number)
      const wb = sums[at + 1] as number
      if (wb === 0) continue
      gl += sums[at] as number
      wl += wb
      if (wl < leafWeight) continue
      const wr = w - wl
      if (wr < leafWeight) break
      const gr = g - gl
      const gain = (gl * gl) / (wl + shrinkage) + (gr * gr) / (wr + shrinkage) - whole
      // The tolerance lets order decide between equal splits, not rounding.
      if (gain <= this.#gain * (1 + 1e-9)) continue
      this.#gain = gain
      this.#feature = feature
      this.#bin = bins[k] as number
    }
  }

  best(): Split {
    const feature = this.#feature
    return { gain: feature < 0 ? 0 : this.#gain, feature, bin: this.#bin }
  }
}
