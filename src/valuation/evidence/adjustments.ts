// Splits the adjustment of a comparable's price into named factors whose product is exact. Never
// here: which comparables are shown and how much each counts.
import { clamp } from '../../numbers/clamp.ts'
import { attributeLn, ofFold } from '../attributes/attribute-model.ts'
import { marketIndexOf } from '../attributes/hedonic.ts'
import { bargainingLn, type PriceBasis } from '../attributes/price-basis.ts'
import { indexLevel } from '../attributes/time-index.ts'
import { ATTRIBUTE_FACTORS, flatOf } from '../market/flat-vector.ts'
import type { LocalMarket, LocalValue } from '../neighbours/local-value.ts'
import { SLOPE_COUNT, SLOPES, slopeDifferences } from '../neighbours/slope-differences.ts'
import { FACTORS, type Factor } from '../wire/estimate-codes.ts'

/** What an adjustment leads to: the subject, its day and the price basis. */
export interface Comparison {
  readonly market: LocalMarket
  readonly value: LocalValue
  readonly flat: Float64Array
  readonly day: number
  readonly basis: PriceBasis
}

function dateLn({ market, value }: Comparison, row: number): number {
  const { table, attribute } = market
  const index = marketIndexOf(attribute.hedonic, flatOf(table, row))
  return value.index - indexLevel(index, table.day[row] as number)
}

function slopesLn(comparison: Comparison, row: number): Float64Array {
  const { market, value } = comparison
  const z = new Float64Array(SLOPE_COUNT)
  slopeDifferences(comparison, market.table, row, z, 0)
  const { reach } = value
  return z.map((difference, k) => {
    const most = reach[k] as number
    return -(value.local.slopes[k] as number) * clamp(difference, -most, most)
  })
}

/** The whole adjustment of a row, ln: the sum of what `adjustmentsLn` gives, at less cost. */
export function totalAdjustmentLn(comparison: Comparison, row: number): number {
  const { market, value, basis } = comparison
  return slopesLn(comparison, row).reduce(
    (sum, one) => sum + one,
    bargainingLn(market, row, basis) +
      dateLn(comparison, row) +
      value.f -
      (market.outOfFold[row] as number),
  )
}

/**
 * Adjustments that turn a row's recorded price into the subject's: ln, one per entry of FACTORS.
 * The row's attributes become the subject's, one factor after another. A factor's adjustment is the
 * change of f at its step, by trees that did not see the row, plus the local slope. Equal
 * attributes give exactly 0.
 * `location` also holds the difference between those trees and the trees that value the subject.
 * The order of factors decides how effects of attributes that act together are split. The sum is
 * the same in either order.
 */
export function adjustmentsLn(
  comparison: Comparison,
  row: number,
  order: 'forward' | 'backward',
): Float64Array {
  const { market, value, basis } = comparison
  const { table, attribute, outOfFold } = market
  const result = new Float64Array(FACTORS.length)
  const add = (factor: Factor, amount: number): void => {
    const at = FACTORS.indexOf(factor)
    result[at] = (result[at] as number) + amount
  }
  add('bargaining', bargainingLn(market, row, basis))
  add('date', dateLn(comparison, row))
  const fold = market.foldOfRow[row] as number
  const flat = flatOf(table, row).slice()
  const differing = ATTRIBUTE_FACTORS.filter(({ positions }) =>
    positions.some((position) => !Object.is(flat[position], comparison.flat[position])),
  )
  if (order === 'backward') differing.reverse()
  const last = ofFold(value.byFold, fold)
  let before = outOfFold[row] as number
  if (attribute.folds.length > 0 && table.day[row] !== value.knownDay) {
    const today = differing.length === 0 ? last : attributeLn(attribute, flat, value.knownDay, fold)
    add('date', today - before)
    before = today
  }
  differing.forEach(({ factor, positions }, k) => {
    for (const position of positions) flat[position] = comparison.flat[position] as number
    const after =
      k === differing.length - 1 ? last : attributeLn(attribute, flat, value.knownDay, fold)
    add(factor, after - before)
    before = after
  })
  slopesLn(comparison, row).forEach((amount, k) => {
    add(SLOPES[k] as Factor, amount)
  })
  add('location', value.f - before)
  return result
}
