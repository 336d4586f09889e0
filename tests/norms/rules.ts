// The default norms for tests, as they are or with some values changed.

import type { RuleSet } from '../../src/norms/rule-set.ts'
import { loadRuleSets } from '../../src/norms/rule-sets.ts'

export const DEFAULT_RULES: RuleSet = loadRuleSets(undefined).forParcel({
  cadastralNumber: '38:36:000021:1',
  permittedUse: null,
})

/** The default rules with some values changed. */
export function rulesWith(
  changes: Partial<{ [Name in keyof RuleSet['rules']]: RuleSet['rules'][Name]['value'] }>,
): RuleSet {
  const rules = Object.fromEntries(
    Object.entries(DEFAULT_RULES.rules).map(([name, norm]) => [
      name,
      name in changes ? { ...norm, value: changes[name as keyof typeof changes] } : norm,
    ]),
  ) as RuleSet['rules']
  return { ...DEFAULT_RULES, rules }
}
