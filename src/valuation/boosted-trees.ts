// Gradient-boosted regression trees on binned columns, robust to outliers, growing leaf by leaf.
// Never here: what the columns mean and which rows may teach which (attribute-model.ts).

import { seededRandom } from '../random.ts'
import { robustScale } from './linear.ts'

/** All trees of an ensemble in flat arrays. A node with feature −1 is a leaf and `split` is its value. */
export type Trees = {
  roots: Int32Array
  feature: Int16Array
  /** The left branch holds values ≤ split and unknown (NaN) ones. */
  split: Float64Array
  /** Left child; the right one follows it. */
  left: Int32Array
}

export type TreeSettings = {
  trees: number
  leaves: number
  learningRate: number
  /** Least sum of row weights in a leaf. */
  leafWeight: number
  /** Rows of nothing added to every leaf. */
  shrinkage: number
  rowShare: number
  featureShare: number
  /** Width of the quadratic middle of the loss, in robust standard deviations of the current residuals. */
  lossWidth: number
}

/** Columns cut into bins: bin 0 is unknown, bin b holds values in (cut[b−2], cut[b−1]]. */
export type Binned = {
  n: number
  features: number
  bins: Uint8Array
  cuts: Float64Array[]
  /** Columns in which rows differ at all; the others cost no histogram. */
  telling: number[]
}

const MOST_BINS = 250

/** Cuts row-major columns (n × features; NaN = unknown) at quantiles of their distinct values. */
export function binColumns(columns: Float64Array, n: number, features: number): Binned {
  const bins = new Uint8Array(n * features)
  const cuts: Float64Array[] = []
  const telling: number[] = []
  for (let f = 0; f < features; f++) {
    const known: number[] = []
    const step = Math.max(1, Math.floor(n / 40_000))
    for (let i = 0; i < n; i += step) {
      const value = columns[i * features + f] as number
      if (!Number.isNaN(value)) known.push(value)
    }
    const sorted = Float64Array.from(known).sort()
    const distinct: number[] = []
    for (let k = 1; k < MOST_BINS - 1; k++) {
      const at = Math.floor((k * sorted.length) / (MOST_BINS - 1))
      const value = sorted[at]
      if (value !== undefined && at > 0) {
        const before = sorted[at - 1] as number
        // A cut stands between two values, so that rounding cannot move a row across it.
        const cut = before < value ? (before + value) / 2 : value
        if (distinct.length === 0 || cut > (distinct[distinct.length - 1] as number))
          distinct.push(cut)
      }
    }
    const cut = Float64Array.from(distinct)
    cuts.push(cut)
    for (let i = 0; i < n; i++) {
      const value = columns[i * features + f] as number
      bins[i * features + f] = Number.isNaN(value) ? 0 : 1 + countBelow(cut, value)
    }
    for (let i = 1; i < n; i++) {
      if (bins[i * features + f] === bins[f]) continue
      telling.push(f)
      break
    }
  }
  return { n, features, bins, cuts, telling }
}

/** How many cuts are below the value. */
function countBelow(cuts: Float64Array, value: number): number {
  let low = 0
  let high = cuts.length
  while (low < high) {
    const mid = (low + high) >> 1
    if ((cuts[mid] as number) < value) low = mid + 1
    else high = mid
  }
  return low
}

type Candidate = {
  node: number
  from: number
  to: number
  histogram: Float64Array
  gain: number
  feature: number
  bin: number
}

/**
 * Learns `target` from the rows `inside` and adds what the trees say to `predicted` for every row of the table.
 * Each tree is a Newton step for the pseudo-Huber loss in its reweighted form: a leaf's value is the weighted mean
 * of residuals with weights 1/√(1+(r/δ)²), which is near the median for a small δ (Friedman 2001; Charbonnier 1997).
 */
