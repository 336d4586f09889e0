// An option's prices, revenue, cost and margin against the assumptions that it names.
import { UNIT_TYPES, type UnitCounts, type UnitType } from '../../unit-types.ts'
import type { BestLayouts, Building, LayoutOption, StoreyPrices } from '../layout.ts'
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
  const gfaM2 = buildings.reduce((sum, each) => sum + each.gfa_m2, 0)
  const revenue = UNIT_TYPES.reduce(
    (sum, type) => sum + units[type] * unit_area_m2[type] * prices[type],
    0,
  )
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

/**
 * Each house's prices are those of its storeys, on the line between the nearest two that are known.
 */
function meanPrices(
  known: readonly StoreyPrices[],
  buildings: readonly Building[],
): Record<UnitType, number> {
  const mean = { studio: 0, '1': 0, '2': 0, '3': 0 }
  const totalM2 = buildings.reduce((sum, { gfa_m2 }) => sum + gfa_m2, 0)
  for (const { storeys, gfa_m2 } of buildings) {
    const lower = known.filter((each) => each.storeys <= storeys).at(-1) ?? known[0]
    const upper = known.find((each) => each.storeys > storeys) ?? lower
    if (!lower || !upper) continue
    const span = upper.storeys - lower.storeys
    const share = span > 0 ? Math.max(0, storeys - lower.storeys) / span : 0
    for (const type of UNIT_TYPES) {
      const price = lower.rub_per_m2[type] * (1 - share) + upper.rub_per_m2[type] * share
      mean[type] += (price * gfa_m2) / totalM2
    }
  }
  return mean
}
