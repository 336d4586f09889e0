import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UNITS_PER_DEGREE } from '../../../src/geometry/fixed-degrees.ts'
import { parcelIndexBuilder } from '../../../src/parcels/index/parcel-index.ts'

describe('the index of parcels', () => {
  it('holds each corner at its own unit of a degree, not at one that doubles fall short of', () => {
    const units = Array.from({ length: 500 }, (_, i) => [
      Math.round(104.33 * UNITS_PER_DEGREE) + 7 * i,
      Math.round(-52.28 * UNITS_PER_DEGREE) + 11 * i * (i % 2),
    ])
    const degrees = units.map(([x = 0, y = 0]) => [x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE])
    assert.ok(degrees.some(([lon = 0], i) => Math.floor(lon * UNITS_PER_DEGREE) !== units[i]?.[0]))
    assert.ok(
      degrees.some(([, lat = 0], i) => Math.floor(lat * UNITS_PER_DEGREE) !== units[i]?.[1]),
    )
    const ring = [...degrees, ...degrees.slice(0, 1)] as [number, number][]
    const builder = parcelIndexBuilder()
    builder.add('38:36:000021:1', { type: 'Polygon', coordinates: [ring] })
    assert.deepEqual([...builder.finish().coordinates], units.flat())
  })
})
