// What a layout's flats would bring and its building cost. Prices by the storeys of each house and
// one cost a square metre: no stages, no finance (the forecast's).
import type { Rules } from '../../norms/rule-set.ts'
import { round } from '../../numbers/rounding.ts'
import { sumOf } from '../../numbers/sum.ts'
import { type PricesAtStoreys, rubPerM2Of } from '../unit-prices.ts'
import {
  perType,
  UNIT_AREAS_M2,
  UNIT_TYPES,
  type UnitCounts,
  type UnitType,
} from '../unit-types.ts'
import type { Economics, LayoutAssumptions, LayoutsAsked, StoreyPrices } from './layout.ts'
import { storeysAllowed } from './within-norms.ts'

/** Prices are asked for at most this many numbers of storeys, with an estimate for each type. */
const MAX_PRICED_STOREYS = 5

/** The fewest and the most storeys that may be built, and some evenly between them. */
export function storeysAskedAbout(asked: LayoutsAsked['storeys'], rules: Rules): number[] {
  const { min, max } = storeysAllowed(asked, rules) ?? { min: asked.min, max: asked.min }
  const steps = Math.max(1, Math.min(MAX_PRICED_STOREYS - 1, max - min))
  const all = Array.from({ length: steps + 1 }, (_, i) =>
    Math.round(min + ((max - min) * i) / steps),
  )
  return [...new Set(all)]
}

/** @throws RangeError where a type of flat has no price at some number of storeys */
export function layoutAssumptions(
  saleableShare: number,
  costRubPerM2: number,
  prices: readonly PricesAtStoreys[] | null,
): LayoutAssumptions {
  return {
    saleable_share: saleableShare,
    unit_area_m2: UNIT_AREAS_M2,
    cost_rub_per_m2: costRubPerM2,
    price_rub_per_m2: prices && priceTable(prices),
  }
}

function priceTable(asked: readonly PricesAtStoreys[]): readonly StoreyPrices[] {
  return asked
    .toSorted((a, b) => a.storeys - b.storeys)
    .map(({ storeys, prices }) => ({
      storeys,
      rub_per_m2: perType((type) => rubPerM2Of(prices, type)),
    }))
}

/** What prices and cost depend on. */
interface PricedHouse {
  readonly storeys: number
  readonly gfa_m2: number
}

/**
 * Whole roubles; null without prices. All houses have the same mix, so floor area weighs their
 * prices.
 */
export function economicsOf(
  units: UnitCounts,
  houses: readonly PricedHouse[],
  { unit_area_m2, price_rub_per_m2, cost_rub_per_m2 }: LayoutAssumptions,
): Economics | null {
  if (!price_rub_per_m2) return null
  const gfaM2 = sumOf(houses, (house) => house.gfa_m2)
  const prices = perType((type) => {
    const weighed = sumOf(
      houses,
      ({ storeys, gfa_m2 }) => gfa_m2 * priceAt(price_rub_per_m2, storeys, type),
    )
    return gfaM2 > 0 ? Math.round(weighed / gfaM2) : 0
  })
  const revenueRub = Math.round(
    sumOf(UNIT_TYPES, (type) => units[type] * unit_area_m2[type] * prices[type]),
  )
  const costRub = Math.round(gfaM2 * cost_rub_per_m2)
  return {
    price_rub_per_m2: prices,
    revenue_rub: revenueRub,
    cost_rub: costRub,
    margin: revenueRub === 0 ? 0 : round(1 - costRub / revenueRub, 4),
  }
}

/**
 * Interpolated between the two nearest numbers of storeys; beyond them, the nearest one's prices.
 */
function priceAt(asked: readonly StoreyPrices[], storeys: number, type: UnitType): number {
  const above = asked.find((each) => each.storeys >= storeys) ?? asked.at(-1)
  const below = asked.findLast((each) => each.storeys <= storeys) ?? asked[0]
  if (!above || !below) return 0
  const [low, high] = [below.rub_per_m2[type], above.rub_per_m2[type]]
  if (above.storeys === below.storeys) return low
  return low + ((high - low) * (storeys - below.storeys)) / (above.storeys - below.storeys)
}
