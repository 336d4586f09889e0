import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { distanceBetween } from '../../src/geometry/distance.ts'
import { areaOf, cornerCount, type Point, type Region } from '../../src/geometry/plane.ts'
import { difference, regionOf } from '../../src/geometry/region.ts'
import { sidesOfRing } from '../../src/geometry/segments.ts'
import { MANY_CORNERS, simplifiedInside } from '../../src/geometry/simplify.ts'

/** A ring round a middle whose corners lie alternately on two circles. */
const star = (corners: number, radiusM: number, teethM: number): Point[] =>
  Array.from({ length: corners }, (_, i): Point => {
    const angle = (i / corners) * 2 * Math.PI
    const r = radiusM + (i % 2 === 0 ? 0 : teethM)
    return [r * Math.cos(angle), r * Math.sin(angle)]
  })

function assertInside(region: Region): void {
  const { region: simple, clearM, offM } = simplifiedInside(region)
  assert.ok(areaOf(difference(simple, region)) < 0.01)
  const nearM = distanceBetween(simple, region)
  assert.ok(nearM >= clearM - 0.003, `${nearM} m inside, ${clearM} m promised`)
  for (const { from, to } of simple.flatMap(sidesOfRing)) {
    const middle: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
    for (const place of [from, middle]) {
      const off = distanceBetween([[place, place]], region)
      assert.ok(off <= offM + 0.003, `${off} m off, ${offM} m promised`)
    }
  }
}

describe('a region with fewer corners', () => {
  it('is the region itself where that has few', () => {
    const region = regionOf([star(MANY_CORNERS, 60, 0)])
    assert.equal(cornerCount(region), 300)
    const { region: same, clearM, offM } = simplifiedInside(region)
    assert.equal(same, region)
    assert.deepEqual([clearM, offM], [0, 0])
  })

  it('is the region itself where hundreds of holes are all its corners', () => {
    const holes = Array.from({ length: 200 }, (_, i): Point[] => {
      const [x, y] = [10 * (i % 20), 10 * Math.floor(i / 20)]
      return [
        [x, y],
        [x + 4, y],
        [x + 4, y + 4],
        [x, y + 4],
      ]
    })
    const outline: Point[] = [
      [-9, -9],
      [210, -9],
      [210, 110],
      [-9, 110],
    ]
    const region = regionOf([outline, ...holes])
    assert.equal(simplifiedInside(region).region, region)
  })

  it('loses centimetres of a finely drawn outline', () => {
    const region = regionOf([star(4000, 75, 0)])
    const { region: simple } = simplifiedInside(region)
    assert.ok(cornerCount(simple) < MANY_CORNERS)
    assert.ok(areaOf(region) - areaOf(simple) < 2 * Math.PI * 75 * 0.08)
    assertInside(region)
  })

  it('closes teeth too narrow to be of use', () => {
    for (const region of [regionOf([star(2000, 75, 3)]), regionOf([star(18_000, 75, 1)])]) {
      assert.ok(cornerCount(simplifiedInside(region).region) < MANY_CORNERS)
      assertInside(region)
    }
  })

  it('lies inside whatever the outline and its hole', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 400, max: 800 }),
        fc.double({ min: 0, max: 6, noNaN: true }),
        fc.double({ min: 0.3, max: 0.98, noNaN: true }),
        (corners, teethM, share) => {
          const hole = star(corners, 70 * share, -teethM / 2)
          assertInside(regionOf([star(corners, 70, teethM), hole]))
        },
      ),
      { numRuns: 15, seed: 1 },
    )
  })
})
