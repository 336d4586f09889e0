// The order in which buildings that are seen at a slant are painted. Never paints one.
import type { Ring } from '../../../geometry/plane.ts'
import { sum } from '../../../numbers/sum.ts'
import type { Building } from '../../../siteplan/layouts/layout.ts'
import { sidesOf } from './ring-sides.ts'
import type { SlantedView } from './slanted-view.ts'

/**
 * Such an order that no building is painted after one that stands in front of it. Two buildings are
 * compared along lines of sight that meet both.
 */
export function backToFront(buildings: readonly Building[], view: SlantedView): Building[] {
  const left = new Set(buildings)
  const order: Building[] = []
  const farness = (building: Building) => Math.max(...building.footprint.map(view.depth))
  while (left.size > 0) {
    const rest = [...left].toSorted((a, b) => farness(b) - farness(a))
    const next =
      rest.find((one) => rest.every((other) => other === one || !isBehind(other, one, view))) ??
      rest[0]
    if (!next) break
    order.push(next)
    left.delete(next)
  }
  return order
}

/** Lines of sight that are tried, as shares of the way that both buildings span. */
const SIGHT_LINES = [0.02, 0.25, 0.5, 0.75, 0.98]

/** Depths and widths that differ by less are equal, m. */
const EQUAL_M = 1e-6

/** Whether `a` is farther than `b` on some line of sight that meets both. */
function isBehind(a: Building, b: Building, view: SlantedView): boolean {
  const [placesA, placesB] = [a.footprint.map(view.across), b.footprint.map(view.across)]
  const from = Math.max(Math.min(...placesA), Math.min(...placesB))
  const to = Math.min(Math.max(...placesA), Math.max(...placesB))
  if (to - from <= EQUAL_M) return false
  return SIGHT_LINES.some((share) => {
    const at = from + (to - from) * share
    const [depthA, depthB] = [depthAt(a.footprint, at, view), depthAt(b.footprint, at, view)]
    return depthA !== undefined && depthB !== undefined && depthA > depthB + EQUAL_M
  })
}

/** Mean depth of where the line of sight `across = at` meets the ring. */
function depthAt(ring: Ring, at: number, view: SlantedView): number | undefined {
  const depths = sidesOf(ring).flatMap(({ from, to }) => {
    const [a, b] = [view.across(from), view.across(to)]
    if (a > at === b > at) return []
    const share = (at - a) / (b - a)
    return [view.depth(from) + (view.depth(to) - view.depth(from)) * share]
  })
  return depths.length === 0 ? undefined : sum(depths) / depths.length
}
