// Which of several options are worth showing: the best by score, none like another. Never finds or
// draws one.
import { areaOf, type Region } from '../../../geometry/plane.ts'
import { intersection } from '../../../geometry/region.ts'
import type { LayoutOption } from '../layout.ts'
import { footprintsOf } from './drawing/draw-buildings.ts'

/**
 * Two options share at most this much ground, as a share of all that either covers: 0.7, less what
 * corners rounded to millimetres make of a hundred square metres.
 */
const MAX_ALIKE = 0.7 - 0.001

/** Score penalty for each further option of the same typology. Arbitrary. */
export const VARIETY = 0.04

/** The best by score that differ from each other, ranked, best first. */
export function bestOptions(options: readonly LayoutOption[], most: number): LayoutOption[] {
  const left = [...options]
  const kept: LayoutOption[] = []
  while (kept.length < most && left.length > 0) {
    const worth = ({ score, buildings }: LayoutOption) =>
      score -
      VARIETY *
        kept.filter((other) => other.buildings[0]?.typology === buildings[0]?.typology).length
    const next = left.reduce((a, b) => (worth(b) > worth(a) ? b : a))
    left.splice(left.indexOf(next), 1)
    if (!isLikeAny(footprintsOf(next.buildings), kept)) kept.push(next)
  }
  return kept.sort((a, b) => b.score - a.score).map((option, i) => ({ ...option, rank: i + 1 }))
}

/** @param ground under the buildings */
export function isLikeAny(ground: Region, options: readonly LayoutOption[]): boolean {
  return options.some((option) => sharedGround(ground, footprintsOf(option.buildings)) > MAX_ALIKE)
}

/** Ground under both over ground under either. */
function sharedGround(a: Region, b: Region): number {
  const common = areaOf(intersection(a, b))
  return common / (areaOf(a) + areaOf(b) - common)
}
