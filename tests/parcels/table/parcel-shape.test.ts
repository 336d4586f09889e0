import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { areaOf, type Ring, signedArea } from '../../../src/geometry/plane.ts'
import { polygonsOf, siteOf } from '../../../src/parcels/table/parcel-place.ts'
import { parcelShapeOf } from '../../../src/parcels/table/parcel-shape.ts'
import { faultsOf } from '../../geometry/simple-features.ts'
import { assertNear } from '../../support/near.ts'
import { squareRing } from '../land.ts'
import { shapeOf, unitsOf } from './shapes.ts'

const SQUARE = squareRing(0, 0, 100)

function reasonOf(geometry: unknown, crs: 3857 | 4326 = 4326): string {
  const read = parcelShapeOf(geometry, crs)
  assert.ok('reason' in read)
  return read.reason
}

describe('the shape of a parcel', () => {
  it('is measured in square metres and kept as it is where nothing is wrong', () => {
    const { geometry, areaM2, centroid } = shapeOf('Polygon', [SQUARE])
    assert.ok(Math.abs(areaM2 - 10_000) < 30, String(areaM2))
    assert.deepEqual(
      new Set(polygonsOf(geometry)[0]?.[0]?.map(String)),
      new Set(SQUARE.map(String)),
    )
    assertNear(centroid[1], 52.37 + 50 / 111_320, 1e-6)
  })

  it('is mended where the ring is open, wound the wrong way or repeats points', () => {
    const whole = shapeOf('Polygon', [SQUARE])
    const doubled = SQUARE.flatMap((place) => [place, place])
    for (const ring of [SQUARE.slice(0, -1), SQUARE.toReversed(), doubled]) {
      const mended = shapeOf('Polygon', [ring])
      assert.equal(mended.areaM2, whole.areaM2)
      assert.ok(signedArea(polygonsOf(mended.geometry)[0]?.[0] ?? []) > 0)
    }
  })

  it('becomes two parts where the ring crosses itself', () => {
    const [a, b, c, d] = SQUARE
    const bowTie = shapeOf('Polygon', [[a, c, b, d, a]])
    assert.equal(bowTie.geometry.type, 'MultiPolygon')
    assertNear(bowTie.areaM2, 5_000, 20)
  })

  it('has its holes left out of the area, and one part where parts overlap', () => {
    const holed = shapeOf('Polygon', [SQUARE, squareRing(20, 20, 50)])
    assertNear(holed.areaM2, 7_500, 25)
    assert.equal(polygonsOf(holed.geometry)[0]?.length, 2)
    const overlapping = shapeOf('MultiPolygon', [[SQUARE], [squareRing(50, 0, 100)]])
    assert.equal(overlapping.geometry.type, 'Polygon')
    assertNear(overlapping.areaM2, 15_000, 50)
  })

  it('has all of its holes left out, overlapping and wound either way', () => {
    const [one, other] = [squareRing(20, 20, 30), squareRing(35, 35, 30)]
    const only = shapeOf('Polygon', [SQUARE, one]).areaM2
    const expected = only - (10_000 - 30 * 30 - (10_000 - 2 * 30 * 30 + 15 * 15))
    for (const holes of [
      [one, other],
      [one, other.toReversed()],
      [one.toReversed(), other.toReversed()],
      [one, other, one],
    ]) {
      const { geometry, areaM2 } = shapeOf('Polygon', [SQUARE, ...holes])
      assert.ok(Math.abs(areaM2 - expected) < 30, String(areaM2))
      assert.deepEqual(
        [geometry.type, ...polygonsOf(geometry).map((polygon) => polygon.length)],
        ['Polygon', 2],
      )
    }
  })

  it('is the land that its ring goes around, once, twice or in part twice', () => {
    const { geometry, areaM2 } = shapeOf('Polygon', [SQUARE])
    for (const again of [SQUARE, SQUARE.slice(0, 3)]) {
      const traced = shapeOf('Polygon', [[...SQUARE.slice(0, -1), ...again]])
      assertNear(traced.areaM2, areaM2, 1)
    }
    const twice = shapeOf('Polygon', [[...SQUARE.slice(0, -1), ...SQUARE]])
    assert.deepEqual(twice.geometry, geometry)
  })

  it('falls apart into parts where a hole reaches from edge to edge', () => {
    const across = squareRing(0, 40, 100).map(([lon, lat], at) => [
      lon,
      at > 1 && at < 4 ? squareRing(0, 60, 1)[0]?.[1] : lat,
    ])
    const { geometry, areaM2 } = shapeOf('Polygon', [SQUARE, across])
    assert.deepEqual(
      [geometry.type, ...polygonsOf(geometry).map((polygon) => polygon.length)],
      ['MultiPolygon', 1, 1],
    )
    assert.deepEqual(faultsOf(unitsOf(geometry)), [])
    assertNear(areaM2, 8_000, 30)
  })

  it('has no seam where rounding closes a gap or a bridge of land', () => {
    const east = (ring: Ring) => ring.map(([lon, lat]) => [lon + 4e-8, lat])
    const [west, gapped] = [squareRing(0, 0, 50), east(squareRing(50, 0, 50))]
    const bridged = [squareRing(20, 20, 30), east(squareRing(50, 20, 30))]
    for (const { geometry } of [
      shapeOf('MultiPolygon', [[west], [gapped]]),
      shapeOf('Polygon', [SQUARE, ...bridged]),
    ]) {
      assert.deepEqual(faultsOf(unitsOf(geometry)), [])
      assert.equal(geometry.type, 'Polygon')
    }
  })

  it('keeps a hole that touches the boundary', () => {
    const outer = [
      [104.2508, 52.37],
      [104.2509, 52.372],
      [104.2504, 52.37],
    ]
    const hole = [
      [104.2505, 52.3701],
      [104.2506, 52.3708],
      [104.2505, 52.37],
    ]
    const { geometry, areaM2 } = shapeOf('Polygon', [outer, hole])
    assertNear(areaOf(siteOf(shapeOf('Polygon', [outer, hole])).boundary), areaM2, 1)
    assert.ok(polygonsOf(geometry).flat().length > 1)
  })

  it('is that of all polygons of a collection, whose lines and points are no land', () => {
    const [polygon, far] = [SQUARE, SQUARE.map(([lon, lat]) => [lon + 0.01, lat])]
    const read = parcelShapeOf(
      {
        type: 'GeometryCollection',
        geometries: [
          { type: 'Polygon', coordinates: [polygon] },
          { type: 'LineString', coordinates: polygon },
          { type: 'MultiPolygon', coordinates: [[far]] },
        ],
      },
      4326,
    )
    assert.ok('shape' in read)
    assert.deepEqual(read.shape, shapeOf('MultiPolygon', [[polygon], [far]]))
  })

  it('counts the polygons of a collection within a collection too', () => {
    const [polygon, far] = [SQUARE, SQUARE.map(([lon, lat]) => [lon + 0.01, lat])]
    let inner: object = { type: 'Polygon', coordinates: [far] }
    for (let depth = 0; depth < 5000; depth += 1) {
      inner = { type: 'GeometryCollection', geometries: [inner] }
    }
    const geometries = [{ type: 'Polygon', coordinates: [polygon] }, inner]
    const read = parcelShapeOf({ type: 'GeometryCollection', geometries }, 4326)
    assert.ok('shape' in read)
    assert.deepEqual(read.shape, shapeOf('MultiPolygon', [[polygon], [far]]))
  })

  it('ignores heights, and holes outside of the outer ring', () => {
    const high = SQUARE.map(([lon, lat]) => [lon, lat, 430])
    assert.equal(
      shapeOf('Polygon', [high, squareRing(500, 500, 10)]).areaM2,
      shapeOf('Polygon', [SQUARE]).areaM2,
    )
  })

  it('is the same from degrees and from metres of a web map', () => {
    const toWeb = ([lon, lat]: readonly [number, number]) => [
      (lon * 20_037_508.342789244) / 180,
      (Math.log(Math.tan(((90 + lat) * Math.PI) / 360)) * 20_037_508.342789244) / Math.PI,
    ]
    const degrees = shapeOf('Polygon', [SQUARE])
    const metres = shapeOf('Polygon', [SQUARE.map(toWeb)], 3857)
    assert.deepEqual(metres.geometry, degrees.geometry)
  })

  it('is refused, with the reason, where there is no land', () => {
    const line = [SQUARE[0], SQUARE[1], SQUARE[0]]
    const cases: readonly (readonly [unknown, RegExp])[] = [
      [null, /no geometry/],
      [{ type: 'Point', coordinates: [104, 52] }, /neither a Polygon nor a MultiPolygon/],
      [
        {
          type: 'GeometryCollection',
          geometries: [null, { type: 'Point', coordinates: [104, 52] }],
        },
        /neither a Polygon nor a MultiPolygon/,
      ],
      [{ type: 'MultiPolygon', coordinates: [] }, /no points/],
      [{ type: 'Polygon' }, /no rings/],
      [{ type: 'Polygon', coordinates: [] }, /no points/],
      [{ type: 'Polygon', coordinates: [SQUARE, null] }, /no rings/],
      [{ type: 'MultiPolygon', coordinates: [[SQUARE], 5] }, /no rings/],
      [{ type: 'MultiPolygon', coordinates: 5 }, /no rings/],
      [{ type: 'Polygon', coordinates: [[[1, 'x']]] }, /no pair of numbers/],
      [{ type: 'Polygon', coordinates: [line] }, /no area/],
      [
        { type: 'Polygon', coordinates: [SQUARE.map(([lon, lat]) => [lat, lon])] },
        /^the latitude 10\d\.\d+ is not from -90 to 90: GeoJSON has the longitude first$/,
      ],
      [
        { type: 'Polygon', coordinates: [SQUARE.map(([lon, lat]) => [lon + 180, lat])] },
        /^the longitude 28\d\.\d+ is not from -180 to 180$/,
      ],
      [
        {
          type: 'Polygon',
          coordinates: [
            [
              [1e6, 5e6],
              [1e6, 6e6],
              [2e6, 6e6],
            ],
          ],
        },
        /web map, say --crs 3857; else convert the file to EPSG:4326$/,
      ],
      [
        {
          type: 'Polygon',
          coordinates: [
            [
              [10, 50],
              [20, 50],
              [20, 51],
            ],
          ],
        },
        /wider than/,
      ],
      [
        {
          type: 'Polygon',
          coordinates: [
            [
              [NaN, 50],
              [20, 50],
              [20, 51],
            ],
          ],
        },
        /out of range/,
      ],
    ]
    for (const [geometry, pattern] of cases) assert.match(reasonOf(geometry), pattern)
  })

  it('is no parcel’s if it is wider than three degrees, either way', () => {
    const read = (lon: number, lat: number) => {
      const ring = [
        [30, 50],
        [30 + lon, 50],
        [30 + lon, 50 + lat],
      ]
      return parcelShapeOf({ type: 'Polygon', coordinates: [ring] }, 4326)
    }
    assert.deepEqual(read(3.1, 0.01), { reason: 'wider than 3 degrees: no parcel' })
    assert.deepEqual(read(0.01, 3.1), { reason: 'wider than 3 degrees: no parcel' })
    assert.ok('shape' in read(3, 0.01))
  })

  it('is none where all of it comes to no hundredth of a square metre', () => {
    const read = (sideM: number) => {
      const side = sideM / 111_320
      const ring = [
        [30, 0],
        [30 + side, 0],
        [30 + side, side],
        [30, side],
      ]
      return parcelShapeOf({ type: 'Polygon', coordinates: [ring] }, 4326)
    }
    assert.deepEqual(read(0.05), { reason: 'no area once its rings are repaired' })
    assert.ok('shape' in read(0.15))
  })

  it('has twenty thousand points at most, in all of its rings', () => {
    const read = (points: number) => {
      const outer = Array.from({ length: points - 5 }, (_, i) => {
        const angle = (2 * Math.PI * i) / (points - 5)
        return [30 + 0.01 * Math.cos(angle), 50 + 0.01 * Math.sin(angle)]
      })
      const hole = [
        [30, 50],
        [30.001, 50],
        [30.001, 50.001],
        [30, 50.001],
        [30, 50],
      ]
      const one = parcelShapeOf({ type: 'Polygon', coordinates: [outer, hole] }, 4326)
      return 'reason' in one ? one.reason : 'a shape'
    }
    assert.deepEqual([20_000, 20_001].map(read), ['a shape', 'more than 20000 points'])
  })

  it('has closed rings wound as GeoJSON asks, whatever came, and measures the same when read again', () => {
    const anyPlace = fc
      .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }))
      .map(([x, y]) => [104.25 + x * 1e-4, 52.37 + y * 1e-4])
    const anyRing = fc.array(anyPlace, { maxLength: 12 })
    const anyPolygons = fc.array(fc.array(anyRing, { maxLength: 3 }), { maxLength: 3 })
    fc.assert(
      fc.property(anyPolygons, (coordinates) => {
        const read = parcelShapeOf({ type: 'MultiPolygon', coordinates }, 4326)
        if ('reason' in read) return
        const { geometry, areaM2 } = read.shape
        for (const ring of polygonsOf(geometry).flat()) assert.deepEqual(ring[0], ring.at(-1))
        assert.deepEqual(faultsOf(unitsOf(geometry)), [])
        const { boundary } = siteOf(read.shape)
        assertNear(areaOf(boundary), areaM2, 1 + areaM2 * 1e-3)
      }),
      { numRuns: 500 },
    )
  })
})
