// A region with fewer corners that lies wholly inside it, for work whose time grows with corners.
// Never for measuring an area or for checking: those use the region itself.
import { type Point, type Region, type Ring, signedArea } from './plane.ts'
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
  const corners = cornersOf(region)
  let best: Simplified = { region, clearM: 0, offM: 0 }
  let fewest = corners * WORTH_IT
  if (corners <= MANY_CORNERS) return best
  for (const [insetM, toleranceM] of STEPS) {
    const fewer = withFewer(insetSquare(region, insetM), toleranceM)
    if (cornersOf(fewer) > fewest) continue
    fewest = cornersOf(fewer) * WORTH_IT
    const offM = insetM * SQUARED + toleranceM
    best = { region: fewer, clearM: insetM - toleranceM, offM }
    if (cornersOf(fewer) <= MANY_CORNERS) break
  }
  return best
}

export function cornersOf(region: Region): number {
  return region.reduce((sum, ring) => sum + ring.length, 0)
}

/** Thinned one by one, rings may cross each other, so holes are cut out of the outlines again. */
function withFewer(region: Region, toleranceM: number): Region {
  const rings = region
    .map((ring) => ({ outer: signedArea(ring) > 0, ring: thinned(ring, toleranceM) }))
    .filter(({ ring }) => ring.length >= 3)
  return difference(
    rings.filter(({ outer }) => outer).map(({ ring }) => ring),
    rings.filter(({ outer }) => !outer).map(({ ring }) => [...ring].reverse()),
  )
}

/** Ramer, Douglas and Peucker's way: no corner left out is farther than that from the line kept. */
function thinned(ring: Ring, toleranceM: number): Ring {
  const [first] = ring
  if (!first) return ring
  const closed = [...ring, first]
  const opposite = farthest(closed, 0, closed.length - 1).at
  const kept = new Uint8Array(closed.length)
  kept[0] = 1
  kept[opposite] = 1
  const stretches: [number, number][] = [
    [0, opposite],
    [opposite, closed.length - 1],
  ]
  for (let stretch = stretches.pop(); stretch; stretch = stretches.pop()) {
    const { at, distanceM } = farthest(closed, ...stretch)
    if (distanceM <= toleranceM) continue
    kept[at] = 1
    stretches.push([stretch[0], at], [at, stretch[1]])
  }
  return ring.filter((_, i) => kept[i] === 1)
}

/** Of the corners between two others, the one farthest from the line between those. */
function farthest(
  points: readonly Point[],
  from: number,
  to: number,
): { readonly at: number; readonly distanceM: number } {
  const [ax, ay] = points[from] ?? [0, 0]
  const [bx, by] = points[to] ?? [0, 0]
  const dx = bx - ax
  const dy = by - ay
  const squared = dx * dx + dy * dy
  let at = from
  let most = 0
  for (let i = from + 1; i < to; i += 1) {
    const [x, y] = points[i] ?? [0, 0]
    const along = squared === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / squared
    const share = Math.min(1, Math.max(0, along))
    const offX = x - ax - share * dx
    const offY = y - ay - share * dy
    const off = offX * offX + offY * offY
    if (off > most) {
      most = off
      at = i
    }
  }
  return { at, distanceM: Math.sqrt(most) }
}
