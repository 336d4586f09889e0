// Prices of new flats that rest on too little, and how a reader is told: the same of a forecast and
// of layouts. How a price comes about is unit-prices.ts's.
import { DISPERSED_ABOVE_FSD, FEW_COMPARABLES_BELOW } from '../valuation/wire/evidence-bounds.ts'
import type { UnitPrice } from './forecast/forecast.ts'
import { UNIT_TYPES, type UnitType } from './unit-types.ts'
import { UNIT_TYPE_WORDS } from './unit-words.ts'

/** Whether the valuation itself reports few or dispersed comparables. */
export function isThin({ n_comparables, fsd }: Pick<UnitPrice, 'n_comparables' | 'fsd'>): boolean {
  return n_comparables < FEW_COMPARABLES_BELOW || fsd > DISPERSED_ABOVE_FSD
}

/** @param types in any order, at least one */
export function thinText(types: readonly UnitType[]): string {
  const named = UNIT_TYPES.filter((type) => types.includes(type))
  return `Аналогов мало или их цены сильно расходятся, цена этих квартир ненадёжна: ${named.map((type) => UNIT_TYPE_WORDS[type]).join(', ')}.`
}
