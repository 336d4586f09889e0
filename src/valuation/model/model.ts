// Fits a market: from comparables to everything an estimate reads, in the order of
// docs/valuation.md. Never here: the answer to a request (answer/estimate.ts) and bytes
// (model-file.ts).
import { createHash } from 'node:crypto'
import { dayOfIso, isoOfDay } from '../../calendar.ts'
import {
  fitAttributeModel,
  foldsByBuilding,
  foldsByRow,
  type LearntAttributes,
} from '../attributes/attribute-model.ts'
import { blindHedonics } from '../attributes/blind-hedonics.ts'
import type { TreeSettings } from '../attributes/boosted-trees.ts'
import { fitHedonic } from '../attributes/fit-hedonic.ts'
import { type Hedonic, indexOf } from '../attributes/hedonic.ts'
import { lnPriceAs } from '../attributes/price-basis.ts'
import { indexLevel } from '../attributes/time-index.ts'
import type { Comparable } from '../comparables/comparable.ts'
import { type BuildingRows, rowsByBuilding } from '../market/building-rows.ts'
import { spellCitiesAlike } from '../market/city-spellings.ts'
import { clean } from '../market/cleaning.ts'
import { FLAT, flatOf } from '../market/flat-vector.ts'
import { type MarketTable, marketTable } from '../market/market-table.ts'
import { nameCities } from '../market/name-cities.ts'
import { type SpatialGrid, spatialGrid } from '../market/spatial-grid.ts'
import { drawTuningAndInterval, keepBack } from '../market/trials.ts'
import { type UsualRanges, usualRanges } from '../market/usual-ranges.ts'
import type { IntervalModel } from '../neighbours/interval.ts'
import type { LocalMarket } from '../neighbours/local-value.ts'
import { calibrate } from '../tuning/calibration.ts'
import { tune } from '../tuning/tuning.ts'
import type { Backtest } from '../wire/estimate-schema.ts'
import { defaultSettings, type FitSettings } from './fit-settings.ts'

/**
 * Raise it when the same comparables give another model, by the default settings too: a stored model
 * of another method is fitted anew at the next start. It is part of the version.
 */
export const METHOD = 27

export type Model = LocalMarket & {
  readonly version: string
  /** Date of the latest comparable in the model. */
  readonly dataUntil: string
  /** The evidence, row by row as in `table`. */
  readonly comparables: Comparable[]
  /** Position of a building among `table.buildings`. */
  readonly buildingCodes: ReadonlyMap<string, number>
  readonly buildingRows: BuildingRows
  readonly usualRanges: UsualRanges
  /** Of an answer. */
  readonly interval: IntervalModel
  /** Whose FSD says too what gets no answer. */
  readonly refusal: IntervalModel
  readonly backtest: Backtest | null
}

export type FitOptions = Partial<Omit<FitSettings, 'trees'>> & {
  /** Comparables dated later do not exist for this fit (ISO date, inclusive). */
  readonly until: string
  readonly trees?: Partial<TreeSettings>
}

/** ln price as a deal, less the index, one per row. */
function detrendedPrices(table: MarketTable, hedonic: Hedonic): Float64Array {
  const market = { table, attribute: { hedonic } }
  return Float64Array.from({ length: table.n }, (_, i) => {
    const index = indexOf(hedonic, flatOf(table, i))
    return lnPriceAs(market, i, 'deal') - indexLevel(index, table.day[i] as number)
  })
}

/**
 * Fits a model. Pure: the same comparables (in any order) and settings give the same model and
 * version.
 * @throws RangeError if `until` is not an ISO date
 */
export function fit(comparables: readonly Comparable[], options: FitOptions): Model {
  if (dayOfIso(options.until) === null) {
    throw new RangeError(`until is not a date: ${options.until}`)
  }
  const { until, trees, ...rest } = options
  const known = comparables.filter(({ date }) => date <= until)
  const evidence = clean(nameCities(spellCitiesAlike(known)))
  const defaults = defaultSettings(evidence.length)
  const settings: FitSettings = {
    ...defaults,
    ...rest,
    trees: { ...defaults.trees, ...trees },
  }
  const table = marketTable(evidence)
  const grid = gridOf(table)

  const hedonic = fitHedonic(table)
  const detrended = detrendedPrices(table, hedonic)
  const folds = table.n >= settings.fewestForTrees ? settings.folds : 0
  const grow = (foldOfRow: Uint8Array, blind?: readonly Hedonic[]): LearntAttributes =>
    fitAttributeModel(table, hedonic, detrended, {
      folds,
      trees: settings.trees,
      seed: settings.seed,
      foldOfRow,
      ...(blind === undefined ? {} : { blind }),
    })
  const growBlind = (foldOfRow: Uint8Array): LearntAttributes =>
    grow(foldOfRow, blindHedonics(table, hedonic, { folds: settings.folds, foldOfRow }))
  const keptBack = folds === 0 ? new Uint8Array(table.n) : keepBack(table, settings)
  const learnt = grow(foldsByRow(table, folds, keptBack))
  const isApart = settings.blindToBuildings && folds > 0
  // Only trials are valued blindly. Neighbours stay: only a flat's own prediction must not use its
  // price, nor in an unknown building those of its building.
  const tried = folds > 0 ? learnt : growBlind(foldsByRow(table, settings.folds, keptBack))
  const blind = settings.blindToBuildings
    ? growBlind(foldsByBuilding(table, settings.folds))
    : learnt
  const { outOfFold } = learnt
  const market = { table, grid }
  const markets = {
    known: { ...market, ...tried, outOfFold },
    unknown: { ...market, ...blind, outOfFold },
  }
  const trials = drawTuningAndInterval(table, { keptBack, hasTrees: folds > 0, isApart }, settings)
  const tuned = tune(markets, trials.tuning)

  const buildingRows = rowsByBuilding(table)
  const calibrated = calibrate(markets, buildingRows, trials.interval, tuned.scalesFor)

  return {
    table,
    grid,
    ...learnt,
    scales: tuned.scales,
    version: versionOf(table, settings),
    dataUntil: table.n === 0 ? until : isoOfDay(table.day[table.n - 1] as number),
    comparables: evidence.map(({ comparable }) => comparable),
    buildingCodes: codesOf(table),
    buildingRows,
    usualRanges: usualRanges(table),
    ...calibrated,
  }
}

export function gridOf(table: MarketTable): SpatialGrid {
  return spatialGrid(
    table.n,
    (i) => table.flats[i * FLAT.size + FLAT.lat] as number,
    (i) => table.flats[i * FLAT.size + FLAT.lon] as number,
  )
}

export function codesOf(table: MarketTable): Map<string, number> {
  return new Map(table.buildings.map((building, code) => [building, code]))
}

/** Twelve hex digits of a hash of evidence and settings: the same for the same of both. */
function versionOf(table: MarketTable, settings: FitSettings): string {
  const hash = createHash('sha256')
  hash.update(JSON.stringify([METHOD, settings]))
  hash.update(JSON.stringify(table.words))
  hash.update(JSON.stringify(table.buildings))
  for (const column of [table.flats, table.day, table.lnPrice, table.listing, table.building]) {
    hash.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength))
  }
  return hash.digest('hex').slice(0, 12)
}
