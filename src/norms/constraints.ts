// The rules of a site as a list for a reader: each with its value at the storeys that allow the
// most floor area, its unit, its source, and whether it is the one that limits.
import type { Constraint } from './constraint-schema.ts'
import type { Envelope, StoreyLimit } from './envelope.ts'
import type { HouseEnvelope } from './house-envelope.ts'
import { asksForStoreys, fireLaneDemand, requiredHours, stepAt } from './rule-look-ups.ts'
import type { RuleName, Rules, RuleUnit } from './rule-set.ts'

/** The rule that limits the floor area; where nothing may stand, the one that forbids it. */
export function bindingRuleOf(envelope: Envelope & Partial<HouseEnvelope>): RuleName {
  if (envelope.ruledOutBy) return envelope.ruledOutBy
  return limitShown(envelope)?.bindingRule ?? 'max_storeys'
}

/** The best limit; where no floor area is allowed, that of the fewest storeys. */
function limitShown({ best, byStoreys }: Envelope): StoreyLimit | undefined {
  return best ?? byStoreys[0]
}

/**
 * Every rule that is a number, in the order of a rule set; `min_storeys` only where it asks for
 * more than one. Of a table, the step that holds at the best storeys.
 * @param latitude degrees north of the site
 */
export function constraintsOf(
  rules: Rules,
  envelope: Envelope & Partial<HouseEnvelope>,
  latitude: number,
): readonly Constraint[] {
  const storeys = limitShown(envelope)?.storeys ?? 1
  const fireLane = fireLaneDemand(storeys, rules)
  const values: Readonly<Record<Exclude<RuleName, 'insolation_day'>, readonly [number, RuleUnit]>> =
    {
      setback_m: [rules.setback_m.value, 'm'],
      max_coverage: [stepAt(rules.max_coverage.value, storeys), 'share'],
      max_density: [stepAt(rules.max_density.value, storeys), 'ratio'],
      min_storeys: [rules.min_storeys.value, 'count'],
      max_storeys: [rules.max_storeys.value, 'count'],
      max_height_m: [rules.max_height_m.value, 'm'],
      storey_height_m: [rules.storey_height_m.value, 'm'],
      daylight_gap_long_m: [stepAt(rules.daylight_gap_long_m.value, storeys), 'm'],
      daylight_gap_end_m: [rules.daylight_gap_end_m.value, 'm'],
      fire_gap_m: [rules.fire_gap_m.value, 'm'],
      fire_lane_width_m: [fireLane.widthM, 'm'],
      fire_lane_distance_m: [fireLane.leastM, 'm'],
      insolation_h: [requiredHours(rules, latitude), 'h'],
      parking_per_unit: [rules.parking_per_unit.value, 'count'],
      parking_space_m2: [rules.parking_space_m2.value, 'm2'],
      playground_m2_per_unit: [rules.playground_m2_per_unit.value, 'm2'],
      min_green: [rules.min_green.value, 'share'],
    }
  const binding = bindingRuleOf(envelope)
  return (Object.keys(values) as (keyof typeof values)[])
    .filter((rule) => rule !== 'min_storeys' || asksForStoreys(rules))
    .map((rule) => {
      const [value, unit] = values[rule]
      const most = rule === 'fire_lane_distance_m' ? fireLane.mostM : null
      const { source } = rules[rule]
      return { rule, value, most, unit, source, binding: rule === binding }
    })
}
