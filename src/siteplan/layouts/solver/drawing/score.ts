// How good a layout is by the objective asked for: one number, 1 about the best thinkable.
// Never whether it may be built (broken-rule.ts).
import { round } from '../../../../numbers/rounding.ts'
import type { Economics, Indicators, Objective } from '../../layout.ts'

export interface Scored {
  readonly indicators: Pick<Indicators, 'share_of_bound' | 'green_share' | 'max_storeys'>
  readonly economics: Pick<Economics, 'revenue_rub' | 'cost_rub'> | null
  /** Sun in the darkest section over what is demanded. */
  readonly sunShare: number
  readonly highestAllowed: number
  /** Roubles that the whole upper bound would bring in; null without prices. */
  readonly boundRevenueRub: number | null
}

/** The share of amenity in the score; the rest is floor area or money. */
export function amenityWeight(objective: Objective): number {
  return objective === 'balanced' ? 0.45 : 0.03
}

/** From here more green scores no more, as a share of the site. */
export const FULL_SCORE_GREEN = 0.5

/** From here more sun scores no more, in the darkest section, over what is demanded. */
export const FULL_SCORE_SUN = 2

export function scoreOf(objective: Objective, scored: Scored): number {
  const weight = amenityWeight(objective)
  return round((1 - weight) * mainShare(objective, scored) + weight * amenityOf(scored), 4)
}

/** What the objective asks for, as a share of what the whole upper bound would give. */
function mainShare(objective: Objective, scored: Scored): number {
  const { indicators, economics, boundRevenueRub } = scored
  const isMoney = objective === 'revenue' || objective === 'margin'
  if (!isMoney || !economics || !boundRevenueRub) return indicators.share_of_bound
  const { revenue_rub, cost_rub } = economics
  return (objective === 'revenue' ? revenue_rub : revenue_rub - cost_rub) / boundRevenueRub
}

/** 0–1, a third each: green, sun, low houses. */
function amenityOf({ indicators, sunShare, highestAllowed }: Scored): number {
  const green = Math.min(1, indicators.green_share / FULL_SCORE_GREEN)
  const sun = Math.min(1, sunShare / FULL_SCORE_SUN)
  const low = 1 - (indicators.max_storeys - 1) / Math.max(1, highestAllowed)
  return (green + sun + Math.max(0, low)) / 3
}
