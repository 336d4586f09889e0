// Strips of a region along x: where all of a strip's height is inside. Exact for any region, with
// holes and parts. Never what is put there (rows.ts, place-*.ts).
import { boxOf, cornerCount, type Region } from '../../../../geometry/plane.ts'
import { clamp } from '../../../../numbers/clamp.ts'
import type { Rect } from './rect.ts'

export type Interval = readonly [from: number, to: number]

/** A region with its edges sorted by height, so that questions about strips of it are fast. */
export interface Strips {
  readonly region: Region
  /** Four numbers an edge: x and y of its ends. */
  readonly edges: Float64Array
  readonly minY: number
  readonly bandM: number
  /** The edges that reach into each band, lowest band first, by their place in `edges`. */
  readonly bands: readonly (readonly number[])[]
  /** The lowest band that each edge reaches into. */
  readonly firstBand: Int32Array
  /** Of the last question; the next one writes over it. */
  readonly found: FoundCuts
}

/** Each array has room for one entry an edge. */
interface FoundCuts {
  cuts: number
  readonly from: Float64Array
  readonly to: Float64Array
  readonly acrossM: Float64Array
  middles: number
  readonly middle: Float64Array
}

const BANDS = 48

export function stripsOf(region: Region): Strips {
  const count = cornerCount(region)
  const edges = new Float64Array(4 * count)
  const { minY, maxY } = boxOf(region)
  const bandM = (maxY - minY) / BANDS || 1
  const bands = Array.from({ length: BANDS }, (): number[] => [])
  const firstBand = new Int32Array(count)
  let at = 0
  for (const ring of region) {
    let from = ring.at(-1)
    for (const to of ring) {
      if (from) {
        edges.set([from[0], from[1], to[0], to[1]], at)
        const first = bandAt(Math.min(from[1], to[1]), minY, bandM)
        const last = bandAt(Math.max(from[1], to[1]), minY, bandM)
        firstBand[at / 4] = first
        for (let band = first; band <= last; band += 1) bands[band]?.push(at)
      }
      at += 4
      from = to
    }
  }
  const room = () => new Float64Array(count)
  const found = { cuts: 0, from: room(), to: room(), acrossM: room(), middles: 0, middle: room() }
  return { region, edges, minY, bandM, bands, firstBand, found }
}

function bandAt(y: number, minY: number, bandM: number): number {
  return clamp(Math.floor((y - minY) / bandM), 0, BANDS - 1)
}

/** A part of an edge inside a strip. */
interface Cut {
  readonly from: number
  readonly to: number
  /** Across the strip. */
  readonly acrossM: number
}

/** The parts of edges between y0 and y1, and where edges cross the middle line, both by x. */
export function cutsAcross(
  strips: Strips,
  y0: number,
  y1: number,
): { readonly cuts: readonly Cut[]; readonly middles: readonly number[] } {
  const { cuts, from, to, acrossM, middles, middle } = findCuts(strips, y0, y1)
  const all = Array.from({ length: cuts }, (_, i) => ({
    from: from[i] ?? 0,
    to: to[i] ?? 0,
    acrossM: acrossM[i] ?? 0,
  }))
  return {
    cuts: all.sort((a, b) => a.from - b.from),
    middles: Array.from(middle.subarray(0, middles)).sort((a, b) => a - b),
  }
}

/** As `cutsAcross`, in no order. It is asked ten thousand times a site, and allocates nothing. */
function findCuts(
  { edges, minY, bandM, bands, firstBand, found }: Strips,
  y0: number,
  y1: number,
): Readonly<FoundCuts> {
  const middle = (y0 + y1) / 2
  const lowest = bandAt(y0, minY, bandM)
  const highest = bandAt(y1, minY, bandM)
  found.cuts = 0
  found.middles = 0
  for (let band = lowest; band <= highest; band += 1) {
    for (const at of bands[band] ?? []) {
      // An edge in several bands counts in the first of them.
      if (band > lowest && (firstBand[at / 4] ?? 0) < band) continue
      const fromY = edges[at + 1] ?? 0
      const toY = edges[at + 3] ?? 0
      const low = Math.min(fromY, toY)
      const high = Math.max(fromY, toY)
      if (high <= y0 || low >= y1) continue
      const fromX = edges[at] ?? 0
      const toX = edges[at + 2] ?? 0
      const slope = toY === fromY ? 0 : (toX - fromX) / (toY - fromY)
      const bottom = Math.max(low, y0)
      const top = Math.min(high, y1)
      const a = toY === fromY ? fromX : fromX + (bottom - fromY) * slope
      const b = toY === fromY ? toX : fromX + (top - fromY) * slope
      found.from[found.cuts] = Math.min(a, b)
      found.to[found.cuts] = Math.max(a, b)
      found.acrossM[found.cuts] = top - bottom
      found.cuts += 1
      if (fromY > middle !== toY > middle) {
        found.middle[found.middles] = fromX + (middle - fromY) * slope
        found.middles += 1
      }
    }
  }
  return found
}

/**
 * All maximal intervals of x in which the whole height y0–y1 is inside the region, left to right.
 * Starts and ends of cuts are sorted separately: before the next start after an end nothing is cut
 * if as many cuts have ended as have started.
 */
export function freeIntervals(strips: Strips, y0: number, y1: number): Interval[] {
  const found = findCuts(strips, y0, y1)
  const { from, to, middles, middle } = found
  const cuts = joinNeighbours(found)
  from.subarray(0, cuts).sort()
  to.subarray(0, cuts).sort()
  middle.subarray(0, middles).sort()
  const free: Interval[] = []
  let passed = 0
  for (let i = 1; i < cuts; i += 1) {
    const end = to[i - 1] ?? 0
    const start = from[i] ?? 0
    if (end >= start) continue
    const between = (end + start) / 2
    while (passed < middles && (middle[passed] ?? 0) < between) passed += 1
    if (passed % 2 === 1) free.push([end, start])
  }
  return free
}

/**
 * Joins each cut with those found next that go on where it ends, as cuts of consecutive edges do:
 * sorting the few that are left takes much less time. @returns how many
 */
function joinNeighbours({ cuts, from, to }: FoundCuts): number {
  let last = 0
  for (let i = 1; i < cuts; i += 1) {
    const start = from[i] ?? 0
    const end = to[i] ?? 0
    const lastStart = from[last] ?? 0
    const lastEnd = to[last] ?? 0
    if (start > lastEnd || end < lastStart) {
      last += 1
      from[last] = start
      to[last] = end
    } else {
      if (start < lastStart) from[last] = start
      if (end > lastEnd) to[last] = end
    }
  }
  return Math.min(cuts, last + 1)
}

/** Whether one of the free intervals of its height holds the rectangle. */
export function rectInside(strips: Strips, { x0, y0, x1, y1 }: Rect): boolean {
  const { cuts, from, to, middles, middle } = findCuts(strips, y0, y1)
  let before = -Infinity
  let after = Infinity
  for (let i = 0; i < cuts; i += 1) {
    const start = from[i] ?? 0
    const end = to[i] ?? 0
    if (end <= x0) before = Math.max(before, end)
    else if (start >= x1) after = Math.min(after, start)
    else return false
  }
  const between = (before + after) / 2
  let isInside = false
  for (let i = 0; i < middles; i += 1) if ((middle[i] ?? 0) < between) isInside = !isInside
  return isInside
}
