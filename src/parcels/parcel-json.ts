// Parcels as GeoJSON, the form in which they leave the service: the geometry as the text that the
// table holds, or a simpler one.
import { setImmediate } from 'node:timers/promises'
import { round } from '../numbers/rounding.ts'
import { type ParcelIndex, pointsOf } from './index/parcel-index.ts'
import type { ParcelProperties } from './parcel-schema.ts'
import type { SimplerShapes } from './shapes/simpler-shapes.ts'
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

interface PlacedParcel {
  /** In the index. */
  readonly position: number
  readonly shown: ShownParcel
}

/**
 * A FeatureCollection in the order of `parcels`. Lets others be answered in between.
 * @param simplifyM how far a shape may depart from the true one
 * @throws TaskRefused if intricate shapes are to be simpler and too many such wait
 */
export async function collectionText(
  index: ParcelIndex,
  parcels: readonly PlacedParcel[],
  truncated: boolean,
  simplifyM: number,
  simplerShapes: SimplerShapes,
): Promise<string> {
  const simpler =
    simplifyM > 0
      ? await simplerShapes.textsOf(
          index,
          parcels.map(({ position }) => position),
          simplifyM,
        )
      : undefined
  const features: string[] = []
  let points = 0
  for (const [at, { position, shown }] of parcels.entries()) {
    const geometry = simpler?.[at] ?? shown.geometryText
    const properties = JSON.stringify(propertiesOf(shown.facts))
    features.push(`{"type":"Feature","geometry":${geometry},"properties":${properties}}`)
    points += pointsOf(index, position)
    if (points < POINTS_AT_ONCE) continue
    points = 0
    await setImmediate()
  }
  return `{"type":"FeatureCollection","truncated":${truncated},"count":${features.length},"features":[${features.join(',')}]}`
}
