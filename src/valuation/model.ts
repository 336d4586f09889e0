// Fits a market: comparables in, everything an estimate reads out, in the order of docs/valuation.md.
// Never here: the answer to a request (estimate.ts) and bytes (model-file.ts).

import { createHash } from 'node:crypto'
import { hashText } from '../random.ts'
import {
  attributeLn,
  fitAttributeModel,
  foldsByBuilding,
  foldsByRow,
  type LearntAttributes,
} from './attribute-model.ts'
import type { TreeSettings } from './boosted-trees.ts'
import { dayOfIso, isoOfDay } from './calendar.ts'
import { type Cleaned, clean } from './cleaning.ts'
import type { Comparable } from './comparable.ts'
import { FEWEST_COMPARABLES } from './evidence-quality.ts'
import { FLAT_SIZE, LAT, LON } from './flat-vector.ts'
import { fitHedonic, indexOf } from './hedonic.ts'
import {
  type EvidenceShape,
  FSD_SHARE,
  fitInterval,
  halfWidth,
  type IntervalModel,
  MOST_FSD,
  SCORE_FOLDS,
  type TriedEstimate,
} from './interval.ts'
import { type LocalMarket, residualOf, valueLocally } from './local-value.ts'
import { flatAsTold, type MarketTable, marketTable } from './market-table.ts'
import { ratioMetrics } from './ratio-metrics.ts'
import { choose } from './shown-comparables.ts'
import { type SpatialGrid, spatialGrid } from './spatial-grid.ts'
import { indexLevel } from './time-index.ts'
import { drawTrials, KEPT_BUILDING, KEPT_ROW, keepBack, type Trial } from './trials.ts'
import { type Scales, type Trialled, type TunedScales, tuneScales, tuneUnknown } from './tuning.ts'

/** Raised whenever the same comparables and settings would give another model: it is part of the version. */
export const METHOD = 5

export interface FitSettings {
  seed: number
  /** Folds of rows for out-of-fold residuals. */
  folds: number
  trees: TreeSettings
  /** Trials the scales are tuned on, and trials the interval is scaled on. */
  tuningTrials: number
  intervalTrials: number
  /**
   * Whether trees are grown a second time, blind to whole buildings: what flats in unknown buildings are tuned and
   * tried with. Otherwise whole buildings are kept back from the only trees, as many as `buildingsOverRows` says.
   */
  blindToBuildings: boolean
  /** Rows kept back in whole buildings per row kept back alone. */
  buildingsOverRows: number
  /** Markets with fewer rows do without trees. */
  fewestForTrees: number
}

/** Above this many rows trees grow shallower and fewer: the neighbourhoods are dense, and a refit stays short. */
const LARGE_MARKET = 40_000

/** Below this many, many small steps gain nothing, and whoever waits for the first fit waits less. */
const SMALL_MARKET = 10_000

/** Settings for a market of so many rows. */
export function defaultSettings(rows: number): FitSettings {
  const large = rows > LARGE_MARKET
  const small = rows < SMALL_MARKET
  return {
    seed: 1,
    folds: large ? 3 : small ? 4 : 5,
    trees: {
      trees: small ? 80 : 150,
      leaves: small ? 127 : 255,
      learningRate: small ? 0.14 : large ? 0.1 : 0.08,
      leafWeight: large ? 5 : 2,
      shrinkage: 1,
      rowShare: large ? 0.5 : 0.8,
      featureShare: large ? 0.6 : 0.5,
      lossWidth: 3,
    },
    tuningTrials: large || small ? 800 : 2200,
    intervalTrials: small ? 800 : 1200,
    blindToBuildings: !large,
    buildingsOverRows: large ? 5 : 0,
    fewestForTrees: 800,
  }
}

/** What the trials of the fit itself showed: a preview of the ratio study, on the market's own past. */
export interface Backtest {
  mdape: number
  pe10: number
  pe20: number
  cod: number
  coverage: number
  n: number
}

