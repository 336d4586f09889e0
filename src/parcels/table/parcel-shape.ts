// The geometry of a file's feature as the service keeps it: in degrees, valid by OGC's simple
// features, rings closed and wound as GeoJSON asks. Repairs what can be repaired and says what
// cannot.
import { type Crs, lonLatIn } from '../../geometry/crs.ts'
import { toFixedDegrees, UNITS_PER_DEGREE } from '../../geometry/fixed-degrees.ts'
import { type LonLat, localPlaneAt } from '../../geometry/local-plane.ts'
import { areaOf, boxOf, centroidOf, type Point, type Ring } from '../../geometry/plane.ts'
import { type Polygon, simplePolygons } from '../../geometry/simple-polygons.ts'
import { round } from '../../numbers/rounding.ts'
import { asObject } from '../../text/foreign-json.ts'
import type { ParcelGeometry } from './parcel.ts'
import { siteOf } from './parcel-place.ts'

interface ParcelShape {
  readonly geometry: ParcelGeometry
  readonly areaM2: number
  readonly centroid: LonLat
}

/** By how much two ways of measuring an area may differ. */
const AREA_TOLERANCE_M2 = 1
const AREA_TOLERANCE = 1e-3

/** Land has hundreds of corners; cutting and growing shapes of more takes minutes. */
const MAX_POINTS = 20_000

/** Across a wider parcel one plane is no longer accurate. */
const MAX_DEGREES = 3

/** Rings are repaired in whole units of a degree. */
const TURN = 360 * UNITS_PER_DEGREE
const ANTIMERIDIAN = 180 * UNITS_PER_DEGREE

const UNREPAIRABLE = 'its rings cannot be repaired'

type Outcome = { readonly shape: ParcelShape } | { readonly reason: string }

/** @param geometry a GeoJSON geometry as it was read; nothing about it is trusted */
export function parcelShapeOf(geometry: unknown, crs: Crs): Outcome {
  const read = readPolygons(geometry, crs)
  if ('reason' in read) return read
  const first = read.polygons[0]?.[0]?.[0]
  if (!first) return { reason: 'the geometry has no points' }
  const parts = unwrapped(read.polygons)
  if (spanOf(parts) > MAX_DEGREES) {
    return { reason: `wider than ${MAX_DEGREES} degrees: no parcel` }
  }
  const polygons = repaired(parts.map((rings) => rings.map((ring) => ring.map(unitsOf))))
  if (!polygons) return { reason: UNREPAIRABLE }
  const [only] = polygons
  if (!only) return { reason: 'no area once its rings are repaired' }
  const plane = localPlaneAt(first)
  const region = polygons.flat().map((ring) => ring.map((place) => plane.toPlane(place)))
  const shape: ParcelShape = {
    geometry:
      polygons.length === 1
        ? { type: 'Polygon', coordinates: closed(only) }
        : { type: 'MultiPolygon', coordinates: polygons.map(closed) },
    areaM2: round(areaOf(region), 2),
    centroid: degreesOf(unitsOf(plane.toLonLat(centroidOf(region)))),
  }
  if (shape.areaM2 === 0) return { reason: 'no area once its rings are repaired' }
  // All that is worked out later starts from the region that is read back.
  const mismatchM2 = Math.abs(areaOf(siteOf(shape).boundary) - shape.areaM2)
  return mismatchM2 > AREA_TOLERANCE_M2 + AREA_TOLERANCE * shape.areaM2
    ? { reason: UNREPAIRABLE }
    : { shape }
}

type Places = readonly LonLat[]

function readPolygons(
  geometry: unknown,
  crs: Crs,
): { readonly polygons: readonly (readonly Places[])[] } | { readonly reason: string } {
  if (typeof geometry !== 'object' || geometry === null) return { reason: 'no geometry' }
  const areas = membersOf(geometry).filter(
    ({ type }) => type === 'Polygon' || type === 'MultiPolygon',
  )
  if (areas.length === 0) return { reason: 'the geometry has neither a Polygon nor a MultiPolygon' }
  const given = areas.flatMap(({ type, coordinates }) =>
    type === 'Polygon' ? [coordinates] : coordinates,
  )
  let points = 0
  const polygons: Places[][] = []
  for (const polygon of given) {
    if (!Array.isArray(polygon)) return { reason: 'the geometry has no rings' }
    const rings: Places[] = []
    for (const ring of polygon as unknown[]) {
      if (!Array.isArray(ring)) return { reason: 'the geometry has no rings' }
      points += ring.length
      if (points > MAX_POINTS) return { reason: `more than ${MAX_POINTS} points` }
      const read = readRing(ring, crs)
      if ('reason' in read) return read
      rings.push(read.places)
    }
    polygons.push(rings)
  }
  return { polygons }
}

