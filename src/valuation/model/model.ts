// A fitted market: everything an estimate reads. Never here: how it is fitted (fit.ts), and bytes
// (model-file.ts).
import { createHash } from 'node:crypto'
import { groupedBy, type PackedLists } from '../../numbers/packed-lists.ts'
import type { Comparable } from '../comparables/comparable.ts'
import { attributeAt, FLAT } from '../market/flat-vector.ts'
import type { MarketTable } from '../market/market-table.ts'
import { type SpatialGrid, spatialGrid } from '../market/spatial-grid.ts'
import type { UsualRanges } from '../market/usual-ranges.ts'
import type { IntervalModel } from '../neighbours/interval.ts'
import type { LocalMarket } from '../neighbours/local-value.ts'
import type { Backtest } from '../wire/estimate-schema.ts'
import type { FitSettings } from './fit-settings.ts'

/**
 * Raise it whenever the same comparables give another model, be it by other default settings: a
 * stored model of another method is fitted anew at the next start. It is part of the version.
 */
export const METHOD = 52

export type Model = LocalMarket & {
  readonly version: string
  /** Date of the latest comparable in the model. */
  readonly dataUntil: string
  /** The evidence, row by row as in `table`. */
  readonly comparables: Comparable[]
  /** Position of a building among `table.buildings`. */
  readonly buildingCodes: ReadonlyMap<string, number>
  /** List b is of the rows of building b, oldest first. */
  readonly buildingRows: PackedLists
  readonly usualRanges: UsualRanges
  /** Gives the intervals of answers. */
  readonly interval: IntervalModel
  /** Gives a second FSD: too large a one refuses an answer as well (tuning/calibration.ts). */
  readonly refusal: IntervalModel
  readonly backtest: Backtest | null
}

export function gridOf(table: MarketTable): SpatialGrid {
  return spatialGrid(
    table.n,
    (i) => attributeAt(table, i, FLAT.lat),
    (i) => attributeAt(table, i, FLAT.lon),
  )
}

export function buildingCodesOf(table: MarketTable): Map<string, number> {
  return new Map(table.buildings.map((building, code) => [building, code]))
}

export function buildingRowsOf({ building, buildings }: MarketTable): PackedLists {
  return groupedBy(building, buildings.length)
}

/** Twelve hex digits of a hash of evidence and settings: the same for the same of both. */
export function versionOf(table: MarketTable, settings: FitSettings): string {
  const hash = createHash('sha256')
  hash.update(JSON.stringify([METHOD, settings]))
  hash.update(JSON.stringify(table.words))
  hash.update(JSON.stringify(table.buildings))
  for (const column of [table.flats, table.day, table.lnPrice, table.listing, table.building]) {
    hash.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength))
  }
  return hash.digest('hex').slice(0, 12)
}
