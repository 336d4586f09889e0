// f(flat): the hedonic regression plus trees that learn what it misses. Each ensemble of trees is
// blind to one fold of rows, so that residuals are out of fold. Never here: neighbours, and the
// index (targets come without it).
import { radians } from '../geometry/angles.ts'
import { degreesEast, KM_PER_DEGREE } from '../geometry/earth.ts'
import { hashText, seededRandom } from '../random.ts'
import { growTrees, type TreeSettings } from './boosted-trees.ts'
import { columnPositions } from './column-positions.ts'
import { cutsBetweenSteps } from './day-steps.ts'
import { FLAT } from './flat-vector.ts'
import { codeEffect, type Hedonic, hedonicLn } from './hedonic.ts'
import { flatOf, type MarketTable } from './market-table.ts'
import { type Binned, binColumns } from './tree-bins.ts'
import { predictWithTrees, type Trees } from './trees.ts'
import { rowText } from './trials.ts'

export interface AttributeModel {
  readonly hedonic: Hedonic
  /** One ensemble per fold, grown without that fold's rows; none where the market is too small. */
  readonly folds: Trees[]
}

/** The attribute model, and its prediction for every row. */
export interface LearntAttributes {
  readonly attribute: AttributeModel
  /** f of every row by trees that did not see it, ln. */
  readonly outOfFold: Float64Array
  /** The fold of every row; UNSEEN where no trees saw it. */
  readonly foldOfRow: Uint8Array
}

/** The fold of a row that no trees saw. */
export const UNSEEN = 255

/** What the trees see of a row, in the order of their columns. */
const FEATURE = columnPositions([
  'eastKm',
  'northKm',
  'eastPlusNorthKm',
  'eastLessNorthKm',
  'centreKm',
  'lnArea',
  'areaPerRoom',
  'rooms',
  'floor',
  'floors',
  'floorShare',
  'floorsAbove',
  'year',
  'material',
  'condition',
  'market',
  'ceiling',
  'kitchenShare',
  'livingShare',
  'classEffect',
  'districtEffect',
  'city',
  'kitchenM2',
  'sixtyDegreesKm',
  'day',
])
const TREE_FEATURES = FEATURE.size

/**
 * Rows that teach one ensemble at most: this bounds the time of a fit. In a larger market the
 * teaching rows are a sample, drawn by seed. Every row still gets its residual and stays a
 * comparable.
 */
const MAX_TEACHING_ROWS = 80_000

/**
 * Fold of every row, UNSEEN for rows that are kept back. It depends on the flat and the date, never
 * on the price.
 */
export function foldsByRow(table: MarketTable, folds: number, keptBack: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: table.n }, (_, i) =>
    keptBack[i] === 0 ? hashText(rowText(table, i), 17) % folds : UNSEEN,
  )
}

/** Fold of every row, one for all rows of a building: a fold's trees know none of its buildings. */
export function foldsByBuilding(table: MarketTable, folds: number): Uint8Array {
  const ofBuilding = table.buildings.map((building) => hashText(building, 37) % folds)
  return Uint8Array.from(table.building, (building) => ofBuilding[building] as number)
}

/**
 * Writes what the trees see of a flat: its numbers, the hedonic effects of its words, rotated
 * coordinates, and the day, because some segments move differently from the index.
 */
function treeFeatures(hedonic: Hedonic, flat: Float64Array, day: number, out: Float64Array): void {
  const at = (position: number): number => flat[position] as number
  const city = at(FLAT.city)
  const lat0 = Number.isNaN(city) ? at(FLAT.lat) : (hedonic.centres[2 * city] as number)
  const lon0 = Number.isNaN(city) ? at(FLAT.lon) : (hedonic.centres[2 * city + 1] as number)
  const y = (at(FLAT.lat) - lat0) * KM_PER_DEGREE
  const x = degreesEast(lon0, at(FLAT.lon)) * KM_PER_DEGREE * Math.cos(radians(lat0))
  const area = Math.exp(at(FLAT.lnArea))
  out[FEATURE.eastKm] = x
  out[FEATURE.northKm] = y
  out[FEATURE.eastPlusNorthKm] = x + y
  out[FEATURE.eastLessNorthKm] = x - y
  out[FEATURE.centreKm] = Math.sqrt(x * x + y * y)
  out[FEATURE.lnArea] = at(FLAT.lnArea)
  out[FEATURE.areaPerRoom] = area / Math.max(1, at(FLAT.rooms))
  out[FEATURE.rooms] = at(FLAT.rooms)
  out[FEATURE.floor] = at(FLAT.floor)
  out[FEATURE.floors] = at(FLAT.floors)
  out[FEATURE.floorShare] = at(FLAT.floor) / at(FLAT.floors)
  out[FEATURE.floorsAbove] = at(FLAT.floors) - at(FLAT.floor)
  out[FEATURE.year] = at(FLAT.year)
  out[FEATURE.material] = at(FLAT.material)
  out[FEATURE.condition] = at(FLAT.condition)
  out[FEATURE.market] = at(FLAT.market)
  out[FEATURE.ceiling] = at(FLAT.ceilingM)
  out[FEATURE.kitchenShare] = at(FLAT.kitchenShare)
  out[FEATURE.livingShare] = at(FLAT.livingShare)
  out[FEATURE.classEffect] = codeEffect(hedonic, FLAT.class, at(FLAT.class))
  out[FEATURE.districtEffect] = codeEffect(hedonic, FLAT.district, at(FLAT.district))
  out[FEATURE.city] = city
  out[FEATURE.kitchenM2] = at(FLAT.kitchenShare) * area
  out[FEATURE.sixtyDegreesKm] = x * 0.5 + y * 0.866
  out[FEATURE.day] = day
}

