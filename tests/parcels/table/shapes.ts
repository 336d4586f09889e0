// How tests read the shape of a parcel.
import assert from 'node:assert/strict'
import type { Point } from '../../../src/geometry/plane.ts'
import type { Polygon } from '../../../src/geometry/simple-polygons.ts'
import type { ParcelGeometry } from '../../../src/parcels/table/parcel.ts'
import { polygonsOf } from '../../../src/parcels/table/parcel-place.ts'
import { parcelShapeOf } from '../../../src/parcels/table/parcel-shape.ts'

/** Fails where the shape is refused. */
export function shapeOf(type: string, coordinates: unknown, crs: 3857 | 4326 = 4326) {
  const read = parcelShapeOf({ type, coordinates }, crs)
  assert.ok('shape' in read, 'reason' in read ? read.reason : '')
  return read.shape
}

/** As it is stored: in ten-millionths of a degree, rings open. */
export function unitsOf(geometry: ParcelGeometry): readonly Polygon[] {
  return polygonsOf(geometry).map((polygon) =>
    polygon.map((ring) =>
      ring.slice(0, -1).map(([lon, lat]): Point => [Math.round(lon * 1e7), Math.round(lat * 1e7)]),
    ),
  )
}
