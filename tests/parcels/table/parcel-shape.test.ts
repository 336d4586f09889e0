import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { areaOf, type Point, type Ring, signedArea } from '../../../src/geometry/plane.ts'
import type { Polygon } from '../../../src/geometry/simple-polygons.ts'
import type { ParcelGeometry } from '../../../src/parcels/table/parcel.ts'
import { polygonsOf, siteOf } from '../../../src/parcels/table/parcel-place.ts'
import { parcelShapeOf } from '../../../src/parcels/table/parcel-shape.ts'
import { faultsOf, isLand, isNear } from '../../geometry/simple-features.ts'
import { squareRing } from '../land.ts'

const SQUARE = squareRing(0, 0, 100)

function shapeOf(type: string, coordinates: unknown, crs: 3857 | 4326 = 4326) {
  const read = parcelShapeOf({ type, coordinates }, crs)
  assert.ok('shape' in read, 'reason' in read ? read.reason : '')
  return read.shape
}

function reasonOf(geometry: unknown, crs: 3857 | 4326 = 4326): string {
  const read = parcelShapeOf(geometry, crs)
  assert.ok('reason' in read)
  return read.reason
}

/** As it is stored: in ten-millionths of a degree, rings open. */
function unitsOf(geometry: ParcelGeometry): readonly Polygon[] {
  return polygonsOf(geometry).map((polygon) =>
    polygon.map((ring) =>
      ring.slice(0, -1).map(([lon, lat]): Point => [Math.round(lon * 1e7), Math.round(lat * 1e7)]),
    ),
  )
}

