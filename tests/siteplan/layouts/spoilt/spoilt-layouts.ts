// Layouts as the solver brings them, and ways to spoil one thing in them: what the checker then
// finds.
import assert from 'node:assert/strict'
import type { Point } from '../../../../src/geometry/plane.ts'
import type { RuleName, Rules } from '../../../../src/norms/rule-set.ts'
import { checkLayouts } from '../../../../src/siteplan/layouts/check-layouts.ts'
import type {
  BestLayouts,
  Building,
  Indicators,
  LayoutOption,
  RuleCheck,
} from '../../../../src/siteplan/layouts/layout.ts'
import { makeLayouts } from '../../../../src/siteplan/layouts/make-layouts.ts'
import { inputFor, rectangularParcel } from '../sites.ts'

/** Several slabs in an option: enough to break every rule between buildings. */
export const good = makeLayouts(
  inputFor(rectangularParcel(150, 200), {
    typologies: ['slab'],
    storeys: { min: 5, max: 9 },
    options: 2,
  }),
)

/** Their first option by itself: the others have other storeys. */
export const firstAlone = (layouts: BestLayouts): BestLayouts => ({
  ...layouts,
  options: layouts.options.slice(0, 1),
})

/** The names of all that the checker finds broken. */
export const brokenIn = (layouts: BestLayouts) =>
  new Set(checkLayouts(layouts).map((each) => each.broken))

/** The good layouts with their first option changed; below, one thing of that option. */
export const withOption = (change: (option: LayoutOption) => LayoutOption): BestLayouts => ({
  ...good,
  options: good.options.map((option, i) => (i === 0 ? change(option) : option)),
})

export const withBuilding = (change: (building: Building) => Building, which = 0) =>
  withOption((option) => ({
    ...option,
    buildings: option.buildings.map((each, i) => (i === which ? change(each) : each)),
  }))

export const withIndicators = (change: Partial<Indicators>) =>
  withOption((option) => ({ ...option, indicators: { ...option.indicators, ...change } }))

export const withCheck = (rule: RuleCheck['rule'], change: Partial<RuleCheck>) =>
  withOption((option) => ({
    ...option,
    checks: option.checks.map((check) => (check.rule === rule ? { ...check, ...change } : check)),
  }))

/** The good layouts held to another value of one rule. */
export const withRule = <Name extends RuleName>(
  rule: Name,
  value: Rules[Name]['value'],
): BestLayouts => {
  const { rules } = good.rule_set
  return {
    ...good,
    rule_set: { ...good.rule_set, rules: { ...rules, [rule]: { ...rules[rule], value } } },
  }
}

export const shifted = (building: Building, dx: number, dy: number): Building => ({
  ...building,
  footprint: building.footprint.map(([x, y]): Point => [x + dx, y + dy]),
})

/** The first option. */
export const first = (): LayoutOption => {
  const [option] = good.options
  assert.ok(option)
  return option
}

export const centre = ({ footprint }: Building): Point => {
  const sum = footprint.reduce<Point>(([a, b], [x, y]) => [a + x, b + y], [0, 0])
  return [sum[0] / footprint.length, sum[1] / footprint.length]
}

/** So much of the way from one building towards another. */
export const towards = (share: number) => {
  const [a, b] = first().buildings
  assert.ok(a && b)
  const [ax, ay] = centre(a)
  const [bx, by] = centre(b)
  return shifted(a, (bx - ax) * share, (by - ay) * share)
}
