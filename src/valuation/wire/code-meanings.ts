// What the codes of an answer mean, for the documentation of the interface. Never here: the codes
// (estimate-codes.ts), and the words of a report for them (reports/estimate/).
import { MAX_FSD } from '../neighbours/interval.ts'
import type { ConfidenceReason, Factor, FeeCode, InsufficientReason } from './estimate-codes.ts'
import {
  DISPERSED_ABOVE_FSD,
  DISTANT_ABOVE_M,
  FEW_COMPARABLES_BELOW,
  FEW_SAME_BUILDING_BELOW,
  MIN_COMPARABLES,
  STALE_ABOVE_DAYS,
} from './evidence-bounds.ts'

export const CONFIDENCE_REASON_MEANINGS: Readonly<Record<ConfidenceReason, string>> = {
  few_same_building: `fewer than ${FEW_SAME_BUILDING_BELOW} comparables are in the flat’s building`,
  few_comparables: `there are fewer than ${FEW_COMPARABLES_BELOW}`,
  distant_comparables: `one is more than ${DISTANT_ABOVE_M / 1000} km away`,
  stale_comparables: `their median age is more than ${STALE_ABOVE_DAYS} days`,
  dispersed_comparables: `\`fsd\` is above ${DISPERSED_ABOVE_FSD}`,
  subject_incomplete: 'the request lacks the condition or the year of building',
  subject_unusual: 'hardly any flat of the market is so large, high, new or the like',
  subject_contradicts_building: 'the other flats of the building have other floors or another year',
  address_without_house: 'the flat is valued in the middle of its street',
  address_corrected: 'the address was read with a correction, such as a typo',
  address_elsewhere: 'the address is not where the coordinates are, which count',
}

export const INSUFFICIENT_REASON_MEANINGS: Readonly<Record<InsufficientReason, string>> = {
  no_comparables_in_radius: 'none within the radius and two years',
  too_few_comparables: `fewer than ${MIN_COMPARABLES} are left`,
  too_dispersed: `the FSD would be above ${MAX_FSD}`,
  address_not_found: 'no such street is known, or the address names only a city',
}

export const FACTOR_MEANINGS: Readonly<Record<Factor, string>> = {
  bargaining: 'from the price asked to the price paid, or back',
  date: 'the change of prices since',
  area: 'area, number of rooms, and shares of kitchen and living rooms',
  floor: 'the floor',
  building: 'floors, year, material, class and ceiling of the house',
  condition: 'the condition',
  market: 'new build or resold',
  location:
    'the place, and what no other factor holds: prices of similar flats that are not shown, also for a comparable in the same building',
}

export const FEE_MEANINGS: Readonly<Record<FeeCode, string>> = {
  hold: 'funding until the flat is sold',
  sell: 'cost of selling',
  risk: 'for the uncertainty of the value',
  margin: 'the company’s',
  repair: 'what the condition asks for',
  reservation: 'for the frozen price of the new flat',
  bound:
    'what the least and the most share of the value change, and that a reservation is never below the buyout',
}

/** `code`: what it means; the next. In the order of the table. */
export function meanings(table: Readonly<Record<string, string>>): string {
  return Object.entries(table)
    .map(([code, meaning]) => `\`${code}\`: ${meaning}`)
    .join('; ')
}
