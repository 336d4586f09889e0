// Tries the solver's smallest house on a site, for a forecast, which makes no layout. Never which
// houses to place; whether there is room at all is norms/house-room.ts's.
import type { Region } from '../../../geometry/plane.ts'
import { SIZES_M } from '../../../norms/house-sizes.ts'
import type { Rules } from '../../../norms/rule-set.ts'
import { type Frame, frameAt, mainAxes, regionToFrame } from './frame/frame.ts'
import { stripsOf } from './frame/strips.ts'
import { type Mass, solidMass } from './massing/massing.ts'
import { rowSetsOf } from './massing/rows.ts'
import { fireLanes } from './ways/fire-lanes.ts'

/**
 * Tries the smallest slab along the site's main directions. Gives what stands in its way: nothing,
 * the setback, or the way that fire engines need beside it. Not a proof: not every place is tried.
 */
export function obstacleToLeastHouse(
  boundary: Region,
  buildable: Region,
  storeys: number,
  rules: Rules,
): 'nothing' | 'setback_m' | 'fire_lane_distance_m' {
  let isPlaced = false
  for (const angle of mainAxes(boundary)) {
    for (const frame of [frameAt(angle), frameAt(angle + Math.PI / 2)]) {
      const site = stripsOf(regionToFrame(frame, boundary))
      for (const mass of leastSlabs(frame, buildable, storeys)) {
        isPlaced = true
        if (fireLanes(site, [mass], rules, 1)) return 'nothing'
      }
    }
  }
  return isPlaced ? 'fire_lane_distance_m' : 'setback_m'
}

/** The least slab at both ends and in the middle of every free stretch of some rows. */
function* leastSlabs(frame: Frame, buildable: Region, storeys: number): Generator<Mass> {
  const [depthM, lengthM] = [SIZES_M.slabDepth.least, SIZES_M.section.least]
  const rowSetsFor = rowSetsOf(stripsOf(regionToFrame(frame, buildable)))
  for (const { rows } of rowSetsFor(depthM, lengthM, 0, 1)) {
    for (const { y0, y1, free } of rows) {
      for (const [from, to] of free) {
        for (const x0 of [from, (from + to - lengthM) / 2, to - lengthM]) {
          const outer = { x0, x1: x0 + lengthM, y0, y1 }
          yield solidMass('slab', outer, storeys)
        }
      }
    }
  }
}
