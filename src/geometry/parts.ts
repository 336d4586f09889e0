// The parts that a region consists of. Which of them matter is the callers'.
import { areaOf, contains, type Region, type Ring, signedArea } from './plane.ts'

/** The outer ring of each part. */
export function outlinesOf(region: Region): Region {
  return region.filter((ring) => signedArea(ring) > 0)
}

/** Each outer ring with the holes in it, as a region of its own; the smallest part first. */
export function partsOf(region: Region): Region[] {
  const outlines = outlinesOf(region).toSorted((a, b) => areaOf([a]) - areaOf([b]))
  const parts = new Map(outlines.map((ring) => [ring, [ring]]))
  for (const hole of region) {
    if (parts.has(hole)) continue
    // The smallest around it: that one may itself lie in a hole of a larger one. All of the hole,
    // since a part in it may touch its edge.
    const own = outlines.find((ring) => isWithin(hole, ring))
    if (own) parts.get(own)?.push(hole)
  }
  return [...parts.values()]
}

/** Whether all of a ring lies in what another goes around, its edge included. */
export function isWithin(ring: Ring, other: Ring): boolean {
  return ring.every((corner) => contains([other], corner))
}
