import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { areaOf } from '../../../../../src/geometry/plane.ts'
import { drawGround } from '../../../../../src/siteplan/layouts/solver/drawing/draw-ground.ts'
import { frameAt } from '../../../../../src/siteplan/layouts/solver/frame/frame.ts'
import { assertNear } from '../../../../support/near.ts'
import { box } from '../../sites.ts'

describe('the ground between buildings, as drawn', () => {
  it('is one piece where its rectangles lie side by side, whichever way they are turned', () => {
    // As bricks in a wall: corners of one row lie amid the edges of the next.
    const bricks = [0, 1, 2, 3].flatMap((row) =>
      [0, 1, 2, 3].map((at) => ({
        x0: at * 16.1 + row * 5.2,
        y0: row * 11.3,
        x1: (at + 1) * 16.1 + row * 5.2,
        y1: (row + 1) * 11.3,
      })),
    )
    const ground = { region: [box(600, 600)], rim: [], rimM: 0 }
    for (let turn = 0; turn < 100; turn += 1) {
      const areas = { parking: bricks, drives: [], playgrounds: bricks }
      const drawn = drawGround(frameAt(turn / 31), { footprints: [], ways: [], areas }, ground)
      for (const pieces of [drawn.parking, drawn.playgrounds]) {
        assert.equal(pieces.length, 1)
        assertNear(areaOf(pieces), 16 * 16.1 * 11.3, 0.5)
      }
    }
  })
})