describe('the shape of a parcel', () => {
  it('is measured in square metres and kept as it is where nothing is wrong', () => {
    const { geometry, areaM2, centroid } = shapeOf('Polygon', [SQUARE])
    assert.ok(Math.abs(areaM2 - 10_000) < 30, String(areaM2))
    assert.deepEqual(
      new Set(polygonsOf(geometry)[0]?.[0]?.map(String)),
      new Set(SQUARE.map(String)),
    )
    assert.ok(Math.abs(centroid[1] - (52.37 + 50 / 111_320)) < 1e-6)
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
    assert.ok(Math.abs(bowTie.areaM2 - 5_000) < 20)
  })

  it('has its holes left out of the area, and one part where parts overlap', () => {
    const holed = shapeOf('Polygon', [SQUARE, squareRing(20, 20, 50)])
    assert.ok(Math.abs(holed.areaM2 - 7_500) < 25)
    assert.equal(polygonsOf(holed.geometry)[0]?.length, 2)
    const overlapping = shapeOf('MultiPolygon', [[SQUARE], [squareRing(50, 0, 100)]])
    assert.equal(overlapping.geometry.type, 'Polygon')
    assert.ok(Math.abs(overlapping.areaM2 - 15_000) < 50)
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
      assert.ok(Math.abs(traced.areaM2 - areaM2) < 1)
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
    assert.ok(Math.abs(areaM2 - 8_000) < 30)
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
    assert.ok(Math.abs(areaOf(siteOf(shapeOf('Polygon', [outer, hole])).boundary) - areaM2) < 1)
    assert.ok(polygonsOf(geometry).flat().length > 1)
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
      [{ type: 'Polygon' }, /no rings/],
      [{ type: 'Polygon', coordinates: [] }, /no points/],
      [{ type: 'Polygon', coordinates: [SQUARE, null] }, /no rings/],
      [{ type: 'MultiPolygon', coordinates: [[SQUARE], 5] }, /no rings/],
      [{ type: 'MultiPolygon', coordinates: 5 }, /no coordinates/],
      [{ type: 'Polygon', coordinates: [[[1, 'x']]] }, /no pair of numbers/],
      [{ type: 'Polygon', coordinates: [line] }, /no area/],
      [{ type: 'Polygon', coordinates: [SQUARE.map(([lon, lat]) => [lat, lon])] }, /out of range/],
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
        /--crs 3857/,
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
    assert.ok('shape' in read(2.9, 0.01))
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
        assert.ok(Math.abs(areaOf(boundary) - areaM2) < 1 + areaM2 * 1e-3)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the shape of a parcel of overlapping and touching rings', () => {
  /** Fields of a hundred-thousandth of a degree: whole numbers when stored. */
  const FIELD = 1e-5
  const fields = (x: number, y: number): Point => [x, y]
  const placed = (ring: Ring) =>
    [...ring, ...ring.slice(0, 1)].map(([x, y]) => [104.25 + x * FIELD, 52.37 + y * FIELD])
  const anySide = fc.integer({ min: 0, max: 12 })
  const anyBox = fc
    .tuple(anySide, anySide, anySide, anySide, fc.boolean())
    .map(([x, y, width, height, isReversed]): Ring => {
      const ring = [
        fields(x, y),
        fields(x + width, y),
        fields(x + width, y + height),
        fields(x, y + height),
      ]
      return isReversed ? ring.toReversed() : ring
    })
  const anyRing = fc.array(
    fc.tuple(anySide, anySide).map(([x, y]) => fields(2 * x, 2 * y)),
    {
      minLength: 3,
      maxLength: 9,
    },
  )
  const spots = Array.from({ length: 24 * 24 }, (_, at) =>
    fields(Math.floor(at / 24) + 0.47, (at % 24) + 0.53),
  )
  const inUnits = ([x, y]: Point): Point => [
    Math.round(104.25e7) + x * FIELD * 1e7,
    Math.round(52.37e7) + y * FIELD * 1e7,
  ]

  it('is valid, and measures as many fields as are land, however boxes overlap', () => {
    const fieldM2 =
      shapeOf('Polygon', [
        placed([
          [0, 0],
          [24, 0],
          [24, 24],
          [0, 24],
        ]),
      ]).areaM2 / 576
    fc.assert(
      fc.property(
        fc.array(fc.array(anyBox, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 }),
        (parts) => {
          const expected = spots.filter((spot) => parts.some((part) => isLand(part, spot))).length
          const coordinates = parts.map((rings) => rings.map(placed))
          const read = parcelShapeOf({ type: 'MultiPolygon', coordinates }, 4326)
          if ('reason' in read) return assert.equal(expected, 0, read.reason)
          assert.deepEqual(faultsOf(unitsOf(read.shape.geometry)), [])
          assert.ok(Math.abs(read.shape.areaM2 / fieldM2 - expected) < 0.02 + expected * 1e-3)
        },
      ),
      { numRuns: 400 },
    )
  })

  it('is valid, and the land that is told, however rings cross', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(anyRing, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 2 }),
        (parts) => {
          const coordinates = parts.map((rings) => rings.map(placed))
          const read = parcelShapeOf({ type: 'MultiPolygon', coordinates }, 4326)
          const polygons = 'shape' in read ? unitsOf(read.shape.geometry) : []
          assert.deepEqual(faultsOf(polygons), [])
          for (const spot of spots) {
            // So near to a side rounding decides.
            if (parts.flat().some((ring) => isNear(ring, spot, 0.03))) continue
            const place = inUnits(spot)
            assert.equal(
              polygons.some((polygon) => isLand(polygon, place)),
              parts.some((part) => isLand(part, spot)),
            )
          }
        },
      ),
      { numRuns: 150 },
    )
  })
})

