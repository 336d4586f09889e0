// Adverts of one flat by several agents, who round its area and ask a little more or less. Never
// here: adverts of exactly one flat (cleaning.ts), and which advert is the subject's own.
import { hashText } from '../../numbers/random.ts'
import type { Comparable } from '../comparables/comparable.ts'
import type { Evidence } from './cleaning.ts'
import { isNearlySameFlat } from './same-flat.ts'

/** Agents of one flat ask so much more or less, as a ratio. Flats next door differ by more. */
const MOST_TIMES_ASKED = 1.05

/**
 * Without adverts that seem to be of the same flat as a later one in their building: five agents
 * are no five sales, and agree with each other far better than with what is paid. A developer's
 * flats are alike and are all counted.
 * @param evidence in the order of content
 */
export function withoutRepeated(evidence: readonly Evidence[]): Evidence[] {
  const repeated = new Set<Evidence>()
  const mayRepeat = evidence.filter(
    ({ comparable: { kind, market, floor } }) =>
      kind === 'listing' && market !== 'new' && floor !== null,
  )
  const groups = Map.groupBy(
    mayRepeat,
    ({ building, comparable: { floor, rooms } }) => `${building}/${floor}/${Math.max(1, rooms)}`,
  )
  for (const group of groups.values()) {
    if (group.length < 2) continue
    /** Those kept, by whole square metres: the same flat is in this one or beside it. */
    const kept = new Map<number, Comparable[]>()
    for (const one of group.toSorted((a, b) => byRank(a.comparable, b.comparable))) {
      const metre = Math.floor(one.comparable.areaM2)
      const near = [metre - 1, metre, metre + 1].flatMap((key) => kept.get(key) ?? [])
      if (near.some((other) => isRepeated(one.comparable, other))) repeated.add(one)
      else kept.set(metre, [...(kept.get(metre) ?? []), one.comparable])
    }
  }
  return evidence.filter((one) => !repeated.has(one))
}

/**
 * The latest first; those of one day by chance, which favours neither small flats nor large ones.
 */
function byRank(a: Comparable, b: Comparable): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1
  return hashText(flatText(a), 43) - hashText(flatText(b), 43)
}

function flatText({ areaM2, rooms, floorsTotal, condition, kitchenAreaM2 }: Comparable): string {
  return `${areaM2}/${rooms}/${floorsTotal}/${condition}/${kitchenAreaM2}`
}

function isRepeated(a: Comparable, b: Comparable): boolean {
  const times = a.priceRub / b.priceRub
  return isNearlySameFlat(a, b) && times <= MOST_TIMES_ASKED && times >= 1 / MOST_TIMES_ASKED
}
