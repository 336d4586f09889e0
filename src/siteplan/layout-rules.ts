// The rules as one search for layouts uses them: a place's set, with the norms that the request
// gives instead of it. Look-ups only; judging a layout is the checker's.
import { type RuleSet, type Rules, type Steps, stepAt } from './rule-set.ts'

/** The source of a norm that the request gave. */
export const RULE_FROM_REQUEST = 'задано в запросе'

/** Hours of sun without a break that the norm asks at a latitude, ° north. */
export function requiredHours(rules: Rules, latitude: number): number {
  return stepAt(rules.insolation_h.value, latitude)
}

/** The set with single norms replaced by those of a request. */
export function withRequestedRules(set: RuleSet, requested: RequestedRules): RuleSet {
  const rules: Record<string, unknown> = { ...set.rules }
  for (const [name, value] of Object.entries(requested)) {
    rules[name] = { value, source: RULE_FROM_REQUEST }
  }
  return { ...set, rules: rules as Rules }
}

/** Values alone, by the names of the rules; their source is the request itself. */
export type RequestedRules = { readonly [Name in keyof Rules]?: Rules[Name]['value'] }

/** Whether a table reaches everything once: bounds grow, and the last step has none. */
export function stepsAreWhole(steps: Steps<unknown>): boolean {
  return steps.every(({ up_to }, index) => {
    const before = steps[index - 1]?.up_to ?? -1
    const isLast = index === steps.length - 1
    return up_to === null ? isLast : !isLast && up_to > before
  })
}

/** Whether a step gives a distance whose least is greater than its most. */
export function isInvertedSpan({ value }: { readonly value: unknown }): boolean {
  const { least, most } = (value ?? {}) as { least?: number; most?: number }
  return least !== undefined && most !== undefined && least > most
}
