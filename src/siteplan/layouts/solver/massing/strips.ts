// Strips of a region along x: where all of a strip's height is inside. Exact for any region, with holes
// and parts. Never what is put there (rows.ts, place-*.ts).
import { boxOf, type Region } from '../../../../geometry/plane.ts'
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
}

const BANDS = 48

export function stripsOf(region: Region): Strips {
  const count = region.reduce((sum, ring) => sum + ring.length, 0)
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
  return { region, edges, minY, bandM, bands, firstBand }
}

function bandAt(y: number, minY: number, bandM: number): number {
  return Math.min(BANDS - 1, Math.max(0, Math.floor((y - minY) / bandM)))
}

/** A part of an edge inside a strip. */
export interface Cut {
  readonly from: number
  readonly to: number
  /** Across the strip. */
  readonly acrossM: number
}

/** The parts of edges between y0 and y1, and where edges cross the middle line, both by x. */
export function cutsAcross(
  { edges, minY, bandM, bands, firstBand }: Strips,
  y0: number,
  y1: number,
): { readonly cuts: readonly Cut[]; readonly middles: readonly number[] } {
  const middle = (y0 + y1) / 2
  const cuts: Cut[] = []
  const middles: number[] = []
  const lowest = bandAt(y0, minY, bandM)
  const highest = bandAt(y1, minY, bandM)
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
      cuts.push({ from: Math.min(a, b), to: Math.max(a, b), acrossM: top - bottom })
      if (fromY > middle !== toY > middle) middles.push(fromX + (middle - fromY) * slope)
    }
  }
  cuts.sort((a, b) => a.from - b.from)
  middles.sort((a, b) => a - b)
  return { cuts, middles }
}

/**
 * All maximal intervals of x in which the whole height y0–y1 is inside the region, left to right.
 */
export function freeIntervals(strips: Strips, y0: number, y1: number): Interval[] {
  const { cuts, middles } = cutsAcross(strips, y0, y1)
  const free: Interval[] = []
  let reached = cuts[0]?.to ?? 0
  let passed = 0
  for (const { from, to } of cuts) {
    if (from > reached) {
      const between = (reached + from) / 2
      while (passed < middles.length && (middles[passed] ?? 0) < between) passed += 1
      if (passed % 2 === 1) free.push([reached, from])
    }
    if (to > reached) reached = to
  }
  return free
}

export function rectInside(strips: Strips, { x0, y0, x1, y1 }: Rect): boolean {
  return freeIntervals(strips, y0, y1).some(([from, to]) => from <= x0 && x1 <= to)
}
