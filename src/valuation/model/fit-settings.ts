// How large a model is grown and on how many trials it is tuned, by the size of its market. Never
// here: the fit itself (fit.ts).
import type { TreeSettings } from '../attributes/boosted-trees.ts'

export interface FitSettings {
  readonly seed: number
  /** Folds of rows for out-of-fold residuals. */
  readonly folds: number
  readonly trees: TreeSettings
  /** Trials in known buildings: for tuning the scales, and for scaling the interval. */
  readonly tuningTrials: number
  readonly intervalTrials: number
  /**
   * No larger share of the rows that may be tried is kept back from the trees for `intervalTrials`.
   */
  readonly mostKeptBack: number
  /** Trials in unknown buildings, for both purposes, with trees blind to buildings. */
  readonly unknownTrials: number
  /**
   * For how many of the folds of buildings trees are grown that are blind to them. Those value the
   * trials in unknown buildings, which are of these folds alone.
   */
  readonly blindFolds: number
  /** A market with fewer rows gets no trees. */
  readonly fewestForTrees: number
}

/** A market of 10,000 to 40,000 rows. */
const MIDDLE: FitSettings = {
  seed: 1,
  folds: 5,
  trees: {
    trees: 150,
    leaves: 511,
    learningRate: 0.08,
    leafWeight: 1,
    shrinkage: 1,
    rowShare: 0.8,
    featureShare: 0.5,
    lossWidth: 3,
  },
  tuningTrials: 2200,
  intervalTrials: 1200,
  mostKeptBack: 1 / 20,
  unknownTrials: 2400,
  blindFolds: 5,
  fewestForTrees: 800,
}

/** Fewer and larger steps, since small ones gain nothing there; fewer leaves for so few rows. */
const SMALL: FitSettings = {
  ...MIDDLE,
  folds: 4,
  trees: { ...MIDDLE.trees, trees: 80, leaves: 127, learningRate: 0.14, leafWeight: 2 },
  tuningTrials: 800,
  intervalTrials: 800,
  unknownTrials: 800,
  blindFolds: 4,
}

/** Fewer folds and smaller trees: neighbourhoods are dense, and refits stay short. */
const LARGE: FitSettings = {
  ...MIDDLE,
  folds: 3,
  trees: {
    ...MIDDLE.trees,
    leaves: 255,
    learningRate: 0.1,
    leafWeight: 5,
    rowShare: 0.5,
    featureShare: 0.6,
  },
  tuningTrials: 800,
  intervalTrials: 2400,
  mostKeptBack: 1 / 10,
  unknownTrials: 1200,
  blindFolds: 1,
}

/** Default settings for a market with this many rows. */
export function defaultSettings(rows: number): FitSettings {
  if (rows < 10_000) return SMALL
  return rows > 40_000 ? LARGE : MIDDLE
}