/** What the trees see of every row: n × TREE_FEATURES, row-major. */
function treeColumns(table: MarketTable, hedonic: Hedonic): Float64Array {
  const columns = new Float64Array(table.n * TREE_FEATURES)
  for (let i = 0; i < table.n; i += 1) {
    const row = columns.subarray(i * TREE_FEATURES, (i + 1) * TREE_FEATURES)
    treeFeatures(hedonic, flatOf(table, i), table.day[i] as number, row)
  }
  return columns
}

/**
 * Grows the trees on what the hedonic regression leaves of the prices.
 * @param detrended ln price as a deal, less the index, one per row
 */
export function fitAttributeModel(
  table: MarketTable,
  hedonic: Hedonic,
  detrended: Float64Array,
  options: {
    folds: number
    trees: TreeSettings
    seed: number
    /** The trees of a row's fold may not see it. No trees may see a row that is UNSEEN. */
    foldOfRow: Uint8Array
    mostTeachingRows?: number
  },
): LearntAttributes {
  const { n } = table
  const base = Float64Array.from({ length: n }, (_, i) => hedonicLn(hedonic, flatOf(table, i)))
  const outOfFold = base.slice()
  if (options.folds < 2 || options.trees.trees === 0) {
    return { attribute: { hedonic, folds: [] }, outOfFold, foldOfRow: new Uint8Array(n) }
  }
  const columns = treeColumns(table, hedonic)
  const target = detrended.map((value, i) => value - (base[i] as number))
  const given = new Map([[FEATURE.day, cutsBetweenSteps(table)]])
  const binned: Binned = binColumns(columns, n, TREE_FEATURES, given)
  const { foldOfRow } = options
  const folds: Trees[] = []
  const most = options.mostTeachingRows ?? MAX_TEACHING_ROWS
  for (let k = 0; k < options.folds; k += 1) {
    const inside: number[] = []
    for (let i = 0; i < n; i += 1) if (foldOfRow[i] !== k && foldOfRow[i] !== UNSEEN) inside.push(i)
    const predicted = inside.length > most ? null : new Float64Array(n)
    const seed = options.seed * 31 + k
    let trees: Trees
    if (predicted === null) {
      const sample = sampleOf(inside, most, options.seed * 37 + k)
      trees = growOnSample(binned, target, sample, options.trees, seed)
    } else {
      const lesson = { target, inside: Int32Array.from(inside), predicted }
      trees = growTrees(binned, lesson, options.trees, seed)
    }
    folds.push(trees)
    for (let i = 0; i < n; i += 1) {
      const share = foldOfRow[i] === k ? 1 : foldOfRow[i] === UNSEEN ? 1 / options.folds : 0
      if (share === 0) continue
      const prediction =
        predicted === null
          ? predictWithTrees(trees, columns.subarray(i * TREE_FEATURES, (i + 1) * TREE_FEATURES))
          : (predicted[i] as number)
      outOfFold[i] = (outOfFold[i] as number) + share * prediction
    }
  }
  return { attribute: { hedonic, folds }, outOfFold, foldOfRow }
}

/** About `most` of the rows, in content order: the order of a file changes nothing. */
function sampleOf(rows: readonly number[], most: number, seed: number): Int32Array {
  const random = seededRandom(seed)
  return Int32Array.from(rows.filter(() => random() < most / rows.length))
}

/** Grows trees on a table of the teaching rows alone, so that other rows cost nothing. */
function growOnSample(
  { features, bins, cuts, informative }: Binned,
  target: Float64Array,
  teaching: Int32Array,
  settings: TreeSettings,
  seed: number,
): Trees {
  const few = new Uint8Array(teaching.length * features)
  teaching.forEach((row, k) => {
    few.set(bins.subarray(row * features, (row + 1) * features), k * features)
  })
  const binned: Binned = { n: teaching.length, features, bins: few, cuts, informative }
  const lesson = {
    target: Float64Array.from(teaching, (row) => target[row] as number),
    inside: teaching.map((_, k) => k),
    predicted: new Float64Array(teaching.length),
  }
  return growTrees(binned, lesson, settings, seed)
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
  const base = hedonicLn(model.hedonic, flat)
  if (model.folds.length === 0) return Float64Array.of(base)
  const features = new Float64Array(TREE_FEATURES)
  treeFeatures(model.hedonic, flat, day, features)
  return Float64Array.from(model.folds, (trees) => base + predictWithTrees(trees, features))
}

/** f of a flat on a day, ln roubles: by the trees of one fold, or the mean of all for UNSEEN. */
export function attributeLn(
  model: AttributeModel,
  flat: Float64Array,
  day: number,
  fold: number,
): number {
  const trees = model.folds[fold]
  if (trees === undefined) return ofFold(attributeLnByFold(model, flat, day), fold)
  const features = new Float64Array(TREE_FEATURES)
  treeFeatures(model.hedonic, flat, day, features)
  return hedonicLn(model.hedonic, flat) + predictWithTrees(trees, features)
}

/** Picks f from its values by fold: that of the fold's trees, or the mean of all for UNSEEN. */
export function ofFold(byFold: Float64Array, fold: number): number {
  return byFold[fold] ?? byFold.reduce((sum, value) => sum + value, 0) / byFold.length
}
