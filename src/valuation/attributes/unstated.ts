// What a value loses where a flat's attribute is not stated: how far stating it moves f in this
// market. Never here: gaps that other flats fill (market/gaps.ts).
import { robustScale } from '../../order-statistics.ts'
import { MARKETS } from '../comparables/comparable.ts'
import { FLAT, flatOf } from '../market/flat-vector.ts'
import { fillShare } from '../market/gaps.ts'
import type { MarketTable } from '../market/market-table.ts'
import { isShare, isStated, STATEABLE } from '../market/stated-attributes.ts'
import { type AttributeModel, attributeLn, UNSEEN } from './attribute-model.ts'

/**
 * By code of `MARKETS`, last for flats of an unknown market, then by position among STATEABLE: the
 * variance, ln², that the lack of the attribute adds to an error.
 */
export type UnstatedVariances = readonly (readonly number[])[]

/** Flats on which attributes are left out; each takes milliseconds. */
const SAMPLE = 300

/**
 * How far f moves when a flat that states an attribute no longer does, as the variance of a normal.
 * Of a segment of which few flats state it, only their share counts: f was learnt, and its error
 * tried, on flats without it there.
 */
export function unstatedVariances(
  table: MarketTable,
  attribute: AttributeModel,
): UnstatedVariances {
  const moved = movesWithout(table, attribute).map(robustScale)
  return statedShares(table).map((shares) =>
    shares.map((share, k) => share * ((moved[k] as number) || 0) ** 2),
  )
}

/** ln, of flats spread over the market, by position among STATEABLE. */
function movesWithout(table: MarketTable, attribute: AttributeModel): number[][] {
  const moves = STATEABLE.map((): number[] => [])
  const step = Math.max(1, Math.floor(table.n / SAMPLE))
  for (let row = 0; row < table.n; row += step) {
    const flat = flatOf(table, row)
    const f = (of: Float64Array) => attributeLn(attribute, of, table.day[row] as number, UNSEEN)
    const stated = f(flat)
    for (const [k, position] of STATEABLE.entries()) {
      if (!isStated(table, row, position)) continue
      const without = flat.with(position, Number.NaN)
      if (isShare(position)) fillShare(table, without, position)
      moves[k]?.push(f(without) - stated)
    }
  }
  return moves
}

/**
 * By segment as in UnstatedVariances, then by position among STATEABLE. Of a segment without flats,
 * as where a file does not tell segments apart, those of all flats.
 */
function statedShares(table: MarketTable): number[][] {
  const segments = Array.from({ length: MARKETS.length + 1 }, (): number[] => [])
  for (let row = 0; row < table.n; row += 1) segments[segmentOf(flatOf(table, row))]?.push(row)
  const all = segments.flat()
  return segments.map((ofSegment) => {
    const rows = ofSegment.length === 0 ? all : ofSegment
    return STATEABLE.map((position) => {
      const stating = rows.filter((row) => isStated(table, row, position))
      return stating.length / Math.max(1, rows.length)
    })
  })
}

const segmentOf = (flat: Float64Array): number => {
  const market = flat[FLAT.market] as number
  return Number.isNaN(market) ? MARKETS.length : market
}

/** The standard deviation, ln, that a flat's unstated attributes add. @param unstated positions */
export function unstatedSd(
  variances: UnstatedVariances,
  flat: Float64Array,
  unstated: readonly number[],
): number {
  const ofSegment = variances[segmentOf(flat)]
  const variance = unstated.reduce(
    (sum, position) => sum + (ofSegment?.[STATEABLE.indexOf(position)] ?? 0),
    0,
  )
  return Math.sqrt(variance)
}
