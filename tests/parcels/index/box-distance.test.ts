import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { measureFrom, type UnitBox } from '../../../src/parcels/index/box-distance.ts'
import type { LonLatBox } from '../../../src/parcels/index/parcel-search.ts'
import type { ParcelGeometry } from '../../../src/parcels/table/parcel.ts'
import { polygonsOf } from '../../../src/parcels/table/parcel-place.ts'
import {
  anyBox,
  anyShape,
  boxOf,
  indexOf,
  isInLand,
  ring,
  shapeAt,
  sidesOf,
  type Whole,
  whole,
} from './grid.ts'

const unitsOf = ({ minLon, minLat, maxLon, maxLat }: LonLatBox): UnitBox => {
  const [minX, minY] = whole([minLon, minLat])
  const [maxX, maxY] = whole([maxLon, maxLat])
  return { minX, minY, maxX, maxY }
}

const distanceTo = (geometry: ParcelGeometry, place: LonLatBox): number =>
  measureFrom(indexOf([geometry]), unitsOf(place)).distanceOf(0)

const gridPlace = fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 90 }))

/** Sides of every slope, in the box's middle and past its corners. */
const anyTriangle = fc
  .tuple(gridPlace, gridPlace, gridPlace)
  .map((corners): ParcelGeometry => ({ type: 'Polygon', coordinates: [ring(...corners)] }))

/** The same land with each of its rings drawn the other way round. */
const drawnBackwards = (geometry: ParcelGeometry): ParcelGeometry => ({
  type: 'MultiPolygon',
  coordinates: polygonsOf(geometry).map((rings) => rings.map((points) => points.toReversed())),
})

/**
 * By definition: where no land is under the centre, the nearest place of a side is an end of it,
 * the foot of the perpendicular from the centre, or where it crosses a line of the box's outline.
 */
function nearestByDefinition(geometry: ParcelGeometry, place: LonLatBox): number {
  const box = unitsOf(place)
  const centre: Whole = [(box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2]
  const sides = sidesOf(geometry)
  if (isInLand(sides, centre)) return 0
  const narrowing = Math.cos(((centre[1] / 1e7) * Math.PI) / 180)
  let nearest = Infinity
  for (const [[ax, ay], [bx, by]] of sides) {
    const [dx, dy] = [bx - ax, by - ay]
    const foot =
      ((centre[0] - ax) * dx * narrowing ** 2 + (centre[1] - ay) * dy) /
      ((dx * narrowing) ** 2 + dy ** 2)
    const parts = [0, 1, foot]
    if (dx !== 0) parts.push((box.minX - ax) / dx, (box.maxX - ax) / dx)
    if (dy !== 0) parts.push((box.minY - ay) / dy, (box.maxY - ay) / dy)
    for (const part of parts.filter((part) => part >= 0 && part <= 1)) {
      const [x, y] = [ax + part * dx, ay + part * dy]
      const isInBox =
        x > box.minX - 1e-4 && x < box.maxX + 1e-4 && y > box.minY - 1e-4 && y < box.maxY + 1e-4
      if (!isInBox) continue
      nearest = Math.min(nearest, Math.hypot((x - centre[0]) * narrowing, y - centre[1]))
    }
  }
  return nearest
}

describe('the distance from a box’s centre', () => {
  it('is that of the nearest land in the box, whatever the shape and however they touch', () => {
    fc.assert(
      fc.property(fc.oneof(anyShape, anyTriangle), anyBox, (shape, box) => {
        const expected = nearestByDefinition(shape, box)
        for (const drawn of [shape, drawnBackwards(shape)]) {
          const found = distanceTo(drawn, box)
          assert.ok(
            found === expected || Math.abs(found - expected) < 1e-3,
            `${found} instead of ${expected}`,
          )
        }
      }),
      { numRuns: 20_000 },
    )
  })

  it('is none within the land, however far its sides are, and not within its hole', () => {
    const ringed = shapeAt(2, 10, 10, 6)
    assert.equal(distanceTo(ringed, boxOf(9, 9, 4, 4)), 0)
    assert.equal(distanceTo(ringed, boxOf(0, 0, 30, 30)) > 0, true)
    assert.equal(distanceTo(shapeAt(0, 0, 0, 80), boxOf(30, 30, 10, 10)), 0)
  })

  it('is never infinite where a corner of the land is one of the box, of whatever decimals', () => {
    const decimals = fc.double({ min: 1e-3, max: 1e5, noNaN: true })
    fc.assert(
      fc.property(anyTriangle, decimals, decimals, (triangle, width, height) => {
        const index = indexOf([triangle])
        for (const [[x, y]] of sidesOf(triangle)) {
          for (const [toX, toY] of [
            [x + width, y + height],
            [x + width, y - height],
            [x - width, y + height],
            [x - width, y - height],
          ] as const) {
            const box = {
              minX: Math.min(x, toX),
              minY: Math.min(y, toY),
              maxX: Math.max(x, toX),
              maxY: Math.max(y, toY),
            }
            assert.notEqual(measureFrom(index, box).distanceOf(0), Infinity)
          }
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('counts a degree of longitude by its length at that latitude', () => {
    // Of 61° north a degree of longitude is 0.48 of one of latitude: the farther in degrees is
    // nearer.
    const east = shapeAt(0, 70, 48, 4)
    const north = shapeAt(0, 48, 65, 4)
    const box = boxOf(0, 0, 100, 100)
    assert.ok(distanceTo(east, box) < distanceTo(north, box))
  })
})
