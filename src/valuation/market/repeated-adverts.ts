// Adverts of one flat by several agents, who round its area and ask a little more or less. Never
// here: adverts of exactly one flat (cleaning.ts), and which advert is the subject's own.
import type { Comparable } from '../comparables/comparable.ts'
import type { Evidence } from './cleaning.ts'
import { isNearlySameFlat } from './same-flat.ts'

/** Agents of one flat ask so much more or less, as a ratio. Flats next door differ by more. */
const MOST_TIMES_ASKED = 1.05

/**
 * Without adverts that seem to be of the same flat as a later one in their building: five agents are
 * no five sales, and agree with each other far better than with what is paid. A developer's flats
 * are alike and are all counted.
 * @param evidence in the order of content, so that of one day's adverts the first stays
 */
export function withoutRepeated(evidence: readonly Evidence[]): Evidence[] {
  const repeated = new Set<Evidence>()
  const mayRepeat = evidence.filter(
    ({ comparable: { kind, market } }) => kind === 'listing' && market !== 'new',
  )
  const groups = Map.groupBy(
    mayRepeat,
    ({ building, comparable: { floor, rooms } }) => `${building}/${floor}/${Math.max(1, rooms)}`,
  )
  for (const group of groups.values()) {
    const kept: Evidence[] = []
    // A sort keeps the order of equals.
    const latestFirst = group.toSorted((a, b) => latestOf(a.comparable, b.comparable))
    for (const one of latestFirst) {
      if (kept.some((other) => isRepeated(one.comparable, other.comparable))) repeated.add(one)
      else kept.push(one)
    }
  }
  return evidence.filter((one) => !repeated.has(one))
}

function latestOf(a: Comparable, b: Comparable): number {
  if (a.date === b.date) return 0
  return a.date < b.date ? 1 : -1
}

function isRepeated(a: Comparable, b: Comparable): boolean {
  const times = a.priceRub / b.priceRub
  return isNearlySameFlat(a, b) && times <= MOST_TIMES_ASKED && times >= 1 / MOST_TIMES_ASKED
}
