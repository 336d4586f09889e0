import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Rect, rectRing } from '../../../../../src/siteplan/layouts/solver/frame/rect.ts'
import { exitOf, withExits } from '../../../../../src/siteplan/layouts/solver/ways/exits.ts'
import { siteEdgeOf } from '../../../../../src/siteplan/layouts/solver/ways/site-edge.ts'
import { assertNear } from '../../../../support/near.ts'

const edge = siteEdgeOf([rectRing({ x0: 0, y0: 0, x1: 100, y1: 80 })])
const SIDE_M = 10
const WIDTH_M = 6

const lotAt = (x0: number, y0: number): Rect => ({ x0, y0, x1: x0 + SIDE_M, y1: y0 + SIDE_M })

const assertRect = (rect: Rect | undefined, [x0, y0, x1, y1]: readonly number[]) => {
  assert.ok(rect)
  for (const [is, expected = NaN] of [
    [rect.x0, x0],
    [rect.y0, y0],
    [rect.x1, x1],
    [rect.y1, y1],
  ] as const) {
    assertNear(is, expected, 1e-6)
  }
}

describe('a way straight out', () => {
  it('leads over the edge from the middle of the side that is nearest to it', () => {
    // 8 m from one edge, and 0.3 m beyond it.
    assertRect(exitOf(edge, lotAt(8, 40), [], WIDTH_M), [-0.3, 42, 8, 48])
    assertRect(exitOf(edge, lotAt(82, 40), [], WIDTH_M), [92, 42, 100.3, 48])
    assertRect(exitOf(edge, lotAt(40, 8), [], WIDTH_M), [42, -0.3, 48, 8])
    assertRect(exitOf(edge, lotAt(40, 62), [], WIDTH_M), [42, 72, 48, 80.3])
    assertRect(exitOf(edge, lotAt(12, 8), [], WIDTH_M), [14, -0.3, 20, 8])
    assertRect(exitOf(edge, lotAt(8, 12), [], WIDTH_M), [-0.3, 14, 8, 20])
  })

  it('leads from an end of that side where something stands before its middle', () => {
    const post: Rect = { x0: 2, y0: 47.5, x1: 3, y1: 48.5 }
    assertRect(exitOf(edge, lotAt(8, 40), [post], WIDTH_M), [-0.3, 40, 8, 46])
    const below: Rect = { x0: 2, y0: 41, x1: 3, y1: 43 }
    assertRect(exitOf(edge, lotAt(8, 40), [below], WIDTH_M), [-0.3, 44, 8, 50])
  })

  it('is none over more than 15 m', () => {
    assert.ok(exitOf(edge, lotAt(15, 40), [], WIDTH_M))
    assert.equal(exitOf(edge, lotAt(15.1, 40), [], WIDTH_M), undefined)
  })
})

describe('parts of a net from which no way leads out', () => {
  it('get one each, the shortest, as wide as the widest of their own ways', () => {
    const ways: Rect[] = [
      { x0: 12, y0: 64, x1: 40, y1: 68.2 },
      { x0: 10, y0: 34, x1: 13.5, y1: 68.2 },
      { x0: 70, y0: 8, x1: 90, y1: 11.5 },
    ]
    const net = withExits(edge, { ways, exits: [] }, [], 6)
    const [left, lower, ...others] = net.exits
    assert.deepEqual(others, [])
    assertRect(left, [-0.3, 49, 10, 53.2])
    assertRect(lower, [78.25, -0.3, 81.75, 8])
    assert.deepEqual(net.ways, [...ways, ...net.exits])
  })

  it('get none where another part leads out already', () => {
    const ways: Rect[] = [
      { x0: -0.3, y0: 40, x1: 30, y1: 44 },
      // Their edges meet.
      { x0: 26, y0: 44, x1: 30, y1: 70 },
    ]
    const net = { ways, exits: ways.slice(0, 1) }
    assert.deepEqual(withExits(edge, net, [], 4), net)
  })
})
