// What a market's flats leave unknown, filled from other flats: a building's attributes from its
// own, kitchens and living rooms by the number of rooms. Never here: what a segment has alike
// (settled-attributes.ts), and what a whole city does not tell (untold-attributes.ts).
import { median } from '../../numbers/order-statistics.ts'
import { groupedBy, listAt } from '../../numbers/packed-lists.ts'
import { attributeAt, FLAT, flatOf } from './flat-vector.ts'
import type { MarketTable } from './market-table.ts'
import {
  BUILDING_ATTRIBUTES,
  isFilled,
  markFilled,
  SHARES,
  type Share,
} from './stated-attributes.ts'

/** Flats of this many rooms or more have one usual share. */
const MAX_ROOMS_APART = 5
/** With fewer flats that state it, the share is that of all flats. */
const MIN_SHARES = 20

/** The most frequent code (of equals the smaller), or the median of a measure. NaN if none. */
export function consensus(position: number, values: number[]): number {
  if (values.length === 0) return Number.NaN
  if (position !== FLAT.material && position !== FLAT.class) {
    const middle = median(values)
    return position === FLAT.ceilingM ? middle : Math.round(middle)
  }
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].reduce((best, one) =>
    one[1] > best[1] || (one[1] === best[1] && one[0] < best[0]) ? one : best,
  )[0]
}

/** What the rows say of an attribute. */
export function valuesAt(
  table: Pick<MarketTable, 'flats'>,
  rows: Iterable<number>,
  position: number,
): number[] {
  return Array.from(rows, (row) => attributeAt(table, row, position)).filter(
    (value) => !Number.isNaN(value),
  )
}

/** Fills a building's unknown attributes from its other flats, and marks them. */
export function fillFromBuildings(table: MarketTable): void {
  const buildingRows = groupedBy(table.building, table.buildings.length)
  for (const building of table.buildings.keys()) {
    const rows = listAt(buildingRows, building)
    for (const position of BUILDING_ATTRIBUTES) {
      const known = valuesAt(table, rows, position)
      if (known.length === 0 || known.length === rows.length) continue
      const value = consensus(position, known)
      for (const row of rows) {
        if (!Number.isNaN(attributeAt(table, row, position))) continue
        table.flats[row * FLAT.size + position] = value
        markFilled(table, row, position)
      }
    }
  }
}

/**
 * Fills unknown kitchen and living areas with the usual share for the number of rooms. A feed
 * without the column often has one kind of flats. If the gap were an attribute, it would take on
 * that kind's price and pass it to every subject without the column.
 */
export function fillUsualShares(table: MarketTable): void {
  for (const position of SHARES) {
    const known: number[][] = Array.from({ length: MAX_ROOMS_APART + 1 }, () => [])
    for (let i = 0; i < table.n; i += 1) {
      const share = attributeAt(table, i, position)
      if (!Number.isNaN(share)) {
        known[roomsApart(attributeAt(table, i, FLAT.rooms))]?.push(share)
      }
    }
    const overall = median(known.flat())
    const usual = known.map((shares) => (shares.length < MIN_SHARES ? overall : median(shares)))
    table.usualShares.set(position, usual)
    for (let i = 0; i < table.n; i += 1) {
      if (fillShare(table, flatOf(table, i), position)) markFilled(table, i, position)
    }
  }
}

const roomsApart = (rooms: number): number => Math.min(MAX_ROOMS_APART, rooms)

/** @returns whether there was a gap that could be filled */
export function fillShare(
  { usualShares }: Pick<MarketTable, 'usualShares'>,
  flat: Float64Array,
  position: Share,
): boolean {
  if (!Number.isNaN(flat[position])) return false
  const usual = usualShares.get(position)?.[roomsApart(flat[FLAT.rooms] as number)] ?? Number.NaN
  flat[position] = usual
  return !Number.isNaN(usual)
}

/**
 * A row's flat as a request in an unknown building would describe it: without attributes filled
 * from the building's other flats.
 */
export function flatWithoutFilled(table: MarketTable, row: number): Float64Array {
  const flat = flatOf(table, row).slice()
  for (const position of BUILDING_ATTRIBUTES) {
    if (isFilled(table, row, position)) flat[position] = Number.NaN
  }
  return flat
}
