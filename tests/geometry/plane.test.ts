import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  areaOf,
  boxOf,
  centroidOf,
  contains,
  type Point,
  type Region,
  signedArea,
} from '../../src/geometry/plane.ts'

/** A square of 10 m with a hole of 2 m in its middle. */
const REGION: Region = [
  [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ],
  [
    [4, 4],
    [4, 6],
    [6, 6],
    [6, 4],
  ],
]

const where = (points: readonly Point[]) => points.map((point) => contains(REGION, point))

describe('a region', () => {
  it('holds the points within it, and none outside or in a hole', () => {
    const inside = where([
      [1, 1],
      [3, 5],
      [9.999, 9.999],
    ])
    assert.deepEqual(inside, [true, true, true])
    const outside = where([
      [-0.001, 5],
      [10.001, 5],
      [5, 10.001],
      [20, 0],
      [20, 10],
      [5, 5],
    ])
    assert.deepEqual(outside, [false, false, false, false, false, false])
  })

  it('holds every point of its edge, corners and the edges of holes among them', () => {
    const edge: readonly Point[] = [
      [5, 0],
      [10, 5],
      [5, 10],
      [0, 5],
      [4, 5],
      [6, 5],
      [5, 4],
      [5, 6],
      ...REGION.flat(),
    ]
    assert.deepEqual(
      where(edge),
      edge.map(() => true),
    )
  })

  it('of slanting edges holds what lies on no edge’s outer side, whichever way it turns', () => {
    const point = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }))
    fc.assert(
      fc.property(point, point, point, point, fc.boolean(), (a, b, c, at, isTurned) => {
        const triangle = isTurned ? [c, b, a] : [a, b, c]
        const areaM2 = signedArea([a, b, c])
        fc.pre(areaM2 !== 0)
        const sides = [
          [a, b],
          [b, c],
          [c, a],
        ] as const
        const isWithin = sides.every(
          ([from, to]) => signedArea([from, to, at]) * Math.sign(areaM2) >= 0,
        )
        assert.equal(contains([triangle], at), isWithin)
      }),
      { numRuns: 500 },
    )
  })

  it('has the area of its outer rings less that of its holes, by the way they turn', () => {
    assert.equal(areaOf(REGION), 96)
    const [outer = [], hole = []] = REGION
    assert.deepEqual([signedArea(outer), signedArea(hole)], [100, -4])
    assert.deepEqual([signedArea([]), areaOf([])], [0, 0])
  })

  it('has its centre where it would balance, however far from the origin it lies', () => {
    assert.deepEqual(centroidOf(REGION), [5, 5])
    const [outer = []] = REGION
    const corner = [
      [0, 0],
      [0, 5],
      [5, 5],
      [5, 0],
    ] as const
    // 100 at 5 less 25 at 2.5, over 75.
    assert.deepEqual(centroidOf([outer, corner]), [437.5 / 75, 437.5 / 75])
    const far = (region: Region): Region =>
      region.map((ring) => ring.map(([x, y]) => [x + 4e8, y - 7e8] as const))
    const [x, y] = centroidOf(far([outer, corner]))
    assert.ok(Math.hypot(x - 4e8 - 437.5 / 75, y + 7e8 - 437.5 / 75) < 1e-6)
    const triangle = [
      [1, 2],
      [7, 2],
      [1, 11],
    ] as const
    assert.deepEqual(centroidOf([triangle]), [3, 5])
    const line = [
      [3, 4],
      [9, 9],
    ] as const
    assert.deepEqual(centroidOf([line]), [3, 4])
  })

  it('lies in a box that its outermost corners touch', () => {
    const spread = [
      [3, -2],
      [8, 1],
      [4, 9],
      [-5, 2],
    ] as const
    assert.deepEqual(boxOf([spread]), { minX: -5, minY: -2, maxX: 8, maxY: 9 })
    assert.deepEqual(boxOf(REGION.toReversed()), { minX: 0, minY: 0, maxX: 10, maxY: 10 })
  })
})
