// Grows one tree: draws its rows and features, splits the leaf that gains most until there are
// enough, and adds its prediction to those of the trees before it. Never here: how many trees
// (boosted-trees.ts), and where a leaf is best split (tree-histograms.ts, few-rows.ts).
import type { Random } from '../../numbers/random.ts'
import type { Split, SplitSettings } from './best-split.ts'
import { FEW_ROWS, FewRows } from './few-rows.ts'
import type { Binned } from './tree-bins.ts'
import { Histograms } from './tree-histograms.ts'
import type { Trees } from './trees.ts'

export interface GrowthSettings extends SplitSettings {
  readonly leaves: number
  readonly learningRate: number
  readonly rowShare: number
  readonly featureShare: number
}

/** What trees are trained on, and what they predict so far. */
export interface TrainingSet {
  /** The value to predict, one per row. */
  readonly target: Float64Array
  /** The rows to train on. */
  readonly training: Int32Array
  /** The prediction so far, one per row: the trees add theirs to it for all rows. */
  readonly predicted: Float64Array
}

/** A leaf that may be split: its rows are those from `from` to `to` in the grower's list. */
interface Leaf {
  readonly node: number
  readonly from: number
  readonly to: number
  /** Null where the leaf's rows are few. */
  readonly histogram: Float64Array | null
  readonly best: Split
}

/** Position of the leaf whose split gains most; −1 where no split gains. */
function mostGainful(leaves: readonly Leaf[]): number {
  let at = -1
  let most = 0
  for (let k = 0; k < leaves.length; k += 1) {
    const { gain } = (leaves[k] as Leaf).best
    if (gain <= most) continue
    at = k
    most = gain
  }
  return at
}

/** Grows one tree after another on one table and reuses its arrays. */
export class TreeGrower {
  readonly #data: Binned
  readonly #settings: GrowthSettings
  readonly #gradients: Float64Array
  readonly #weights: Float64Array
  /** Rows of the current tree; rows of one leaf are adjacent. */
  readonly #rows: Int32Array
  readonly #spare: Int32Array
  #rowCount = 0
  readonly #histograms: Histograms
  readonly #fewRows: FewRows
  /** The features of the current tree. */
  #used: Int32Array = new Int32Array(0)
  // All nodes of all trees.
  readonly #roots: number[] = []
  readonly #feature: number[] = []
  readonly #split: number[] = []
  readonly #bin: number[] = []
  readonly #left: number[] = []

  constructor(data: Binned, mostRows: number, settings: GrowthSettings) {
    this.#data = data
    this.#settings = settings
    this.#gradients = new Float64Array(data.n)
    this.#weights = new Float64Array(data.n)
    this.#histograms = new Histograms(data, this.#gradients, this.#weights, settings)
    this.#fewRows = new FewRows(data, this.#gradients, this.#weights, settings)
    this.#rows = new Int32Array(mostRows)
    this.#spare = new Int32Array(mostRows)
  }

