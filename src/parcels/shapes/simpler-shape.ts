// A parcel's shape as GeoJSON with fewer points, read from the index: slow where it is intricate.
// Where it is worked out is simpler-shapes.ts's.
import { radians } from '../../geometry/angles.ts'
import { KM_PER_DEGREE } from '../../geometry/earth.ts'
import { DEGREE_DECIMALS, UNITS_PER_DEGREE } from '../../geometry/fixed-degrees.ts'
import type { ParcelIndexData } from '../index/parcel-index.ts'
import { simplerRings } from './simpler-rings.ts'

/** What of the index holds shapes; all of it is memory that threads share. */
export type IndexedShapes = Pick<
  ParcelIndexData,
  'coordinates' | 'ringStarts' | 'polygonStarts' | 'parcelStarts'
>

const METRES_PER_UNIT = (KM_PER_DEGREE * 1000) / UNITS_PER_DEGREE

/**
 * A Polygon or MultiPolygon, JSON text.
 * @param parcel its position in the index
 * @param simplifyM how far the shape may depart from the true one
 */
export function simplerShapeText(shapes: IndexedShapes, parcel: number, simplifyM: number): string {
  const { parcelStarts, polygonStarts } = shapes
  const polygons: string[] = []
  const end = parcelStarts[parcel + 1] as number
  for (let polygon = parcelStarts[parcel] as number; polygon < end; polygon += 1) {
    const rings: Int32Array[] = []
    const endRing = polygonStarts[polygon + 1] as number
    for (let ring = polygonStarts[polygon] as number; ring < endRing; ring += 1) {
      rings.push(ringOf(shapes, ring))
    }
    const latitude = radians((rings[0]?.[1] ?? 0) / UNITS_PER_DEGREE)
    const simpler = simplerRings(rings, simplifyM / METRES_PER_UNIT, Math.cos(latitude))
    polygons.push(`[${simpler.map(ringText).join(',')}]`)
  }
  return polygons.length === 1
    ? `{"type":"Polygon","coordinates":${polygons[0]}}`
    : `{"type":"MultiPolygon","coordinates":[${polygons.join(',')}]}`
}

function ringOf({ coordinates, ringStarts }: IndexedShapes, ring: number): Int32Array {
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
