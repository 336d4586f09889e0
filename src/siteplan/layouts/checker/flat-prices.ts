// What flats sell for in a house of so many storeys, by the prices that the answer names. What they
// bring is check-money.ts's and check-score.ts's.
import { type ByUnitType, perType } from '../../unit-types.ts'
import type { StoreyPrices } from '../layout.ts'

/**
 * Roubles a m² by type, on the line between the nearest two numbers of storeys that are known;
 * beyond them those of the nearest one.
 * @param known fewest storeys first; if empty, all prices are 0
 */
export function flatPricesAt(known: readonly StoreyPrices[], storeys: number): ByUnitType {
  const lower = known.findLast((each) => each.storeys <= storeys) ?? known[0]
  const upper = known.find((each) => each.storeys > storeys) ?? lower
  if (!lower || !upper) return perType(() => 0)
  const span = upper.storeys - lower.storeys
  const share = span > 0 ? (storeys - lower.storeys) / span : 0
  return perType((type) => lower.rub_per_m2[type] * (1 - share) + upper.rub_per_m2[type] * share)
}
