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
  switch (rule) {
    case 'setback_m':
    case 'daylight_gap_end_m':
    case 'fire_gap_m':
    case 'playground_m2_per_unit':
    case 'min_green':
      return { request, rules: withValue(rules, rule, 0) }
    case 'parking_per_unit':
    case 'parking_space_m2':
      return {
        request: { ...request, parking_ratio: 0 },
        rules: withValue(rules, 'parking_per_unit', 0),
      }
    case 'daylight_gap_long_m':
    case 'insolation_h':
      return { request, rules: withValue(rules, rule, everywhere(0)) }
    case 'fire_lane_distance_m':
    case 'fire_lane_width_m': {
      const narrow = withValue(rules, 'fire_lane_width_m', everywhere(ANY_LANE.widthM))
      const { distanceM } = ANY_LANE
      return { request, rules: withValue(narrow, 'fire_lane_distance_m', everywhere(distanceM)) }
    }
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

function withValue<Name extends RuleName>(
  rules: Rules,
  name: Name,
  value: Rules[Name]['value'],
): Rules {
  return { ...rules, [name]: { ...rules[name], value } }
}

/** A table of one step. */
function everywhere<Value>(value: Value) {
  return [{ up_to: null, value }]
}
