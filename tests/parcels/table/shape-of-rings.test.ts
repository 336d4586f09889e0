import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Point, Ring } from '../../../src/geometry/plane.ts'
import { parcelShapeOf } from '../../../src/parcels/table/parcel-shape.ts'
import { faultsOf, isLand, isNear } from '../../geometry/simple-features.ts'
import { assertNear } from '../../support/near.ts'
import { shapeOf, unitsOf } from './shapes.ts'

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
          assertNear(read.shape.areaM2 / fieldM2, expected, 0.02 + expected * 1e-3)
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
