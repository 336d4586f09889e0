import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  clearestView,
  type SlantedView,
} from '../../../../src/reports/drawings/site/slanted-view.ts'
import { building, rectangle } from '../../../siteplan/layouts/sample-layouts.ts'
import { assertNear } from '../../../support/near.ts'
import { siteOf } from './drawn-layouts.ts'

const WIDTH_MM = 178

/** Of a house that is turned so, on this site. */
function viewOf(turnDeg: number, site = rectangle([0, 0], 120, 100)): SlantedView {
  const house = building('А', 'slab', rectangle([0, 0], 20, 6, turnDeg), 9)
  return clearestView(siteOf([site]), [house], WIDTH_MM)
}

const TURNS_DEG = Array.from({ length: 12 }, (_, at) => at * 15)

describe('the view of a site at a slant', () => {
  it('is lit from the south, 60° aside of the eye', () => {
    for (const turnDeg of TURNS_DEG) {
      const { light, depth } = viewOf(turnDeg)
      assert.ok(light[1] < 0, `${turnDeg}°: light from ${light}`)
      assertNear(Math.hypot(...light), 1, 1e-9)
      assertNear(depth(light), -Math.cos(Math.PI / 3), 1e-9)
    }
  })

  it('looks down at 38°: what goes up shrinks by its cosine, what goes away by its sine', () => {
    for (const turnDeg of TURNS_DEG) {
      const { toPaper, depth, across, mmPerM } = viewOf(turnDeg)
      const [x, y] = toPaper([0, 0, 0])
      const [upX, upY] = toPaper([0, 0, 20])
      assert.equal(upX, x)
      assertNear((y - upY) / mmPerM, 20 * 0.788, 0.01)
      const [farX, farY] = toPaper([30, 40, 0])
      assertNear((farX - x) / mmPerM, across([30, 40]), 0.02)
      assertNear((y - farY) / mmPerM, depth([30, 40]) * 0.6157, 0.02)
    }
  })

  it('is 40 mm high at least and 104 at most, with the site in its middle', () => {
    // A strip across the line of sight, and one along it.
    for (const [lengthM, depthM, turnDeg, heightMm] of [
      [600, 12, -40, 40],
      [30, 400, 0, 104],
    ] as const) {
      const view = viewOf(0, rectangle([0, 0], lengthM, depthM, turnDeg))
      assert.equal(view.heightMm, heightMm)
      assertNear(view.toPaper([0, 0, 0])[0], WIDTH_MM / 2, 0.1)
    }
  })
})
