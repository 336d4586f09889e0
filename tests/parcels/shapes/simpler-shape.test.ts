// The simpler shape of one parcel as text: where it stands, and by how many metres it may depart.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LonLat } from '../../../src/geometry/local-plane.ts'
import { openParcelIndex, parcelIndexBuilder } from '../../../src/parcels/index/parcel-index.ts'
import { simplerShapeText } from '../../../src/parcels/shapes/simpler-shape.ts'

/** Latitude, of one metre. */
const M = 1 / 111_195

function simplified(ring: readonly LonLat[], simplifyM: number): readonly LonLat[] {
  const builder = parcelIndexBuilder()
  const [first] = ring
  assert.ok(first)
  builder.add('38:06:000001:1', { type: 'Polygon', coordinates: [[...ring, first]] })
  const { coordinates } = JSON.parse(
    simplerShapeText(openParcelIndex(builder.finish()), 0, simplifyM),
  ) as { coordinates: readonly (readonly LonLat[])[] }
  const [outer = []] = coordinates
  assert.deepEqual(outer[0], outer.at(-1))
  return outer.slice(0, -1)
}

const sorted = (ring: readonly LonLat[]) => ring.toSorted(([a, b], [c, d]) => a - c || b - d)

describe('the simpler shape of a parcel', () => {
  it('has its corners where they are, on either side of the meridian and of the equator', () => {
    for (const [lon, lat] of [
      [-0.0000012, 60.0000345],
      [104.05, -0.0000345],
      [-71.5000001, -33.0000001],
    ] as const) {
      const [east, north] = [lon + 0.001, lat + 0.001].map((of) => Number(of.toFixed(7))) as [
        number,
        number,
      ]
      const square: LonLat[] = [
        [lon, lat],
        [east, lat],
        [east, north],
        [lon, north],
      ]
      assert.deepEqual(sorted(simplified(square, 2)), sorted(square))
    }
  })

  it('departs from the true one by so many metres at most, to the north as to the east', () => {
    const [lon, lat] = [40, 60]
    // At 60° a degree of longitude is half as long.
    const at = (eastM: number, northM: number): LonLat => [lon + eastM * 2 * M, lat + northM * M]
    const cornersWith = (bumpM: number, side: 'north' | 'east') => {
      const bump = side === 'north' ? at(50, 100 + bumpM) : at(100 + bumpM, 50)
      const square = [at(0, 0), at(100, 0), at(100, 100), at(0, 100)]
      return simplified(square.toSpliced(side === 'north' ? 3 : 2, 0, bump), 2).length
    }
    for (const side of ['north', 'east'] as const) {
      assert.equal(cornersWith(1.5, side), 4, side)
      assert.equal(cornersWith(2.5, side), 5, side)
    }
  })
})
