// A parcel of land as the cadastre describes it, and its number. Reading files is parcel-file.ts's,
// storing parcel-store.ts's, searching index/parcel-index.ts's.
import type { LonLat } from '../../geometry/local-plane.ts'
import { CADASTRAL_NUMBER } from '../../http/validation-formats.ts'

const FORM = new RegExp(CADASTRAL_NUMBER)

/** Characters of a cadastral number; a real one has some 25 at most. */
export const MAX_NUMBER_LENGTH = 40

export function isCadastralNumber(text: string): boolean {
  return FORM.test(text) && text.length <= MAX_NUMBER_LENGTH
}

/** No quarter has more parcels, and no paper more digits for one. */
const MAX_DIGITS = 8

/**
 * The number as it is given, then as the register writes it, `…:4`, then with the zeros of older
 * papers and lists, `…:0004`: all of them are of one parcel.
 */
export function spellingsOf(number: string): readonly string[] {
  const start = number.lastIndexOf(':') + 1
  const own = number.slice(start).replace(/^0+(?=\d)/u, '')
  const spellings = new Set([number])
  for (let digits = own.length; digits <= Math.max(MAX_DIGITS, own.length); digits += 1) {
    spellings.add(number.slice(0, start) + own.padStart(digits, '0'))
  }
  return [...spellings]
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
