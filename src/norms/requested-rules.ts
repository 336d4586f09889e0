// A place's rule set with single norms replaced by those that a request gives. Never judges whether
// a request may ask for them.
import type { RuleSet, Rules } from './rule-set.ts'

/** The source of a norm that the request gave. */
export const RULE_FROM_REQUEST = 'Задано в запросе'

/** Values alone, by the names of the rules; their source is the request itself. */
type RequestedRules = { readonly [Name in keyof Rules]?: Rules[Name]['value'] }

export function withRequestedRules(set: RuleSet, requested: RequestedRules): RuleSet {
  const rules: Record<string, unknown> = { ...set.rules }
  for (const [name, value] of Object.entries(requested)) {
    rules[name] = { value, source: RULE_FROM_REQUEST }
  }
  return { ...set, rules: rules as Rules }
}
