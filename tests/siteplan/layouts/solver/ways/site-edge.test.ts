import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Point } from '../../../../../src/geometry/plane.ts'
import {
  crossingsAlong,
  siteEdgeOf,
  wayOutTo,
  withWayOut,
} from '../../../../../src/siteplan/layouts/solver/ways/site-edge.ts'

/** Its right edge leans by `leanM` over its height of 40 m. */
const leaning = (leanM: number): Point[] => [
  [0, 0],
  [60, 0],
  [60 + leanM, 40],
  [0, 40],
]

const square = (left: number, bottom: number, sideM: number): Point[] => [
  [left, bottom],
  [left + sideM, bottom],
  [left + sideM, bottom + sideM],
  [left, bottom + sideM],
]

const outFrom = (rings: Point[][], x: number, low: number, high: number) =>
  wayOutTo(crossingsAlong(siteEdgeOf(rings), 'x', high - low)(low), x, 'larger')

describe('a way out', () => {
  it('goes on until its whole width is over an edge that it meets aslant', () => {
    for (const leanM of [0, 10, 30]) {
      const out = outFrom([leaning(leanM)], 56 + leanM / 2, 18, 22) ?? 0
      assert.ok(out > 60 + (leanM * 22) / 40, `${leanM}: ${out}`)
      assert.ok(out < 61 + (leanM * 22) / 40, `${leanM}: ${out}`)
    }
  })

  it('ends at the edge above, below and on the left as it does on the right', () => {
    const edge = siteEdgeOf([leaning(10)])
    assert.equal(Math.round(wayOutTo(crossingsAlong(edge, 'y', 4)(20), 30, 'larger') ?? 0), 40)
    assert.equal(Math.round(wayOutTo(crossingsAlong(edge, 'y', 4)(20), 10, 'smaller') ?? 9), -0)
    assert.equal(Math.round(wayOutTo(crossingsAlong(edge, 'x', 4)(20), 10, 'smaller') ?? 9), -0)
  })

  it('is not where only a corner of the way sticks out, or the edge is too far ahead', () => {
    assert.equal(outFrom([leaning(0)], 50, 37, 41), undefined)
    assert.equal(outFrom([leaning(0)], 30, 18, 22), undefined)
  })

  it('is over the edge within 15 m, from a place that lies 5 cm over it at most', () => {
    assert.ok(outFrom([leaning(0)], 45, 18, 22))
    assert.equal(outFrom([leaning(0)], 44.9, 18, 22), undefined)
    assert.ok(outFrom([leaning(0)], 60.04, 18, 22))
    assert.equal(outFrom([leaning(0)], 60.06, 18, 22), undefined)
  })

  it('is worked out for its own width and axis, whatever was asked for before', () => {
    const asked = [
      ['x', 4],
      ['x', 8],
      ['y', 4],
    ] as const
    const used = siteEdgeOf([leaning(30)])
    const crossings = asked.map(([axis, widthM]) => crossingsAlong(used, axis, widthM)(10))
    const fresh = asked.map(([axis, widthM]) =>
      crossingsAlong(siteEdgeOf([leaning(30)]), axis, widthM)(10),
    )
    assert.deepEqual(crossings, fresh)
    assert.equal(new Set(fresh.map((each) => JSON.stringify(each))).size, asked.length)
  })

  it('never leads into a hole, nor past one', () => {
    const hole = (left: number, bottom: number) => square(left, bottom, 6).toReversed()
    assert.equal(outFrom([leaning(0), hole(50, 17)], 48, 18, 22), undefined)
    assert.equal(outFrom([leaning(0), hole(55, 20)], 52, 18, 22), undefined)
    assert.ok(outFrom([leaning(0), hole(50, 30)], 50, 18, 22))
  })

  it('never leads over a gap into another part of the site', () => {
    assert.equal(outFrom([leaning(0), square(61, 0, 40)], 52, 18, 22), undefined)
    assert.ok(outFrom([leaning(0), square(70, 0, 40)], 52, 18, 22))
  })

  it('leads off a part that begins at the corner where another part touches it', () => {
    const touching: Point[] = [
      [0, 0],
      [-12, -20],
      [10, -20],
    ]
    assert.ok(outFrom([leaning(0), touching], 52, 18, 22))
  })

  it('does not lead off a part in the hole of another', () => {
    const inHole = [square(-40, -40, 160), square(-20, -20, 100).toReversed()]
    assert.equal(outFrom([...inHole, leaning(0)], 52, 18, 22), undefined)
  })

  it('is sought on a site without what lies in its holes, and without the holes of that', () => {
    const site = [square(0, 0, 90), square(10, 10, 70).toReversed()]
    const inHole = [square(20, 20, 50), square(30, 30, 30).toReversed(), square(40, 40, 10)]
    assert.deepEqual(withWayOut([...site, ...inHole]), site)
  })

  it('is not where a notch reaches in from beside the way and its sides add up to the width', () => {
    const notched: Point[] = [
      [0, 0],
      [80, 0],
      [80, 9],
      [50, 20.02],
      [80, 12],
      [80, 40],
      [0, 40],
    ]
    assert.equal(outFrom([notched], 46, 18, 22), undefined)
    assert.ok(outFrom([notched], 76, 24, 28))
  })

  it('crosses teeth of a few centimetres, and no larger ones', () => {
    const toothed = (m: number): Point[] => [
      [0, 0],
      [60, 0],
      [60, 20],
      [60 + m, 20 - m],
      [60 + m, 40],
      [0, 40],
    ]
    assert.ok(outFrom([toothed(0.02)], 52, 18, 22))
    assert.equal(outFrom([toothed(1)], 52, 18, 22), undefined)
  })
})
