// Parcels and boxes on a coarse grid, so that their sides and corners often touch exactly.
import fc from 'fast-check'
import type { LonLat } from '../../../src/geometry/local-plane.ts'
import { openParcelIndex, parcelIndexBuilder } from '../../../src/parcels/index/parcel-index.ts'
import type { LonLatBox } from '../../../src/parcels/index/parcel-search.ts'
import type { ParcelGeometry } from '../../../src/parcels/table/parcel.ts'
import { polygonsOf } from '../../../src/parcels/table/parcel-place.ts'

/** Of the grid, in ten-millionths of a degree. */
const STEP = 2_000
const AT = { lon: 31.6, lat: 61.05 }
export const place = (x: number, y: number): LonLat => [
  Math.round(AT.lon * 1e7 + x * STEP) / 1e7,
  Math.round(AT.lat * 1e7 + y * STEP) / 1e7,
]
export const ring = (...points: readonly (readonly [number, number])[]): LonLat[] => {
  const places = points.map(([x, y]) => place(x, y))
  return [...places, places[0] as LonLat]
}
export const square = (x: number, y: number, side: number) =>
  ring([x, y], [x + side, y], [x + side, y + side], [x, y + side])

export function shapeAt(kind: number, x: number, y: number, size: number): ParcelGeometry {
  const polygon = (...rings: LonLat[][]): ParcelGeometry => ({
    type: 'Polygon',
    coordinates: rings,
  })
  switch (kind) {
    case 0:
      return polygon(square(x, y, size))
    case 1:
      return polygon(ring([x, y], [x + size, y + 1], [x + 1, y + size]))
    case 2:
      return polygon(square(x, y, size + 4), square(x + 2, y + 2, size).toReversed())
    case 3:
      return polygon(
        ring(
          [x, y],
          [x + size, y],
          [x + size, y + 1],
          [x + 1, y + 1],
          [x + 1, y + size],
          [x, y + size],
        ),
      )
    default:
      return {
        type: 'MultiPolygon',
        coordinates: [[square(x, y, size)], [square(x + size + 3, y - 5, 2)]],
      }
  }
}

export function indexOf(geometries: readonly ParcelGeometry[]) {
  const builder = parcelIndexBuilder()
  for (const [at, geometry] of geometries.entries())
    builder.add(`99:01:0000001:${at + 1}`, geometry)
  return openParcelIndex(builder.finish())
}

export type Whole = readonly [number, number]

/** Ten-millionths of a degree: whole numbers, so that oracles compare exactly. */
export const whole = ([lon, lat]: LonLat): Whole => [Math.round(lon * 1e7), Math.round(lat * 1e7)]

/** The sides of all rings of a parcel, holes among them. */
export function sidesOf(geometry: ParcelGeometry): (readonly [Whole, Whole])[] {
  return polygonsOf(geometry)
    .flat()
    .flatMap((part) =>
      part.slice(1).map((to, at) => [whole(part[at] as LonLat), whole(to)] as const),
    )
}

/** Whether a place is inside an odd number of the rings that these sides are of. */
export function isInLand(sides: readonly (readonly [Whole, Whole])[], [x, y]: Whole): boolean {
  let crossings = 0
  for (const [[ax, ay], [bx, by]] of sides) {
    if (ay > y === by > y) continue
    // Exact: the crossing's place is compared as a product, never divided.
    const side = (bx - ax) * (y - ay) - (x - ax) * (by - ay)
    if (by > ay ? side > 0 : side < 0) crossings += 1
  }
  return crossings % 2 === 1
}

export const boxOf = (x: number, y: number, width: number, height: number): LonLatBox => {
  const [minLon, minLat] = place(x, y)
  const [maxLon, maxLat] = place(x + width, y + height)
  return { minLon, minLat, maxLon, maxLat }
}

export const anyShape = fc
  .record({
    kind: fc.integer({ min: 0, max: 4 }),
    x: fc.integer({ min: 0, max: 90 }),
    y: fc.integer({ min: 0, max: 90 }),
    size: fc.integer({ min: 2, max: 12 }),
  })
  .map(({ kind, x, y, size }) => shapeAt(kind, x, y, size))

/** Now and then so long that the box is a strip, which is searched whole across and not along. */
const anyExtent = fc.oneof(
  { arbitrary: fc.integer({ min: 1, max: 40 }), weight: 4 },
  { arbitrary: fc.integer({ min: 60, max: 110 }), weight: 1 },
)

export const anyBox = fc
  .record({
    x: fc.integer({ min: -5, max: 100 }),
    y: fc.integer({ min: -5, max: 100 }),
    width: anyExtent,
    height: anyExtent,
  })
  .map(({ x, y, width, height }) => boxOf(x, y, width, height))
