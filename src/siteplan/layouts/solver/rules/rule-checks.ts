// The table of checks of one option: each rule with the figure and its limit. This is the solver's
// own claim: the checker works all of it out again.
import { asksForStoreys, fireLaneDemand } from '../../../../norms/rule-look-ups.ts'
import type { Rules } from '../../../../norms/rule-set.ts'
import { round } from '../../../../numbers/rounding.ts'
import { isGeometric } from '../../geometric-checks.ts'
import type { Building, Indicators, RuleCheck } from '../../layout.ts'
import type { Mass } from '../massing/massing.ts'
import type { LaneMeasures } from '../ways/fire-lanes.ts'
import { bulkLimits } from './broken-rule.ts'
import { type GapRule, tightestGaps } from './gaps.ts'

interface Checked {
  readonly masses: readonly Mass[]
  readonly buildings: readonly Pick<Building, 'storeys' | 'height_m'>[]
  readonly indicators: Pick<
    Indicators,
    | 'coverage'
    | 'density'
    | 'max_storeys'
    | 'parking_needed'
    | 'parking_given'
    | 'playground_m2'
    | 'green_share'
  >
  readonly rules: Rules
  readonly leastSunH: number
  readonly demandedSunH: number
  /** From the boundary to the nearest building. */
  readonly setbackM: number
  /** Of footprints, outside the buildable area. */
  readonly outsideM2: number
  readonly lanesOf: (mass: Mass) => readonly LaneMeasures[]
  readonly playgroundNeededM2: number
}

/**
 * By unit, how far a figure may be past its limit: distances are drawn to a millimetre, and what
 * follows from them is no more exact.
 */
const TOLERANCE = { m: 0.005, m2: 0.5, share: 0.0001, ratio: 0.0001, h: 0.001, count: 0 } as const

export function checksOf(checked: Checked): RuleCheck[] {
  const { masses, buildings, indicators, rules } = checked
  const limits = bulkLimits(buildings, rules)
  const fewestStoreys = Math.min(...buildings.map(({ storeys }) => storeys))
  const heightM = Math.max(...buildings.map((each) => each.height_m))
  const atMost = comparison('at_most', rules)
  const atLeast = comparison('at_least', rules)
  const gaps = tightestGaps(masses, rules)
  const distance = (rule: GapRule) => {
    const gap = gaps.get(rule)
    return gap ? [atLeast(rule, gap.limitM, gap.actualM, 'm')] : []
  }
  return [
    atMost('inside_buildable', 0, checked.outsideM2, 'm2'),
    ...(buildings.length > 1 ? [atMost('no_overlap', 0, 0, 'm2')] : []),
    atLeast('setback_m', rules.setback_m.value, checked.setbackM, 'm'),
    atMost('max_coverage', limits.coverage, indicators.coverage, 'share'),
    atMost('max_density', limits.density, indicators.density, 'ratio'),
    ...(asksForStoreys(rules)
      ? [atLeast('min_storeys', rules.min_storeys.value, fewestStoreys, 'count')]
      : []),
    atMost('max_storeys', rules.max_storeys.value, indicators.max_storeys, 'count'),
    atMost('max_height_m', rules.max_height_m.value, heightM, 'm'),
    ...distance('daylight_gap_long_m'),
    ...distance('daylight_gap_end_m'),
    ...distance('fire_gap_m'),
    ...laneChecks(checked),
    atLeast('insolation_h', checked.demandedSunH, checked.leastSunH, 'h'),
    atLeast('parking_per_unit', indicators.parking_needed, indicators.parking_given, 'count'),
    atLeast('playground_m2_per_unit', checked.playgroundNeededM2, indicators.playground_m2, 'm2'),
    atLeast('min_green', rules.min_green.value, indicators.green_share, 'share'),
  ]
}

/**
 * Width and distance at the building with the least to spare among those with the highest demand.
 */
function laneChecks({ masses, rules, lanesOf }: Checked): RuleCheck[] {
  const lanes = masses.flatMap((mass) => {
    const demand = fireLaneDemand(mass.storeys, rules)
    return lanesOf(mass).map((measures) => ({ measures, demand }))
  })
  type Lane = (typeof lanes)[number]
  const tightest = (strictness: (lane: Lane) => number, spare: (lane: Lane) => number) =>
    lanes.reduce((least, lane) => {
      const more = strictness(lane) - strictness(least)
      return more > 0 || (more === 0 && spare(lane) < spare(least)) ? lane : least
    })
  const narrowest = tightest(
    ({ demand }) => demand.widthM,
    ({ measures, demand }) => measures.widthM - demand.widthM,
  )
  const nearest = tightest(
    ({ demand }) => demand.leastM,
    ({ measures, demand }) => measures.distanceM - demand.leastM,
  )
  const farthest = tightest(
    ({ demand }) => -demand.mostM,
    ({ measures, demand }) => demand.mostM - measures.distanceM,
  )
  const atLeast = comparison('at_least', rules)
  const atMost = comparison('at_most', rules)
  return [
    atLeast('fire_lane_width_m', narrowest.demand.widthM, narrowest.measures.widthM, 'm'),
    atLeast('fire_lane_distance_m', nearest.demand.leastM, nearest.measures.distanceM, 'm'),
    atMost('fire_lane_distance_m', farthest.demand.mostM, farthest.measures.distanceM, 'm'),
  ]
}

const GEOMETRIC_SOURCE = 'Геометрия: дома внутри места допустимого размещения и не пересекаются'

function comparison(relation: RuleCheck['relation'], rules: Rules) {
  return (
    rule: RuleCheck['rule'],
    limit: number,
    actual: number,
    unit: RuleCheck['unit'],
  ): RuleCheck => {
    const spare = relation === 'at_least' ? actual - limit : limit - actual
    const source = isGeometric(rule) ? GEOMETRIC_SOURCE : rules[rule].source
    return {
      rule,
      relation,
      limit: round(limit, 4),
      actual: round(actual, 4),
      unit,
      ok: spare >= -TOLERANCE[unit],
      source,
    }
  }
}
