// How far a parcel is from the centre of a box, within the box. Exact: a parcel whose own box meets
// it but whose land does not, or that surrounds it with a hole, is infinitely far.
import { radians } from '../../geometry/angles.ts'
import { UNITS_PER_DEGREE } from '../../geometry/fixed-degrees.ts'
import type { Box } from '../../geometry/plane.ts'
import type { ParcelIndex } from './parcel-index.ts'

/** In the units of the index. */
export type UnitBox = Box

export interface Measure {
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

/** At the poles, where a degree of longitude has no length, distances are divided by it. */
const MIN_X_SCALE = 1e-3

export function measureFrom(index: ParcelIndex, box: UnitBox): Measure {
  const { coordinates, ringStarts, polygonStarts, parcelStarts } = index
  const centreX = (box.minX + box.maxX) / 2
  const centreY = (box.minY + box.maxY) / 2
  const xScale = Math.max(MIN_X_SCALE, Math.cos(radians(centreY / UNITS_PER_DEGREE)))
  const edgeDistance2 = edgeDistancesIn(box, xScale)

  return {
    centreX,
    centreY,
    xScale,
    distanceOf(parcel) {
      let least2 = Infinity
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

/** The square of the distance from the centre to the part of an edge that is in the box. */
function edgeDistancesIn(box: UnitBox, xScale: number) {
  const centreX = (box.minX + box.maxX) / 2
  const centreY = (box.minY + box.maxY) / 2
  const halfX = (box.maxX - box.minX) / 2
  const halfY = (box.maxY - box.minY) / 2
  const covers = (x: number, y: number): boolean =>
    x >= box.minX && x <= box.maxX && y >= box.minY && y <= box.maxY
  return (fromX: number, fromY: number, toX: number, toY: number): number => {
    if (
      Math.max(fromX, toX) < box.minX ||
      Math.min(fromX, toX) > box.maxX ||
      Math.max(fromY, toY) < box.minY ||
      Math.min(fromY, toY) > box.maxY
    ) {
      return Infinity
    }
    const dx = toX - fromX
    const dy = toY - fromY
    // All corners on one side of the edge's line: no point of it is in the box. An end on the box's
    // own corner would be lost to rounding here.
    const side = dx * (centreY - fromY) - dy * (centreX - fromX)
    if (
      Math.abs(side) > Math.abs(dx) * halfY + Math.abs(dy) * halfX &&
      !(covers(fromX, fromY) || covers(toX, toY))
    ) {
      return Infinity
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
}
