// A parcel in metres: its geometry as a clean region on the plane that touches the Earth at its
// centroid. Never stores or repairs a row (parcel-shape.ts repairs what is imported).
import { type LocalPlane, localPlaneAt } from '../../geometry/local-plane.ts'
import type { Region, Ring } from '../../geometry/plane.ts'
import { regionOf } from '../../geometry/region.ts'
import type { Parcel, ParcelGeometry } from './parcel.ts'

interface ParcelSite {
  readonly plane: LocalPlane
  readonly boundary: Region
}

/**
 * The parcel's own plane and its boundary there, with its holes and parts; empty where the parcel
 * encloses nothing. Rings that touch or cross themselves come out clean.
 */
export function siteOf(parcel: Pick<Parcel, 'centroid' | 'geometry'>): ParcelSite {
  const plane = localPlaneAt(parcel.centroid)
  const rings = polygonsOf(parcel.geometry)
    .flat()
    .map((ring): Ring => ring.map((place) => plane.toPlane(place)))
  return { plane, boundary: regionOf(rings) }
}

/** The polygons of either kind of geometry: rings of places, the outer ring first. */
export function polygonsOf(
  geometry: ParcelGeometry,
): Extract<ParcelGeometry, { type: 'MultiPolygon' }>['coordinates'] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
}
