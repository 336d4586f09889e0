// A flat of a made-up market as its comparables are compared with it.
import { placeSubject } from '../../../src/valuation/answer/subject.ts'
import { UNSEEN } from '../../../src/valuation/attributes/attribute-model.ts'
import type { Dwelling } from '../../../src/valuation/comparables/comparable.ts'
import type { Comparison } from '../../../src/valuation/evidence/adjustments.ts'
import type { Model } from '../../../src/valuation/model/model.ts'
import { valueLocally } from '../../../src/valuation/neighbours/local-value.ts'
import { TOWN_DAY } from '../synthetic-market.ts'

interface Known {
  readonly radiusKm: number
  /** The day of the value by default. */
  readonly knownDay?: number
  readonly isLeftOut?: (row: number) => boolean
}

/** Valued on the market's own day, as a sale. */
export function compareIn(
  market: Model,
  dwelling: Dwelling,
  { knownDay = TOWN_DAY, ...known }: Known,
): Comparison & { readonly building: number } {
  const { flat, unstated, building } = placeSubject(market, dwelling, TOWN_DAY)
  const value = valueLocally(market, {
    ...known,
    flat,
    unstated,
    building,
    fold: UNSEEN,
    day: TOWN_DAY,
    knownDay,
    knownMonth: Infinity,
  })
  return { market, value, flat, building, day: TOWN_DAY, basis: 'deal' }
}
