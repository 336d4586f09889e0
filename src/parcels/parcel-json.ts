// Parcels as GeoJSON, the form in which they leave the service: the geometry as the text that the
// table holds, or a simpler one.
import { setImmediate } from 'node:timers/promises'
import { round } from '../numbers/rounding.ts'
import type { ParcelProperties } from './parcel-schema.ts'
import type { ParcelFacts } from './table/parcel.ts'
import type { ShownParcel } from './table/parcel-store.ts'

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
      cadastralValueRub === null || valuedM2 <= 0 ? null : round(cadastralValueRub / valuedM2, 2),
    source: parcel.source,
    updated_at: parcel.updatedAt,
  }
}

/** Points written between two looks at what else waits: about a millisecond. */
const POINTS_AT_ONCE = 5_000

interface WeighedParcel extends ShownParcel {
  /** Of the true shape: by them it is judged how long the writing takes. */
  readonly points: number
}

/**
 * A FeatureCollection in the order of `parcels`. Lets others be answered in between.
 * @param truncated whether there are more than these
 */
export async function collectionText(
  parcels: readonly WeighedParcel[],
  truncated: boolean,
): Promise<string> {
  const features: string[] = []
  let points = 0
  for (const parcel of parcels) {
    const properties = JSON.stringify(propertiesOf(parcel.facts))
    features.push(`{"type":"Feature","geometry":${parcel.geometryText},"properties":${properties}}`)
    points += parcel.points
    if (points < POINTS_AT_ONCE) continue
    points = 0
    await setImmediate()
  }
  return `{"type":"FeatureCollection","truncated":${truncated},"count":${features.length},"features":[${features.join(',')}]}`
}
