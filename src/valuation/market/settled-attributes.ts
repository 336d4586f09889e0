// What a segment's flats have alike, as new builds are sold bare and are of these years: a request
// that does not name it means that. Never here: what an attribute is worth (attributes/hedonic.ts).
import { median } from '../../numbers/order-statistics.ts'
import { MARKETS } from '../comparables/comparable.ts'
import { SAME_WITHIN_YEARS } from './building.ts'
import { FLAT } from './flat-vector.ts'
import type { MarketTable } from './market-table.ts'

/** Share of the segment's flats that have it alike. Arbitrary. */
const NEARLY_ALL = 0.9
/** A smaller segment does not tell. */
const MIN_FLATS = 50

/** The value that flats of a segment share, by the position of the attribute. */
export type SettledAttributes = ReadonlyMap<number, number>

/**
 * By code of `MARKETS`: the condition, where nearly all flats have one, and the year, where nearly
 * all are within some years of the middle one. Nothing where flats differ or do not say.
 * @param flats FLAT.size numbers a row
 */
export function settledAttributes(flats: Float64Array): SettledAttributes[] {
  return MARKETS.map((_, market) => {
    const conditions = new Map<number, number>()
    const years: number[] = []
    let rows = 0
    for (let at = 0; at < flats.length; at += FLAT.size) {
      if (flats[at + FLAT.market] !== market) continue
      rows += 1
      const condition = flats[at + FLAT.condition] as number
      if (!Number.isNaN(condition)) conditions.set(condition, (conditions.get(condition) ?? 0) + 1)
      const year = flats[at + FLAT.year] as number
      if (!Number.isNaN(year)) years.push(year)
    }
    const settled = new Map<number, number>()
    if (rows < MIN_FLATS) return settled
    for (const [condition, count] of conditions) {
      if (count >= NEARLY_ALL * rows) settled.set(FLAT.condition, condition)
    }
    const year = Math.round(median(years))
    const alike = years.filter((one) => Math.abs(one - year) <= SAME_WITHIN_YEARS)
    if (alike.length >= NEARLY_ALL * rows) settled.set(FLAT.year, year)
    return settled
  })
}

/**
 * Fills what the flat's segment has alike and the flat does not say, unless hardly any flat of its
 * city says it either: there it is not compared. The same for a request and for a trial.
 * @returns the positions filled
 */
export function fillSettled(
  { settled, untold }: Pick<MarketTable, 'settled' | 'untold'>,
  flat: Float64Array,
): number[] {
  const ofSegment = [...(settled[flat[FLAT.market] as number] ?? [])]
  const untoldInCity = untold[flat[FLAT.city] as number] ?? []
  return ofSegment.flatMap(([position, value]) => {
    if (!Number.isNaN(flat[position]) || untoldInCity.includes(position)) return []
    flat[position] = value
    return [position]
  })
}
