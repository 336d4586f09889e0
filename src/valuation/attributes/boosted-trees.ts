// Gradient-boosted regression trees on binned columns, robust to outliers. Never here: how one tree
// grows (tree-grower.ts), what the columns mean (tree-features.ts), and which rows train which
// (attribute-model.ts).
import { robustScale } from '../../numbers/order-statistics.ts'
import { seededRandom } from '../../numbers/random.ts'
import type { Binned } from './tree-bins.ts'
import { type GrowthSettings, type TrainingSet, TreeGrower } from './tree-grower.ts'
import type { Trees } from './trees.ts'

export interface TreeSettings extends GrowthSettings {
  readonly trees: number
  /** Width of the loss's quadratic middle, in robust standard deviations of the residuals. */
  readonly lossWidth: number
}

/** Trees between two measurements of the loss's width. */
const WIDTH_EVERY = 25
/** The width is measured on this many residuals at most. */
const MAX_MEASURED = 20_000

/**
 * Grows trees on a training set, whose `predicted` they bring up to date.
 * Each tree is a Newton step for the pseudo-Huber loss in its reweighted form: a leaf's value is
 * the weighted mean of residuals with weights 1/√(1+(r/δ)²), which is near the median for a small δ
 * (Friedman 2001; Charbonnier 1997).
 */
export function growTrees(
  data: Binned,
  set: TrainingSet,
  settings: TreeSettings,
  seed: number,
): Trees {
  const random = seededRandom(seed)
  const grower = new TreeGrower(data, set.training.length, settings)
  let width = 0
  for (let t = 0; t < settings.trees; t += 1) {
    if (t % WIDTH_EVERY === 0) width = lossWidth(set, settings)
    grower.drawRows(set, width, random)
    grower.drawFeatures(random)
    grower.growTree(set.predicted)
  }
  return grower.trees()
}

/** δ, where the loss stops being quadratic: measured on the current residuals. */
function lossWidth({ target, training, predicted }: TrainingSet, settings: TreeSettings): number {
  const sample: number[] = []
  const step = Math.max(1, Math.floor(training.length / MAX_MEASURED))
  for (let k = 0; k < training.length; k += step) {
    const i = training[k] as number
    sample.push((target[i] as number) - (predicted[i] as number))
  }
  return Math.max(1e-6, settings.lossWidth * robustScale(sample))
}
