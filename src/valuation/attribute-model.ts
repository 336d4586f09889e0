// f(flat): the hedonic regression and the trees that learn what it misses, each ensemble blind to one fold of the
// rows so that residuals are out of fold. Never here: time (targets come detrended) and neighbours.

import { hashText, seededRandom } from '../random.ts'
import {
  type Binned,
  binColumns,
  growTrees,
  type TreeSettings,
  type Trees,
  treesSay,
} from './boosted-trees.ts'
import {
  CEILING,
  CITY,
  CLASS,
  CONDITION,
  DISTRICT,
  FLAT_SIZE,
  FLOOR,
  FLOORS,
  KITCHEN,
  LAT,
  LIVING,
  LN_AREA,
  LON,
  MARKET,
  MATERIAL,
  ROOMS,
  YEAR,
} from './flat-vector.ts'
import { codeEffect, type Hedonic, hedonicLn } from './hedonic.ts'
import type { MarketTable } from './market-table.ts'

export type AttributeModel = {
  hedonic: Hedonic
  /** One ensemble per fold, grown without that fold's rows; empty when the market is too small for trees. */
  folds: Trees[]
}

export const TREE_FEATURES = 24

/**
 * Rows that teach one ensemble at most, so that a fit does not grow with the market without end. In a larger market
 * a sample of them teaches, drawn as the folds are; every row still has its residual, and stays a comparable.
 */
export const MOST_TEACHING_ROWS = 80_000
const KM_PER_DEGREE = 111.195

/**
 * One building in six is kept whole: all its rows are in one fold, so that its residuals show what f is worth for a
 * building never seen. The rows of the others are spread over the folds.
 */
const WHOLE_ONE_IN = 6

/** Fold of a building that is kept whole, or −1. By its name alone, so that other rows coming or going do not move it. */
export function wholeFoldOf(building: string, folds: number): number {
  return folds > 0 && hashText(building, 23) % WHOLE_ONE_IN === 0
    ? hashText(building, 17) % folds
    : -1
}

/** Fold of every row: by what the flat is and when, never by its price. */
function foldsOfRows(table: MarketTable, folds: number): Uint8Array {
  const whole = table.buildings.map((building) => wholeFoldOf(building, folds))
  return Uint8Array.from({ length: table.n }, (_, i) => {
    const building = table.building[i] as number
    const kept = whole[building] as number
    if (kept >= 0) return kept
    const at = i * FLAT_SIZE
    const flat = [LN_AREA, ROOMS, FLOOR].map((position) => table.flats[at + position]).join('/')
    return hashText(`${table.buildings[building]}/${table.day[i]}/${flat}`, 17) % folds
  })
}

/** The row the trees see: the flat's numbers, words replaced by their hedonic effects, and shapes of the place. */
export function treeFeatures(hedonic: Hedonic, flat: Float64Array, out: Float64Array): void {
  const at = (position: number): number => flat[position] as number
  const city = at(CITY)
  const lat0 = Number.isNaN(city) ? at(LAT) : (hedonic.centres[2 * city] as number)
  const lon0 = Number.isNaN(city) ? at(LON) : (hedonic.centres[2 * city + 1] as number)
  const y = (at(LAT) - lat0) * KM_PER_DEGREE
  const x = (at(LON) - lon0) * KM_PER_DEGREE * Math.cos((lat0 * Math.PI) / 180)
  const area = Math.exp(at(LN_AREA))
  out[0] = x
  out[1] = y
  out[2] = x + y
  out[3] = x - y
  out[4] = Math.sqrt(x * x + y * y)
  out[5] = at(LN_AREA)
  out[6] = area / Math.max(1, at(ROOMS))
  out[7] = at(ROOMS)
  out[8] = at(FLOOR)
  out[9] = at(FLOORS)
  out[10] = at(FLOOR) / at(FLOORS)
  out[11] = at(FLOORS) - at(FLOOR)
  out[12] = at(YEAR)
  out[13] = at(MATERIAL)
  out[14] = at(CONDITION)
  out[15] = at(MARKET)
  out[16] = at(CEILING)
  out[17] = at(KITCHEN)
  out[18] = at(LIVING)
  out[19] = codeEffect(hedonic, CLASS, at(CLASS))
  out[20] = codeEffect(hedonic, DISTRICT, at(DISTRICT))
  out[21] = city
  out[22] = at(KITCHEN) * area
  out[23] = x * 0.5 + y * 0.866
}

/**
 * Grows the trees on what the hedonic regression leaves of the detrended prices.
 * @param detrended ln price as a deal, less the index, one per row
 * @returns the model and, for every row, f(flat) from trees that never saw the row, and its fold
 */
