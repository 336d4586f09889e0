// Lines inside a region: stalls of a parking, in rows on both sides of a drive. A convention of
// drawing; how many cars fit is never counted here.
import {
  contains,
  type Point,
  pointDistance,
  type Region,
  type Ring,
} from '../../../geometry/plane.ts'
import { directionOf, longestOf, sidesOf } from './ring-sides.ts'

/** A stall of 5.3 × 2.5 m with a drive of 6 m between two rows (СП 113.13330). */
const STALL_WIDTH_M = 2.5
const STALL_DEPTH_M = 5.3
const DRIVE_M = 6
/** A row that is less deep is not drawn: no car would stand in it. */
const MIN_ROW_M = 2
/** No region gets more lines than this. */
export const MAX_LINES = 1200
/** Shorter pieces are not drawn. */
const MIN_LINE_M = 1.5

/** Lines closer than this blur into grey, and rows less deep are illegible, mm. */
const LINES_APART_MM = 1
const ROW_MM = 1.6

/** Whether a plan of this scale is large enough for stalls. */
export function showsStalls(mmPerM: number): boolean {
  return STALL_DEPTH_M * mmPerM >= ROW_MM
}

/**
 * Segments in metres inside the region: a line per stall, fewer where the paper is too small or the
 * region too large. All of its rings are hatched alike and to their ends.
 */
export function stallLines(region: Region, mmPerM: number): [Point, Point][] {
  if (!showsStalls(mmPerM)) return []
  const rings = region.filter((ring) => ring.length >= 3)
  const linesEvery = (stalls: number) =>
    rings.flatMap((ring) => linesOf(ring, region, STALL_WIDTH_M * stalls))
  let stalls = Math.ceil(LINES_APART_MM / (STALL_WIDTH_M * mmPerM))
  let lines = linesEvery(stalls)
  while (lines.length > MAX_LINES) {
    stalls = Math.max(stalls + 1, Math.floor((stalls * lines.length) / MAX_LINES))
    lines = linesEvery(stalls)
  }
  return lines
}

function linesOf(ring: Ring, region: Region, stepM: number): [Point, Point][] {
  const longest = longestOf(sidesOf(ring))
  if (!longest) return []
  const { from } = longest
  const along = directionOf(longest)
  // Inner side of an outer ring, which turns counter-clockwise.
  const aside: Point = [-along[1], along[0]]
  const at = (s: number, t: number): Point => [
    from[0] + along[0] * s + aside[0] * t,
    from[1] + along[1] * s + aside[1] * t,
  ]
  const spans = ring.map(([x, y]): Point => {
    const [dx, dy] = [x - from[0], y - from[1]]
    return [dx * along[0] + dy * along[1], dx * aside[0] + dy * aside[1]]
  })
  const [minS, maxS] = [Math.min(...spans.map(([s]) => s)), Math.max(...spans.map(([s]) => s))]
  const [minT, maxT] = [Math.min(...spans.map(([, t]) => t)), Math.max(...spans.map(([, t]) => t))]
  // A ring with a notch also lies behind its longest side: rows stand back to back there.
  const behind = rowsIn(-minT).map(([near, far]): [number, number] => [-near, -far])
  const lines: [Point, Point][] = []
  for (const [near, far] of [...rowsIn(maxT), ...behind]) {
    for (let s = Math.ceil(minS / stepM) * stepM; s <= maxS; s += stepM) {
      const segment = clipped(at(s, near), at(s, far), region)
      if (segment) lines.push(segment)
    }
  }
  return lines
}

/** From the longest side inwards: row, drive, row, and again. */
function rowsIn(depthM: number): [number, number][] {
  const rows: [number, number][] = []
  for (let near = 0; near + MIN_ROW_M < depthM; ) {
    rows.push([near, Math.min(depthM, near + STALL_DEPTH_M)])
    near += STALL_DEPTH_M + (rows.length % 2 === 1 ? DRIVE_M : 0)
  }
  return rows
}

/** The longest piece of the segment that is inside the region, if it is worth drawing. */
function clipped(from: Point, to: Point, region: Region): [Point, Point] | undefined {
  const at = (share: number): Point => [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
  ]
  const cuts = [0, ...crossings(from, to, region), 1].toSorted((a, b) => a - b)
  let best: [number, number] = [0, 0]
  for (const [index, end] of cuts.entries()) {
    const start = cuts[index - 1] ?? end
    if (end - start > best[1] - best[0] && contains(region, at((start + end) / 2))) {
      best = [start, end]
    }
  }
  const lengthM = (best[1] - best[0]) * pointDistance(from, to)
  return lengthM < MIN_LINE_M ? undefined : [at(best[0]), at(best[1])]
}

/** Shares of the segment's length at which it crosses an edge of the region. */
function crossings(from: Point, to: Point, region: Region): number[] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  return region.flatMap(sidesOf).flatMap(({ from: a, to: b }) => {
    const [ex, ey] = [b[0] - a[0], b[1] - a[1]]
    const cross = dx * ey - dy * ex
    if (cross === 0) return []
    const share = ((a[0] - from[0]) * ey - (a[1] - from[1]) * ex) / cross
    const along = ((a[0] - from[0]) * dy - (a[1] - from[1]) * dx) / cross
    return share > 0 && share < 1 && along >= 0 && along <= 1 ? [share] : []
  })
}
