// The columns that a made-up flat has in the regression of a market of two cities.
import { columnsOf, layoutOf } from '../../../src/valuation/attributes/hedonic-columns.ts'
import type { Comparable } from '../../../src/valuation/comparables/comparable.ts'
import { coderOf } from '../../../src/valuation/market/flat-vector.ts'
import { sale } from '../sale.ts'

const WORDS = {
  classes: ['комфорт', 'бизнес'],
  districts: ['образцовск|северный', 'образцовск|южный'],
  cities: ['образцовск', 'дальний'],
}
const CENTRES = Float64Array.of(56.08, 60.73, 57.1, 60.7)
export const layout = layoutOf(WORDS)
export const flatOfMarket = coderOf(WORDS)

/** The columns of a flat with their values, in the order in which they are added. */
export function columns(change: Partial<Comparable>): [column: number, value: number][] {
  return columnsOfFlat(flatOfMarket(sale('s', 1, change)))
}

/** The same of a flat's vector. */
export function columnsOfFlat(flat: Float64Array): [column: number, value: number][] {
  const found: [number, number][] = []
  columnsOf(flat, layout, CENTRES, (column, value) => {
    found.push([column, value])
  })
  return found
}
