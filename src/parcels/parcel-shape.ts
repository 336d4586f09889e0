// The geometry of a file's feature as the service keeps it: in degrees, rings closed and wound as
// GeoJSON asks, nothing crossing itself. Repairs what can be repaired and says what cannot.
import { type LonLat, localPlaneAt, lonLatOfWebMercator } from '../geometry/local-plane.ts'
import {
  areaOf,
  centroidOf,
  contains,
  type Point,
  type Region,
  type Ring,
  signedArea,
} from '../geometry/plane.ts'
import { difference, regionOf, union } from '../geometry/region.ts'
import type { ParcelGeometry } from './parcel.ts'
import { siteOf } from './parcel-place.ts'

/** 4326: degrees, longitude first. 3857: metres of a web map. */
export type Crs = 4326 | 3857

export interface ParcelShape {
  readonly geometry: ParcelGeometry
  readonly areaM2: number
  readonly centroid: LonLat
}

/** Decimal places of a degree that are kept: a centimetre, finer than land is measured. */
export const DEGREE_DECIMALS = 7

/** What rounding may do to an area. */
const AREA_TOLERANCE_M2 = 1
const AREA_TOLERANCE = 1e-3

/** Land is described by hundreds; cutting and growing shapes of more takes minutes. */
const POINTS_MOST = 20_000

/** Wider, and one plane is no longer true to it. */
const DEGREES_MOST = 3

const WEB_MERCATOR_EDGE_M = 20_037_508.35

type Outcome = { readonly shape: ParcelShape } | { readonly reason: string }

/** @param geometry a GeoJSON geometry as it was read, trusted in nothing */
export function parcelShapeOf(geometry: unknown, crs: Crs): Outcome {
  const read = readPolygons(geometry, crs)
  if ('reason' in read) return read
  const first = read.polygons[0]?.[0]?.[0]
  if (!first) return { reason: 'the geometry has no points' }
  if (spanOf(read.polygons) > DEGREES_MOST) {
    return { reason: `wider than ${DEGREES_MOST} degrees: no parcel` }
  }
  const plane = localPlaneAt(first)
  const region = read.polygons
    .map((polygon) => cleaned(polygon.map((ring) => ring.map((place) => plane.toPlane(place)))))
    .reduce((all, part) => (all.length === 0 ? part : union(all, part)), [] as Region)
  const polygons = polygonsIn(region)
    .map((rings) => roundedRings(rings, plane.toLonLat))
    .filter((rings) => rings.length > 0)
  const [only] = polygons
  if (!only) return { reason: 'no area once its rings are repaired' }
  const shape: ParcelShape = {
    geometry:
      polygons.length === 1
        ? { type: 'Polygon', coordinates: only }
        : { type: 'MultiPolygon', coordinates: polygons },
    areaM2: Number(areaOf(region).toFixed(2)),
    centroid: roundedPlace(plane.toLonLat(centroidOf(region))),
  }
  // All that is worked out later starts from the region that is read back.
  const mismatchM2 = Math.abs(areaOf(siteOf(shape).boundary) - shape.areaM2)
  return mismatchM2 > AREA_TOLERANCE_M2 + AREA_TOLERANCE * shape.areaM2
    ? { reason: 'its rings cannot be repaired' }
    : { shape }
}

type Places = readonly LonLat[]

