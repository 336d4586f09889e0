import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { LonLat } from '../../../src/geometry/local-plane.ts'
import {
  numberOf,
  openParcelIndex,
  parcelIndexBuilder,
} from '../../../src/parcels/index/parcel-index.ts'
import { centralParcels, type LonLatBox } from '../../../src/parcels/index/parcel-search.ts'
import type { ParcelGeometry } from '../../../src/parcels/table/parcel.ts'
import { polygonsOf } from '../../../src/parcels/table/parcel-place.ts'
import { parcelShapeOf } from '../../../src/parcels/table/parcel-shape.ts'

/**
 * Places on a coarse grid, in ten-millionths of a degree, so that sides and corners of parcels and boxes
 * often touch exactly.
 */
const STEP = 2_000
const AT = { lon: 31.6, lat: 61.05 }
const place = (x: number, y: number): LonLat => [
  Math.round(AT.lon * 1e7 + x * STEP) / 1e7,
  Math.round(AT.lat * 1e7 + y * STEP) / 1e7,
]
const ring = (...points: readonly (readonly [number, number])[]): LonLat[] => {
  const places = points.map(([x, y]) => place(x, y))
  return [...places, places[0] as LonLat]
}
const square = (x: number, y: number, side: number) =>
  ring([x, y], [x + side, y], [x + side, y + side], [x, y + side])

function shapeAt(kind: number, x: number, y: number, size: number): ParcelGeometry {
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

function indexOf(geometries: readonly ParcelGeometry[]) {
  const builder = parcelIndexBuilder()
  for (const [at, geometry] of geometries.entries())
    builder.add(`99:01:0000001:${at + 1}`, geometry)
  return openParcelIndex(builder.finish())
}

/** Whole numbers, so that the oracle below is exact. */
const whole = ([lon, lat]: LonLat): readonly [number, number] => [
  Math.round(lon * 1e7),
  Math.round(lat * 1e7),
]

type Whole = readonly [number, number]

/** By definition: a corner of the box in the land, a corner of the land in the box, or two sides that meet. */
function meets(geometry: ParcelGeometry, box: LonLatBox): boolean {
  const [minX, minY] = whole([box.minLon, box.minLat])
  const [maxX, maxY] = whole([box.maxLon, box.maxLat])
  const corners: Whole[] = [
    [minX, minY],
    [maxX, minY],
    [maxX, maxY],
    [minX, maxY],
  ]
  const edges: [Whole, Whole][] = []
  for (const part of polygonsOf(geometry).flat()) {
    for (let at = 1; at < part.length; at += 1) {
      edges.push([whole(part[at - 1] as LonLat), whole(part[at] as LonLat)])
    }
  }
  const turn = (a: Whole, b: Whole, c: Whole) =>
    Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
  const within = (a: Whole, b: Whole, c: Whole) =>
    Math.min(a[0], b[0]) <= c[0] &&
    c[0] <= Math.max(a[0], b[0]) &&
    Math.min(a[1], b[1]) <= c[1] &&
    c[1] <= Math.max(a[1], b[1])
  const sidesMeet = ([a, b]: [Whole, Whole], [c, d]: [Whole, Whole]) => {
    const turns = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)] as const
    if (turns[0] !== turns[1] && turns[2] !== turns[3]) return true
    return (
      (turns[0] === 0 && within(a, b, c)) ||
      (turns[1] === 0 && within(a, b, d)) ||
      (turns[2] === 0 && within(c, d, a)) ||
      (turns[3] === 0 && within(c, d, b))
    )
  }
  const inLand = ([x, y]: Whole) => {
    let crossings = 0
    for (const [[ax, ay], [bx, by]] of edges) {
      if (ay > y === by > y) continue
      // Exact: the crossing's place is compared as a product, never divided.
      const side = (bx - ax) * (y - ay) - (x - ax) * (by - ay)
      if (by > ay ? side > 0 : side < 0) crossings += 1
    }
    return crossings % 2 === 1
  }
  const sides = corners.map((corner, at): [Whole, Whole] => [
    corner,
    corners[(at + 1) % 4] as Whole,
  ])
  return (
    edges.some(([[x, y]]) => minX <= x && x <= maxX && minY <= y && y <= maxY) ||
    corners.some(inLand) ||
    edges.some((edge) => sides.some((side) => sidesMeet(edge, side)))
  )
}

const boxOf = (x: number, y: number, width: number, height: number): LonLatBox => {
  const [minLon, minLat] = place(x, y)
  const [maxLon, maxLat] = place(x + width, y + height)
  return { minLon, minLat, maxLon, maxLat }
}

const anyShape = fc
  .record({
    kind: fc.integer({ min: 0, max: 4 }),
    x: fc.integer({ min: 0, max: 90 }),
    y: fc.integer({ min: 0, max: 90 }),
    size: fc.integer({ min: 2, max: 12 }),
  })
  .map(({ kind, x, y, size }) => shapeAt(kind, x, y, size))

