// Made-up land for tests and measurements: parcels, squares and files of features.
import { type LonLat, localPlaneAt } from '../../src/geometry/local-plane.ts'
import { areaOf, centroidOf } from '../../src/geometry/plane.ts'
import { regionOf } from '../../src/geometry/region.ts'
import type { Parcel, ParcelGeometry } from '../../src/parcels/table/parcel.ts'
import type { ImportedParcel } from '../../src/parcels/table/parcel-store.ts'

/** Degrees of latitude in a metre. */
const LAT_PER_M = 1 / 111_320

/** A closed square with its south-west corner so many metres from a place, counter-clockwise. */
export function squareRing(eastM: number, northM: number, sideM: number): LonLat[] {
  const at = (xM: number, yM: number): LonLat => [
    Number((104.25 + (eastM + xM) * LAT_PER_M * 1.64).toFixed(7)),
    Number((52.37 + (northM + yM) * LAT_PER_M).toFixed(7)),
  ]
  return [at(0, 0), at(sideM, 0), at(sideM, sideM), at(0, sideM), at(0, 0)]
}

export function feature(
  cadastralNumber: string | null,
  coordinates: readonly unknown[] = [squareRing(0, 0, 50)],
  properties: Readonly<Record<string, unknown>> = {},
): object {
  return {
    type: 'Feature',
    properties: { cadastral_number: cadastralNumber, ...properties },
    geometry: { type: 'Polygon', coordinates },
  }
}

export function collection(features: readonly object[], more: object = {}): string {
  return JSON.stringify({ type: 'FeatureCollection', ...more, features })
}

export function importedSquare(
  cadastralNumber: string,
  eastM: number,
  northM: number,
  sideM: number,
): ImportedParcel {
  const ring = squareRing(eastM, northM, sideM)
  const [corner, , opposite] = ring as [LonLat, LonLat, LonLat]
  const { updatedAt: _updatedAt, ...imported } = parcelWith({
    cadastralNumber,
    geometry: { type: 'Polygon', coordinates: [ring] },
    areaM2: sideM * sideM,
    centroid: [(corner[0] + opposite[0]) / 2, (corner[1] + opposite[1]) / 2],
  })
  return imported
}

/** A parcel of which nothing is known but what is given. */
function parcelWith(
  given: Pick<Parcel, 'cadastralNumber' | 'geometry' | 'areaM2' | 'centroid'> & Partial<Parcel>,
): Parcel {
  return {
    declaredAreaM2: null,
    address: null,
    category: null,
    permittedUse: null,
    status: null,
    ownership: null,
    cadastralValueRub: null,
    source: 'test',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...given,
  }
}

/** A parcel measured on the plane at a place. */
export function measuredParcel(
  cadastralNumber: string,
  geometry: ParcelGeometry,
  place: LonLat,
): Parcel {
  const plane = localPlaneAt(place)
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const region = regionOf(
    polygons.flatMap((polygon) => polygon.map((ring) => ring.map((at) => plane.toPlane(at)))),
  )
  return parcelWith({
    cadastralNumber,
    geometry,
    areaM2: areaOf(region),
    centroid: region.length > 0 ? plane.toLonLat(centroidOf(region)) : place,
  })
}