export function growTrees(
  data: Binned,
  target: Float64Array,
  inside: Int32Array,
  predicted: Float64Array,
  settings: TreeSettings,
  seed: number,
): Trees {
  const { n, features, bins, cuts, telling } = data
  const random = seededRandom(seed)
  // Each feature owns two numbers a bin: the sum of gradients and the sum of weights.
  const offset = new Int32Array(features + 1)
  cuts.forEach((cut, f) => {
    offset[f + 1] = (offset[f] as number) + 2 * (cut.length + 2)
  })
  const histogramSize = offset[features] as number
  const gradients = new Float64Array(n)
  const weights = new Float64Array(n)
  const rows = new Int32Array(inside.length)
  const spare = new Int32Array(inside.length)
  const pool: Float64Array[] = []
  const roots: number[] = []
  const feature: number[] = []
  const split: number[] = []
  const binOf: number[] = []
  const left: number[] = []
  const used: number[] = []
  const grown = new Uint8Array(n)
  const treeFeature = new Int32Array(2 * settings.leaves)
  const treeBin = new Int32Array(2 * settings.leaves)
  const treeLeft = new Int32Array(2 * settings.leaves)
  const treeValue = new Float64Array(2 * settings.leaves)
  let columnOf = new Int32Array(0)
  let base = new Int32Array(0)
  let delta = 0

  const fill = (histogram: Float64Array, from: number, to: number): void => {
    histogram.fill(0)
    const columns = columnOf.length
    for (let k = from; k < to; k++) {
      const i = rows[k] as number
      const g = gradients[i] as number
      const w = weights[i] as number
      const row = i * features
      for (let c = 0; c < columns; c++) {
        const at = (base[c] as number) + 2 * (bins[row + (columnOf[c] as number)] as number)
        histogram[at] = (histogram[at] as number) + g
        histogram[at + 1] = (histogram[at + 1] as number) + w
      }
    }
  }

  const best = (node: number, from: number, to: number, histogram: Float64Array): Candidate => {
    const found: Candidate = { node, from, to, histogram, gain: 0, feature: -1, bin: 0 }
    let g = 0
    let w = 0
    const first = used[0] as number
    for (let at = offset[first] as number; at < (offset[first + 1] as number); at += 2) {
      g += histogram[at] as number
      w += histogram[at + 1] as number
    }
    if (w < 2 * settings.leafWeight) return found
    const whole = (g * g) / (w + settings.shrinkage)
    let top = 1e-9
    for (const f of used) {
      const base = offset[f] as number
      const last = (cuts[f] as Float64Array).length
      let gl = 0
      let wl = 0
      for (let b = 0; b <= last; b++) {
        const wb = histogram[base + 2 * b + 1] as number
        if (wb === 0) continue
        gl += histogram[base + 2 * b] as number
        wl += wb
        if (wl < settings.leafWeight) continue
        const wr = w - wl
        if (wr < settings.leafWeight) break
        const gr = g - gl
        const gain =
          (gl * gl) / (wl + settings.shrinkage) + (gr * gr) / (wr + settings.shrinkage) - whole
        // A hair of tolerance: equal splits are decided by their order, not by rounding.
        if (gain > top * (1 + 1e-9)) {
          top = gain
          found.gain = gain
          found.feature = f
          found.bin = b
        }
      }
    }
    return found
  }

  const leafValue = (from: number, to: number): number => {
    let g = 0
    let w = 0
    for (let k = from; k < to; k++) {
      const i = rows[k] as number
      g += gradients[i] as number
      w += weights[i] as number
    }
    return (settings.learningRate * g) / (w + settings.shrinkage)
  }

  for (let t = 0; t < settings.trees; t++) {
    if (t % 25 === 0) {
      const sample: number[] = []
      const step = Math.max(1, Math.floor(inside.length / 20_000))
      for (let k = 0; k < inside.length; k += step) {
        const i = inside[k] as number
        sample.push((target[i] as number) - (predicted[i] as number))
      }
      delta = Math.max(1e-6, settings.lossWidth * robustScale(sample))
    }
    let count = 0
    for (const i of inside) {
      if (random() >= settings.rowShare) continue
      const r = (target[i] as number) - (predicted[i] as number)
      const w = 1 / Math.sqrt(1 + (r / delta) ** 2)
      weights[i] = w
      gradients[i] = w * r
      rows[count++] = i
    }
    used.length = 0
    for (const f of telling) if (random() < settings.featureShare) used.push(f)
    if (used.length === 0) used.push(telling[Math.floor(random() * telling.length)] ?? 0)
    columnOf = Int32Array.from(used)
    base = columnOf.map((f) => offset[f] as number)

    const addNode = (): number => {
      feature.push(-1)
      split.push(0)
      binOf.push(0)
      left.push(-1)
      return feature.length - 1
    }
    const root = addNode()
    roots.push(root)
    const rootHistogram = pool.pop() ?? new Float64Array(histogramSize)
    fill(rootHistogram, 0, count)
    const open: Candidate[] = [best(root, 0, count, rootHistogram)]
    let leaves = 1
    while (leaves < settings.leaves) {
      let at = -1
      open.forEach((one, k) => {
        if (one.feature >= 0 && (at < 0 || one.gain > (open[at] as Candidate).gain)) at = k
      })
      if (at < 0) break
      const one = open[at] as Candidate
      const f = one.feature
      let low = one.from
      let high = 0
      for (let k = one.from; k < one.to; k++) {
        const i = rows[k] as number
        if ((bins[i * features + f] as number) <= one.bin) rows[low++] = i
        else spare[high++] = i
      }
      rows.set(spare.subarray(0, high), low)
      const leftNode = addNode()
      const rightNode = addNode()
      feature[one.node] = f
      split[one.node] =
        one.bin === 0 ? -Infinity : ((cuts[f] as Float64Array)[one.bin - 1] as number)
      binOf[one.node] = one.bin
      left[one.node] = leftNode
      const small = pool.pop() ?? new Float64Array(histogramSize)
      const leftSmaller = low - one.from <= one.to - low
      if (leftSmaller) fill(small, one.from, low)
      else fill(small, low, one.to)
      const large = one.histogram
      for (const c of used) {
        const end = offset[c + 1] as number
        for (let k = offset[c] as number; k < end; k++)
          large[k] = (large[k] as number) - (small[k] as number)
      }
      open[at] = best(leftNode, one.from, low, leftSmaller ? small : large)
      open.push(best(rightNode, low, one.to, leftSmaller ? large : small))
      leaves++
    }
    // Rows the tree grew on lie leaf by leaf; the others are sent down it.
    grown.fill(0)
    for (const one of open) {
      const value = leafValue(one.from, one.to)
      split[one.node] = value
      pool.push(one.histogram)
      for (let k = one.from; k < one.to; k++) {
        const i = rows[k] as number
        grown[i] = 1
        predicted[i] = (predicted[i] as number) + value
      }
    }
    const nodes = feature.length - root
    for (let k = 0; k < nodes; k++) {
      treeFeature[k] = feature[root + k] as number
      treeBin[k] = binOf[root + k] as number
      treeLeft[k] = (left[root + k] as number) - root
      treeValue[k] = split[root + k] as number
    }
    for (let i = 0; i < n; i++) {
      if (grown[i] === 1) continue
      const row = i * features
      let node = 0
      let f = treeFeature[0] as number
      while (f >= 0) {
        const right = (bins[row + f] as number) > (treeBin[node] as number) ? 1 : 0
        node = (treeLeft[node] as number) + right
        f = treeFeature[node] as number
      }
      predicted[i] = (predicted[i] as number) + (treeValue[node] as number)
    }
  }
  return {
    roots: Int32Array.from(roots),
    feature: Int16Array.from(feature),
    split: Float64Array.from(split),
    left: Int32Array.from(left),
  }
}

/** Sum of all trees for one row of feature values. */
export function treesSay(trees: Trees, features: Float64Array): number {
  const { roots, feature, split, left } = trees
  let sum = 0
  for (let t = 0; t < roots.length; t++) {
    let node = roots[t] as number
    let f = feature[node] as number
    while (f >= 0) {
      node = (left[node] as number) + ((features[f] as number) > (split[node] as number) ? 1 : 0)
      f = feature[node] as number
    }
    sum += split[node] as number
  }
  return sum
}
