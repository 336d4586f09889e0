// Which parcels meet a box, the most central of them first. How far each is from the centre, or
// that it does not meet the box, is box-distance.ts's.
import { UNITS_PER_DEGREE } from '../../geometry/fixed-degrees.ts'
import { clamp } from '../../numbers/clamp.ts'
import { type Measure, measureFrom, type UnitBox } from './box-distance.ts'
import { type ParcelIndex, pointCount } from './parcel-index.ts'

/** Degrees. */
export interface LonLatBox {
  readonly minLon: number
  readonly minLat: number
  readonly maxLon: number
  readonly maxLat: number
}

interface CentralParcels {
  /** Positions in the index, nearest to the box's centre first. */
  readonly parcels: readonly number[]
  /** Whether more than these meet the box. */
  readonly truncated: boolean
}

interface Hit {
  readonly parcel: number
  readonly distance: number
}

/** Points of one answer, some 5 MB of text; parcels of usual shapes stay far below. */
const MAX_POINTS = 200_000

/** The first look is at this part of the box's longer half side; it grows until enough is found. */
const FIRST_REACH = 1 / 32
const MIN_GROWTH = 1.3
const MAX_GROWTH = 4
/** Factor on the reach that evenly spread parcels would need. */
const MARGIN = 1.15
/** Parcels near in degrees to look at for each that is to be near in metres. */
const NEAR_ASKED = 4

/**
 * The `limit` parcels that come nearest to the centre of the box within it; a parcel that covers
 * the centre comes first. Equally near ones keep the order of the index.
 */
export function centralParcels(
  index: ParcelIndex,
  place: LonLatBox,
  limit: number,
): CentralParcels {
  if (index.size === 0) return { parcels: [], truncated: false }
  const box: UnitBox = {
    minX: unitsOf(place.minLon),
    minY: unitsOf(place.minLat),
    maxX: unitsOf(place.maxLon),
    maxY: unitsOf(place.maxLat),
  }
  const measure = measureFrom(index, box)
  let near: number | undefined
  let reach =
    FIRST_REACH * Math.max((box.maxX - box.minX) * measure.xScale, box.maxY - box.minY) * 0.5
  for (;;) {
    const window = windowAround(measure, reach, box)
    const isWhole = isSameBox(window, box)
    const hits = hitsIn(index, window, measure, isWhole ? Infinity : reach)
    // Parcels outside the window are farther away than all that count here.
    if (isWhole || hits.length > limit) return nearestOf(index, hits, limit)
    // Around an empty centre, such as a lake, a reach that grows by a factor takes in far too much.
    near ??= reachOfNear(index, measure, limit + 1)
    const needed = hits.length === 0 ? MAX_GROWTH : MARGIN * Math.sqrt((limit + 1) / hits.length)
    reach = near > reach ? near : reach * clamp(needed, MIN_GROWTH, MAX_GROWTH)
  }
}

/**
 * A reach within which there are so many parcels, hardly more than they need; less where fewer meet
 * the box. The index tells which are near in degrees alike both ways: of some more than are needed,
 * those are taken that are near in metres.
 */
function reachOfNear(index: ParcelIndex, measure: Measure, count: number): number {
  const { centreX, centreY } = measure
  const distances = index.tree
    .neighbors(centreX, centreY, NEAR_ASKED * count)
    .map((parcel) => measure.distanceOf(parcel))
    .filter((distance) => distance < Infinity)
    .sort((a, b) => a - b)
  return distances[count - 1] ?? distances.at(-1) ?? 0
}

/** All of the box that may be as near to its centre as `reach`, in units of latitude. */
function windowAround({ centreX, centreY, xScale }: Measure, reach: number, box: UnitBox): UnitBox {
  return {
    minX: Math.max(box.minX, centreX - reach / xScale),
    minY: Math.max(box.minY, centreY - reach),
    maxX: Math.min(box.maxX, centreX + reach / xScale),
    maxY: Math.min(box.maxY, centreY + reach),
  }
}

function isSameBox(a: UnitBox, b: UnitBox): boolean {
  return a.minX === b.minX && a.minY === b.minY && a.maxX === b.maxX && a.maxY === b.maxY
}

/** Parcels whose boxes meet the window and whose land in the box is no farther than `most`. */
function hitsIn(index: ParcelIndex, window: UnitBox, measure: Measure, most: number): Hit[] {
  const hits: Hit[] = []
  index.tree.search(window.minX, window.minY, window.maxX, window.maxY, (parcel) => {
    const distance = measure.distanceOf(parcel)
    if (distance <= most && distance < Infinity) hits.push({ parcel, distance })
    return false
  })
  return hits
}

function nearestOf(index: ParcelIndex, hits: readonly Hit[], limit: number): CentralParcels {
  const sorted = hits.toSorted((a, b) => a.distance - b.distance || a.parcel - b.parcel)
  const parcels = withinPoints(
    index,
    sorted.slice(0, limit).map(({ parcel }) => parcel),
  )
  return { parcels, truncated: hits.length > parcels.length }
}

/** The first parcels whose points together fit one answer; one parcel at least. */
function withinPoints(index: ParcelIndex, parcels: readonly number[]): readonly number[] {
  let points = 0
  const end = parcels.findIndex((parcel, at) => {
    points += pointCount(index, parcel)
    return at > 0 && points > MAX_POINTS
  })
  return end < 0 ? parcels : parcels.slice(0, end)
}

/** Degrees with the decimals that are kept miss whole units by less, in doubles. */
const ROUNDING_UNITS = 1e-4

/** Whole units where the degrees have no more decimals than are kept. */
function unitsOf(degrees: number): number {
  const units = degrees * UNITS_PER_DEGREE
  const whole = Math.round(units)
  return Math.abs(units - whole) < ROUNDING_UNITS ? whole : units
}
