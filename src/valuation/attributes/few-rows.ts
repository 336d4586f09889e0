// The best split of a leaf of few rows, without a histogram: they lie in far fewer bins than there
// are, and only those are looked at. Never here: larger leaves (tree-histograms.ts).
import { type Split, SplitSearch, type SplitSettings } from './best-split.ts'
import { type Binned, MOST_BINS } from './tree-bins.ts'

/** Rows of a leaf at most. With more a histogram takes about as long. */
export const FEW_ROWS = 96

const WORD = 32

export class FewRows {
  readonly #data: Binned
  readonly #gradients: Float64Array
  readonly #weights: Float64Array
  readonly #search: SplitSearch
  /**
   * Two numbers for each bin of one column, the sums of gradients and of weights; all 0 between
   * columns.
   */
  readonly #sums = new Float64Array(2 * MOST_BINS)
  /** A bit for each bin with rows; all 0 between columns. */
  readonly #marks = new Int32Array(MOST_BINS / WORD)
  /** The bins with rows, ascending. */
  readonly #bins = new Int32Array(FEW_ROWS)

  /** @param gradients one per row of the table, like `weights`; read whenever a split is sought */
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

  /** The split that gains most of the rows from `from` to `to` in a list, by these features. */
  bestSplit(used: Int32Array, rows: Int32Array, from: number, to: number): Split {
    let g = 0
    let w = 0
    for (let k = from; k < to; k += 1) {
      g += this.#gradients[rows[k] as number] as number
      w += this.#weights[rows[k] as number] as number
    }
    if (this.#search.begin(g, w)) {
      for (let c = 0; c < used.length; c += 1) {
        const feature = used[c] as number
        this.#sum(feature, rows, from, to)
        const count = this.#listBins()
        this.#search.look(feature, this.#sums, 0, this.#bins, count)
        this.#clear(count)
      }
    }
    return this.#search.best()
  }

  #sum(feature: number, rows: Int32Array, from: number, to: number): void {
    const { features, bins } = this.#data
    const sums = this.#sums
    const marks = this.#marks
    for (let k = from; k < to; k += 1) {
      const i = rows[k] as number
      const bin = bins[i * features + feature] as number
      sums[2 * bin] = (sums[2 * bin] as number) + (this.#gradients[i] as number)
      sums[2 * bin + 1] = (sums[2 * bin + 1] as number) + (this.#weights[i] as number)
      const word = Math.trunc(bin / WORD)
      marks[word] = (marks[word] as number) | (1 << (bin % WORD))
    }
  }

  /** @returns how many bins have rows */
  #listBins(): number {
    let count = 0
    for (let word = 0; word < this.#marks.length; word += 1) {
      let left = this.#marks[word] as number
      while (left !== 0) {
        const lowest = left & -left
        this.#bins[count] = word * WORD + 31 - Math.clz32(lowest)
        count += 1
        left ^= lowest
      }
      this.#marks[word] = 0
    }
    return count
  }

  #clear(count: number): void {
    for (let k = 0; k < count; k += 1) {
      const at = 2 * (this.#bins[k] as number)
      this.#sums[at] = 0
      this.#sums[at + 1] = 0
    }
  }
}
