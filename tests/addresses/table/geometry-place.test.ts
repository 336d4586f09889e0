import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { placeOfGeometry } from '../../../src/addresses/table/geometry-place.ts'

const WGS84 = 4326
const placeOf = (type: string, coordinates: unknown) => {
  const place = placeOfGeometry({ type, coordinates }, WGS84)
  return place && [place.lon, place.lat].map((degrees) => Number(degrees.toFixed(6)))
}

/** A ring around a square of so many degrees. */
const square = (lon: number, lat: number, side: number) => [
  [lon, lat],
  [lon + side, lat],
  [lon + side, lat + side],
  [lon, lat + side],
  [lon, lat],
]

describe('the point that stands for a building', () => {
  it('is itself, the mean of a line or of points, the middle of an area', () => {
    assert.deepEqual(placeOf('Point', [37, 55]), [37, 55])
    assert.deepEqual(
      placeOf('LineString', [
        [37, 55],
        [38, 55],
        [39, 58],
      ]),
      [38, 56],
    )
    assert.deepEqual(
      placeOf('MultiPoint', [
        [37, 55],
        [39, 57],
      ]),
      [38, 56],
    )
    // An L of three unit squares, whose corners' mean is another point.
    const corner = [
      [10, 50],
      [12, 50],
      [12, 51],
      [11, 51],
      [11, 52],
      [10, 52],
    ]
    assert.deepEqual(placeOf('Polygon', [[...corner, corner[0]]]), [10.833333, 50.833333])
    assert.deepEqual(placeOf('Polygon', [corner.toReversed()]), [10.833333, 50.833333])
  })

  it('is that of the largest part', () => {
    const parts = [[square(10, 50, 1)], [square(20, 50, 2)], [square(30, 50, 1)]]
    assert.deepEqual(placeOf('MultiPolygon', parts), [21, 51])
  })

  it('is the mean of the corners where they enclose nothing', () => {
    const flat = [
      [10, 50],
      [12, 50],
      [11, 50],
    ]
    assert.deepEqual(placeOf('Polygon', [flat]), [11, 50])
  })

  it('is none for what is malformed, empty, of another type or off the map', () => {
    for (const [type, coordinates] of [
      ['Point', ['37', 55]],
      ['Point', [37]],
      ['Point', [37, 90.1]],
      ['Point', [180.1, 55]],
      ['Polygon', []],
      ['Polygon', [[]]],
      ['MultiPolygon', [[square(10, 50, 1)], 'none']],
      ['LineString', []],
      ['GeometryCollection', [[37, 55]]],
      ['Polygon', null],
    ] as const) {
      assert.equal(placeOf(type, coordinates), null, `${type} ${JSON.stringify(coordinates)}`)
    }
    assert.equal(placeOfGeometry(null, WGS84), null)
  })
})
