// Which of several options are worth showing: the best by score, none like another. Never finds or
// draws one.
import { areaOf, type Region } from '../../../../geometry/plane.ts'
import { intersection } from '../../../../geometry/region.ts'
import type { Building, LayoutOption } from '../../layout.ts'
import { footprintsOf } from '../drawing/draw-buildings.ts'

/**
 * What the footprints of two options have in common is at most this share of what both cover: 0.7,
 * and 0.001 less, since corners rounded to millimetres move an area by so much.
 */
const MAX_ALIKE = 0.7 - 0.001

/** Score penalty for each further option of the same typology. Arbitrary. */
export const VARIETY = 0.04

/**
 * Score penalty for an option of the same houses as one before it, elsewhere on the site: a planner
 * sees one variant twice. Taken only where nothing about as good differs more. Arbitrary.
 */
const SAME_HOUSES = 0.1

/** The best by score that differ from each other, ranked, best first. */
export function bestOptions(options: readonly LayoutOption[], most: number): LayoutOption[] {
  const left = [...options]
  const kept: LayoutOption[] = []
  while (kept.length < most && left.length > 0) {
    const worth = ({ score, buildings }: LayoutOption) =>
      score -
      VARIETY *
        kept.filter((other) => other.buildings[0]?.typology === buildings[0]?.typology).length -
      (kept.some((other) => areSameHouses(other.buildings, buildings)) ? SAME_HOUSES : 0)
    const next = left.reduce((a, b) => (worth(b) > worth(a) ? b : a))
    left.splice(left.indexOf(next), 1)
    if (!isLikeAny(footprintsOf(next.buildings), kept)) kept.push(next)
  }
  return kept.sort((a, b) => b.score - a.score).map((option, i) => ({ ...option, rank: i + 1 }))
}

/** Of ground under houses that counts as equal, as a share of the larger. */
const SAME_FOOTPRINT = 0.02

/** Whether both have as many houses, each as high as one of the other's and about as large. */
function areSameHouses(a: readonly Building[], b: readonly Building[]): boolean {
  const inOrder = (buildings: readonly Building[]) =>
    buildings.toSorted((x, y) => x.storeys - y.storeys || x.footprint_m2 - y.footprint_m2)
  const others = inOrder(b)
  return (
    a.length === b.length &&
    inOrder(a).every(({ typology, storeys, footprint_m2: ground }, at) => {
      const other = others[at]
      return (
        typology === other?.typology &&
        storeys === other.storeys &&
        Math.abs(ground - other.footprint_m2) <=
          SAME_FOOTPRINT * Math.max(ground, other.footprint_m2)
      )
    })
  )
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
