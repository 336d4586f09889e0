// How often each rule was broken in a search. Never which one limits (limiting-rule.ts).
import type { RuleName } from '../../../../norms/rule-set.ts'

export interface RuleTally {
  count(rule: RuleName, times?: number): void
  /** Of rules broken equally often, the one counted first. */
  mostOftenFirst(): RuleName[]
}

export function openRuleTally(): RuleTally {
  const times = new Map<RuleName, number>()
  return {
    count(rule, more = 1) {
      times.set(rule, (times.get(rule) ?? 0) + more)
    },
    mostOftenFirst: () => [...times].sort(([, a], [, b]) => b - a).map(([rule]) => rule),
  }
}