function readRing(
  ring: readonly unknown[],
  crs: Crs,
): { readonly places: Places } | { readonly reason: string } {
  const places: LonLat[] = []
  for (const pair of ring) {
    const [x, y] = Array.isArray(pair) ? (pair as unknown[]) : []
    if (typeof x !== 'number' || typeof y !== 'number') {
      return { reason: 'a point is no pair of numbers' }
    }
    const place = placeIn(crs, x, y)
    if (!place) return { reason: offTheMap(crs, x, y) }
    places.push(place)
  }
  return { places }
}

/**
 * Of a collection, as it is left where rings are mended, and of those in it, however deep; points
 * and lines are no land.
 */
function membersOf(geometry: object): readonly Readonly<Record<string, unknown>>[] {
  const members: Readonly<Record<string, unknown>>[] = []
  const waiting: unknown[] = [geometry]
  for (const each of waiting) {
    const member = asObject(each) ?? {}
    if (member.type === 'GeometryCollection' && Array.isArray(member.geometries)) {
      for (const inner of member.geometries) waiting.push(inner)
    } else members.push(member)
  }
  return members
}

/** Land that its program did not cut at the antimeridian goes on past 180 degrees there. */
function placeIn(crs: Crs, x: number, y: number): LonLat | undefined {
  const isPast = crs === 4326 && Math.abs(x) > 180 && Math.abs(x) <= 180 + MAX_DEGREES
  return lonLatIn(crs, isPast ? x - Math.sign(x) * 360 : x, y)
}

function offTheMap(crs: Crs, x: number, y: number): string {
  if (crs === 4326 && Math.abs(x) <= 360 && Math.abs(y) <= 90) {
    return `the longitude ${x} is not from -180 to 180`
  }
  if (crs === 4326 && Math.abs(x) <= 90 && Math.abs(y) <= 180) {
    return `the latitude ${y} is not from -90 to 90: GeoJSON has the longitude first`
  }
  const hint = crs === 4326 ? 'if they are metres of a web map, say --crs 3857; else ' : ''
  return `coordinates out of range for EPSG:${crs}: ${hint}convert the file to EPSG:4326`
}

/** Longitudes go on past 180 where they would jump to -180: no parcel goes around the Earth. */
function unwrapped(parts: readonly (readonly Places[])[]): readonly (readonly Places[])[] {
  const { minX, maxX } = boxOf(parts.flat())
  if (maxX - minX <= 180) return parts
  return parts.map((rings) =>
    rings.map((ring) => ring.map(([lon, lat]): LonLat => [lon < 0 ? lon + 360 : lon, lat])),
  )
}

function spanOf(parts: readonly (readonly Places[])[]): number {
  const { minX, minY, maxX, maxY } = boxOf(parts.flat())
  return Math.max(maxX - minX, maxY - minY)
}

/** Valid polygons in degrees; null where the rings cannot be made whole. */
function repaired(parts: readonly (readonly Ring[])[]): readonly (readonly Places[])[] | null {
  const whole = simplePolygons(parts)
  if (!whole) return null
  const { maxX } = boxOf(parts.flat())
  const polygons = maxX > ANTIMERIDIAN ? cutAtAntimeridian(whole) : whole
  return polygons?.map((polygon) => polygon.map((ring) => ring.map(degreesOf))) ?? null
}

/**
 * Only valid polygons are cut: edges that lie on one another would part where the cut is rounded.
 */
function cutAtAntimeridian(whole: readonly Polygon[]): readonly Polygon[] | null {
  const polygons: Polygon[] = []
  for (const side of bothSides(whole)) {
    const ofSide = simplePolygons(side)
    if (!ofSide) return null
    polygons.push(...ofSide)
  }
  return polygons
}

/**
 * Land past the antimeridian is cut there, as GeoJSON asks (RFC 7946, 3.1.9): for either side, what
 * lies on the other is pushed onto the meridian, where it has no area.
 */
function bothSides(parts: readonly (readonly Ring[])[]): (readonly (readonly Ring[])[])[] {
  const pushed = (push: (x: number) => number) =>
    parts.map((rings) =>
      rings.map((ring) => withCrossings(ring).map(([x, y]): Point => [push(x), y])),
    )
  return [pushed((x) => Math.min(x, ANTIMERIDIAN)), pushed((x) => Math.max(x, ANTIMERIDIAN) - TURN)]
}

/** The ring with a corner wherever it crosses the antimeridian. */
function withCrossings(ring: Ring): Ring {
  return ring.flatMap((to, at): Point[] => {
    const from = ring.at(at - 1) as Point
    const share = (ANTIMERIDIAN - from[0]) / (to[0] - from[0])
    return share > 0 && share < 1
      ? [[ANTIMERIDIAN, Math.round(from[1] + share * (to[1] - from[1]))], to]
      : [to]
  })
}

function closed(polygon: readonly Places[]): readonly Places[] {
  return polygon.map((ring) => [...ring, ring[0] as LonLat])
}

function unitsOf([lon, lat]: LonLat): Point {
  return [toFixedDegrees(lon), toFixedDegrees(lat)]
}

function degreesOf([x, y]: Point): LonLat {
  return [x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE]
}