export type Model = LocalMarket & {
  version: string
  /** No comparable dated later was looked at. */
  until: string
  /** Date of the latest comparable in the model. */
  dataUntil: string
  settings: FitSettings
  /** The evidence, row by row as in `table`. */
  comparables: Comparable[]
  /** Position of a building among `table.buildings`. */
  buildingCodes: ReadonlyMap<string, number>
  /** Rows by building: those of building b stand at rows[starts[b]] … rows[starts[b + 1] − 1], oldest first. */
  buildingRows: BuildingRows
  interval: IntervalModel
  backtest: Backtest | null
  dropped: Cleaned['dropped']
}

export interface BuildingRows {
  rows: Int32Array
  starts: Int32Array
}

export type FitOptions = Partial<Omit<FitSettings, 'trees'>> & {
  /** Comparables dated later do not exist for this fit (ISO date, inclusive). */
  until: string
  trees?: Partial<TreeSettings>
  /** Told each step and the milliseconds it took. */
  onStep?: (step: string, ms: number) => void
}

/**
 * Fits a model. Pure: the same comparables (in any order) and settings give the same model and version.
 * @throws RangeError if `until` is not an ISO date
 */
export function fit(comparables: readonly Comparable[], options: FitOptions): Model {
  if (dayOfIso(options.until) === null)
    throw new RangeError(`until is not a date: ${options.until}`)
  const { until, onStep, trees, ...rest } = options
  let started = performance.now()
  const step = (name: string): void => {
    const now = performance.now()
    onStep?.(name, now - started)
    started = now
  }
  const { evidence, dropped } = clean(comparables.filter(({ date }) => date <= until))
  const defaults = defaultSettings(evidence.length)
  const settings: FitSettings = {
    ...defaults,
    ...rest,
    trees: { ...defaults.trees, ...trees },
  }
  const table = marketTable(evidence)
  const grid = gridOf(table)
  step('clean')

  const hedonic = fitHedonic(table)
  step('hedonic')
  const detrended = new Float64Array(table.n)
  for (let i = 0; i < table.n; i++) {
    const flat = table.flats.subarray(i * FLAT_SIZE, (i + 1) * FLAT_SIZE)
    detrended[i] =
      (table.lnPrice[i] as number) -
      (table.listing[i] === 1 ? hedonic.lnAskOverDeal : 0) -
      indexLevel(indexOf(hedonic, flat), table.day[i] as number)
  }
  const folds = table.n >= settings.fewestForTrees ? settings.folds : 0
  const grow = (foldOfRow: Uint8Array): LearntAttributes =>
    fitAttributeModel(table, hedonic, detrended, {
      folds,
      trees: settings.trees,
      seed: settings.seed,
      foldOfRow,
    })
  const keptBack = folds === 0 ? new Uint8Array(table.n) : keepBack(table, settings)
  const learnt = grow(foldsByRow(table, folds, keptBack))
  step('trees')
  const isApart = settings.blindToBuildings && folds > 0
  const blind = isApart ? grow(foldsByBuilding(table, folds)) : learnt
  step('trees blind to buildings')

  // Neighbours are known either way; only what is said of the flat itself must not know its building.
  const around = { table, grid, outOfFold: learnt.outOfFold }
  const known = { ...around, attribute: learnt.attribute, foldOfRow: learnt.foldOfRow }
  const unknown = { ...around, attribute: blind.attribute, foldOfRow: blind.foldOfRow }
  const trials = trialsOf(table, keptBack, folds, isApart, settings)
  const scalesOfKnown = tuneScales(tuningParts(known), trials.tuning.known)
  const scalesOfUnknown = tuneUnknown(
    tuningParts(unknown),
    trials.tuning.unknown,
    scalesOfKnown,
    ({ row }) => halfOf(table, row),
  )
  step('scales')

  const buildingRows = rowsByBuilding(table)
  const { interval, backtest } = calibrate(
    { known, unknown },
    buildingRows,
    trials.interval,
    (row) => ({
      known: scalesOfKnown,
      unknown: scalesOfUnknown.without[halfOf(table, row)] as Scales,
    }),
  )
  step('interval')

  return {
    table,
    grid,
    ...learnt,
    scales: { known: scalesOfKnown, unknown: scalesOfUnknown.scales },
    version: versionOf(table, settings),
    until,
    dataUntil: table.n === 0 ? until : isoOfDay(table.day[table.n - 1] as number),
    settings,
    comparables: evidence.map(({ comparable }) => comparable),
    buildingCodes: codesOf(table),
    buildingRows,
    interval,
    backtest,
    dropped,
  }
}

