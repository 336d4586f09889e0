// f(flat): the hedonic regression plus trees that learn what it misses. Each ensemble of trees is
// blind to one fold of rows, so that residuals are out of fold. Never here: neighbours, and the
// index (targets come without it).
import { hashText, seededRandom } from '../../numbers/random.ts'
import { sum } from '../../numbers/sum.ts'
import { flatOf } from '../market/flat-vector.ts'
import type { MarketTable } from '../market/market-table.ts'
import { rowText } from '../market/trials.ts'
import { growTrees, type TreeSettings } from './boosted-trees.ts'
import { cutsBetweenSteps } from './day-steps.ts'
import { type Hedonic, hedonicLn } from './hedonic.ts'
import { type Binned, binColumns, someRows } from './tree-bins.ts'
import { FEATURE, treeColumns, treeFeaturesOf } from './tree-features.ts'
import { predictWithTrees, type Trees } from './trees.ts'

export interface AttributeModel {
  readonly hedonic: Hedonic
  /**
   * One regression per fold, fitted without that fold's rows; absent where `hedonic` serves all.
   */
  readonly blind?: readonly Hedonic[]
  /** One ensemble per fold, grown without that fold's rows; none where the market is too small. */
  readonly folds: Trees[]
}

/** The attribute model, and its prediction for every row. */
export interface LearntAttributes {
  readonly attribute: AttributeModel
  /**
   * f of every row by trees that did not see it, ln; by the regression alone where no ensemble is
   * blind to the row's fold.
   */
  readonly outOfFold: Float64Array
  /** The fold of every row; UNSEEN where no trees saw it. */
  readonly foldOfRow: Uint8Array
}

/** The fold of a row that no trees saw. */
export const UNSEEN = 255

/**
 * One ensemble is trained on about this many rows at most: this bounds the time of a fit. In a
 * larger market the training rows are a sample, each drawn by itself by seed. Every row still gets
 * its residual and stays a comparable.
 */
const MAX_TRAINING_ROWS = 80_000

/**
 * Fold of every row, UNSEEN for rows that are kept back. It depends on the flat and the date, never
 * on the price.
 */
export function foldsByRow(table: MarketTable, folds: number, keptBack: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: table.n }, (_, i) =>
    keptBack[i] === 0 ? hashText(rowText(table, i), 17) % folds : UNSEEN,
  )
}

/** Fold of every row, the same for a whole building: a fold's trees know none of its buildings. */
export function foldsByBuilding(table: MarketTable, folds: number): Uint8Array {
  const ofBuilding = table.buildings.map((building) => hashText(building, 37) % folds)
  return Uint8Array.from(table.building, (building) => ofBuilding[building] as number)
}

interface AttributeFit {
  /** How many ensembles are grown; 0 for none. */
  readonly folds: number
  readonly trees: TreeSettings
  readonly seed: number
  /**
   * The trees of a row's fold may not see it. No trees may see a row that is UNSEEN, and all a row
   * of a fold beyond the last.
   */
  readonly foldOfRow: Uint8Array
  /** Regressions for the trees to begin with, one per fold; `hedonic` by default. */
  readonly blind?: readonly Hedonic[] | undefined
  readonly mostTrainingRows?: number
}

/**
 * Grows the trees on what the hedonic regression leaves of the prices.
 * @param detrended ln price as a deal, less the index, one per row
 */
export function fitAttributeModel(
  table: MarketTable,
  hedonic: Hedonic,
  detrended: Float64Array,
  options: AttributeFit,
): LearntAttributes {
  const { n } = table
  const { blind } = options
  const baseBy = (one: Hedonic): Float64Array =>
    Float64Array.from({ length: n }, (_, i) => hedonicLn(one, flatOf(table, i)))
  const base = baseBy(hedonic)
  const outOfFold = base.slice()
  const withBlind = blind === undefined ? {} : { blind }
  if (options.folds === 0 || options.trees.trees === 0) {
    const foldOfRow = blind === undefined ? new Uint8Array(n) : options.foldOfRow
    return { attribute: { hedonic, ...withBlind, folds: [] }, outOfFold, foldOfRow }
  }
  const given = new Map([[FEATURE.day, cutsBetweenSteps(table)]])
  const shared: Omit<SharedTraining, 'target'> = {
    binned: binColumns(treeColumns(table, hedonic), n, FEATURE.size, given),
    settings: options.trees,
    mostRows: options.mostTrainingRows ?? MAX_TRAINING_ROWS,
  }
  const { foldOfRow } = options
  const folds: Trees[] = []
  for (let k = 0; k < options.folds; k += 1) {
    const rows = rowsForFold(foldOfRow, k)
    const seeds = { ofSample: options.seed * 37 + k, ofTrees: options.seed * 31 + k }
    const start = blind === undefined ? base : baseBy(blind[k] as Hedonic)
    const target = detrended.map((value, i) => value - (start[i] as number))
    const { trees, predicted } = growOn(rows, { ...shared, target }, seeds)
    folds.push(trees)
    rows.heldOut.forEach((row, at) => {
      const more = predicted[at] as number
      // A row has what the trees of its fold say, one that is UNSEEN the mean of all.
      outOfFold[row] =
        foldOfRow[row] === k
          ? (start[row] as number) + more
          : (outOfFold[row] as number) + more / options.folds
    })
  }
  return { attribute: { hedonic, ...withBlind, folds }, outOfFold, foldOfRow }
}

