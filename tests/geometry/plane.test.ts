import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contains, type Point, type Region } from '../../src/geometry/plane.ts'

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
})