/** What the tuning of scales asks of a market. */
function tuningParts(market: Omit<LocalMarket, 'scales'>): Trialled {
  const { table, grid, attribute, outOfFold, foldOfRow } = market
  return {
    table,
    grid,
    residualAt: (row, knownMonth) => residualOf(market, row, knownMonth),
    targetOf: ({ row, knownDay, knownMonth }, flat) => {
      const f = attributeLn(attribute, flat, knownDay, foldOfRow[row] as number)
      return residualOf(market, row, knownMonth) + (outOfFold[row] as number) - f
    },
  }
}

export function gridOf(table: MarketTable): SpatialGrid {
  return spatialGrid(
    table.n,
    (i) => table.flats[i * FLAT_SIZE + LAT] as number,
    (i) => table.flats[i * FLAT_SIZE + LON] as number,
  )
}

export function codesOf(table: MarketTable): Map<string, number> {
  return new Map(table.buildings.map((building, code) => [building, code]))
}

/** With fewer trials than this the tuning's and the interval's are the same. */
const FEWEST_APART = 300

interface Trials {
  known: Trial[]
  unknown: Trial[]
}

/**
 * Trials of flats in known and in unknown buildings. The interval is scaled on flats no trees saw, as far as they
 * suffice; only in a building kept whole does f not know the flats next door.
 */
function trialsOf(
  table: MarketTable,
  keptBack: Uint8Array,
  folds: number,
  isApart: boolean,
  { tuningTrials, intervalTrials, seed }: FitSettings,
): { tuning: Trials; interval: Trials } {
  const marked = (mark: number, count: number): Trial[] =>
    drawTrials(table, count, seed, (row) => keptBack[row] === mark)
  if (folds === 0) {
    const all = drawTrials(table, tuningTrials + intervalTrials, seed, () => true)
    const spare = all.slice(tuningTrials)
    const tuning = all.slice(0, tuningTrials)
    const interval = spare.length >= FEWEST_APART ? spare : all
    return {
      tuning: { known: tuning, unknown: tuning },
      interval: { known: interval, unknown: interval },
    }
  }
  const seen = marked(0, tuningTrials)
  const rows = marked(KEPT_ROW, intervalTrials)
  const known = rows.length >= FEWEST_APART ? rows : [...rows, ...seen]
  if (!isApart) {
    const whole = marked(KEPT_BUILDING, intervalTrials)
    return { tuning: { known: seen, unknown: whole }, interval: { known, unknown: whole } }
  }
  const any = drawTrials(table, 2 * intervalTrials, seed, () => true)
  return { tuning: { known: seen, unknown: any }, interval: { known, unknown: any } }
}

/** A building's flats err together: they are in one half, and in one fold of the interval. */
const buildingHash = (table: MarketTable, row: number): number =>
  hashText(table.buildings[table.building[row] as number] as string, 31)
const halfOf = (table: MarketTable, row: number): number => buildingHash(table, row) % 2

