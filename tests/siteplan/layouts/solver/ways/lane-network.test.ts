import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  grown,
  overlap,
  type Rect,
  rectRing,
} from '../../../../../src/siteplan/layouts/solver/frame/rect.ts'
import { waysOut } from '../../../../../src/siteplan/layouts/solver/ways/exits.ts'
import { connected } from '../../../../../src/siteplan/layouts/solver/ways/lane-network.ts'
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

  it('is found without comparing each way with each crossing of its grid', () => {
    const { kept, lanes, edge } = towers(8)
    let looks = 0
    const watched = lanes.map((lane) => counted(lane, () => (looks += 1)))
    connected(edge, watched, kept, WIDTH_M)
    // Against each other, and some more; the grid has tens of thousands of crossings.
    assert.ok(looks < 4 * lanes.length ** 2, `${looks} looks at ${lanes.length} ways`)
  })
})