/** What one fold's trees may see, and what they may not. */
interface FoldRows {
  readonly training: readonly number[]
  readonly heldOut: readonly number[]
}

function rowsForFold(foldOfRow: Uint8Array, fold: number): FoldRows {
  const training: number[] = []
  const heldOut: number[] = []
  foldOfRow.forEach((own, row) => {
    const isTraining = own !== fold && own !== UNSEEN
    ;(isTraining ? training : heldOut).push(row)
  })
  return { training, heldOut }
}

/** What the trees of all folds are trained on. */
interface SharedTraining {
  readonly binned: Binned
  /** What the hedonic regression leaves, one per row. */
  readonly target: Float64Array
  readonly settings: TreeSettings
  readonly mostRows: number
}

/** Grows trees on the `training` rows, or on a sample of them, and predicts the `heldOut` ones. */
function growOn(
  { training, heldOut }: FoldRows,
  { binned, target, settings, mostRows }: SharedTraining,
  seeds: { readonly ofSample: number; readonly ofTrees: number },
): { readonly trees: Trees; readonly predicted: Float64Array } {
  const sample =
    training.length > mostRows ? sampleOf(training, mostRows, seeds.ofSample) : training
  const rows = Int32Array.from([...sample, ...heldOut])
  const set = {
    target: Float64Array.from(rows, (row) => target[row] as number),
    training: Int32Array.from(sample.keys()),
    predicted: new Float64Array(rows.length),
  }
  const trees = growTrees(someRows(binned, rows), set, settings, seeds.ofTrees)
  return { trees, predicted: set.predicted.subarray(sample.length) }
}

/** About `most` of the rows, in content order: the order of a file changes nothing. */
function sampleOf(rows: readonly number[], most: number, seed: number): readonly number[] {
  const random = seededRandom(seed)
  return rows.filter(() => random() < most / rows.length)
}

/**
 * f of a flat on a day, ln roubles: one value per fold's trees. Without trees it is one value, by
 * the regression alone.
 */
export function attributeLnByFold(
  model: AttributeModel,
  flat: Float64Array,
  day: number,
): Float64Array {
  if (model.folds.length === 0) {
    const hedonics = model.blind ?? [model.hedonic]
    return Float64Array.from(hedonics, (hedonic) => hedonicLn(hedonic, flat))
  }
  const features = treeFeaturesOf(model.hedonic, flat, day)
  return Float64Array.from(
    model.folds,
    (trees, k) => hedonicLn(hedonicOf(model, k), flat) + predictWithTrees(trees, features),
  )
}

/** The regression that one fold's trees began with. */
const hedonicOf = ({ blind, hedonic }: AttributeModel, fold: number): Hedonic =>
  blind?.[fold] ?? hedonic

/** f of a flat on a day, ln roubles: by the trees of one fold, or the mean of all for UNSEEN. */
export function attributeLn(
  model: AttributeModel,
  flat: Float64Array,
  day: number,
  fold: number,
): number {
  const trees = model.folds[fold]
  if (trees === undefined) return ofFold(attributeLnByFold(model, flat, day), fold)
  const features = treeFeaturesOf(model.hedonic, flat, day)
  return hedonicLn(hedonicOf(model, fold), flat) + predictWithTrees(trees, features)
}

/** Picks f from its values by fold: that of the fold's trees, or the mean of all for UNSEEN. */
export function ofFold(byFold: Float64Array, fold: number): number {
  return byFold[fold] ?? sum(byFold) / byFold.length
}
