// How neighbours differ from a subject, in the units of the local regression's slopes. Never here:
// what the differences are worth (local-ridge.ts), and how alike they make flats (similarity.ts).
import { degreesEast, KM_PER_DEGREE, kmEast } from '../../geometry/earth.ts'
import { FLAT } from '../market/flat-vector.ts'
import type { MarketTable } from '../market/market-table.ts'

/**
 * Slopes of the local regression. Their units: 0.2 in ln m², ln storey, decade, half-year, half a
 * km east and north.
 */
export const SLOPES = ['area', 'floor', 'building', 'date', 'location', 'location'] as const
export const SLOPE_COUNT = SLOPES.length

const storey = (floor: number): number => Math.log(Math.max(1, floor))

/**
 * Writes how a row differs from the subject on a day to out[at…], in the units of SLOPES. An
 * unknown difference counts as none.
 */
export function slopeDifferences(
  subject: { readonly flat: Float64Array; readonly day: number },
  table: Pick<MarketTable, 'flats' | 'day'>,
  row: number,
  out: Float64Array | Float32Array,
  at: number,
): void {
  const { flat } = subject
  const { flats } = table
  const from = row * FLAT.size
  const lat = flat[FLAT.lat] as number
  out[at] = ((flats[from + FLAT.lnArea] as number) - (flat[FLAT.lnArea] as number)) / 0.2
  out[at + 1] = storey(flats[from + FLAT.floor] as number) - storey(flat[FLAT.floor] as number)
  out[at + 2] = ((flats[from + FLAT.year] as number) - (flat[FLAT.year] as number)) / 10
  out[at + 3] = ((table.day[row] as number) - subject.day) / 183
  const east = degreesEast(flat[FLAT.lon] as number, flats[from + FLAT.lon] as number)
  out[at + 4] = kmEast(east, lat) * 2
  out[at + 5] = ((flats[from + FLAT.lat] as number) - lat) * KM_PER_DEGREE * 2
  for (let k = 0; k < SLOPE_COUNT; k += 1) {
    const value = out[at + k] as number
    if (Number.isNaN(value)) out[at + k] = 0
  }
}
