// The one point that stands for a building drawn as any GeoJSON geometry.
// Never trusts the geometry: what is malformed or out of range has no place.
import { asObject } from '../../datasets/geojson-file.ts'
import { type Crs, lonLatIn } from '../../geometry/crs.ts'

/** Degrees, WGS 84. */
export interface Point {
  readonly lat: number
  readonly lon: number
}

export function pointOf(lat: unknown, lon: unknown): Point | null {
  const inRange =
    typeof lat === 'number' &&
    typeof lon === 'number' &&
    Math.abs(lat) <= 90 &&
    Math.abs(lon) <= 180
  return inRange ? { lat, lon } : null
}

/** One point for any geometry: itself, or the middle of the largest outer ring's area. */
export function placeOfGeometry(geometry: unknown, crs: Crs): Point | null {
  const { type, coordinates } = asObject(geometry) ?? {}
  if (!Array.isArray(coordinates)) return null
  if (type === 'Point') return pointIn(crs, coordinates)
  if (type === 'Polygon') return middleOfRing(pointsOf(crs, coordinates[0]))?.place ?? null
  if (type === 'MultiPolygon') {
    let largest: { place: Point; area: number } | null = null
    for (const polygon of coordinates) {
      const middle = middleOfRing(pointsOf(crs, Array.isArray(polygon) ? polygon[0] : null))
      if (!middle) return null
      if (largest === null || middle.area > largest.area) largest = middle
    }
    return largest?.place ?? null
  }
  return type === 'LineString' || type === 'MultiPoint' ? meanOf(pointsOf(crs, coordinates)) : null
}

/** None where one of them is no place: the rest would have another middle. */
function pointsOf(crs: Crs, ring: unknown): Point[] {
  if (!Array.isArray(ring)) return []
  const points = ring.map((pair) => pointIn(crs, pair))
  return points.every((point) => point !== null) ? points : []
}

function pointIn(crs: Crs, pair: unknown): Point | null {
  const [x, y] = Array.isArray(pair) ? (pair as unknown[]) : []
  const lonLat = typeof x === 'number' && typeof y === 'number' ? lonLatIn(crs, x, y) : undefined
  return lonLat ? pointOf(lonLat[1], lonLat[0]) : null
}

function meanOf(points: readonly Point[]): Point | null {
  if (points.length === 0) return null
  const sum = points.reduce((a, b) => ({ lat: a.lat + b.lat, lon: a.lon + b.lon }))
  return { lat: sum.lat / points.length, lon: sum.lon / points.length }
}

/** Twice the area, in square degrees: about a square millimetre, too little to have a middle. */
const FLAT_AREA = 1e-16

/**
 * Centroid by the shoelace formula, measured from the first point to keep digits; area in square
 * degrees.
 */
function middleOfRing(points: readonly Point[]): { place: Point; area: number } | null {
  const origin = points[0]
  if (!origin) return null
  let doubleArea = 0
  let lat = 0
  let lon = 0
  for (const [i, a] of points.entries()) {
    const b = points[i + 1] ?? origin
    const ax = a.lon - origin.lon
    const ay = a.lat - origin.lat
    const bx = b.lon - origin.lon
    const by = b.lat - origin.lat
    const cross = ax * by - bx * ay
    doubleArea += cross
    lon += (ax + bx) * cross
    lat += (ay + by) * cross
  }
  if (Math.abs(doubleArea) < FLAT_AREA) {
    const place = meanOf(points)
    return place ? { place, area: 0 } : null
  }
  const place = {
    lat: origin.lat + lat / (3 * doubleArea),
    lon: origin.lon + lon / (3 * doubleArea),
  }
  return { place, area: Math.abs(doubleArea / 2) }
}
