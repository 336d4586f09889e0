// Sums of gradients and weights over the rows of a leaf, by the bins of each feature. Never here:
// which rows a leaf holds (tree-grower.ts), and leaves of few rows (few-rows.ts).
import { type Split, SplitSearch, type SplitSettings } from './best-split.ts'
import { type Binned, MOST_BINS } from './tree-bins.ts'

const ALL_BINS = Uint8Array.from({ length: MOST_BINS }, (_, bin) => bin)

export class Histograms {
  readonly #data: Binned
  readonly #search: SplitSearch
  readonly #gradients: Float64Array
  readonly #weights: Float64Array
  /** The features that are counted and split, and where each one's bins begin in a histogram. */
  #used: Int32Array = new Int32Array(0)
  #base = new Int32Array(0)
  /**
   * Numbers of a histogram that are used: two a bin of the used features, the sums of gradients and
   * of weights.
   */
  #length = 0
  readonly #spare: Float64Array[] = []

  /** @param gradients one per row of the table, like `weights`; read whenever rows are counted */
  constructor(
    data: Binned,
    gradients: Float64Array,
    weights: Float64Array,
    settings: SplitSettings,
  ) {
    this.#data = data
    this.#gradients = gradients
    this.#weights = weights
    this.#search = new SplitSearch(settings)
  }

  /** The only features that are counted and split from now on. */
  use(features: Int32Array): void {
    this.#used = features
    this.#length = 0
    this.#base = this.#used.map((f) => {
      const base = this.#length
      this.#length += this.#lengthOf(f)
      return base
    })
  }

  #lengthOf(feature: number): number {
    return 2 * ((this.#data.cuts[feature] as Float64Array).length + 2)
  }

  /** A histogram with room for all features: those that are used change from tree to tree. */
  #newHistogram(): Float64Array {
    const { cuts } = this.#data
    return new Float64Array(cuts.reduce((sum, _, f) => sum + this.#lengthOf(f), 0))
  }

  /** The histogram of the rows listed from `from` to `to`. */
  count(rows: Int32Array, from: number, to: number): Float64Array {
    const { features, bins } = this.#data
    const histogram = this.#spare.pop() ?? this.#newHistogram()
    histogram.fill(0, 0, this.#length)
    const gradients = this.#gradients
    const weights = this.#weights
    const columnOf = this.#used
    const base = this.#base
    const columns = columnOf.length
    for (let k = from; k < to; k += 1) {
      const i = rows[k] as number
      const g = gradients[i] as number
      const w = weights[i] as number
      const row = i * features
      for (let c = 0; c < columns; c += 1) {
        const at = (base[c] as number) + 2 * (bins[row + (columnOf[c] as number)] as number)
        histogram[at] = (histogram[at] as number) + g
        histogram[at + 1] = (histogram[at + 1] as number) + w
      }
    }
    return histogram
  }

  /** Leaves what the rest of the rows have. */
  subtract(histogram: Float64Array, part: Float64Array): void {
    const length = this.#length
    for (let k = 0; k < length; k += 1) {
      histogram[k] = (histogram[k] as number) - (part[k] as number)
    }
  }

  /** Lets another leaf use the histogram. */
  giveBack(histogram: Float64Array): void {
    this.#spare.push(histogram)
  }

  /** The split of a leaf that gains most. */
  bestSplit(histogram: Float64Array): Split {
    const { g, w } = this.#sums(histogram)
    if (this.#search.begin(g, w)) {
      for (let c = 0; c < this.#used.length; c += 1) {
        const feature = this.#used[c] as number
        const base = this.#base[c] as number
        this.#search.look(feature, histogram, base, ALL_BINS, this.#lengthOf(feature) / 2)
      }
    }
    return this.#search.best()
  }

  /** Sums of a histogram's gradients and weights. The bins of any one feature hold all rows. */
  #sums(histogram: Float64Array): { g: number; w: number } {
    const length = this.#lengthOf(this.#used[0] as number)
    let g = 0
    let w = 0
    for (let at = 0; at < length; at += 2) {
      g += histogram[at] as number
      w += histogram[at + 1] as number
    }
    return { g, w }
  }
}