describe('the shape of a parcel on the 180th meridian', () => {
  /** Counter-clockwise from the south-west; longitudes past 180 as files have them. */
  const boxAt = (west: number, east: number) =>
    (
      [
        [west, 66],
        [east, 66],
        [east, 66.002],
        [west, 66.002],
        [west, 66],
      ] as const
    ).map(([lon, lat]) => [lon > 180 ? lon - 360 : lon, lat])
  const lonsOf = (geometry: ParcelGeometry) =>
    polygonsOf(geometry).map((polygon) =>
      [...new Set(polygon.flat().map(([lon]) => lon))].sort((a, b) => a - b),
    )
  const elsewhere = shapeOf('Polygon', [boxAt(100, 100.001)])

  it('stays on its side where it only touches it, whichever sign that has', () => {
    const west = shapeOf('Polygon', [boxAt(179.999, 180)])
    assert.deepEqual([west.geometry.type, lonsOf(west.geometry)], ['Polygon', [[179.999, 180]]])
    const east = [boxAt(180.00000001, 180.001), boxAt(180, 180.001)]
    for (const ring of east) {
      const { geometry, areaM2, centroid } = shapeOf('Polygon', [ring])
      assert.deepEqual([geometry.type, lonsOf(geometry)], ['Polygon', [[-180, -179.999]]])
      assert.ok(Math.abs(areaM2 - elsewhere.areaM2) < 0.1)
      assert.ok(Math.abs(centroid[0] - -179.9995) < 1e-6)
    }
  })

  it('is cut there where it lies across, as GeoJSON asks, and measured whole', () => {
    const { geometry, areaM2, centroid } = shapeOf('Polygon', [boxAt(179.9993, 180.0003)])
    assert.equal(geometry.type, 'MultiPolygon')
    assert.deepEqual(lonsOf(geometry), [
      [179.9993, 180],
      [-180, -179.9997],
    ])
    assert.deepEqual(faultsOf(unitsOf(geometry)), [])
    assert.ok(Math.abs(areaM2 - elsewhere.areaM2) < 0.1)
    assert.deepEqual(centroid, [179.9998, 66.001])
    const { boundary } = siteOf({ geometry, centroid })
    assert.equal(boundary.length, 1)
    assert.ok(Math.abs(areaOf(boundary) - areaM2) < 0.1)
  })

  it('has its centre on the side where most of it lies', () => {
    const { centroid } = shapeOf('Polygon', [boxAt(179.9997, 180.0007)])
    assert.deepEqual(centroid, [-179.9998, 66.001])
  })

  it('comes from parts that are cut already, and from metres of a web map', () => {
    const whole = shapeOf('Polygon', [boxAt(179.9993, 180.0003)])
    const cut = shapeOf('MultiPolygon', [[boxAt(179.9993, 180)], [boxAt(180.00000001, 180.0003)]])
    assert.deepEqual(lonsOf(cut.geometry), lonsOf(whole.geometry))
    assert.ok(Math.abs(cut.areaM2 - whole.areaM2) < 0.1)
    const toWeb = ([lon = 0, lat = 0]: readonly number[]) => [
      (lon * 20_037_508.342789244) / 180,
      (Math.log(Math.tan(((90 + lat) * Math.PI) / 360)) * 20_037_508.342789244) / Math.PI,
    ]
    const metres = shapeOf('Polygon', [boxAt(179.9993, 180.0003).map(toWeb)], 3857)
    assert.deepEqual(metres.geometry, whole.geometry)
  })

  it('is valid on both sides and as large as elsewhere, whatever its rings', () => {
    const anyAt = fc.integer({ min: 0, max: 20 })
    const anyRing = fc.array(fc.tuple(anyAt, anyAt), { minLength: 3, maxLength: 9 })
    const told = (rings: readonly (readonly (readonly [number, number])[])[], west: number) =>
      parcelShapeOf(
        {
          type: 'Polygon',
          coordinates: rings.map((ring) =>
            ring.map(([x, y]) => {
              const lon = west + x * 1e-5
              return [lon > 180 ? lon - 360 : lon, 66 + y * 1e-5]
            }),
          ),
        },
        4326,
      )
    fc.assert(
      fc.property(fc.array(anyRing, { minLength: 1, maxLength: 3 }), (rings) => {
        const [here, there] = [told(rings, 179.9999), told(rings, 100)]
        const areaOfRead = (read: typeof here) => ('shape' in read ? read.shape.areaM2 : 0)
        assert.ok(Math.abs(areaOfRead(here) - areaOfRead(there)) < 0.1)
        if ('reason' in here) return
        assert.deepEqual(faultsOf(unitsOf(here.shape.geometry)), [])
        for (const lon of lonsOf(here.shape.geometry).flat()) assert.ok(Math.abs(lon) <= 180)
        for (const [first = 0, ...lons] of lonsOf(here.shape.geometry)) {
          assert.ok(lons.every((lon) => lon - first < 1))
        }
      }),
      {
        numRuns: 500,
        // Edges that lie on one another and part where the cut is rounded.
        examples: [
          [
            [
              [
                [15, 10],
                [1, 8],
                [8, 9],
                [17, 12],
                [2, 7],
                [0, 0],
              ],
            ],
          ],
        ],
      },
    )
  })
})
