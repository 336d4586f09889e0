// Cutting, joining and growing regions, exact to a millimetre. The arithmetic is Clipper2's, on
// whole numbers: touching and crossing edges are no trouble, but a ring that runs back along itself
// may hold it for ever. Boundaries have none: imports take such spikes off (simple-polygons.ts).
import { Clipper, EndType, FillRule, JoinType, type PathsD } from 'clipper2-ts'
import { round } from '../numbers/rounding.ts'
import { cornerCount, type Point, type Region, type Ring } from './plane.ts'

/** Decimal places of a metre that are kept. */
const PRECISION = 3

/** A corner sharper than this many offsets is cut off when a region grows. */
const MITER_LIMIT = 4

/**
 * The chords that an arc is drawn as lie nearer to its centre than the arc by this share of its
 * radius, and by so many metres at most. Finer ones would cost intricate regions much time.
 */
const ARC_SHARE = 0.002
const ARC_M = 0.005

/** What rings enclose, whatever their direction and however they touch or cross themselves. */
export function regionOf(rings: readonly Ring[]): Region {
  return fromPaths(Clipper.unionD(toPaths(rings), [], FillRule.EvenOdd, PRECISION))
}

export function intersection(a: Region, b: Region): Region {
  return fromPaths(Clipper.intersectD(toPaths(a), toPaths(b), FillRule.NonZero, PRECISION))
}

export function union(a: Region, b: Region): Region {
  return fromPaths(Clipper.unionD(toPaths(a), toPaths(b), FillRule.NonZero, PRECISION))
}

/** What the rings cover together, however they overlap. */
export function joined(rings: Region): Region {
  return union(rings, [])
}

export function difference(a: Region, b: Region): Region {
  return fromPaths(Clipper.differenceD(toPaths(a), toPaths(b), FillRule.NonZero, PRECISION))
}

/**
 * All points of the region at least `distanceM` from its edge. Round joins at concave corners, so
 * that the distance holds there as well, less half a centimetre at most on an arc's chords.
 */
export function inset(region: Region, distanceM: number): Region {
  return offset(region, -distanceM, JoinType.Round)
}

/**
 * As `inset` in fewer corners: concave ones are squared off, a little farther inside than demanded.
 */
export function insetSquare(region: Region, distanceM: number): Region {
  return offset(region, -distanceM, JoinType.Square)
}

/**
 * A region of more corners is cut back without arcs: those of thousands of corners take seconds.
 */
const MOST_WITH_ARCS = 1_000

/** The inset, or a little less of it where the region has very many corners. */
export function insetOrLess(region: Region, distanceM: number): Region {
  return cornerCount(region) > MOST_WITH_ARCS
    ? insetSquare(region, distanceM)
    : inset(region, distanceM)
}

/** The inset, or a little more of it where the region has very many corners. */
export function insetOrMore(region: Region, distanceM: number): Region {
  // Concave corners are cut off straight, nearer to them than demanded.
  return cornerCount(region) > MOST_WITH_ARCS
    ? offset(region, -distanceM, JoinType.Bevel)
    : inset(region, distanceM)
}

/** The region with all points up to `distanceM` from it, corners kept square. */
export function grow(region: Region, distanceM: number): Region {
  return offset(region, distanceM, JoinType.Miter)
}

function offset(region: Region, deltaM: number, join: JoinType): Region {
  return fromPaths(
    Clipper.inflatePathsD(
      toPaths(region),
      deltaM,
      join,
      EndType.Polygon,
      MITER_LIMIT,
      PRECISION,
      Math.min(ARC_M, Math.abs(deltaM) * ARC_SHARE),
    ),
  )
}

/**
 * Without rings of fewer than three corners: they enclose nothing, and Clipper2 fails on empty
 * ones.
 */
function toPaths(rings: readonly Ring[]): PathsD {
  return rings.filter((ring) => ring.length >= 3).map((ring) => ring.map(([x, y]) => ({ x, y })))
}

/**
 * Clipper2 scales its whole numbers back by a factor that is not exact: 15.993 comes as
 * 15.993000000000002.
 */
function fromPaths(paths: PathsD): Region {
  return paths.map((path) =>
    path.map(({ x, y }): Point => [round(x, PRECISION), round(y, PRECISION)]),
  )
}
