// A region with fewer corners that lies wholly inside it, for work whose time grows with corners.
// Never for measuring an area or for checking: those use the region itself.
import { keptPoints } from './douglas-peucker.ts'
import { cornerCount, type Point, type Region, type Ring, signedArea } from './plane.ts'
import { difference, insetSquare } from './region.ts'

export interface Simplified {
  readonly region: Region
  /** Every place of it is at least this far inside the edge of the true region, m. */
  readonly clearM: number
  /** No place of its edge is farther than this from the edge of the true region, m. */
  readonly offM: number
}

/** A region with this many corners or fewer stays as it is. */
export const MANY_CORNERS = 300

/**
 * Tried in order until few enough corners are left. The region is first drawn in by `insetM`, which
 * closes gaps narrower than twice that. Then corners nearer than `toleranceM` to the line without
 * them are left out.
 */
const STEPS: readonly (readonly [insetM: number, toleranceM: number])[] = [
  [0.04, 0.03],
  [0.15, 0.1],
  [0.3, 0.1],
  [0.6, 0.2],
]

/** Squared corners lie at most this many times as far off as straight edges: √2. */
const SQUARED = 1.42

/** A step must leave this share of the corners or fewer, else the lost ground is not worth it. */
const WORTH_IT = 0.5

/** The region itself where it has few corners, or where none can be left out. */
export function simplifiedInside(region: Region): Simplified {
  const corners = cornerCount(region)
  let best: Simplified = { region, clearM: 0, offM: 0 }
  let fewest = corners * WORTH_IT
  if (corners <= MANY_CORNERS) return best
  for (const [insetM, toleranceM] of STEPS) {
    const fewer = withFewer(insetSquare(region, insetM), toleranceM)
    if (cornerCount(fewer) > fewest) continue
    fewest = cornerCount(fewer) * WORTH_IT
    const offM = insetM * SQUARED + toleranceM
    best = { region: fewer, clearM: insetM - toleranceM, offM }
    if (cornerCount(fewer) <= MANY_CORNERS) break
  }
  return best
}

/** Thinned one by one, rings may cross each other, so holes are cut out of the outlines again. */
function withFewer(region: Region, toleranceM: number): Region {
  const rings = region
    .map((ring) => ({ outer: signedArea(ring) > 0, ring: thinned(ring, toleranceM) }))
    .filter(({ ring }) => ring.length >= 3)
  return difference(
    rings.filter(({ outer }) => outer).map(({ ring }) => ring),
    rings.filter(({ outer }) => !outer).map(({ ring }) => ring.toReversed()),
  )
}

function thinned(ring: Ring, toleranceM: number): Ring {
  return keptPoints(ring.flat(), toleranceM, 1).map((at) => ring[at] as Point)
}
