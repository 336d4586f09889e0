// The Earth, taken as a sphere: its size, good to half a per cent, which is enough for nearness,
// and the way around it.
import { degrees, radians } from './angles.ts'

/** WGS84 degrees. */
export interface Place {
  readonly lat: number
  readonly lon: number
}

/**
 * Length of a degree of latitude: a great circle of 40,030 km, divided by 360. A degree of
 * longitude is this times the cosine of the latitude.
 */
export const KM_PER_DEGREE = 111.195

/** How far east of a meridian another lies, the short way round: −180 to 180 degrees. */
export function degreesEast(fromLon: number, toLon: number): number {
  const east = toLon - fromLon
  if (east > 180) return east - 360
  return east < -180 ? east + 360 : east
}

/** Kilometres along a parallel. */
export function kmEast(degreesEast: number, atLat: number): number {
  return degreesEast * KM_PER_DEGREE * Math.cos(radians(atLat))
}

/**
 * Kilometres between two places, on a plane whose scale is that of their mean latitude: up to some
 * tens of kilometres within 0.1 %, away from the poles, in a third of a great circle's time. All
 * searches by nearness use it, or a radius would not hold the same rows everywhere.
 */
export function distanceKm(latA: number, lonA: number, latB: number, lonB: number): number {
  return kmApart(latB - latA, degreesEast(lonA, lonB), (latA + latB) / 2)
}

/** The same, from differences that the caller knows better than two rounded degrees give them. */
export function kmApart(degreesNorth: number, degreesEast: number, meanLat: number): number {
  const north = degreesNorth * KM_PER_DEGREE
  const east = kmEast(degreesEast, meanLat)
  return Math.sqrt(east * east + north * north)
}

/** Great-circle distance in metres (haversine) and initial bearing in degrees from north. */
export function directionTo(
  from: Place,
  to: Place,
): { readonly distanceM: number; readonly bearingDeg: number } {
  const [fromLat, toLat] = [radians(from.lat), radians(to.lat)]
  const deltaLon = radians(to.lon - from.lon)
  const half =
    Math.sin((toLat - fromLat) / 2) ** 2 +
    Math.cos(fromLat) * Math.cos(toLat) * Math.sin(deltaLon / 2) ** 2
  const bearing = Math.atan2(
    Math.sin(deltaLon) * Math.cos(toLat),
    Math.cos(fromLat) * Math.sin(toLat) - Math.sin(fromLat) * Math.cos(toLat) * Math.cos(deltaLon),
  )
  return {
    distanceM: degrees(2 * Math.asin(Math.sqrt(Math.min(1, half)))) * KM_PER_DEGREE * 1000,
    bearingDeg: (degrees(bearing) + 360) % 360,
  }
}
