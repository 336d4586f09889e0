// One view of a map, from its box to the text that answers it: which parcels it has, their rows,
// and their shapes. Knows no HTTP; how many views are made at once is map-turns.ts's.
import type { BuiltIndex, ParcelEngine } from './engine.ts'
import { numberOf, pointCount } from './index/parcel-index.ts'
import { centralParcels, type LonLatBox } from './index/parcel-search.ts'
import { collectionText } from './parcel-json.ts'
import type { SimplerShapes } from './shapes/simpler-shapes.ts'
import type { ParcelStore } from './table/parcel-store.ts'

export interface MapViewParts {
  readonly engine: Pick<ParcelEngine, 'isAsTable'>
  readonly store: Pick<ParcelStore, 'findAll'>
  readonly simplerShapes: SimplerShapes
}

interface MapQuestion {
  readonly box: LonLatBox
  /** Parcels at most. */
  readonly limit: number
  /** How far a shape may depart from the true one. */
  readonly simplifyM: number
}

/**
 * As GeoJSON, the most central parcels first.
 * @throws TaskRefused if intricate shapes are to be simpler and too many such wait
 */
export async function mapView(
  { engine, store, simplerShapes }: MapViewParts,
  built: BuiltIndex,
  { box, limit, simplifyM }: MapQuestion,
): Promise<string> {
  const { index } = built
  const { parcels, truncated } = centralParcels(index, box, limit)
  const numbers = parcels.map((parcel) => numberOf(index, parcel))
  const rows = await store.findAll(numbers)
  const byNumber = new Map(rows.map((shown) => [shown.facts.cadastralNumber, shown]))
  // A parcel that the table has lost since the index was built is left out.
  const found = parcels.flatMap((position, at) => {
    const shown = byNumber.get(numbers[at] as string)
    return shown ? [{ position, shown }] : []
  })
  // Simpler shapes are made from the index. An index older than the rows might give other shapes,
  // so while an import runs shapes stay as the rows have them. Asked only after reading the rows.
  const areSimpler = simplifyM > 0 && (await engine.isAsTable(built))
  const positions = found.map(({ position }) => position)
  const shapes = areSimpler ? await simplerShapes.textsOf(index, positions, simplifyM) : []
  const shown = found.map(({ position, shown: { facts, geometryText } }, at) => ({
    facts,
    geometryText: shapes[at] ?? geometryText,
    points: pointCount(index, position),
  }))
  return collectionText(shown, truncated)
}
