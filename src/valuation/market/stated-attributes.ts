// Which attributes a flat states of itself, and which are filled in from others (gaps.ts) or stay
// unknown. Never here: what a statement is worth (attributes/unstated.ts).
import { attributeAt, FLAT } from './flat-vector.ts'
import type { MarketTable } from './market-table.ts'

/** Attributes whose gaps are filled from the building's other flats. */
export const BUILDING_ATTRIBUTES = [
  FLAT.year,
  FLAT.floors,
  FLAT.material,
  FLAT.class,
  FLAT.ceilingM,
] as const

/** Measures whose gaps are filled with the usual share for the number of rooms. */
export const SHARES = [FLAT.kitchenShare, FLAT.livingShare] as const

export type Share = (typeof SHARES)[number]

export const isShare = (position: number): position is Share =>
  (SHARES as readonly number[]).includes(position)

/** Attributes whose gaps are filled, in the order of their bits in `filled`. */
const FILLABLE: readonly number[] = [...BUILDING_ATTRIBUTES, ...SHARES]

/** All attributes that a flat may state or leave out. */
export const STATEABLE: readonly number[] = [...FILLABLE, FLAT.floor, FLAT.condition, FLAT.market]

/** Marks what a row has from others. */
export function markFilled(
  { filled }: Pick<MarketTable, 'filled'>,
  row: number,
  position: number,
): void {
  filled[row] = (filled[row] as number) | (1 << FILLABLE.indexOf(position))
}

/** Whether a row has an attribute from others. */
export function isFilled(
  { filled }: Pick<MarketTable, 'filled'>,
  row: number,
  position: number,
): boolean {
  const bit = FILLABLE.indexOf(position)
  return bit >= 0 && ((filled[row] as number) & (1 << bit)) !== 0
}

/** Whether a row states an attribute itself. */
export function isStated(
  table: Pick<MarketTable, 'flats' | 'filled'>,
  row: number,
  position: number,
): boolean {
  const value = attributeAt(table, row, position)
  return !Number.isNaN(value) && !isFilled(table, row, position)
}

/**
 * The attributes that neither a flat nor its building states.
 * @param isUsual whether a share is only the usual one for the number of rooms
 */
export function unstatedIn(flat: Float64Array, isUsual: (share: Share) => boolean): number[] {
  return STATEABLE.filter(
    (position) => Number.isNaN(flat[position]) || (isShare(position) && isUsual(position)),
  )
}
