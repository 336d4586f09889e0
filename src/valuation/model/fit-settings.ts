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
  /** Trials in unknown buildings, for both purposes, with trees blind to buildings. */
  readonly unknownTrials: number
  /**
   * Whether a second set of trees is grown, blind to whole buildings. They value the trials in
   * unknown buildings. Without them whole buildings are kept back from the only trees, see
   * `keptInBuildingsPerLoneRow`.
   */
  readonly blindToBuildings: boolean
  /** How many rows are kept back with their whole buildings, for each that is kept back alone. */
  readonly keptInBuildingsPerLoneRow: number
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
  unknownTrials: 2400,
  blindToBuildings: true,
  keptInBuildingsPerLoneRow: 0,
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
  blindToBuildings: false,
  keptInBuildingsPerLoneRow: 5,
}

/** Default settings for a market with this many rows. */
export function defaultSettings(rows: number): FitSettings {
  if (rows < 10_000) return SMALL
  return rows > 40_000 ? LARGE : MIDDLE
}
