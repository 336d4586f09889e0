// Why a comparable's price is not the subject's: its adjustment split into named factors whose product is exact.
// Never here: which comparables are shown and how much each counts.

import { attributeLn } from './attribute-model.ts'
import { ATTRIBUTE_FACTORS, FLAT_SIZE } from './flat-vector.ts'
import { indexOf } from './hedonic.ts'
import { SLOPE_COUNT, SLOPES } from './local-ridge.ts'
import type { LocalMarket, LocalValue } from './local-value.ts'
import { indexLevel } from './time-index.ts'

export type Factor =
  | 'bargaining'
  | 'date'
  | (typeof ATTRIBUTE_FACTORS)[number]['factor']
  | 'neighbourhood'

export const FACTORS: readonly Factor[] = [
  'bargaining',
  'date',
  ...ATTRIBUTE_FACTORS.map(({ factor }) => factor),
  'neighbourhood',
]

/**
 * Adjustments of neighbour `i` in ln, one per entry of FACTORS: what turns its recorded price into the subject's.
 * An attribute's is the change of f when the comparable's attributes become the subject's, factor after factor, plus
 * the local slope; equal attributes give exactly 0. `neighbourhood` is left with what f knows of the comparable
 * beyond its attributes; its sum with the others is ln(estimate) − ln(price) − (residual off the local fit).
 */
export function adjustmentsLn(
  market: LocalMarket,
  value: LocalValue,
  subject: { flat: Float64Array; fold: number; day: number },
  i: number,
  basis: 'ask' | 'deal',
): Float64Array {
  const { table, attribute, outOfFold } = market
  const row = value.neighbours.rows[i] as number
  const result = new Float64Array(FACTORS.length)
  const add = (factor: Factor, amount: number): void => {
    const at = FACTORS.indexOf(factor)
    result[at] = (result[at] as number) + amount
  }
  const listing = table.listing[row] === 1
  if (listing && basis === 'deal') add('bargaining', -attribute.hedonic.lnAskOverDeal)
  if (!listing && basis === 'ask') add('bargaining', attribute.hedonic.lnAskOverDeal)

  const flat = table.flats.slice(row * FLAT_SIZE, (row + 1) * FLAT_SIZE)
  add('date', value.index - indexLevel(indexOf(attribute.hedonic, flat), table.day[row] as number))

  const first = attributeLn(attribute, flat, subject.fold)
  let before = first
  for (const { factor, positions } of ATTRIBUTE_FACTORS) {
    let changed = false
    for (const position of positions) {
      const wanted = subject.flat[position] as number
      if (Object.is(flat[position], wanted)) continue
      flat[position] = wanted
      changed = true
    }
    if (!changed) continue
    const after = attributeLn(attribute, flat, subject.fold)
    add(factor, after - before)
    before = after
  }
  SLOPES.forEach((factor, k) => {
    add(factor, -(value.local.slopes[k] as number) * (value.z[i * SLOPE_COUNT + k] as number))
  })
  // f of the comparable itself came from trees that had not seen it.
  add('neighbourhood', first - (outOfFold[row] as number))
  return result
}
