// Which parcels meet a box, the most central of them first. Exact: a parcel whose box meets it but
// whose land does not, or that surrounds it with a hole, is not found.
import { radians } from '../geometry/angles.ts'
import { UNITS_PER_DEGREE } from '../geometry/fixed-degrees.ts'
import { type ParcelIndex, pointsOf } from './parcel-index.ts'

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

interface UnitBox {
  readonly minX: number
  readonly minY: number
  readonly maxX: number
  readonly maxY: number
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
  const { centreX, centreY, xScale } = measure
  let reach = FIRST_REACH * Math.max((box.maxX - box.minX) * xScale, box.maxY - box.minY) * 0.5
  for (;;) {
    const window: UnitBox = {
      minX: Math.max(box.minX, centreX - reach / xScale),
      minY: Math.max(box.minY, centreY - reach),
      maxX: Math.min(box.maxX, centreX + reach / xScale),
      maxY: Math.min(box.maxY, centreY + reach),
    }
    const isWhole =
      window.minX === box.minX &&
      window.minY === box.minY &&
      window.maxX === box.maxX &&
      window.maxY === box.maxY
    const most = isWhole ? Number.POSITIVE_INFINITY : reach
    const hits: Hit[] = []
    index.tree.search(window.minX, window.minY, window.maxX, window.maxY, (parcel) => {
      const distance = measure.distanceOf(parcel)
      if (distance <= most && distance < Number.POSITIVE_INFINITY) hits.push({ parcel, distance })
      return false
    })
    // Parcels outside the window are farther away than all that count here.
    if (isWhole || hits.length > limit) {
      hits.sort((a, b) => a.distance - b.distance || a.parcel - b.parcel)
      const parcels = withinPoints(
        index,
        hits.slice(0, limit).map(({ parcel }) => parcel),
      )
      return { parcels, truncated: hits.length > parcels.length }
    }
    const needed = hits.length === 0 ? MAX_GROWTH : MARGIN * Math.sqrt((limit + 1) / hits.length)
    reach *= Math.min(MAX_GROWTH, Math.max(MIN_GROWTH, needed))
  }
}

/** The first parcels whose points together fit one answer; one parcel at least. */
function withinPoints(index: ParcelIndex, parcels: readonly number[]): readonly number[] {
  let points = 0
  const end = parcels.findIndex((parcel, at) => {
    points += pointsOf(index, parcel)
    return at > 0 && points > MAX_POINTS
  })
  return end < 0 ? parcels : parcels.slice(0, end)
}

/** Whole units where the degrees have no more decimals than are kept. */
function unitsOf(degrees: number): number {
  const units = degrees * UNITS_PER_DEGREE
  const whole = Math.round(units)
  return Math.abs(units - whole) < 1e-4 ? whole : units
}

interface Measure {
  readonly centreX: number
  readonly centreY: number
  /** A degree of longitude over one of latitude, at the centre. */
  readonly xScale: number
  /**
   * From the centre to the nearest point of the parcel that is in the box, in units of latitude;
   * infinite where no point is. Touching counts.
   */
  distanceOf(parcel: number): number
}

function measureFrom(index: ParcelIndex, box: UnitBox): Measure {
  const { coordinates, ringStarts, polygonStarts, parcelStarts } = index
  const centreX = (box.minX + box.maxX) / 2
  const centreY = (box.minY + box.maxY) / 2
  const halfX = (box.maxX - box.minX) / 2
  const halfY = (box.maxY - box.minY) / 2
  const xScale = Math.max(1e-3, Math.cos(radians(centreY / UNITS_PER_DEGREE)))

  /** The square of the distance from the centre to the part of the edge that is in the box. */
  const edgeDistance2 = (fromX: number, fromY: number, toX: number, toY: number): number => {
    if (
      Math.max(fromX, toX) < box.minX ||
      Math.min(fromX, toX) > box.maxX ||
      Math.max(fromY, toY) < box.minY ||
      Math.min(fromY, toY) > box.maxY
    ) {
      return Number.POSITIVE_INFINITY
    }
    const dx = toX - fromX
    const dy = toY - fromY
    // All corners on one side of the edge's line: no point of it is in the box.
    const side = dx * (centreY - fromY) - dy * (centreX - fromX)
    if (Math.abs(side) > Math.abs(dx) * halfY + Math.abs(dy) * halfX) {
      return Number.POSITIVE_INFINITY
    }
    // The part of the edge in the box (Liang and Barsky), then the nearest point of that part.
    let first = 0
    let last = 1
    if (dx !== 0) {
      const enters = ((dx > 0 ? box.minX : box.maxX) - fromX) / dx
      const leaves = ((dx > 0 ? box.maxX : box.minX) - fromX) / dx
      if (enters > first) first = enters
      if (leaves < last) last = leaves
    }
    if (dy !== 0) {
      const enters = ((dy > 0 ? box.minY : box.maxY) - fromY) / dy
      const leaves = ((dy > 0 ? box.maxY : box.minY) - fromY) / dy
      if (enters > first) first = enters
      if (leaves < last) last = leaves
    }
    const alongX = dx * xScale
    const offX = (fromX - centreX) * xScale
    const offY = fromY - centreY
    const length2 = alongX * alongX + dy * dy
    const nearest = length2 === 0 ? 0 : -(offX * alongX + offY * dy) / length2
    const at = Math.min(Math.max(nearest, first), Math.max(first, last))
    const nearX = offX + at * alongX
    const nearY = offY + at * dy
    return nearX * nearX + nearY * nearY
  }

  return {
    centreX,
    centreY,
    xScale,
    distanceOf(parcel) {
      let least2 = Number.POSITIVE_INFINITY
      let coversCentre = false
      const firstRing = polygonStarts[parcelStarts[parcel] as number] as number
      const endRing = polygonStarts[parcelStarts[parcel + 1] as number] as number
      for (let ring = firstRing; ring < endRing; ring += 1) {
        const from = (ringStarts[ring] as number) * 2
        const end = (ringStarts[ring + 1] as number) * 2
        let fromX = coordinates[end - 2] as number
        let fromY = coordinates[end - 1] as number
        for (let at = from; at < end; at += 2) {
          const toX = coordinates[at] as number
          const toY = coordinates[at + 1] as number
          if (fromY > centreY !== toY > centreY) {
            const cross = (toX - fromX) * (centreY - fromY) - (toY - fromY) * (centreX - fromX)
            if (cross > 0 === toY > fromY) coversCentre = !coversCentre
          }
          const distance2 = edgeDistance2(fromX, fromY, toX, toY)
          if (distance2 < least2) least2 = distance2
          fromX = toX
          fromY = toY
        }
      }
      return coversCentre ? 0 : Math.sqrt(least2)
    },
  }
}
