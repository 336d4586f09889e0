// The table of checks that an option brings along: whether each row's limit is the rule's, its
// figure what was found, its verdict true, and no rule is left out.
import { asksForStoreys } from '../../../norms/rule-look-ups.ts'
import type { Rules } from '../../../norms/rule-set.ts'
import { isGeometric } from '../geometric-checks.ts'
import type { BestLayouts, LayoutOption, RuleCheck } from '../layout.ts'
import type { MeasuredGap, MeasuredRule } from './check-gaps.ts'
import type { LaneDemand, LaneFound } from './check-lanes.ts'
import {
  GREEN_SLACK,
  OVERLAP_SLACK_M2,
  PRINTED_M2,
  PRINTED_SHARE,
  ROW_LIMIT_SLACK,
  ROW_OUTSIDE_SLACK_M2,
  ROW_SLACK_M,
  ROW_VERDICT_SLACK,
  SUN_SLACK_H,
} from './tolerances.ts'
import type { Findings } from './violation.ts'

/** The figures that the checker has measured itself. */
export interface Truth {
  readonly coverage: number
  readonly coverageLimit: number
  readonly density: number
  readonly densityLimit: number
  readonly mostStoreys: number
  readonly fewestStoreys: number
  readonly heightM: number
  readonly houses: number
  readonly outsideM2: number
  readonly overlapM2: number
  readonly setbackM: number
  readonly gaps: readonly MeasuredGap[]
  readonly lanes: readonly { readonly demand: LaneDemand; readonly found: LaneFound | null }[]
  readonly sunH: number
  readonly demandedH: number
  readonly parkingNeeded: number
  readonly parkingGiven: number
  readonly playgroundM2: number
  readonly playgroundNeededM2: number
  readonly greenShare: number
}

/** What `limit` and `actual` of a row are in; null for the rules that only serve others. */
const UNITS: Readonly<Record<RuleCheck['rule'], RuleCheck['unit'] | null>> = {
  inside_buildable: 'm2',
  no_overlap: 'm2',
  setback_m: 'm',
  max_coverage: 'share',
  max_density: 'ratio',
  min_storeys: 'count',
  max_storeys: 'count',
  max_height_m: 'm',
  storey_height_m: null,
  daylight_gap_long_m: 'm',
  daylight_gap_end_m: 'm',
  fire_gap_m: 'm',
  fire_lane_width_m: 'm',
  fire_lane_distance_m: 'm',
  insolation_h: 'h',
  insolation_day: null,
  parking_per_unit: 'count',
  parking_space_m2: null,
  playground_m2_per_unit: 'm2',
  min_green: 'share',
}

interface Expected {
  readonly rule: RuleCheck['rule']
  readonly relation: RuleCheck['relation']
  readonly limit: number
  readonly actual: number
  readonly tolerance: number
}

export function checkTable(
  { rule_set: { rules } }: BestLayouts,
  { checks }: LayoutOption,
  truth: Truth,
  findings: Findings,
): void {
  const expected = expectedRows(truth, rules)
  for (const row of expected) {
    const claimed = checks.find(
      (check) => check.rule === row.rule && check.relation === row.relation,
    )
    if (!claimed) {
      findings.add('checks', `no row for ${row.rule} (${row.relation})`)
      continue
    }
    findings.same('checks', `${row.rule}: limit`, claimed.limit, row.limit, ROW_LIMIT_SLACK)
    findings.same('checks', `${row.rule}: actual`, claimed.actual, row.actual, row.tolerance)
  }
  for (const check of checks) {
    const { rule, relation, limit, actual, unit, ok, source } = check
    const holds =
      relation === 'at_least'
        ? actual >= limit - ROW_VERDICT_SLACK
        : actual <= limit + ROW_VERDICT_SLACK
    if (ok !== holds) findings.add('checks', `${rule}: ${actual} against ${limit} is called ${ok}`)
    if (!holds && !ok) findings.add(rule, `${actual} against ${limit}, as its own row says`)
    if (unit !== UNITS[rule]) findings.add('checks', `${rule}: in ${unit}, not in ${UNITS[rule]}`)
    if (!expected.some((row) => row.rule === rule && row.relation === relation)) {
      findings.add(
        'checks',
        `a row for ${rule} (${relation}), where there is nothing to hold it to`,
      )
    }
    if (!isGeometric(rule) && source !== rules[rule].source) {
      findings.add('checks', `${rule}: the source is not the rule set's`)
    }
  }
  if (checks.length !== expected.length) findings.add('checks', 'a rule has several rows')
}