  trees(): Trees {
    return {
      roots: Int32Array.from(this.#roots),
      feature: Int16Array.from(this.#feature),
      split: Float64Array.from(this.#split),
      left: Int32Array.from(this.#left),
    }
  }

  /** Draws the rows of the next tree and computes their weights and gradients. */
  drawRows({ target, training, predicted }: TrainingSet, width: number, random: Random): void {
    this.#rowCount = 0
    for (const i of training) {
      if (random() >= this.#settings.rowShare) continue
      const r = (target[i] as number) - (predicted[i] as number)
      const w = 1 / Math.sqrt(1 + (r / width) ** 2)
      this.#weights[i] = w
      this.#gradients[i] = w * r
      this.#rows[this.#rowCount] = i
      this.#rowCount += 1
    }
  }

  drawFeatures(random: Random): void {
    const { informative } = this.#data
    const drawn = informative.filter(() => random() < this.#settings.featureShare)
    if (drawn.length === 0) drawn.push(informative[Math.floor(random() * informative.length)] ?? 0)
    this.#used = Int32Array.from(drawn)
    this.#histograms.use(this.#used)
  }

  /**
   * Grows one tree on the drawn rows and features, the split that gains most first. Adds its
   * prediction to `predicted`.
   */
  growTree(predicted: Float64Array): void {
    const root = this.#addNode()
    this.#roots.push(root)
    const count = this.#rowCount
    const histogram = count > FEW_ROWS ? this.#histograms.count(this.#rows, 0, count) : null
    const leaves = [this.#leafOf(root, 0, count, histogram)]
    while (leaves.length < this.#settings.leaves) {
      const at = mostGainful(leaves)
      if (at < 0) break
      const [left, right] = this.#splitLeaf(leaves[at] as Leaf)
      leaves[at] = left
      leaves.push(right)
    }
    const grown = this.#settle(leaves, predicted)
    this.#sendDown(root, grown, predicted)
  }

  #addNode(): number {
    this.#feature.push(-1)
    this.#split.push(0)
    this.#bin.push(0)
    this.#left.push(-1)
    return this.#feature.length - 1
  }

  #leafOf(node: number, from: number, to: number, histogram: Float64Array | null): Leaf {
    const best = histogram
      ? this.#histograms.bestSplit(histogram)
      : this.#fewRows.bestSplit(this.#used, this.#rows, from, to)
    return { node, from, to, histogram, best }
  }

  #splitLeaf({ node, from, to, histogram, best }: Leaf): [Leaf, Leaf] {
    const { feature, bin } = best
    const middle = this.#partition(from, to, feature, bin)
    const leftNode = this.#addNode()
    const rightNode = this.#addNode()
    this.#feature[node] = feature
    this.#split[node] =
      bin === 0 ? -Infinity : ((this.#data.cuts[feature] as Float64Array)[bin - 1] as number)
    this.#bin[node] = bin
    this.#left[node] = leftNode
    const [left, right] = this.#histogramsOf(histogram, from, middle, to)
    return [this.#leafOf(leftNode, from, middle, left), this.#leafOf(rightNode, middle, to, right)]
  }

  /**
   * Histograms of the left and the right side of a leaf, in place of its own. Only the smaller side
   * is counted. The larger one is the whole less the smaller.
   */
  #histogramsOf(
    whole: Float64Array | null,
    from: number,
    middle: number,
    to: number,
  ): [Float64Array | null, Float64Array | null] {
    if (!whole) return [null, null]
    const leftSmaller = middle - from <= to - middle
    const [start, end] = leftSmaller ? [from, middle] : [middle, to]
    const smaller = end - start
    const larger = to - from - smaller
    if (larger <= FEW_ROWS) {
      this.#histograms.giveBack(whole)
      return [null, null]
    }
    let counted: Float64Array | null = this.#histograms.count(this.#rows, start, end)
    this.#histograms.subtract(whole, counted)
    if (smaller <= FEW_ROWS) {
      this.#histograms.giveBack(counted)
      counted = null
    }
    return leftSmaller ? [counted, whole] : [whole, counted]
  }

  /** Puts the rows of the left side first. @returns where the right side begins */
  #partition(from: number, to: number, feature: number, bin: number): number {
    const { features, bins } = this.#data
    const rows = this.#rows
    const spare = this.#spare
    let low = from
    let high = 0
    for (let k = from; k < to; k += 1) {
      const i = rows[k] as number
      if ((bins[i * features + feature] as number) <= bin) {
        rows[low] = i
        low += 1
      } else {
        spare[high] = i
        high += 1
      }
    }
    rows.set(spare.subarray(0, high), low)
    return low
  }

  /**
   * Sets the leaves' values and adds them to `predicted` for the rows the tree grew on.
   * @returns marks of those rows
   */
  #settle(leaves: readonly Leaf[], predicted: Float64Array): Uint8Array {
    const { learningRate, shrinkage } = this.#settings
    const grown = new Uint8Array(this.#data.n)
    for (const { node, from, to, histogram } of leaves) {
      let g = 0
      let w = 0
      for (let k = from; k < to; k += 1) {
        const i = this.#rows[k] as number
        g += this.#gradients[i] as number
        w += this.#weights[i] as number
      }
      const value = (learningRate * g) / (w + shrinkage)
      this.#split[node] = value
      if (histogram) this.#histograms.giveBack(histogram)
      for (let k = from; k < to; k += 1) {
        const i = this.#rows[k] as number
        grown[i] = 1
        predicted[i] = (predicted[i] as number) + value
      }
    }
    return grown
  }

  /** Adds the newest tree's prediction for the rows it did not grow on. */
  #sendDown(root: number, grown: Uint8Array, predicted: Float64Array): void {
    const { n, features, bins } = this.#data
    const feature = Int32Array.from(this.#feature.slice(root))
    const bin = Int32Array.from(this.#bin.slice(root))
    const left = Int32Array.from(this.#left.slice(root), (node) => node - root)
    const value = Float64Array.from(this.#split.slice(root))
    for (let i = 0; i < n; i += 1) {
      if (grown[i] === 1) continue
      const row = i * features
      let node = 0
      let f = feature[0] as number
      while (f >= 0) {
        const right = (bins[row + f] as number) > (bin[node] as number) ? 1 : 0
        node = (left[node] as number) + right
        f = feature[node] as number
      }
      predicted[i] = (predicted[i] as number) + (value[node] as number)
    }
  }
}
