import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  grown,
  type Rect,
  rectRing,
} from '../../../../../src/siteplan/layouts/solver/frame/rect.ts'
import { stripsOf } from '../../../../../src/siteplan/layouts/solver/frame/strips.ts'
import type { Side } from '../../../../../src/siteplan/layouts/solver/massing/massing.ts'
import { fireLanes } from '../../../../../src/siteplan/layouts/solver/ways/fire-lanes.ts'
import { DEFAULT_RULES } from '../../../../norms/rules.ts'

const { rules } = DEFAULT_RULES

/** A slab of 40 × 15 m with so much ground before and behind it. */
const lanesBeside = (storeys: number, beforeM: number, behindM: number, most: 1 | 2 = 2) => {
  const site: Rect = { x0: -10, y0: -beforeM, x1: 50, y1: 15 + behindM }
  const outer: Rect = { x0: 0, y0: 0, x1: 40, y1: 15 }
  const slab = { typology: 'slab', outer, wingM: null, open: null, storeys } as const
  return fireLanes(stripsOf([rectRing(site)]), [slab], rules, most)
}

describe('the ways along a house', () => {
  it('are one to a height of less than 28 m, and one on either side from there if there is room', () => {
    assert.equal(lanesBeside(9, 20, 20)?.length, 1)
    assert.equal(lanesBeside(10, 20, 20)?.length, 2)
    assert.equal(lanesBeside(10, 20, 20, 1)?.length, 1)
    assert.equal(lanesBeside(10, 20, 5)?.length, 1)
    assert.equal(lanesBeside(10, 5, 20)?.length, 1)
  })

  it('lie as near as the rule lets them, and are none where even that is off the site', () => {
    // 3.5 m wide and 5 m off to a height of 13 m; 4.2 m and 8 m above 28 m.
    assert.deepEqual(lanesBeside(4, 8.5, 0), [{ x0: 0, x1: 40, y0: -8.5, y1: -5 }])
    assert.equal(lanesBeside(4, 8.4, 8.4), undefined)
    assert.deepEqual(lanesBeside(10, 12.2, 0), [{ x0: 0, x1: 40, y0: -12.2, y1: -8 }])
    assert.equal(lanesBeside(10, 12.1, 12.1), undefined)
  })
})

describe('the ways along a block without room around it', () => {
  /** Of 80 × 70 m, with wings of 15 m and a setback of 3 m. */
  const lanesOf = (open: Side | null) => {
    const outer: Rect = { x0: 0, y0: 0, x1: 80, y1: 70 }
    const block = { typology: 'perimeter', outer, wingM: 15, open, storeys: 4 } as const
    return fireLanes(stripsOf([rectRing(grown(outer, 3))]), [block], rules, 2)
  }

  it('lie in a court that opens to a side, up to 2.5 m before the wing across', () => {
    assert.deepEqual(lanesOf('e'), [
      { x0: 17.5, x1: 80, y0: 20, y1: 23.5 },
      { x0: 17.5, x1: 80, y0: 46.5, y1: 50 },
      { x0: 20, x1: 23.5, y0: 17.5, y1: 52.5 },
    ])
    assert.deepEqual(lanesOf('s'), [
      { x0: 56.5, x1: 60, y0: 0, y1: 52.5 },
      { x0: 17.5, x1: 62.5, y0: 46.5, y1: 50 },
      { x0: 20, x1: 23.5, y0: 0, y1: 52.5 },
    ])
    for (const open of ['n', 'w'] as const) assert.equal(lanesOf(open)?.length, 3, open)
  })

  it('are none in a closed court', () => {
    assert.equal(lanesOf(null), undefined)
  })
})
