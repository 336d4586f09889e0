// Between which sizes, shares of them, floors, years and ceilings almost all flats of a market lie:
// beyond them an estimate is an extrapolation. Never here: how wrong it may be
// (neighbours/interval.ts).
import { quantileOfSorted } from '../../numbers/order-statistics.ts'
import { FLAT, flatOf } from './flat-vector.ts'
import type { MarketTable } from './market-table.ts'

/** Least and most of each of `MEASURES`, in their order. */
export type UsualRanges = readonly (readonly [least: number, most: number])[]

const AS_THEY_ARE = [
  FLAT.lnArea,
  FLAT.rooms,
  FLAT.floor,
  FLAT.floors,
  FLAT.year,
  FLAT.ceilingM,
  FLAT.kitchenShare,
  FLAT.livingShare,
]

/**
 * Rooms, floors, years and shares of the area as they are; areas as ln m², that of a room too.
 */
const MEASURES: readonly ((flat: Float64Array) => number)[] = [
  ...AS_THEY_ARE.map((position) => (flat: Float64Array) => flat[position] as number),
  (flat) => {
    const rooms = flat[FLAT.rooms] as number
    return rooms < 1 ? Number.NaN : (flat[FLAT.lnArea] as number) - Math.log(rooms)
  },
]

/** One flat in a thousand to either side is a typing error, or too rare to learn from. */
const RARE = 0.001
/** A smaller market does not tell what is usual. */
const MIN_FLATS = 500

/** Unbounded where the market is too small, or does not know a measure. */
export function usualRanges(table: MarketTable): UsualRanges {
  return MEASURES.map((measure) => {
    const values = Float64Array.from({ length: table.n }, (_, row) => measure(flatOf(table, row)))
      .filter((value) => !Number.isNaN(value))
      .sort()
    return values.length < MIN_FLATS
      ? [-Infinity, Infinity]
      : [quantileOfSorted(values, RARE), quantileOfSorted(values, 1 - RARE)]
  })
}

/** The newest year that the market knows; infinite where it is too small to tell. */
export function newestYear(ranges: UsualRanges): number {
  return ranges[AS_THEY_ARE.indexOf(FLAT.year)]?.[1] ?? Infinity
}

/** Whether a measure of the flat is beyond its range; an unknown one is not. */
export function isUnusual(ranges: UsualRanges, flat: Float64Array): boolean {
  return MEASURES.some((measure, k) => {
    const [least, most] = ranges[k] ?? [-Infinity, Infinity]
    const value = measure(flat)
    return value < least || value > most
  })
}
