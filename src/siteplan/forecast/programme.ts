// What is built and sold on a site: floor area, flats by type, parking. Pure; where buildings stand
// is the solver's, what flats cost is unit-prices.ts's.
import { round, wholeUp } from '../../numbers/rounding.ts'
import { sumOfTypes, UNIT_AREAS_M2, UNIT_TYPES, type UnitMix, unitsIn } from '../unit-types.ts'
import type { Forecast } from './forecast.ts'

/** Before it is known in how many phases it is built. */
export type Programme = Omit<Forecast['programme'], 'phases'>

export interface ProgrammeNorms {
  /** Area of flats over floor area. */
  readonly saleableShare: number
  /** Shares of flats by number; they sum to 1. */
  readonly unitMix: UnitMix
  readonly parkingPerUnit: number
}

/**
 * As many flats as fit the saleable area in the mix's proportions.
 * @param limit floor area at most, m², and the storeys that allow it
 */
export function programmeOf(
  limit: { readonly storeys: number; readonly maxGfaM2: number },
  norms: ProgrammeNorms,
): Programme {
  const gfaM2 = round(limit.maxGfaM2, 1)
  const saleableM2 = round(gfaM2 * norms.saleableShare, 1)
  const counts = unitsIn(saleableM2, norms.unitMix)
  const total = sumOfTypes(counts)
  return {
    storeys: limit.storeys,
    gfa_m2: gfaM2,
    saleable_share: norms.saleableShare,
    saleable_m2: saleableM2,
    units_total: total,
    units: UNIT_TYPES.map((type) => ({
      type,
      share: norms.unitMix[type],
      area_m2: UNIT_AREAS_M2[type],
      count: counts[type],
    })),
    parking_spaces: wholeUp(total * norms.parkingPerUnit),
  }
}
