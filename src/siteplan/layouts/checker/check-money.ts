// An option's prices, revenue, cost and margin against the assumptions that it names.
import { sumOf } from '../../../numbers/sum.ts'
import { type ByUnitType, perType, UNIT_TYPES, type UnitCounts } from '../../unit-types.ts'
import type { BestLayouts, Building, LayoutOption, StoreyPrices } from '../layout.ts'
import { flatPricesAt } from './flat-prices.ts'
import { MARGIN_SLACK, ROUBLES_SLACK } from './tolerances.ts'
import type { Findings } from './violation.ts'

export function checkMoney(
  { assumptions }: BestLayouts,
  { buildings, economics }: LayoutOption,
  units: UnitCounts,
  findings: Findings,
): void {
  const { price_rub_per_m2: known, unit_area_m2, cost_rub_per_m2 } = assumptions
  if (known === null || economics === null) {
    if (economics !== known) findings.add('economics', 'money without prices, or prices without')
    return
  }
  const prices = economics.price_rub_per_m2
  const mean = meanPrices(known, buildings)
  const gfaM2 = sumOf(buildings, (each) => each.gfa_m2)
  const revenue = sumOf(UNIT_TYPES, (type) => units[type] * unit_area_m2[type] * prices[type])
  const cost = gfaM2 * cost_rub_per_m2
  const margin = revenue === 0 ? 0 : (revenue - cost) / revenue
  findings.allSame('economics', [
    ...UNIT_TYPES.map(
      (type) => [`price of ${type}`, prices[type], mean[type], ROUBLES_SLACK] as const,
    ),
    ['revenue_rub', economics.revenue_rub, revenue, ROUBLES_SLACK],
    ['cost_rub', economics.cost_rub, cost, ROUBLES_SLACK],
    ['margin', economics.margin, margin, MARGIN_SLACK],
  ])
}

/** Each house's prices are those of its storeys. */
function meanPrices(known: readonly StoreyPrices[], buildings: readonly Building[]): ByUnitType {
  const totalM2 = sumOf(buildings, ({ gfa_m2 }) => gfa_m2)
  const houses = buildings.map(({ storeys, gfa_m2 }) => ({
    prices: flatPricesAt(known, storeys),
    weight: gfa_m2 / totalM2,
  }))
  return perType((type) => sumOf(houses, ({ prices, weight }) => prices[type] * weight))
}
