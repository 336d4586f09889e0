// Whether a site's shape has room for all the floor area that its rules allow: houses with the way
// for fire engines beside each need ground of some depth, of which strips have little. By areas
// alone; where houses stand is the solver's.
import { areaOf, type Region } from '../geometry/plane.ts'
import { grow, insetOrMore, intersection } from '../geometry/region.ts'
import type { StoreyLimit } from './envelope.ts'
import { SIZES_M } from './house-sizes.ts'
import { fireLaneDemand } from './rule-look-ups.ts'
import type { Rules } from './rule-set.ts'

/**
 * True where houses of these storeys would have to cover more ground than they can, whether they
 * stand along the site or across it. Of ground that is deep enough they cover the share that a
 * house takes of the depth of both, itself and the way along it. Along the site a part of the way
 * may lie in the setback; across it, where a house is as deep as a section is long, no way does.
 * @param buildable the site inside the setback
 */
export function isTooThinFor(
  { storeys, maxGfaM2 }: StoreyLimit,
  buildable: Region,
  rules: Rules,
): boolean {
  const { widthM, leastM } = fireLaneDemand(storeys, rules)
  const wayM = leastM + widthM
  const houseM = SIZES_M.slabDepth.least
  const bandM = houseM + Math.max(0, wayM - rules.setback_m.value)
  const alongM2 = (areaOf(partsAsDeepAs(bandM, buildable)) * houseM) / bandM
  if (maxGfaM2 / storeys <= alongM2) return false
  const deepM2 = areaOf(partsAsDeepAs(SIZES_M.section.least, buildable))
  return maxGfaM2 / storeys > (deepM2 * houseM) / (houseM + wayM)
}

/**
 * All that circles of this diameter can cover within the region, corners kept square; a little more
 * where it has very many corners.
 */
function partsAsDeepAs(depthM: number, region: Region): Region {
  return intersection(region, grow(insetOrMore(region, depthM / 2), depthM / 2))
}
