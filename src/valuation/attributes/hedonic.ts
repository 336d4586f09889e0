// The fitted log-hedonic regression: the effect of each attribute on ln price, and the level of
// each month. Never here: how it is fitted (fit-hedonic.ts), and neighbours.
import { FLAT } from '../market/flat-vector.ts'
import { columnsOf, type Layout } from './hedonic-columns.ts'
import type { MarketIndex } from './time-index.ts'

export interface Hedonic {
  /** ln roubles; positions as `layout` gives them. */
  readonly coefficients: Float64Array
  readonly layout: Layout
  /** City centre (median point) by city code: latitude and longitude alternating. */
  readonly centres: Float64Array
  /** Index group by city code. Cities too small for their own index share group 0. */
  readonly indexGroupOfCity: Int32Array
  readonly indices: MarketIndex[]
  /** ln(asked / paid): how far an asking price is above a deal. */
  readonly lnAskOverDeal: number
}

/**
 * f(flat): ln roubles of a deal at index level 0. A city, district or class the market does not
 * know adds nothing.
 */
export function hedonicLn(hedonic: Hedonic, flat: Float64Array): number {
  const { coefficients, layout, centres } = hedonic
  let sum = 0
  columnsOf(flat, layout, centres, (column, value) => {
    sum += value * (coefficients[column] as number)
  })
  return sum
}

/** The effect of a class or district (`position` says which), ln; NaN where it is unknown. */
export function codeEffect(hedonic: Hedonic, position: number, code: number): number {
  if (Number.isNaN(code)) return Number.NaN
  const { layout, coefficients } = hedonic
  const from = position === FLAT.class ? layout.classes : layout.districts
  return coefficients[from + code] as number
}

/** The index of a flat's city, or that of group 0 where the city is unknown. */
export function marketIndexOf(hedonic: Hedonic, flat: Float64Array): MarketIndex {
  const city = flat[FLAT.city] as number
  const group = Number.isNaN(city) ? 0 : (hedonic.indexGroupOfCity[city] as number)
  return (
    hedonic.indices[group] ?? {
      firstMonth: 0,
      effects: new Float64Array(0),
      hasRows: new Uint8Array(0),
    }
  )
}
