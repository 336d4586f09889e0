import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { distanceBetween } from '../../src/geometry/distance.ts'
import { areaOf, cornerCount, type Region, type Ring } from '../../src/geometry/plane.ts'
import {
  difference,
  grow,
  inset,
  insetOrLess,
  insetOrMore,
  insetSquare,
  intersection,
  regionOf,
  union,
} from '../../src/geometry/region.ts'
import { assertNear } from '../support/near.ts'
import { boxRing } from './rings.ts'

describe('regions', () => {
  it('are what rings enclose once, whichever way they turn', () => {
    const [outer, hole] = [boxRing(0, 0, 10), boxRing(4, 4, 2)]
    for (const rings of [
      [outer, hole],
      [outer.toReversed(), hole],
      [hole, outer.toReversed()],
    ]) {
      assert.equal(areaOf(regionOf(rings)), 96)
    }
    assert.deepEqual(regionOf([[], [[1, 1]]]), [])
  })

  it('are joined, cut and taken from each other', () => {
    const [one, other]: Region[] = [[boxRing(0, 0, 10)], [boxRing(6, 6, 10)]]
    assert.ok(one && other)
    assert.deepEqual(
      [union, intersection, difference].map((operation) => areaOf(operation(one, other))),
      [184, 16, 84],
    )
  })

  it('have corners to the millimetre, and none that doubles make of it', () => {
    const [ring = []] = intersection([boxRing(15.993, 0.0004, 7)], [boxRing(0, 0, 90)])
    for (const value of ring.flat()) assert.equal(value, Number(value.toFixed(3)))
    assert.ok(ring.flat().includes(15.993))
  })

  it('keep their corners square as they grow, but cut off sharp ones', () => {
    assert.equal(areaOf(grow([boxRing(0, 0, 10)], 1)), 144)
    const needle: Ring = [
      [0, 0],
      [100, 0],
      [0, 1],
    ]
    const reach = Math.max(...grow([needle], 1).flatMap((ring) => ring.map(([x]) => x)))
    assert.ok(reach > 100 && reach <= 105, `${reach}`)
    const tip: Ring = [
      [0, 0],
      [100, 0],
      [100, 100],
    ]
    const [left] = grow([tip], 1)
      .flatMap((ring) => ring.map(([x]) => x))
      .toSorted((a, b) => a - b)
    // 1 / tan(22.5°) beyond a corner of 45°.
    assert.equal(left, -2.414)
    /** How far the corner of an angle reaches when it grows by 1. */
    const reachOf = (angleDeg: number): number => {
      const y = 100 * Math.tan((angleDeg / 2) * (Math.PI / 180))
      const corner: Ring = [
        [0, 0],
        [100, -y],
        [100, y],
      ]
      return -Math.min(...grow([corner], 1).flatMap((ring) => ring.map(([x]) => x)))
    }
    // 1 / sin(14.5°) = 3.994; past 4 times as far as it grows a corner is cut off.
    assert.equal(reachOf(29), 3.994)
    assert.equal(reachOf(28.9), 1)
  })

  it('drawn in keep their distance from every edge and inner corner, the square ones a little more', () => {
    /** A room of 20 m with a square of 8 m taken out of a corner, and one five times as large. */
    const room = difference([boxRing(0, 0, 20)], [boxRing(12, 12, 8)])
    const hall = difference([boxRing(0, 0, 100)], [boxRing(60, 60, 40)])
    const [round, square] = [inset(room, 3), insetSquare(room, 3)]
    // Arcs are drawn as chords, which lie a little nearer.
    for (const [of, distanceM] of [
      [room, 1],
      [room, 3],
      [hall, 10],
      [hall, 25],
    ] as const) {
      const roundM = distanceBetween(inset(of, distanceM), of)
      const nearerM = Math.min(0.005, 0.002 * distanceM) + 0.001
      assert.ok(roundM > distanceM - nearerM && roundM <= distanceM, `${roundM}`)
    }
    assert.ok(distanceBetween(square, room) > 3 - 0.001)
    // 14² less 8², whose corner is a quarter of a circle.
    const roundM2 = 14 ** 2 - (8 ** 2 - (9 - (Math.PI * 9) / 4))
    assert.ok(Math.abs(areaOf(round) - roundM2) < 0.2, `${areaOf(round)}`)
    assert.ok(areaOf(square) < areaOf(round))
    assert.equal(areaOf(difference(square, inset(room, 2.998))), 0)
    assert.deepEqual(inset([boxRing(0, 0, 6)], 3.001), [])
  })
  it('of very many corners are drawn in without arcs, a little less or a little more', () => {
    /** A field of 400 m with so many squares of 1 m taken out of it. */
    const field = (holes: number): Region => {
      const squares = Array.from({ length: holes }, (_, i) =>
        boxRing(20 + 20 * (i % 18), 20 + 20 * Math.floor(i / 18), 1),
      )
      return difference([boxRing(0, 0, 400)], squares)
    }
    const few = field(240)
    assert.deepEqual(insetOrLess(few, 3), inset(few, 3))
    assert.deepEqual(insetOrMore(few, 3), inset(few, 3))

    const many = field(260)
    const [less, exact, more] = [insetOrLess(many, 3), inset(many, 3), insetOrMore(many, 3)]
    assert.ok(distanceBetween(less, many) >= 3 - 0.001)
    assert.ok(areaOf(difference(exact, more)) < 0.001 && areaOf(difference(less, exact)) < 0.001)
    for (const other of [less, more]) {
      assert.ok(cornerCount(other) < cornerCount(exact) / 5, `${cornerCount(other)}`)
      assertNear(areaOf(other) / areaOf(exact), 1, 0.02)
    }
  })
})
