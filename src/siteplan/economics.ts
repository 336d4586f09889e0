// What a layout's flats would bring and its building cost. One price a type and one cost a square
// metre: no stages, no finance (the forecast's).
import type { UnitPrice } from './forecast.ts'
import { type Economics, type LayoutAssumptions, UNIT_TYPES, type UnitType } from './layout.ts'
import { UNIT_AREAS_M2, type UnitCounts } from './unit-types.ts'

export function layoutAssumptions(
  saleableShare: number,
  costRubPerM2: number,
  prices: readonly UnitPrice[] | null,
): LayoutAssumptions {
  return {
    saleable_share: saleableShare,
    unit_area_m2: UNIT_AREAS_M2,
    cost_rub_per_m2: costRubPerM2,
    price_rub_per_m2: prices ? byType(prices) : null,
  }
}

/** null where some type has no price: a sum over the others alone would mislead. */
function byType(prices: readonly UnitPrice[]): Record<UnitType, number> | null {
  const found = { studio: 0, '1': 0, '2': 0, '3': 0 }
  for (const type of UNIT_TYPES) {
    const price = prices.find((each) => each.type === type)
    if (!price) return null
    found[type] = price.rub_per_m2
  }
  return found
}

/** Whole roubles; null without prices. */
export function economicsOf(
  units: UnitCounts,
  gfaM2: number,
  { unit_area_m2, price_rub_per_m2, cost_rub_per_m2 }: LayoutAssumptions,
): Economics | null {
  if (!price_rub_per_m2) return null
  const revenue = UNIT_TYPES.reduce(
    (sum, type) => sum + units[type] * unit_area_m2[type] * price_rub_per_m2[type],
    0,
  )
  const revenueRub = Math.round(revenue)
  const costRub = Math.round(gfaM2 * cost_rub_per_m2)
  return {
    revenue_rub: revenueRub,
    cost_rub: costRub,
    margin: revenueRub === 0 ? 0 : Math.round((1 - costRub / revenueRub) * 10_000) / 10_000,
  }
}
