import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { distanceBetween, segmentDistance } from '../../src/geometry/distance.ts'
import type { Point, Ring } from '../../src/geometry/plane.ts'
import { assertNear } from '../support/near.ts'
import { boxRing } from './rings.ts'

/** By the projection of the point on the line, worked out apart. */
function naivePointToSegment([x, y]: Point, [x0, y0]: Point, [x1, y1]: Point): number {
  const length2 = (x1 - x0) ** 2 + (y1 - y0) ** 2
  const share = length2 === 0 ? 0 : ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length2
  const on = Math.max(0, Math.min(1, share))
  return Math.hypot(x - x0 - on * (x1 - x0), y - y0 - on * (y1 - y0))
}

const edgesOf = (ring: Ring) => ring.map((to, at) => [ring.at(at - 1) ?? to, to] as const)

/** Of edges that do not cross: from some corner to some edge. */
function naiveDistance(a: Ring, b: Ring): number {
  const from = (corners: Ring, edges: Ring) =>
    corners.flatMap((corner) =>
      edgesOf(edges).map(([start, end]) => naivePointToSegment(corner, start, end)),
    )
  return Math.min(...from(a, b), ...from(b, a))
}

describe('the distance between two figures', () => {
  it('is that of their nearest edges, beside, above, past a corner or within', () => {
    const house = boxRing(0, 0, 40, 15)
    for (const [other, distance] of [
      [boxRing(43, 5, 10, 5), 3],
      [boxRing(-17, 5, 10, 5), 7],
      [boxRing(10, 20, 10, 5), 5],
      [boxRing(10, -14, 10, 5), 9],
      [boxRing(43, 19, 10, 5), 5],
      [boxRing(-9, -17, 5, 5), Math.hypot(4, 12)],
      [boxRing(10, 4, 10, 5), 4],
      [boxRing(40, 15, 5, 5), 0],
      [boxRing(10, 10, 10, 10), 0],
    ] as const) {
      assert.equal(distanceBetween([house], [other]), distance)
      assert.equal(distanceBetween([other], [house]), distance)
    }
  })

  it('is that of the nearest of their rings, and endless where one has none', () => {
    const [near, far] = [boxRing(45, 0, 5, 5), boxRing(90, 0, 5, 5)]
    assert.equal(distanceBetween([boxRing(0, 90, 40, 9), boxRing(0, 0, 40, 15)], [far, near]), 5)
    assert.equal(distanceBetween([near], []), Infinity)
    assert.equal(distanceBetween([[]], [near]), Infinity)
  })

  it('is none between edges that cross, though no end of one is near the other', () => {
    assert.equal(segmentDistance({ from: [0, 0], to: [10, 10] }, { from: [0, 10], to: [10, 0] }), 0)
    assert.equal(segmentDistance({ from: [0, 5], to: [10, 5] }, { from: [5, 0], to: [5, 10] }), 0)
    // The lines cross, the edges do not.
    assert.equal(segmentDistance({ from: [0, 5], to: [10, 5] }, { from: [5, 6], to: [5, 10] }), 1)
    assert.equal(segmentDistance({ from: [5, 6], to: [5, 10] }, { from: [0, 5], to: [10, 5] }), 1)
    assert.equal(segmentDistance({ from: [5, 10], to: [5, 6] }, { from: [0, 5], to: [10, 5] }), 1)
    assert.equal(segmentDistance({ from: [0, 5], to: [10, 5] }, { from: [5, 10], to: [5, 6] }), 1)
  })

  it('is what comparing every corner with every edge gives, of figures that do not cross', () => {
    const corner = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }))
    // Of few edges, and of more than are looked through one by one.
    const ring = fc.array(corner, { minLength: 1, maxLength: 60, size: 'max' })
    fc.assert(
      fc.property(ring, ring, fc.integer({ min: -90, max: 90 }), (one, right, up) => {
        const other = right.map(([x, y]): Point => [x + 41, y + up])
        const found = distanceBetween([one], [other])
        assertNear(found, naiveDistance(one, other), 1e-9)
      }),
    )
  })
})
