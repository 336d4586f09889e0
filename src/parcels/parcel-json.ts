// Parcels as GeoJSON, the form in which they leave the service: the geometry as the text that the
// table holds, or from the index where it is to be simpler.
import { setImmediate } from 'node:timers/promises'
import { KM_PER_DEGREE } from '../geometry/earth.ts'
import type { ParcelFacts } from './parcel.ts'
import { type ParcelIndex, pointsOf, UNITS_PER_DEGREE } from './parcel-index.ts'
import type { ParcelProperties } from './parcel-schema.ts'
import { DEGREE_DECIMALS } from './parcel-shape.ts'
import type { ShownParcel } from './parcel-store.ts'
import { simplerRings } from './simpler-rings.ts'

/**
 * The value per m² is over the declared area, which the cadastre values, else over the measured
 * one.
 */
export function propertiesOf(parcel: ParcelFacts): ParcelProperties {
  const { areaM2, declaredAreaM2, cadastralValueRub } = parcel
  const valuedM2 = declaredAreaM2 ?? areaM2
  return {
    cadastral_number: parcel.cadastralNumber,
    area_m2: areaM2,
    declared_area_m2: declaredAreaM2,
    address: parcel.address,
    category: parcel.category,
    permitted_use: parcel.permittedUse,
    status: parcel.status,
    ownership: parcel.ownership,
    cadastral_value_rub: cadastralValueRub,
    value_per_m2_rub:
      cadastralValueRub === null || valuedM2 <= 0
        ? null
        : Math.round((cadastralValueRub / valuedM2) * 100) / 100,
    source: parcel.source,
    updated_at: parcel.updatedAt,
  }
}

/** Points written between two looks at what else waits: about a millisecond. */
const POINTS_AT_ONCE = 5_000

const METRES_PER_UNIT = (KM_PER_DEGREE * 1000) / UNITS_PER_DEGREE

export interface PlacedParcel {
  /** In the index. */
  readonly position: number
  readonly shown: ShownParcel
}

/**
 * A FeatureCollection in the order of `parcels`. Lets others be answered in between.
 * @param simplifyM how far a shape may depart from the true one
 */
export async function collectionText(
  index: ParcelIndex,
  parcels: readonly PlacedParcel[],
  truncated: boolean,
  simplifyM: number,
): Promise<string> {
  const features: string[] = []
  let points = 0
  for (const { position, shown } of parcels) {
    const geometry = simplifyM > 0 ? simplerText(index, position, simplifyM) : shown.geometryText
    const properties = JSON.stringify(propertiesOf(shown.facts))
    features.push(`{"type":"Feature","geometry":${geometry},"properties":${properties}}`)
    points += pointsOf(index, position)
    if (points < POINTS_AT_ONCE) continue
    points = 0
    await setImmediate()
  }
  return `{"type":"FeatureCollection","truncated":${truncated},"count":${features.length},"features":[${features.join(',')}]}`
}

function simplerText(index: ParcelIndex, parcel: number, simplifyM: number): string {
  const { parcelStarts, polygonStarts } = index
  const polygons: string[] = []
  const end = parcelStarts[parcel + 1] as number
  for (let polygon = parcelStarts[parcel] as number; polygon < end; polygon += 1) {
    const rings: Int32Array[] = []
    const endRing = polygonStarts[polygon + 1] as number
    for (let ring = polygonStarts[polygon] as number; ring < endRing; ring += 1) {
      rings.push(ringOf(index, ring))
    }
    const latitude = ((rings[0]?.[1] ?? 0) / UNITS_PER_DEGREE) * (Math.PI / 180)
    const simpler = simplerRings(rings, simplifyM / METRES_PER_UNIT, Math.cos(latitude))
    polygons.push(`[${simpler.map(ringText).join(',')}]`)
  }
  return polygons.length === 1
    ? `{"type":"Polygon","coordinates":${polygons[0]}}`
    : `{"type":"MultiPolygon","coordinates":[${polygons.join(',')}]}`
}

function ringOf({ coordinates, ringStarts }: ParcelIndex, ring: number): Int32Array {
  return coordinates.subarray(
    (ringStarts[ring] as number) * 2,
    (ringStarts[ring + 1] as number) * 2,
  )
}

function ringText(ring: Int32Array): string {
  let first = ''
  let text = ''
  for (let point = 0; point < ring.length; point += 2) {
    const place = `[${degreesText(ring[point] as number)},${degreesText(ring[point + 1] as number)}]`
    if (first === '') first = place
    text += `${place},`
  }
  return `[${text}${first}]`
}

/** Several times as fast as dividing and writing the quotient. */
function degreesText(units: number): string {
  const size = Math.abs(units)
  const whole = Math.trunc(size / UNITS_PER_DEGREE)
  const rest = String(size % UNITS_PER_DEGREE).padStart(DEGREE_DECIMALS, '0')
  return `${units < 0 ? '-' : ''}${whole}.${rest}`
}
