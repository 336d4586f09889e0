// A request and its rules without one of the rules, to find out whether that rule limits. No layout
// that is shown is built by these.
import type { RuleName, Rules } from '../../../../norms/rule-set.ts'
import type { Asked } from '../solver-input.ts'

/** As good as none: an engine is never as narrow, nor its way ever as far from a wall, m. */
const ANY_LANE = { widthM: 1, distanceM: { least: 0, most: 30 } } as const

/**
 * The request and rules, with this one rule asking for nothing; undefined for a rule that cannot.
 */
export function askedWithout(rule: RuleName, { rules, request }: Asked): Asked | undefined {
  const steps = <Value>(value: Value) => [{ up_to: null, value }]
  const less = (change: Partial<{ [Name in RuleName]: Rules[Name]['value'] }>): Rules => {
    const changed = Object.entries(change).map(([name, value]) => [
      name,
      { ...rules[name as RuleName], value },
    ])
    return { ...rules, ...(Object.fromEntries(changed) as Partial<Rules>) }
  }
  switch (rule) {
    case 'setback_m':
    case 'daylight_gap_end_m':
    case 'fire_gap_m':
    case 'playground_m2_per_unit':
    case 'min_green':
      return { request, rules: less({ [rule]: 0 }) }
    case 'parking_per_unit':
    case 'parking_space_m2':
      return {
        request: { ...request, parking_ratio: 0 },
        rules: less({ parking_per_unit: 0 }),
      }
    case 'daylight_gap_long_m':
      return { request, rules: less({ daylight_gap_long_m: steps(0) }) }
    case 'fire_lane_distance_m':
    case 'fire_lane_width_m':
      return {
        request,
        rules: less({
          fire_lane_distance_m: steps(ANY_LANE.distanceM),
          fire_lane_width_m: steps(ANY_LANE.widthM),
        }),
      }
    case 'insolation_h':
      return { request, rules: less({ insolation_h: steps(0) }) }
    case 'insolation_day':
    case 'max_coverage':
    case 'max_density':
    case 'min_storeys':
    case 'max_storeys':
    case 'max_height_m':
    case 'storey_height_m':
      return undefined
  }
}
