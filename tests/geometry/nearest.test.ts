import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { nearest } from '../../src/geometry/nearest.ts'
import type { Ring } from '../../src/geometry/plane.ts'
import { rectangle } from '../siteplan/layouts/sample-layouts.ts'
import { assertNear } from '../support/near.ts'

describe('the shortest way between two figures', () => {
  it('goes through the middle of sides that run along each other', () => {
    const gap = nearest(rectangle([0, 0], 20, 10), rectangle([4, 25], 40, 10))
    assert.equal(gap.distanceM, 15)
    assert.deepEqual(
      [gap.from, gap.to],
      [
        [0, 5],
        [0, 20],
      ],
    )
  })

  it('takes sides for parallel that are a centimetre off, and no others', () => {
    const middleX = (upM: number) => {
      const side: Ring = [
        [-10, 20],
        [-10, 30],
        [10, 30],
        [10, 20 + upM],
      ]
      return nearest(rectangle([0, 0], 20, 10), side).to[0]
    }
    assertNear(middleX(0.009), 0, 0.01)
    assert.equal(middleX(0.011), -10)
  })

  it('begins at the first of them, whichever has the corner', () => {
    const [flat, diamond] = [rectangle([0, 0], 20, 10), rectangle([0, 20], 10, 10, 45)]
    const [towards, back] = [nearest(flat, diamond), nearest(diamond, flat)]
    assert.deepEqual([towards.from, back.to].map(String), ['0,5', '0,5'])
    assert.deepEqual([towards.to, back.from].map(String), Array(2).fill(String(diamond[0])))
  })

  it('is one of several as short, where they go other ways', () => {
    const corner: Ring = [
      [-20, -20],
      [-20, 20],
      [-15, 20],
      [-15, -15],
      [20, -15],
      [20, -20],
    ]
    const gap = nearest(rectangle([0, 0], 10, 10), corner)
    assert.equal(gap.distanceM, 10)
    assert.equal(Math.hypot(gap.to[0] - gap.from[0], gap.to[1] - gap.from[1]), 10)
  })

  it('is as long as it says, the same both ways, and shorter than from any corner', () => {
    const figures = fc.record({
      away: fc.double({ min: 40, max: 90, noNaN: true }),
      turnA: fc.double({ min: 0, max: 90, noNaN: true }),
      turnB: fc.double({ min: 0, max: 90, noNaN: true }),
    })
    fc.assert(
      fc.property(figures, ({ away, turnA, turnB }) => {
        const [a, b] = [rectangle([0, 0], 30, 12, turnA), rectangle([away, 10], 20, 14, turnB)]
        const gap = nearest(a, b)
        const lengthM = Math.hypot(gap.to[0] - gap.from[0], gap.to[1] - gap.from[1])
        assertNear(lengthM, gap.distanceM, 0.05)
        assertNear(nearest(b, a).distanceM, gap.distanceM, 1e-9)
        for (const [x, y] of a) {
          for (const [otherX, otherY] of b) {
            assert.ok(gap.distanceM <= Math.hypot(otherX - x, otherY - y) + 1e-9)
          }
        }
      }),
    )
  })
})
