import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  grown,
  overlap,
  type Rect,
  rectRing,
} from '../../../../../src/siteplan/layouts/solver/frame/rect.ts'
import { waysOut } from '../../../../../src/siteplan/layouts/solver/ways/exits.ts'
import {
  connected,
  opensInto,
} from '../../../../../src/siteplan/layouts/solver/ways/lane-network.ts'
import { siteEdgeOf } from '../../../../../src/siteplan/layouts/solver/ways/site-edge.ts'

const WIDTH_M = 3.5
const SIDE_M = 24
const STEP_M = 55

/**
 * Rows of towers on a square site, each with a way 5 m before it; ways keep 2.5 m off their walls.
 */
function towers(aRow: number) {
  const numbers = Array.from({ length: aRow }, (_, i) => i * STEP_M)
  const houses = numbers.flatMap((x0) =>
    numbers.map((y0): Rect => ({ x0, y0, x1: x0 + SIDE_M, y1: y0 + SIDE_M })),
  )
  const lanes = houses.map(({ x0, x1, y0 }): Rect => ({ x0, x1, y0: y0 - 5 - WIDTH_M, y1: y0 - 5 }))
  const edge = siteEdgeOf([rectRing({ x0: -20, y0: -20, x1: aRow * STEP_M, y1: aRow * STEP_M })])
  return { houses, kept: houses.map((house) => grown(house, 2.5)), lanes, edge }
}

/** The same rectangle, which counts how often its left side is asked for. */
function counted(rect: Rect, count: () => void): Rect {
  return {
    ...rect,
    get x0() {
      count()
      return rect.x0
    },
  }
}

describe('the net of ways', () => {
  it('holds the way along every house, all of it leads out, and none of it comes near a wall', () => {
    const { houses, kept, lanes, edge } = towers(4)
    const net = connected(edge, lanes, kept, WIDTH_M)
    assert.ok(lanes.every((lane) => net.ways.includes(lane)))
    assert.equal(waysOut(net).length, net.ways.length)
    assert.equal(net.exits.length, 1)
    const nearWalls = houses.map((house) => grown(house, 2.4))
    assert.ok(!net.ways.some((way) => nearWalls.some((walls) => overlap(way, walls))))
  })

  it('leads out where that is nearest, round what stands before it', () => {
    const edge = siteEdgeOf([rectRing({ x0: 0, y0: 0, x1: 100, y1: 60 })])
    const lane: Rect = { x0: 20, y0: 28.25, x1: 60, y1: 31.75 }
    const exitFrom = (kept: readonly Rect[]) => connected(edge, [lane], kept, WIDTH_M).exits
    // 20 m to the left, 28 m up or down, 40 m to the right.
    const [left, ...others] = exitFrom([])
    assert.deepEqual(others, [])
    assert.ok(left && left.x0 < 0 && left.y0 === lane.y0)
    const wall: Rect = { x0: 6, y0: 10, x1: 12, y1: 55 }
    const [around] = exitFrom([wall])
    assert.ok(around && (around.y0 < 0 || around.y1 > 60) && !overlap(around, wall))
  })

  it('leads out by the fewest metres, of which a turn costs twelve', () => {
    // 10 m to the right of the lane's end, 12 m below all of it.
    const near = siteEdgeOf([rectRing({ x0: 0, y0: 0, x1: 68, y1: 60 })])
    const low: Rect = { x0: 20, y0: 10.25, x1: 60, y1: 13.75 }
    const [right] = connected(near, [low], [], WIDTH_M).exits
    assert.ok(right && right.x1 > 68)
    // 32 m straight on, or 23 m with a turn into the notch.
    const notched = siteEdgeOf([
      [
        [0, 0],
        [69, 0],
        [69, 30],
        [80, 30],
        [80, 0],
        [90, 0],
        [90, 80],
        [0, 80],
      ],
    ])
    const middle: Rect = { x0: 40, y0: 38.25, x1: 60, y1: 41.75 }
    const [straight] = connected(notched, [middle], [], WIDTH_M).exits
    assert.ok(straight && straight.x1 > 90)
  })

  it('joins lanes of which only a corner lies on another by a way as wide as they are', () => {
    const edge = siteEdgeOf([rectRing({ x0: 0, y0: 0, x1: 100, y1: 60 })])
    const low: Rect = { x0: 5, y0: 20, x1: 41, y1: 20 + WIDTH_M }
    const high: Rect = { x0: 40.5, y0: 21.5, x1: 90, y1: 21.5 + WIDTH_M }
    assert.ok(overlap(low, high) && !opensInto(low, high))
    const { ways } = connected(edge, [low, high], [], WIDTH_M)
    const joining = ways.filter((way) => opensInto(way, low) && opensInto(way, high))
    assert.ok(joining.length > 0)
  })

  it('joins wide lanes over ways as wide, never over a narrower lane', () => {
    const edge = siteEdgeOf([rectRing({ x0: 0, y0: 0, x1: 200, y1: 60 })])
    const wide = [0, 130].map((x): Rect => ({ x0: x + 20, y0: 20, x1: x + 50, y1: 26 }))
    const narrow: Rect = { x0: 45, y0: 21, x1: 155, y1: 21 + WIDTH_M }
    const net = connected(edge, [narrow, ...wide], [], 6)
    const asWide = net.ways.filter((way) => way !== narrow)
    assert.equal(waysOut({ ...net, ways: asWide }).length, asWide.length)
  })

  it('has a way out of its own in a part of the site that nothing joins to the rest', () => {
    const parts = [
      rectRing({ x0: 0, y0: 0, x1: 60, y1: 40 }),
      rectRing({ x0: 80, y0: 0, x1: 140, y1: 40 }),
    ]
    const lanes = [10, 90].map((x0): Rect => ({ x0, y0: 18, x1: x0 + 40, y1: 18 + WIDTH_M }))
    const net = connected(siteEdgeOf(parts), lanes, [], WIDTH_M)
    assert.equal(net.exits.length, 2)
    assert.equal(waysOut(net).length, net.ways.length)
  })

  it('is found without comparing each way with each crossing of its grid', () => {
    const { kept, lanes, edge } = towers(8)
    let looks = 0
    const watched = lanes.map((lane) => counted(lane, () => (looks += 1)))
    connected(edge, watched, kept, WIDTH_M)
    // Against each other, and some more; the grid has tens of thousands of crossings.
    assert.ok(looks < 4 * lanes.length ** 2, `${looks} looks at ${lanes.length} ways`)
  })
})