function readPolygons(
  geometry: unknown,
  crs: Crs,
): { readonly polygons: readonly (readonly Places[])[] } | { readonly reason: string } {
  if (typeof geometry !== 'object' || geometry === null) return { reason: 'no geometry' }
  const { type, coordinates } = geometry as { type?: unknown; coordinates?: unknown }
  const given = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : null
  if (given === null) return { reason: 'the geometry is neither a Polygon nor a MultiPolygon' }
  if (!Array.isArray(given)) return { reason: 'the geometry has no coordinates' }
  const toPlace = crs === 3857 ? lonLatOfWebMercator : (place: LonLat): LonLat => place
  const [edgeX, edgeY] =
    crs === 3857 ? [WEB_MERCATOR_EDGE_M, WEB_MERCATOR_EDGE_M] : ([180, 90] as const)
  let points = 0
  const polygons: Places[][] = []
  for (const polygon of given as unknown[]) {
    if (!Array.isArray(polygon)) return { reason: 'the geometry has no rings' }
    const rings: Places[] = []
    for (const ring of polygon as unknown[]) {
      if (!Array.isArray(ring)) return { reason: 'the geometry has no rings' }
      points += ring.length
      if (points > POINTS_MOST) return { reason: `more than ${POINTS_MOST} points` }
      const places: LonLat[] = []
      for (const pair of ring as unknown[]) {
        const [x, y] = Array.isArray(pair) ? (pair as unknown[]) : []
        if (typeof x !== 'number' || typeof y !== 'number') {
          return { reason: 'a point is no pair of numbers' }
        }
        if (!(Math.abs(x) <= edgeX && Math.abs(y) <= edgeY)) {
          const hint = crs === 4326 ? ' (in metres of a web map? Say --crs 3857)' : ''
          return { reason: `coordinates out of range for EPSG:${crs}${hint}` }
        }
        places.push(toPlace([x, y]))
      }
      rings.push(places)
    }
    polygons.push(rings)
  }
  return { polygons }
}

function spanOf(polygons: readonly (readonly Places[])[]): number {
  let [minLon, minLat, maxLon, maxLat] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [lon, lat] of polygons.flat(2)) {
    minLon = Math.min(minLon, lon)
    maxLon = Math.max(maxLon, lon)
    minLat = Math.min(minLat, lat)
    maxLat = Math.max(maxLat, lat)
  }
  return Math.max(maxLon - minLon, maxLat - minLat)
}

/** What the outer ring encloses less what the others do, however each crosses itself. */
function cleaned([outer = [], ...holes]: readonly Ring[]): Region {
  const whole = regionOf([outer])
  return holes.length === 0 ? whole : difference(whole, regionOf(holes))
}

/** Each outer ring with the holes that lie in it. */
function polygonsIn(region: Region): readonly (readonly Ring[])[] {
  const polygons = region
    .filter((ring) => signedArea(ring) > 0)
    .map((outer) => ({ outer, holes: [] as Ring[], areaM2: signedArea(outer) }))
  for (const hole of region) {
    if (signedArea(hole) >= 0) continue
    // A hole may touch its outer ring anywhere, and then single points of it may seem to be outside.
    const samples = hole.flatMap((point, at): Point[] => {
      const [x, y] = hole[at - 1] ?? (hole.at(-1) as Point)
      return [point, [(point[0] + x) / 2, (point[1] + y) / 2]]
    })
    let [home, inHome] = [polygons[0], 0]
    for (const polygon of polygons) {
      const inside = samples.filter((sample) => contains([polygon.outer], sample)).length
      const isCloser = inside === inHome && home !== undefined && polygon.areaM2 < home.areaM2
      if (inside > inHome || isCloser) [home, inHome] = [polygon, inside]
    }
    home?.holes.push(hole)
  }
  return polygons.map(({ outer, holes }) => [outer, ...holes])
}

/** Closed rings in degrees; none where rounding has left the outer one without area. */
function roundedRings(
  rings: readonly Ring[],
  toLonLat: (point: Point) => LonLat,
): readonly Places[] {
  const rounded = rings.map((ring) => {
    const places: LonLat[] = []
    for (const point of ring) {
      const place = roundedPlace(toLonLat(point))
      if (!same(place, places.at(-1))) places.push(place)
    }
    while (places.length > 1 && same(places[0], places.at(-1))) places.pop()
    return places
  })
  const [outer, ...holes] = rounded
  if (!outer || signedArea(outer) <= 0) return []
  return [outer, ...holes.filter((hole) => signedArea(hole) < 0)].map((ring) => [
    ...ring,
    ring[0] as LonLat,
  ])
}

function roundedPlace([lon, lat]: LonLat): LonLat {
  return [Number(lon.toFixed(DEGREE_DECIMALS)), Number(lat.toFixed(DEGREE_DECIMALS))]
}

function same(a: LonLat | undefined, b: LonLat | undefined): boolean {
  return a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1]
}
