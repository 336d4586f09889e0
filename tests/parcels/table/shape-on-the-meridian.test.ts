import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { areaOf } from '../../../src/geometry/plane.ts'
import type { ParcelGeometry } from '../../../src/parcels/table/parcel.ts'
import { polygonsOf, siteOf } from '../../../src/parcels/table/parcel-place.ts'
import { parcelShapeOf } from '../../../src/parcels/table/parcel-shape.ts'
import { faultsOf } from '../../geometry/simple-features.ts'
import { assertNear } from '../../support/near.ts'
import { shapeOf, unitsOf } from './shapes.ts'

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
      assertNear(areaM2, elsewhere.areaM2, 0.1)
      assertNear(centroid[0], -179.9995, 1e-6)
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
    assertNear(areaM2, elsewhere.areaM2, 0.1)
    assert.deepEqual(centroid, [179.9998, 66.001])
    const { boundary } = siteOf({ geometry, centroid })
    assert.equal(boundary.length, 1)
    assertNear(areaOf(boundary), areaM2, 0.1)
  })

  it('has its centre on the side where most of it lies', () => {
    const { centroid } = shapeOf('Polygon', [boxAt(179.9997, 180.0007)])
    assert.deepEqual(centroid, [-179.9998, 66.001])
  })

  it('comes from parts that are cut already, and from metres of a web map', () => {
    const whole = shapeOf('Polygon', [boxAt(179.9993, 180.0003)])
    const cut = shapeOf('MultiPolygon', [[boxAt(179.9993, 180)], [boxAt(180.00000001, 180.0003)]])
    assert.deepEqual(lonsOf(cut.geometry), lonsOf(whole.geometry))
    assertNear(cut.areaM2, whole.areaM2, 0.1)
    const toWeb = ([lon = 0, lat = 0]: readonly number[]) => [
      (lon * 20_037_508.342789244) / 180,
      (Math.log(Math.tan(((90 + lat) * Math.PI) / 360)) * 20_037_508.342789244) / Math.PI,
    ]
    const metres = shapeOf('Polygon', [boxAt(179.9993, 180.0003).map(toWeb)], 3857)
    assert.deepEqual(metres.geometry, whole.geometry)
  })

  it('may go on past 180 degrees by as much as a parcel may be wide, either way', () => {
    const box = (west: number, east: number) => [
      [
        [west, 66],
        [east, 66],
        [east, 66.002],
        [west, 66.002],
        [west, 66],
      ],
    ]
    const across = shapeOf('Polygon', [boxAt(179.9993, 180.0003)])
    for (const turn of [0, -360]) {
      assert.deepEqual(shapeOf('Polygon', box(179.9993 + turn, 180.0003 + turn)), across)
    }
    const east = shapeOf('Polygon', [boxAt(181, 181.001)])
    assert.deepEqual(shapeOf('Polygon', box(181, 181.001)), east)
    const tooFar = parcelShapeOf({ type: 'Polygon', coordinates: box(183.0001, 183.001) }, 4326)
    assert.deepEqual(tooFar, { reason: 'the longitude 183.0001 is not from -180 to 180' })
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
        assertNear(areaOfRead(here), areaOfRead(there), 0.1)
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