function expectedRows(truth: Truth, rules: Rules): Expected[] {
  return [
    atMost('inside_buildable', 0, truth.outsideM2, ROW_OUTSIDE_SLACK_M2),
    ...(truth.houses > 1 ? [atMost('no_overlap', 0, truth.overlapM2, OVERLAP_SLACK_M2)] : []),
    atLeast('setback_m', rules.setback_m.value, truth.setbackM, ROW_SLACK_M),
    atMost('max_coverage', truth.coverageLimit, truth.coverage, PRINTED_SHARE),
    atMost('max_density', truth.densityLimit, truth.density, PRINTED_SHARE),
    ...(asksForStoreys(rules)
      ? [atLeast('min_storeys', rules.min_storeys.value, truth.fewestStoreys, 0)]
      : []),
    atMost('max_storeys', rules.max_storeys.value, truth.mostStoreys, 0),
    atMost('max_height_m', rules.max_height_m.value, truth.heightM, ROW_SLACK_M),
    ...gapRows(truth.gaps),
    ...laneRows(truth.lanes),
    atLeast('insolation_h', truth.demandedH, truth.sunH, SUN_SLACK_H),
    atLeast('parking_per_unit', truth.parkingNeeded, truth.parkingGiven, 0),
    atLeast('playground_m2_per_unit', truth.playgroundNeededM2, truth.playgroundM2, PRINTED_M2),
    atLeast('min_green', rules.min_green.value, truth.greenShare, GREEN_SLACK),
  ]
}

function gapRows(gaps: readonly MeasuredGap[]): Expected[] {
  const kinds: readonly MeasuredRule[] = ['daylight_gap_long_m', 'daylight_gap_end_m', 'fire_gap_m']
  return kinds.flatMap((rule) => {
    const ofKind = gaps.filter((gap) => gap.rule === rule)
    const first = ofKind[0]
    if (!first) return []
    const tightest = ofKind.reduce((a, b) => (spare(b) < spare(a) ? b : a), first)
    return [atLeast(rule, tightest.limitM, tightest.actualM, ROW_SLACK_M)]
  })
}

/** Any strip of a wide way may count as the way, so only limits are compared closely. */
function laneRows(lanes: Truth['lanes']): Expected[] {
  const limits = (of: (demand: LaneDemand) => number) => lanes.map(({ demand }) => of(demand))
  const widthM = Math.max(...limits(({ widthM }) => widthM))
  const leastM = Math.max(...limits(({ least }) => least))
  const mostM = Math.min(...limits(({ most }) => most))
  const spanM = Math.max(...limits(({ most }) => most)) - Math.min(...limits(({ least }) => least))
  return [
    atLeast('fire_lane_width_m', widthM, widthM, widthM),
    atLeast('fire_lane_distance_m', leastM, leastM, spanM + ROW_SLACK_M),
    atMost('fire_lane_distance_m', mostM, mostM, spanM + ROW_SLACK_M),
  ]
}

function atLeast(
  rule: Expected['rule'],
  limit: number,
  actual: number,
  tolerance: number,
): Expected {
  return { rule, relation: 'at_least', limit, actual, tolerance }
}

function atMost(
  rule: Expected['rule'],
  limit: number,
  actual: number,
  tolerance: number,
): Expected {
  return { rule, relation: 'at_most', limit, actual, tolerance }
}

function spare({ actualM, limitM }: MeasuredGap): number {
  return actualM - limitM
}
