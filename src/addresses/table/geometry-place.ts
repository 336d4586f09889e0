// The one point that stands for a building drawn as any GeoJSON geometry.
// Never trusts the geometry: what is malformed or out of range has no place.
import { type Crs, lonLatIn } from '../../geometry/crs.ts'
import type { Place } from '../../geometry/earth.ts'
import { centroidOf, signedArea } from '../../geometry/plane.ts'
import { asObject } from '../../text/foreign-json.ts'

export function placeAt(lat: unknown, lon: unknown): Place | null {
  const inRange =
    typeof lat === 'number' &&
    typeof lon === 'number' &&
    Math.abs(lat) <= 90 &&
    Math.abs(lon) <= 180
  return inRange ? { lat, lon } : null
}

/** One point for any geometry: itself, or the middle of the largest outer ring's area. */
export function placeOfGeometry(geometry: unknown, crs: Crs): Place | null {
  const { type, coordinates } = asObject(geometry) ?? {}
  if (!Array.isArray(coordinates)) return null
  if (type === 'Point') return pointIn(crs, coordinates)
  if (type === 'Polygon') return middleOfRing(pointsOf(crs, coordinates[0]))?.place ?? null
  if (type === 'MultiPolygon') {
    let largest: { place: Place; area: number } | null = null
    for (const polygon of coordinates) {
      const middle = middleOfRing(pointsOf(crs, Array.isArray(polygon) ? polygon[0] : null))
      if (!middle) return null
      if (largest === null || middle.area > largest.area) largest = middle
    }
    return largest?.place ?? null
  }
  return type === 'LineString' || type === 'MultiPoint' ? meanOf(pointsOf(crs, coordinates)) : null
}

/** Empty if one of them is no place: the rest would have another middle. */
function pointsOf(crs: Crs, ring: unknown): Place[] {
  if (!Array.isArray(ring)) return []
  const points = ring.map((pair) => pointIn(crs, pair))
  return points.every((point) => point !== null) ? points : []
}

function pointIn(crs: Crs, pair: unknown): Place | null {
  const [x, y] = Array.isArray(pair) ? (pair as unknown[]) : []
  const lonLat = typeof x === 'number' && typeof y === 'number' ? lonLatIn(crs, x, y) : undefined
  return lonLat ? placeAt(lonLat[1], lonLat[0]) : null
}

function meanOf(points: readonly Place[]): Place | null {
  if (points.length === 0) return null
  const sum = points.reduce((a, b) => ({ lat: a.lat + b.lat, lon: a.lon + b.lon }))
  return { lat: sum.lat / points.length, lon: sum.lon / points.length }
}

/** Square degrees: about half a square millimetre, too little to have a middle. */
const FLAT_AREA = 5e-17

/** Centre of mass and area, in square degrees; measured from the first point to keep digits. */
function middleOfRing(points: readonly Place[]): { place: Place; area: number } | null {
  const origin = points[0]
  if (!origin) return null
  const ring = points.map(({ lat, lon }) => [lon - origin.lon, lat - origin.lat] as const)
  const area = Math.abs(signedArea(ring))
  if (area < FLAT_AREA) {
    const place = meanOf(points)
    return place ? { place, area: 0 } : null
  }
  const [east, north] = centroidOf([ring])
  return { place: { lat: origin.lat + north, lon: origin.lon + east }, area }
}
