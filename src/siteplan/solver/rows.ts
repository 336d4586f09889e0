// Ways to lay parallel strips over a site: how many, how far apart, how far up. Only strips and the
// stretches free in them; what stands there is place-slabs.ts's, place-towers.ts's,
// place-blocks.ts's.
import { boxOf } from '../../geometry/plane.ts'
import { freeIntervals, type Interval, type Strips } from './frame.ts'

export interface Row {
  readonly y0: number
  readonly y1: number
  readonly free: readonly Interval[]
}

/** Heights tried to find the lowest and the highest place for a strip. */
const LEVELS = 48

/** Places of a single strip, as shares of the way from the lowest place to the highest. */
const LONE = [0, 1, 0.5, 0.25, 0.75, 0.125, 0.875]

/** Shares of the way left free below and above several strips. */
const MARGINS: readonly (readonly [below: number, above: number])[] = [
  [0, 0],
  [0.1, 0.1],
  [0, 0.25],
  [0.25, 0],
  [0.2, 0.2],
  [0, 0.45],
  [0.45, 0],
]

/** As `rowSets`, of one site. */
export type RowSets = (depthM: number, leastM: number, gapM: number, most: number) => Row[][]

/** Row sets of a site, each worked out once: one for each depth and gap asked for. */
export function rowSetsOf(buildable: Strips): RowSets {
  const known = new Map<string, Row[][]>()
  return (depthM, leastM, gapM, most) => {
    const key = `${depthM} ${leastM} ${gapM} ${most}`
    const before = known.get(key)
    if (before) return before
    const sets = rowSets(buildable, depthM, leastM, gapM, most)
    known.set(key, sets)
    return sets
  }
}

/**
 * Sets of up to `most` strips of one depth, free for at least `leastM` somewhere, never nearer to
 * each other than `gapM`.
 */
function rowSets(
  buildable: Strips,
  depthM: number,
  leastM: number,
  gapM: number,
  most: number,
): Row[][] {
  const { minY, maxY } = boxOf(buildable.region)
  if (!(maxY - minY >= depthM)) return []
  const rowAt = (y0: number): Row => ({
    y0,
    y1: y0 + depthM,
    free: freeIntervals(buildable, y0, y0 + depthM).filter(([from, to]) => to - from >= leastM),
  })
  const levels = Array.from(
    { length: LEVELS + 1 },
    (_, i) => minY + ((maxY - depthM - minY) * i) / LEVELS,
  ).filter((y) => rowAt(y).free.length > 0)
  const lowest = levels[0]
  const highest = levels.at(-1)
  if (lowest === undefined || highest === undefined) return []
  const way = highest - lowest
  const sets: Row[][] = LONE.map((share) => [rowAt(lowest + way * share)])
  for (let count = 2; count <= most; count += 1) {
    for (const [below, above] of MARGINS) {
      const pitch = (way * (1 - below - above)) / (count - 1)
      if (pitch < depthM + gapM) continue
      sets.push(Array.from({ length: count }, (_, i) => rowAt(lowest + way * below + pitch * i)))
    }
  }
  return sets.map((rows) => rows.filter(({ free }) => free.length > 0)).filter((s) => s.length > 0)
}

/** Where along its stretch a building of `lengthM` starts. */
export type Align = 'start' | 'middle' | 'end'

/** Starts that align buildings across rows as far as each stretch allows. */
export function alignedStarts(
  stretches: readonly Interval[],
  lengths: readonly number[],
  align: Align,
): number[] {
  const common =
    align === 'start'
      ? Math.max(...stretches.map(([from]) => from))
      : align === 'end'
        ? Math.min(...stretches.map(([, to]) => to))
        : stretches.reduce((sum, [from, to]) => sum + (from + to) / 2, 0) / stretches.length
  return stretches.map(([from, to], i) => {
    const length = lengths[i] ?? 0
    const wanted =
      align === 'start' ? common : align === 'end' ? common - length : common - length / 2
    return Math.min(Math.max(wanted, from), to - length)
  })
}
