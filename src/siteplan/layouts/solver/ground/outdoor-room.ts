// Whether parking, playgrounds and green can find ground beside a massing, by areas alone: ground
// on which none of them may lie is left out. Cheap beside a drawing. Where they lie is
// outdoor-areas.ts's.
import { areaOf } from '../../../../geometry/plane.ts'
import { joined } from '../../../../geometry/region.ts'
import { groundLeftM2, largestNeed } from '../../../../norms/outdoor-ground.ts'
import type { RuleName } from '../../../../norms/rule-set.ts'
import { sumOf } from '../../../../numbers/sum.ts'
import { grown, type Rect, rectRing } from '../frame/rect.ts'
import type { FramedSite } from '../framed-sites.ts'
import { footprintM2, gfaM2Of, type Massing, wingsOf } from '../massing/massing.ts'
import { needsOf } from '../rules/needs.ts'
import type { SolverInput } from '../solver-input.ts'
import { fireLanes } from '../ways/fire-lanes.ts'
import { areaFree, CLEAR_M, freeOf } from './pieces.ts'

/** Nothing but green lies nearer to walls, m. */
const LEAST_CLEAR_M = Math.min(...CLEAR_M)

/** What has the least ground to spare; where that is negative, it has no room. */
interface GroundToSpare {
  readonly spareM2: number
  readonly rule: RuleName
}

/** In any shape, with one way along each house and none that joins them. */
export function groundToSpare(
  massing: Massing,
  framed: FramedSite,
  input: SolverInput,
): GroundToSpare {
  const { rules, siteM2 } = input
  const lanes = fireLanes(framed.site, massing, rules, 1) ?? []
  const needs = needsOf(gfaM2Of(massing), input)
  const housesM2 = sumOf(massing, footprintM2)
  const withGreenM2 = groundLeftM2(siteM2, housesM2 + joinedM2(lanes), needs, rules)
  const cells = framed.cells()
  const walls = massing.flatMap(wingsOf).map((wing) => grown(wing, LEAST_CLEAR_M))
  const freeM2 = areaFree(cells, freeOf(cells, [...walls, ...lanes]))
  const offWallsM2 = freeM2 - needs.parkingM2 - needs.playgroundM2
  if (withGreenM2 < offWallsM2) {
    return { spareM2: withGreenM2, rule: largestNeed(siteM2, needs, rules) }
  }
  const isPlay = needs.parkingM2 < needs.playgroundM2
  return { spareM2: offWallsM2, rule: isPlay ? 'playground_m2_per_unit' : 'parking_per_unit' }
}

function joinedM2(rects: readonly Rect[]): number {
  return areaOf(joined(rects.map(rectRing)))
}
