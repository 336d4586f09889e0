// What is built and sold on a site: floor area, flats by type, parking. Pure; where buildings stand
// is the solver's, what flats cost is unit-prices.ts's.
import type { Forecast, ProgrammeUnit } from './forecast.ts'
import { UNIT_TYPES, type UnitMix, type UnitType } from './layout.ts'
import { UNIT_AREA_M2 } from './unit-types.ts'

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
): Forecast['programme'] {
  const gfaM2 = round(limit.maxGfaM2, 1)
  const saleableM2 = round(gfaM2 * norms.saleableShare, 1)
  const units = unitsOf(saleableM2, norms.unitMix)
  const total = units.reduce((sum, { count }) => sum + count, 0)
  return {
    storeys: limit.storeys,
    gfa_m2: gfaM2,
    saleable_share: norms.saleableShare,
    saleable_m2: saleableM2,
    units_total: total,
    units,
    parking_spaces: Math.ceil(total * norms.parkingPerUnit - 1e-9),
  }
}

/** The most flats whose counts follow the mix and whose areas together fit. */
function unitsOf(saleableM2: number, mix: UnitMix): ProgrammeUnit[] {
  const meanM2 = UNIT_TYPES.reduce((sum, type) => sum + mix[type] * UNIT_AREA_M2[type], 0)
  let total = Math.floor(saleableM2 / meanM2 + 1e-9)
  let counts = largestRemainder(total, mix)
  // Rounding may have preferred the larger types.
  while (total > 0 && areaOf(counts) > saleableM2 + 1e-9) {
    total -= 1
    counts = largestRemainder(total, mix)
  }
  return UNIT_TYPES.map((type) => ({
    type,
    share: mix[type],
    area_m2: UNIT_AREA_M2[type],
    count: counts[type],
  }))
}

function areaOf(counts: Readonly<Record<UnitType, number>>): number {
  return UNIT_TYPES.reduce((sum, type) => sum + counts[type] * UNIT_AREA_M2[type], 0)
}

/** Whole numbers in a mix's proportions that sum to `total` (Hamilton's method). */
export function largestRemainder(total: number, mix: UnitMix): Record<UnitType, number> {
  const counts = { studio: 0, '1': 0, '2': 0, '3': 0 }
  let left = total
  for (const type of UNIT_TYPES) {
    counts[type] = Math.floor(total * mix[type] + 1e-9)
    left -= counts[type]
  }
  const byRemainder = UNIT_TYPES.toSorted(
    (a, b) => total * mix[b] - counts[b] - (total * mix[a] - counts[a]),
  )
  for (const type of byRemainder.slice(0, Math.max(0, left))) counts[type] += 1
  return counts
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
