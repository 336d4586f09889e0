// Where a way leaves the site: its whole width crosses the outer edge, so that a vehicle gets out.
// Neither a corner that sticks out nor the rim of a hole is a way out. Which places are tried is
// lane-network.ts's and exits.ts's.
import { isWithin, outlinesOf } from '../../../../geometry/parts.ts'
import type { Region } from '../../../../geometry/plane.ts'
import { memoized } from '../../../../made-once.ts'
import { cutsAcross, type Strips, stripsOf } from '../frame/strips.ts'

/** The edge of a site, for questions along x and along y. */
export interface SiteEdge {
  readonly alongX: Strips
  readonly alongY: Strips
  /** Of the outer rings alone; the same strips where there are no others. */
  readonly outerAlongX: Strips
  readonly outerAlongY: Strips
  /** By the axis and width of a way: what gives its crossings by its lower line, in millimetres. */
  readonly known: Map<string, (lowMm: number) => readonly Crossing[]>
}

/** Within this of its beginning the whole width of a way out must have crossed the edge, m. */
const MAX_EXIT_M = 15

/** What begins at the edge may lie this far over it, for rounding, m. */
const AT_EDGE_M = 0.05

/** A way out goes on beyond the edge by this, where it is cut off later, m. */
const BEYOND_M = 0.3

/** Teeth of the edge that an exit may have, all together, m across. */
const TEETH_M = 0.05

export function siteEdgeOf(region: Region): SiteEdge {
  const outer = outlinesOf(withWayOut(region))
  const alongX = stripsOf(region)
  const alongY = stripsOf(swapped(region))
  const isWhole = outer.length === region.length
  return {
    alongX,
    alongY,
    outerAlongX: isWhole ? alongX : stripsOf(outer),
    outerAlongY: isWhole ? alongY : stripsOf(swapped(outer)),
    known: new Map(),
  }
}

/**
 * The parts of a site that a way may lead off, with their holes. None leads off a part that lies in
 * a hole of another.
 */
export function withWayOut(region: Region): Region {
  const outlines = outlinesOf(region)
  const enclosed = outlines.filter((ring) =>
    outlines.some((other) => other !== ring && isWithin(ring, other)),
  )
  return region.filter((ring) => !enclosed.some((other) => other === ring || isWithin(ring, other)))
}

function swapped(region: Region): Region {
  return region.map((ring) => ring.map(([x, y]) => [y, x] as const).reverse())
}

/** Along x or y: to larger coordinates or to smaller ones. */
type Towards = 'larger' | 'smaller'

/** Where the outer edge crosses all of a strip, once. */
interface Crossing {
  /** Where a way along the strip leads that leaves the site here. */
  readonly towards: Towards
  /** From here to the edge the strip is free. */
  readonly free: number
  readonly meets: number
  /** From here on all of the strip lies outside. */
  readonly out: number
}

/**
 * Where ways along x or y would leave the site, by the lower line of the way, which counts to a
 * millimetre. Each is worked out once.
 */
export function crossingsAlong(edge: SiteEdge, axis: 'x' | 'y', widthM: number) {
  const key = `${axis} ${widthM}`
  const known =
    edge.known.get(key) ??
    memoized((lowMm: number) => crossingsOf(edge, axis, lowMm / 1000, lowMm / 1000 + widthM))
  edge.known.set(key, known)
  return (lowM: number) => known(Math.round(lowM * 1000))
}

function crossingsOf(
  edge: SiteEdge,
  axis: 'x' | 'y',
  low: number,
  high: number,
): readonly Crossing[] {
  const [all, outer] =
    axis === 'x' ? [edge.alongX, edge.outerAlongX] : [edge.alongY, edge.outerAlongY]
  const widthM = high - low
  const rims = rimsIn(all, low, high)
  const outlines = all === outer ? rims : rimsIn(outer, low, high)
  return rims.flatMap(({ from, to, acrossM, isInsideBefore, divides }, i): Crossing[] => {
    if (!divides || Math.abs(acrossM - widthM) > TEETH_M) return []
    if (!outlines.some((each) => each.from === from && each.to === to)) return []
    const before = rims[i - 1]?.to ?? -Infinity
    const after = rims[i + 1]?.from ?? Infinity
    const clearM = isInsideBefore ? after - to : from - before
    if (clearM < widthM) return []
    return isInsideBefore
      ? [{ towards: 'larger', free: before, meets: from, out: to }]
      : [{ towards: 'smaller', free: after, meets: to, out: from }]
  })
}

/**
 * The coordinate at which a way that goes on from a place is out of the site; undefined = it
 * cannot.
 */
export function wayOutTo(
  crossings: readonly Crossing[],
  from: number,
  towards: Towards,
): number | undefined {
  const ahead = towards === 'larger' ? 1 : -1
  for (const crossing of crossings) {
    if (crossing.towards !== towards || (from - crossing.free) * ahead < 0) continue
    if ((crossing.meets - from) * ahead < -AT_EDGE_M) continue
    if ((crossing.out - from) * ahead <= MAX_EXIT_M) return crossing.out + ahead * BEYOND_M
  }
  return undefined
}

/** Parts of the edge whose stretches along a strip overlap. */
interface Rim {
  readonly from: number
  readonly to: number
  /** All its parts, across the strip. */
  readonly acrossM: number
  readonly isInsideBefore: boolean
  /** Whether the site lies on one side of it only: not where a corner of the edge reaches in. */
  readonly divides: boolean
}

/** In order along the strip. */
function rimsIn(strips: Strips, low: number, high: number): Rim[] {
  const { cuts, middles } = cutsAcross(strips, low, high)
  const rims: Rim[] = []
  let passed = 0
  for (let i = 0; i < cuts.length; ) {
    const from = cuts[i]?.from ?? 0
    let to = from
    let acrossM = 0
    for (; i < cuts.length && (cuts[i]?.from ?? 0) <= to; i += 1) {
      to = Math.max(to, cuts[i]?.to ?? 0)
      acrossM += cuts[i]?.acrossM ?? 0
    }
    const before = passed
    while (passed < middles.length && (middles[passed] ?? 0) <= to) passed += 1
    rims.push({
      from,
      to,
      acrossM,
      isInsideBefore: before % 2 === 1,
      divides: (passed - before) % 2 === 1,
    })
  }
  return rims
}
