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
import { type Hedonic, indexOf } from '../attributes/hedonic.ts'
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
  /** By row, whether and why it is kept back from the trees (`keepBack`). */
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
    const index = indexOf(hedonic, flatOf(table, i))
    return lnPriceAs(market, i, 'deal') - indexLevel(index, table.day[i] as number)
  })
}

/** What values requests: the trees of a row's fold have not seen it, the regression has. */
export function learnByRow(lesson: Lesson): LearntAttributes {
  return learn(lesson, rowFolds(lesson))
}

/** The same by regressions that have not seen the fold's rows either. */
export function learnBlindToRows(lesson: Lesson): LearntAttributes {
  return learnBlind(lesson, rowFolds(lesson))
}

/** Neither trees nor regressions of a building's fold have seen any of its flats. */
export function learnBlindToBuildings(lesson: Lesson): LearntAttributes {
  return learnBlind(lesson, foldsByBuilding(lesson.table, lesson.settings.folds))
}

const rowFolds = ({ table, settings, keptBack }: Lesson): Uint8Array =>
  foldsByRow(table, settings.folds, keptBack)

function learnBlind(lesson: Lesson, foldOfRow: Uint8Array): LearntAttributes {
  const { table, hedonic, settings } = lesson
  const blind = blindHedonics(table, hedonic, { folds: settings.folds, foldOfRow })
  return learn(lesson, foldOfRow, blind)
}

function learn(
  { table, hedonic, detrended, hasTrees, settings: { folds, trees, seed } }: Lesson,
  foldOfRow: Uint8Array,
  blind?: readonly Hedonic[],
): LearntAttributes {
  return fitAttributeModel(table, hedonic, detrended, {
    folds: hasTrees ? folds : 0,
    trees,
    seed,
    foldOfRow,
    ...(blind === undefined ? {} : { blind }),
  })
}