/** Tries the whole method on rows its scales were not tuned on, with their buildings known and hidden in turn. */
function calibrate(
  markets: Record<'known' | 'unknown', Omit<LocalMarket, 'scales'>>,
  buildingRows: BuildingRows,
  trials: Trials,
  scalesFor: (row: number) => TunedScales,
): { interval: IntervalModel; backtest: Backtest | null } {
  const { table } = markets.known
  const tried: TriedEstimate[] = []
  const estimates: number[] = []
  const prices: number[] = []
  const evidenceOf: EvidenceShape[] = []
  for (const hidden of [false, true]) {
    for (const trial of hidden ? trials.unknown : trials.known) {
      const flat = hidden
        ? flatAsTold(table, trial.row)
        : table.flats.subarray(trial.row * FLAT_SIZE, (trial.row + 1) * FLAT_SIZE)
      const building = table.building[trial.row] as number
      // A building is known through other flats in it, as it would have been on that day.
      const known =
        !hidden &&
        buildingRows.rows
          .subarray(buildingRows.starts[building], buildingRows.starts[building + 1])
          .some((row) => row !== trial.row && (table.day[row] as number) <= trial.knownDay)
      const refuse = hidden
        ? (row: number) => table.building[row] === building
        : (row: number) => row === trial.row
      const market = {
        ...(hidden ? markets.unknown : markets.known),
        scales: scalesFor(trial.row),
      }
      const value = valueLocally(market, {
        flat,
        building: known ? building : -1,
        fold: market.foldOfRow[trial.row] as number,
        day: trial.day,
        knownDay: trial.knownDay,
        knownMonth: trial.knownMonth,
        radiusKm: 4,
        refuse,
      })
      // What gets no answer for want of comparables to show must not widen the intervals of what does.
      const asked = table.listing[trial.row] === 1
      const shown = choose(
        { market, value, flat, day: trial.day, basis: asked ? 'ask' : 'deal' },
        { radiusKm: 4, building: known ? building : -1, knownDay: trial.knownDay, refuse },
        {
          ln: value.ln + (asked ? market.attribute.hedonic.lnAskOverDeal : 0),
          most: FEWEST_COMPARABLES,
        },
      )
      if (shown.length < FEWEST_COMPARABLES) continue
      const paid =
        (table.lnPrice[trial.row] as number) -
        (table.listing[trial.row] === 1 ? market.attribute.hedonic.lnAskOverDeal : 0)
      tried.push({
        shape: value.shape,
        error: value.ln - paid,
        fold: buildingHash(table, trial.row) % SCORE_FOLDS,
      })
      if (hidden) continue
      estimates.push(Math.exp(value.ln))
      prices.push(Math.exp(paid))
      evidenceOf.push(value.shape)
    }
  }
  const wide = fitInterval(tried)
  const interval = fitInterval(
    tried.filter(({ shape }) => halfWidth(wide, shape, FSD_SHARE) <= MOST_FSD),
  )
  const { mdape, pe10, pe20, cod } = ratioMetrics(estimates, prices)
  if (mdape === null || pe10 === null || pe20 === null || cod === null)
    return { interval, backtest: null }
  const covered = evidenceOf.filter((shape, i) => {
    const miss = Math.log((estimates[i] as number) / (prices[i] as number))
    return Math.abs(miss) <= halfWidth(interval, shape, 0.8)
  })
  return {
    interval,
    backtest: {
      mdape: round4(mdape),
      pe10: round4(pe10),
      pe20: round4(pe20),
      cod: round4(cod),
      coverage: round4(covered.length / estimates.length),
      n: estimates.length,
    },
  }
}

const round4 = (value: number): number => Math.round(value * 10_000) / 10_000

export function rowsByBuilding(table: MarketTable): BuildingRows {
  const starts = new Int32Array(table.buildings.length + 1)
  for (const building of table.building) starts[building + 1] = (starts[building + 1] as number) + 1
  for (let b = 0; b < table.buildings.length; b++)
    starts[b + 1] = (starts[b + 1] as number) + (starts[b] as number)
  const next = starts.slice()
  const rows = new Int32Array(table.n)
  table.building.forEach((building, row) => {
    const at = next[building] as number
    rows[at] = row
    next[building] = at + 1
  })
  return { rows, starts }
}

/** Twelve hex digits of a hash of the evidence and the settings: the same data and settings, the same version. */
function versionOf(table: MarketTable, settings: FitSettings): string {
  const hash = createHash('sha256')
  hash.update(JSON.stringify([METHOD, settings]))
  hash.update(JSON.stringify(table.words))
  hash.update(JSON.stringify(table.buildings))
  for (const column of [table.flats, table.day, table.lnPrice, table.listing, table.building])
    hash.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength))
  return hash.digest('hex').slice(0, 12)
}
