// Flats by type: how large one is and how many of each a saleable area holds. Never their prices.
import { wholeDown } from '../numbers/rounding.ts'
import { sumOf } from '../numbers/sum.ts'
import { wholeParts } from '../numbers/whole-parts.ts'

export const UNIT_TYPES = ['studio', '1', '2', '3'] as const
export type UnitType = (typeof UNIT_TYPES)[number]
export type ByUnitType = Readonly<Record<UnitType, number>>
/** Shares of flats by number; they sum to 1. */
export type UnitMix = ByUnitType
export type UnitCounts = ByUnitType

/** What holds for each type. */
export function perType<Value>(of: (type: UnitType) => Value): Record<UnitType, Value> {
  return { studio: of('studio'), '1': of('1'), '2': of('2'), '3': of('3') }
}

/** Shares are given in decimals, whose sum in doubles may differ from 1 by this. */
const MIX_TOLERANCE = 1e-6

export function sumsToOne(mix: UnitMix): boolean {
  return Math.abs(sumOfTypes(mix) - 1) <= MIX_TOLERANCE
}

/** m² of one flat: assumed of new houses. */
export const UNIT_AREAS_M2: ByUnitType = { studio: 28, '1': 40, '2': 58, '3': 80 }

/** Flats of all types together. */
export function totalCount(units: readonly { readonly count: number }[]): number {
  return sumOf(units, ({ count }) => count)
}

/** Flats of all types by their counts; shares of a mix. */
export function sumOfTypes(numbers: ByUnitType): number {
  return sumOf(UNIT_TYPES, (type) => numbers[type])
}

/** m² of all the flats counted; of the mean flat of a mix. */
export function unitsAreaM2(numbers: ByUnitType, areas: ByUnitType = UNIT_AREAS_M2): number {
  return sumOf(UNIT_TYPES, (type) => numbers[type] * areas[type])
}

/** m² of floor area that each flat takes, of a mix in its own areas. */
export function floorM2PerFlat(saleableShare: number, mix: UnitMix): number {
  return unitsAreaM2(mix) / saleableShare
}

/**
 * As many flats in the shares of the mix as the area holds of their mean, fewer where the whole
 * counts are of more than the area. Each count is within one of its share.
 */
export function unitsIn(
  saleableM2: number,
  mix: UnitMix,
  areas: ByUnitType = UNIT_AREAS_M2,
): UnitCounts {
  const averageM2 = unitsAreaM2(mix, areas)
  if (!(averageM2 > 0) || !(saleableM2 > 0)) return countsOf(0, mix)
  let total = wholeDown(saleableM2 / averageM2)
  let counts = countsOf(total, mix)
  while (total > 0 && unitsAreaM2(counts, areas) > saleableM2) {
    total -= 1
    counts = countsOf(total, mix)
  }
  return counts
}

function countsOf(total: number, mix: UnitMix): UnitCounts {
  const counts = wholeParts(
    total,
    UNIT_TYPES.map((type) => mix[type]),
  )
  return perType((type) => counts[UNIT_TYPES.indexOf(type)] as number)
}
