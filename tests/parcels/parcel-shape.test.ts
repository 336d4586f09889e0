import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { areaOf, signedArea } from '../../src/geometry/plane.ts'
import { polygonsOf, siteOf } from '../../src/parcels/parcel-place.ts'
import { parcelShapeOf } from '../../src/parcels/parcel-shape.ts'
import { keptPoints } from '../../src/parcels/simplify.ts'
import { squareRing } from './land.ts'

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
      [{ type: 'Polygon', coordinates: [[[1, 'x']]] }, /no pair of numbers/],
      [{ type: 'Polygon', coordinates: [line] }, /no area/],
      [{ type: 'Polygon', coordinates: [SQUARE.map(([lon, lat]) => [lat, lon])] }, /out of range/],
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
        for (const polygon of polygonsOf(geometry)) {
          for (const [at, ring] of polygon.entries()) {
            assert.ok(ring.length >= 4)
            assert.deepEqual(ring[0], ring.at(-1))
            assert.equal(signedArea(ring.slice(0, -1)) > 0, at === 0)
          }
        }
        const { boundary } = siteOf(read.shape)
        assert.ok(Math.abs(areaOf(boundary) - areaM2) < 1 + areaM2 * 1e-3)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a simplified ring', () => {
  it('keeps corners, drops points on the way, and never departs farther than told', () => {
    const ring = [0, 0, 5, 0.1, 10, 0, 10, 10, 5, 13, 0, 10]
    assert.deepEqual(keptPoints(ring, 1, 1), [0, 2, 3, 4, 5])
    assert.deepEqual(keptPoints(ring, 0.01, 1), [0, 1, 2, 3, 4, 5])
    assert.ok(keptPoints([0, 0, 5, 0.1, 10, 0], 1, 1).length < 3)
  })
})
