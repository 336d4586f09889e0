// What the norms leave of a request's wishes: layouts are searched by that, while the answer and
// the report also name what was asked. The checker holds layouts to both by itself.
import { storeysWithin } from '../../norms/envelope.ts'
import type { Rules } from '../../norms/rule-set.ts'
import type { LayoutsAsked } from './layout.ts'

type Storeys = LayoutsAsked['storeys']

/** The request, with what it asks for beyond the norms cut back to their limits. */
export function withinNorms(request: LayoutsAsked, rules: Rules): LayoutsAsked {
  return {
    ...request,
    storeys: storeysAllowed(request.storeys, rules) ?? request.storeys,
    parking_ratio: Math.max(request.parking_ratio, rules.parking_per_unit.value),
  }
}

/** Those asked for that the norms allow; undefined where they allow none of them. */
export function storeysAllowed({ min, max }: Storeys, rules: Rules): Storeys | undefined {
  const least = Math.max(min, rules.min_storeys.value)
  const most = Math.min(max, rules.max_storeys.value, storeysWithin(rules))
  return least <= most ? { min: least, max: most } : undefined
}
