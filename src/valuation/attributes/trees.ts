// Regression trees as they are kept and asked. Never here: how they grow (tree-grower.ts), and
// what their columns mean (tree-features.ts).

/** All trees of an ensemble in flat arrays. A node with feature −1 is a leaf of value `split`. */
export interface Trees {
  readonly roots: Int32Array
  readonly feature: Int16Array
  /** The left branch holds values ≤ split and unknown (NaN) ones. */
  readonly split: Float64Array
  /** Left child; the right one follows it. */
  readonly left: Int32Array
}

/** Sum of all trees for one row of feature values. */
export function predictWithTrees(trees: Trees, features: Float64Array): number {
  const { roots, feature, split, left } = trees
  let sum = 0
  for (let t = 0; t < roots.length; t += 1) {
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
