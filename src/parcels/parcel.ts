// A parcel of land as the cadastre describes it, and its number. Reading files is parcel-file.ts's,
// storing parcel-store.ts's, searching parcel-index.ts's.
import type { LonLat } from '../geometry/local-plane.ts'
import { CADASTRAL_NUMBER as CADASTRAL_PATTERN } from '../http/validation-formats.ts'

export const CADASTRAL_NUMBER = new RegExp(CADASTRAL_PATTERN)

/** As the register writes a cadastral number: older papers have zeros in its last part, `…:0004`. */
export function registeredNumber(number: string): string {
  return number.replace(/:0+(?=\d+$)/u, ':')
}

/** GeoJSON's: rings closed, outer counter-clockwise, holes clockwise, WGS84 degrees. */
export type ParcelGeometry =
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly LonLat[])[] }
  | {
      readonly type: 'MultiPolygon'
      readonly coordinates: readonly (readonly (readonly LonLat[])[])[]
    }

/** null = unknown. */
export interface Parcel {
  readonly cadastralNumber: string
  readonly geometry: ParcelGeometry
  /** Measured from the geometry. */
  readonly areaM2: number
  readonly centroid: LonLat
  readonly declaredAreaM2: number | null
  readonly address: string | null
  readonly category: string | null
  readonly permittedUse: string | null
  readonly status: string | null
  readonly ownership: string | null
  readonly cadastralValueRub: number | null
  /** Where the row comes from; `demo` for the demonstration town. */
  readonly source: string
  /** ISO 8601 in UTC: when the row was last imported with a change. */
  readonly updatedAt: string
}

/** All of a parcel but where it lies. */
export type ParcelFacts = Omit<Parcel, 'geometry' | 'centroid'>
