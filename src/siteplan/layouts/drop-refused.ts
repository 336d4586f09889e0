// Best layouts as they are shown: the solver's options without those that the checker refuses. A
// refusal is a fault of the solver, handed on to be logged; nothing that breaks a rule leaves here.
import type { RuleName } from '../../norms/rule-set.ts'
import { checkLayouts, type Violation } from './check-layouts.ts'
import { GEOMETRIC_CHECKS } from './geometric-checks.ts'
import type { BestLayouts } from './layout.ts'

interface CheckedLayouts {
  readonly layouts: BestLayouts
  /** What the checker found in options that are not shown; their ranks are the solver's. */
  readonly refused: readonly Violation[]
}

/** @throws Error if a finding concerns the answer as a whole: then no option can be trusted */
export function dropRefused(found: BestLayouts): CheckedLayouts {
  const refused = checkLayouts(found)
  if (refused.length === 0) return { layouts: found, refused }
  const whole = refused.find(({ option }) => option === null)
  if (whole) throw new Error(`best layouts are not true as a whole: ${whole.detail}`)
  const options = found.options
    .filter(({ rank }) => !refused.some(({ option }) => option === rank))
    .map((option, i) => ({ ...option, rank: i + 1 }))
  const layouts: BestLayouts =
    options.length > 0
      ? { ...found, options }
      : {
          ...found,
          options,
          outcome: 'no_feasible_layout',
          binding_rule: refused.map(normOf).find((rule) => rule !== null) ?? found.binding_rule,
        }
  return { layouts, refused }
}

/** The norm behind each finding that is not a norm itself; null where a figure was wrong. */
const NORM_BEHIND: Readonly<Record<Exclude<Violation['broken'], RuleName>, RuleName | null>> = {
  ...GEOMETRIC_CHECKS,
  way_out: 'fire_lane_distance_m',
  parking_access: 'parking_per_unit',
  insolation: 'insolation_h',
  site: null,
  building: null,
  indicators: null,
  checks: null,
  economics: null,
  options: null,
}

function normOf({ broken }: Violation): RuleName | null {
  return isNorm(broken) ? broken : NORM_BEHIND[broken]
}

function isNorm(broken: Violation['broken']): broken is RuleName {
  return !Object.hasOwn(NORM_BEHIND, broken)
}
