import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Point } from '../../../../src/geometry/plane.ts'
import { facadeStretches } from '../../../../src/reports/drawings/site/facade-stretches.ts'
import { building } from '../../../siteplan/layouts/sample-layouts.ts'

/** 30 × 12 m, its first side from the origin to the east. */
const slab = building(
  'А',
  'slab',
  [
    [0, 0],
    [30, 0],
    [30, 12],
    [0, 12],
  ],
  5,
)
const at = (point: Point, name = 'А') => ({ building: name, point })

describe('the stretches of a facade', () => {
  it('part a side among its points, half-way between neighbours, in whatever order they come', () => {
    const stretches = facadeStretches([slab], [at([25, 0]), at([5, 0]), at([10, 0])])
    assert.deepEqual(stretches, [
      [
        [17.5, 0],
        [30, 0],
      ],
      [
        [0, 0],
        [7.5, 0],
      ],
      [
        [7.5, 0],
        [17.5, 0],
      ],
    ])
  })

  it('give a side with one point to it alone', () => {
    const [stretch] = facadeStretches([slab], [at([30, 3]), at([5, 0])])
    assert.deepEqual(stretch, [
      [30, 0],
      [30, 12],
    ])
  })

  it('count points of the same building alone, and those in a court by its own sides', () => {
    const court: Point[] = [
      [10, 4],
      [10, 8],
      [20, 8],
      [20, 4],
    ]
    const block = { ...slab, courts: [court] }
    const other = { ...slab, name: 'Б' }
    const [own, inCourt] = facadeStretches(
      [block, other],
      [at([5, 0]), at([15, 4]), at([6, 0], 'Б')],
    )
    assert.deepEqual(own, [
      [0, 0],
      [30, 0],
    ])
    assert.deepEqual(inCourt, [
      [20, 4],
      [10, 4],
    ])
  })

  it('leave out a point that is on no side', () => {
    assert.deepEqual(facadeStretches([slab], [at([15, 6])]), [undefined])
  })

  it('take a point for one on a side up to 20 cm off it', () => {
    const [near, far] = facadeStretches([slab], [at([15, -0.19]), at([15, -0.21])])
    assert.deepEqual(near, [
      [0, 0],
      [30, 0],
    ])
    assert.equal(far, undefined)
  })

  it('give a point at a corner the first of its two sides, also where the corner comes twice', () => {
    const first = [
      [0, 0],
      [30, 0],
    ]
    assert.deepEqual(facadeStretches([slab], [at([0, 0])]), [first])
    const twice = { ...slab, footprint: [[0, 0] as const, ...slab.footprint] }
    assert.deepEqual(facadeStretches([twice], [at([0, 0])]), [first])
  })
})
