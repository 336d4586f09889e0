// A parcel as a site: its boundary in metres on a plane that touches the Earth at its centre.
import { localPlaneAt } from '../geometry/local-plane.ts'
import type { Region } from '../geometry/plane.ts'
import { regionOf } from '../geometry/region.ts'
import type { Parcel } from '../parcels/parcel.ts'
import type { Site } from './layout.ts'

export type SiteBoundary = Pick<Site, 'origin' | 'boundary'>

/** Empty where the parcel encloses nothing; rings that touch or cross themselves come out clean. */
export function siteOf({
  geometry,
  centroid,
}: Pick<Parcel, 'geometry' | 'centroid'>): SiteBoundary {
  const plane = localPlaneAt(centroid)
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const rings = polygons.flatMap((polygon) =>
    polygon.map((ring) => ring.map((place) => plane.toPlane(place))),
  )
  const boundary: Region = regionOf(rings)
  return { origin: centroid, boundary }
}
