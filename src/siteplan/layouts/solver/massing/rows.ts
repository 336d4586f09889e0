// Ways to lay parallel strips over a site: how many, how far apart, how far up. Only strips and the
// stretches free in them; what stands there is place-slabs.ts's, place-towers.ts's,
// place-blocks.ts's.
import { boxOf } from '../../../../geometry/plane.ts'
import { memoized, once } from '../../../../made-once.ts'
import { sum } from '../../../../numbers/sum.ts'
import { freeIntervals, type Interval, type Strips } from '../frame/strips.ts'

export interface Row {
  readonly y0: number
  readonly y1: number
  readonly free: readonly Interval[]
  readonly partsOf: PartsOf
}

/**
 * Of each free stretch as many equal parts, with gaps between, as make none longer than `mostM`;
 * those shorter than `leastM` are left out.
 */
type PartsOf = (mostM: number, gapM: number, leastM: number) => readonly Stretch[]

/** A place for one building: a stretch of a row. */
export interface Stretch {
  readonly row: Row
  readonly span: Interval
}

/** Rows that stand together. */
interface RowSet {
  readonly rows: readonly Row[]
  /** Of all its stretches together, m. */
  readonly freeM: number
  /** Of all its rows, in their order. */
  readonly partsOf: PartsOf
}

/** Heights tried to find the lowest and the highest place for a strip. */
const LEVELS = 48

/** How exactly places flush with the edge of the ground are found, m. */
const FLUSH_M = 0.005

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

/** Sets of up to `most` rows of one depth, free for some length, never nearer than `gapM`. */
export type RowSetsFor = (
  depthM: number,
  leastM: number,
  gapM: number,
  most: number,
) => readonly RowSet[]

/** Row sets of a site, each worked out once. */
export function rowSetsOf(buildable: Strips): RowSetsFor {
  const known = new Map<string, readonly SpacedRows[]>()
  return (depthM, leastM, gapM, most) => {
    const key = `${depthM} ${leastM} ${most}`
    const spaced = known.get(key) ?? spacedRows(stackOf(buildable, depthM, leastM), most)
    known.set(key, spaced)
    return spaced.flatMap(({ pitchM, set }) => (pitchM < depthM + gapM ? [] : (set() ?? [])))
  }
}

/** All places of a strip of one depth that is free for some length. */
interface Stack {
  readonly depthM: number
  readonly lowestM: number
  readonly highestM: number
  /** Farther than both, if anywhere: free for less length, but with a little more room beside. */
  readonly flushM: readonly number[]
  rowAt(y0: number): Row
}

/** Undefined where there is no such place. */
function stackOf(buildable: Strips, depthM: number, leastM: number): Stack | undefined {
  const { minY, maxY } = boxOf(buildable.region)
  const rowAt = memoized((y0: number): Row => {
    const free = freeIntervals(buildable, y0, y0 + depthM)
    return rowOf(
      y0,
      depthM,
      free.filter(([from, to]) => to - from >= leastM),
    )
  })
  const wayM = maxY - depthM - minY
  const levels =
    wayM >= 0 ? Array.from({ length: LEVELS + 1 }, (_, i) => minY + (wayM * i) / LEVELS) : []
  const isFree = (y0: number) => rowAt(y0).free.length > 0
  const free = levels.filter(isFree)
  const [lowestM, highestM] = [free[0], free.at(-1)]
  if (lowestM === undefined || highestM === undefined) return undefined
  const stepM = wayM / LEVELS
  const below = lastFree(lowestM, Math.max(minY, lowestM - stepM), isFree)
  const above = lastFree(highestM, Math.min(minY + wayM, highestM + stepM), isFree)
  const flushM = [
    ...(lowestM - below > FLUSH_M ? [below] : []),
    ...(above - highestM > FLUSH_M ? [above] : []),
  ]
  return { depthM, lowestM, highestM, flushM, rowAt }
}

/** The place farthest from a free one, on the way to one that may not be, to `FLUSH_M`. */
function lastFree(free: number, towards: number, isFree: (y0: number) => boolean): number {
  let [inside, outside] = [free, towards]
  while (Math.abs(outside - inside) > FLUSH_M) {
    const middle = (inside + outside) / 2
    if (isFree(middle)) inside = middle
    else outside = middle
  }
  return inside
}

function rowOf(y0: number, depthM: number, free: readonly Interval[]): Row {
  const row: Row = {
    y0,
    y1: y0 + depthM,
    free,
    partsOf: onceEach((mostM, gapM, leastM) =>
      free
        .flatMap((span) => equalParts(row, span, mostM, gapM))
        .filter(({ span: [from, to] }) => to - from >= leastM),
    ),
  }
  return row
}

/** Of the rows in which something is free; undefined where there is none. */
function rowSetOf(all: readonly Row[]): RowSet | undefined {
  const rows = all.filter(({ free }) => free.length > 0)
  if (rows.length === 0) return undefined
  const freeM = sum(rows.flatMap(({ free }) => free.map(([from, to]) => to - from)))
  return {
    rows,
    freeM,
    partsOf: onceEach((...sizes) => rows.flatMap((row) => row.partsOf(...sizes))),
  }
}

/** Works the same parts out once. */
function onceEach(partsOf: PartsOf): PartsOf {
  const known = new Map<string, readonly Stretch[]>()
  return (mostM, gapM, leastM) => {
    const key = `${mostM} ${gapM} ${leastM}`
    const parts = known.get(key) ?? partsOf(mostM, gapM, leastM)
    known.set(key, parts)
    return parts
  }
}

function equalParts(row: Row, [from, to]: Interval, mostM: number, gapM: number): Stretch[] {
  const count = Math.ceil((to - from + gapM) / (mostM + gapM))
  const length = (to - from - (count - 1) * gapM) / count
  return Array.from({ length: count }, (_, i) => {
    const start = from + i * (length + gapM)
    return { row, span: [start, start + length] as const }
  })
}

/** Rows at one distance from each other. */
interface SpacedRows {
  /** From one row to the next; infinite where there is one. */
  readonly pitchM: number
  /** Worked out when it is first asked for; undefined where nothing is free. */
  set(): RowSet | undefined
}

/** All sets of up to `most` strips of a stack that do not overlap. */
function spacedRows(stack: Stack | undefined, most: number): SpacedRows[] {
  if (!stack) return []
  const { depthM, lowestM, highestM, flushM, rowAt } = stack
  const way = highestM - lowestM
  const spaced = (pitchM: number, places: readonly number[]): SpacedRows => ({
    pitchM,
    set: once(() => rowSetOf(places.map(rowAt))),
  })
  const lone = [...LONE.map((share) => lowestM + way * share), ...flushM]
  const sets = lone.map((y0) => spaced(Infinity, [y0]))
  for (let count = 2; count <= most; count += 1) {
    for (const [below, above] of MARGINS) {
      const pitchM = (way * (1 - below - above)) / (count - 1)
      if (pitchM < depthM) continue
      const places = Array.from({ length: count }, (_, i) => lowestM + way * below + pitchM * i)
      sets.push(spaced(pitchM, places))
    }
  }
  return sets
}