export function fitAttributeModel(
  table: MarketTable,
  hedonic: Hedonic,
  detrended: Float64Array,
  options: { folds: number; trees: TreeSettings; seed: number; mostTeachingRows?: number },
): { model: AttributeModel; outOfFold: Float64Array; foldOfRow: Uint8Array } {
  const { n } = table
  const base = new Float64Array(n)
  const columns = new Float64Array(n * TREE_FEATURES)
  for (let i = 0; i < n; i++) {
    const flat = table.flats.subarray(i * FLAT_SIZE, (i + 1) * FLAT_SIZE)
    base[i] = hedonicLn(hedonic, flat)
    treeFeatures(
      hedonic,
      flat,
      columns.subarray(i * TREE_FEATURES, (i + 1) * TREE_FEATURES) as Float64Array,
    )
  }
  const outOfFold = base.slice()
  if (options.folds < 2 || options.trees.trees === 0)
    return { model: { hedonic, folds: [] }, outOfFold, foldOfRow: new Uint8Array(n) }
  const target = detrended.map((value, i) => value - (base[i] as number))
  const binned: Binned = binColumns(columns, n, TREE_FEATURES)
  const foldOfRow = foldsOfRows(table, options.folds)
  const folds: Trees[] = []
  const most = options.mostTeachingRows ?? MOST_TEACHING_ROWS
  for (let k = 0; k < options.folds; k++) {
    const inside: number[] = []
    for (let i = 0; i < n; i++) if (foldOfRow[i] !== k) inside.push(i)
    if (inside.length > most) {
      const teaching = sampleOf(inside, most, options.seed * 37 + k)
      const trees = growOnFew(binned, target, teaching, options.trees, options.seed * 31 + k)
      folds.push(trees)
      for (let i = 0; i < n; i++) {
        if (foldOfRow[i] !== k) continue
        const features = columns.subarray(i * TREE_FEATURES, (i + 1) * TREE_FEATURES)
        outOfFold[i] = (base[i] as number) + treesSay(trees, features)
      }
      continue
    }
    const predicted = new Float64Array(n)
    folds.push(
      growTrees(
        binned,
        target,
        Int32Array.from(inside),
        predicted,
        options.trees,
        options.seed * 31 + k,
      ),
    )
    for (let i = 0; i < n; i++)
      if (foldOfRow[i] === k) outOfFold[i] = (base[i] as number) + (predicted[i] as number)
  }
  return { model: { hedonic, folds }, outOfFold, foldOfRow }
}

/** About `most` of the rows, in their order; the table's order is by content, so a file's order changes nothing. */
function sampleOf(rows: readonly number[], most: number, seed: number): Int32Array {
  const random = seededRandom(seed)
  return Int32Array.from(rows.filter(() => random() < most / rows.length))
}

/** Trees grown on a table of the teaching rows alone: what it costs does not depend on the others. */
function growOnFew(
  { features, bins, cuts }: Binned,
  target: Float64Array,
  teaching: Int32Array,
  settings: TreeSettings,
  seed: number,
): Trees {
  const few = new Uint8Array(teaching.length * features)
  teaching.forEach((row, k) => {
    few.set(bins.subarray(row * features, (row + 1) * features), k * features)
  })
  const binned: Binned = { n: teaching.length, features, bins: few, cuts }
  const all = teaching.map((_, k) => k)
  const wanted = Float64Array.from(teaching, (row) => target[row] as number)
  return growTrees(binned, wanted, all, new Float64Array(teaching.length), settings, seed)
}

/** f of a flat in ln roubles by each fold's trees; by the regression alone, once, if there are no trees. */
export function attributeLnByFold(model: AttributeModel, flat: Float64Array): Float64Array {
  const base = hedonicLn(model.hedonic, flat)
  if (model.folds.length === 0) return Float64Array.of(base)
  const features = new Float64Array(TREE_FEATURES)
  treeFeatures(model.hedonic, flat, features)
  return Float64Array.from(model.folds, (trees) => base + treesSay(trees, features))
}

/** f of a flat in ln roubles by one fold's trees. */
export function attributeLn(model: AttributeModel, flat: Float64Array, fold: number): number {
  const base = hedonicLn(model.hedonic, flat)
  const trees = model.folds[fold]
  if (trees === undefined) return base
  const features = new Float64Array(TREE_FEATURES)
  treeFeatures(model.hedonic, flat, features)
  return base + treesSay(trees, features)
}

/**
 * f of a subject from its values by fold. A flat in a building kept whole in a fold is valued by the trees that did
 * not see it, as the residuals of its building were; every other flat (fold −1) by all of them together.
 */
export function subjectLn(byFold: Float64Array, fold: number): number {
  const own = byFold[fold]
  return own ?? byFold.reduce((sum, value) => sum + value, 0) / byFold.length
}
