// What a rule says of one case: the step of a table that reaches it. Look-ups only; what rules
// there are is rule-set.ts's, whether a table can be looked up in rule-tables.ts's.
import { round } from '../numbers/rounding.ts'
import type { Rules } from './rule-set.ts'

export type Steps<Value> = readonly { readonly up_to: number | null; readonly value: Value }[]

/** The value of the first step that reaches `at`; one does in every whole table. */
export function stepAt<Value>(steps: Steps<Value>, at: number): Value {
  const found = steps.find(({ up_to }) => up_to === null || at <= up_to)
  if (!found) throw new RangeError(`a table of steps ends before ${at}`)
  return found.value
}

/** Whether there is a least number of storeys: a house of one is the lowest there is. */
export function asksForStoreys({ min_storeys }: Pick<Rules, 'min_storeys'>): boolean {
  return min_storeys.value > 1
}

/** Hours of sun without a break that the norm asks at a latitude, ° north. */
export function requiredHours(rules: Rules, latitude: number): number {
  return stepAt(rules.insolation_h.value, latitude)
}

/**
 * Of a house, to a centimetre, as drawings and their checks have it: so that a house exactly as
 * high as a step of a table is not above it by the last digit.
 */
export function houseHeightM(storeys: number, storeyHeightM: number): number {
  return round(storeys * storeyHeightM, 2)
}

/** What a house demands of the way for fire engines along it. */
export interface FireLaneDemand {
  /** Of the house, by which the rest is looked up. */
  readonly heightM: number
  readonly widthM: number
  /** From the wall to the near edge of the way. */
  readonly leastM: number
  readonly mostM: number
}

export function fireLaneDemand(storeys: number, rules: Rules): FireLaneDemand {
  const heightM = houseHeightM(storeys, rules.storey_height_m.value)
  const { least, most } = stepAt(rules.fire_lane_distance_m.value, heightM)
  const widthM = stepAt(rules.fire_lane_width_m.value, heightM)
  return { heightM, widthM, leastM: least, mostM: most }
}