const anyBox = fc
  .record({
    x: fc.integer({ min: -5, max: 100 }),
    y: fc.integer({ min: -5, max: 100 }),
    width: fc.integer({ min: 1, max: 40 }),
    height: fc.integer({ min: 1, max: 40 }),
  })
  .map(({ x, y, width, height }) => boxOf(x, y, width, height))

describe('the search by box', () => {
  it('finds exactly what brute force finds, on 10,000 boxes over shapes that touch, with holes and parts', () => {
    fc.assert(
      fc.property(
        fc.array(anyShape, { minLength: 1, maxLength: 150, size: 'max' }),
        fc.array(anyBox, { minLength: 100, maxLength: 100 }),
        (shapes, boxes) => {
          const index = indexOf(shapes)
          for (const box of boxes) {
            const { parcels, truncated } = centralParcels(index, box, 1_000)
            const expected = [...shapes.keys()].filter((at) =>
              meets(shapes[at] as ParcelGeometry, box),
            )
            assert.equal(truncated, false)
            assert.deepEqual(
              [...parcels].sort((a, b) => a - b),
              expected,
            )
          }
        },
      ),
      { numRuns: 100 },
    )
  })

  it('answers a smaller limit with the beginning of the larger one’s answer, and says so', () => {
    fc.assert(
      fc.property(
        fc.array(anyShape, { minLength: 20, maxLength: 300, size: 'max' }),
        anyBox,
        fc.integer({ min: 1, max: 30 }),
        (shapes, box, limit) => {
          const index = indexOf(shapes)
          const all = centralParcels(index, box, 1_000).parcels
          const few = centralParcels(index, box, limit)
          assert.deepEqual(few.parcels, all.slice(0, limit))
          assert.equal(few.truncated, all.length > limit)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('puts the parcel that covers the centre first, and nearer land before farther', () => {
    const index = indexOf([
      shapeAt(0, 80, 50, 5),
      shapeAt(0, 60, 50, 5),
      shapeAt(0, 0, 45, 55),
      shapeAt(0, 30, 96, 3),
    ])
    const { parcels } = centralParcels(index, boxOf(0, 0, 100, 100), 10)
    assert.deepEqual(
      parcels.map((parcel) => numberOf(index, parcel)),
      ['99:01:0000001:3', '99:01:0000001:2', '99:01:0000001:1', '99:01:0000001:4'],
    )
  })

  it('never finds a parcel that only surrounds the box with a hole', () => {
    const around: ParcelGeometry = {
      type: 'Polygon',
      coordinates: [square(0, 0, 50), square(10, 10, 30).toReversed()],
    }
    const index = indexOf([around])
    assert.deepEqual(centralParcels(index, boxOf(15, 15, 10, 10), 10).parcels, [])
    assert.deepEqual(centralParcels(index, boxOf(10, 10, 5, 5), 10).parcels, [0])
  })

  it('finds a parcel across the 180th meridian from both of its sides, and nowhere between', () => {
    const ring = [
      [179.99, 66],
      [-179.98, 66],
      [-179.98, 66.01],
      [179.99, 66.01],
      [179.99, 66],
    ]
    const read = parcelShapeOf({ type: 'Polygon', coordinates: [ring] }, 4326)
    assert.ok('shape' in read)
    const index = indexOf([read.shape.geometry])
    const found = (minLon: number, maxLon: number) =>
      centralParcels(index, { minLon, minLat: 65.95, maxLon, maxLat: 66.05 }, 10).parcels.length
    const boxes = [
      [179.8, 180],
      [-180, -179.8],
      [179.98, 179.99],
      [-179.98, -179.9],
    ] as const
    for (const [west, east] of boxes) assert.equal(found(west, east), 1)
    for (const [west, east] of [
      [0, 0.2],
      [179.9, 179.9899],
      [-179.9799, -179.9],
    ] as const) {
      assert.equal(found(west, east), 0)
    }
  })

  it('answers points up to its bound only, and says that it left some out', () => {
    const coast = (north: number): ParcelGeometry => ({
      type: 'Polygon',
      coordinates: [
        ring(...Array.from({ length: 45_000 }, (_, at) => [at / 10_000, north] as const), [
          0,
          north + 1,
        ]),
      ],
    })
    const index = indexOf([0, 10, 20, 30, 40, 50].map(coast))
    const { parcels, truncated } = centralParcels(index, boxOf(0, 0, 60, 60), 100)
    assert.deepEqual([parcels.length, truncated], [4, true])
  })

  it('answers one parcel however many points it has', () => {
    const outline = Array.from({ length: 210_000 }, (_, at) => place(at / 10_000, 0))
    const closed = [...outline, place(0, 1), place(0, 0)]
    const index = indexOf([{ type: 'Polygon', coordinates: [closed] }])
    const { parcels, truncated } = centralParcels(index, boxOf(0, 0, 60, 60), 100)
    assert.deepEqual([parcels, truncated], [[0], false])
  })

  it('finds nothing where there are no parcels at all', () => {
    assert.deepEqual(centralParcels(indexOf([]), boxOf(0, 0, 5, 5), 10), {
      parcels: [],
      truncated: false,
    })
  })
})
