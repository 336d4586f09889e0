// What the trees of a fit learn from, and how: by row, or blind to what they are tried on. Plain
// data, so that another thread can grow trees too. Never here: trials, and what is made of the
// trees (fit.ts).
import {
  fitAttributeModel,
  foldsByBuilding,
  foldsByRow,
  type LearntAttributes,
} from '../attributes/attribute-model.ts'
import { blindHedonics } from '../attributes/blind-hedonics.ts'
import { fitHedonic } from '../attributes/fit-hedonic.ts'
import { type Hedonic, marketIndexOf } from '../attributes/hedonic.ts'
import { lnPriceAs } from '../attributes/price-basis.ts'
import { indexLevel } from '../attributes/time-index.ts'
import { flatOf } from '../market/flat-vector.ts'
import type { MarketTable } from '../market/market-table.ts'
import { keepBack } from '../market/trials.ts'
import type { FitSettings } from './fit-settings.ts'

export interface Lesson {
  readonly settings: FitSettings
  readonly table: MarketTable
  readonly hedonic: Hedonic
  /** ln price as a deal, less the index, one per row. */
  readonly detrended: Float64Array
  /** False in a market too small for trees: regressions alone are learnt there. */
  readonly hasTrees: boolean
  /** By row, whether it is kept back from the trees (`keepBack`). */
  readonly keptBack: Uint8Array
}

export function lessonOf(table: MarketTable, settings: FitSettings): Lesson {
  const hedonic = fitHedonic(table)
  const hasTrees = table.n >= settings.fewestForTrees
  return {
    settings,
    table,
    hedonic,
    detrended: detrendedPrices(table, hedonic),
    hasTrees,
    keptBack: hasTrees ? keepBack(table, settings) : new Uint8Array(table.n),
  }
}

function detrendedPrices(table: MarketTable, hedonic: Hedonic): Float64Array {
  const market = { table, attribute: { hedonic } }
  return Float64Array.from({ length: table.n }, (_, i) => {
    const index = marketIndexOf(hedonic, flatOf(table, i))
    return lnPriceAs(market, i, 'deal') - indexLevel(index, table.day[i] as number)
  })
}

/** What values requests: the trees of a row's fold have not seen it, the regression has. */
export function learnByRow(lesson: Lesson): LearntAttributes {
  return learn(lesson, { folds: lesson.settings.folds, foldOfRow: rowFolds(lesson) })
}

/** The same by regressions that have not seen the fold's rows either. */
export function learnBlindToRows(lesson: Lesson): LearntAttributes {
  return learnBlind(lesson, { folds: lesson.settings.folds, foldOfRow: rowFolds(lesson) })
}

/**
 * Neither trees nor regressions of a building's fold have seen any of its flats, of as many folds
 * as the settings say.
 */
export function learnBlindToBuildings(lesson: Lesson): LearntAttributes {
  return learnBlind(lesson, { folds: blindFolds(lesson), foldOfRow: buildingFolds(lesson) })
}

/** Of which rows' buildings `learnBlindToBuildings` sees nothing. */
export function blindToBuildingOf(lesson: Lesson): (row: number) => boolean {
  const foldOfRow = buildingFolds(lesson)
  const folds = blindFolds(lesson)
  return (row) => (foldOfRow[row] as number) < folds
}

const blindFolds = ({ settings }: Lesson): number => Math.min(settings.blindFolds, settings.folds)
const buildingFolds = ({ table, settings }: Lesson): Uint8Array =>
  foldsByBuilding(table, settings.folds)

const rowFolds = ({ table, settings, keptBack }: Lesson): Uint8Array =>
  foldsByRow(table, settings.folds, keptBack)

interface Folds {
  /** For how many folds something is learnt. */
  readonly folds: number
  /** Others hold rows that all may see; no trees may see an UNSEEN one. */
  readonly foldOfRow: Uint8Array
}

function learnBlind(lesson: Lesson, folds: Folds): LearntAttributes {
  return learn(lesson, folds, blindHedonics(lesson.table, lesson.hedonic, folds))
}

function learn(
  { table, hedonic, detrended, hasTrees, settings: { trees, seed } }: Lesson,
  { folds, foldOfRow }: Folds,
  blind?: readonly Hedonic[],
): LearntAttributes {
  return fitAttributeModel(table, hedonic, detrended, {
    folds: hasTrees ? folds : 0,
    trees,
    seed,
    foldOfRow,
    blind,
  })
}
