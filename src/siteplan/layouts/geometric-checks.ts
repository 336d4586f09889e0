// The checks of a drawing that are no norms of their own, and the norm behind each. What a check
// says stands in schema.ts.
import type { RuleName } from '../../norms/rule-set.ts'

export const GEOMETRIC_CHECKS = {
  inside_buildable: 'setback_m',
  no_overlap: 'fire_gap_m',
} as const satisfies Readonly<Record<string, RuleName>>

type GeometricCheck = keyof typeof GEOMETRIC_CHECKS

export function isGeometric(check: RuleName | GeometricCheck): check is GeometricCheck {
  return Object.hasOwn(GEOMETRIC_CHECKS, check)
}
