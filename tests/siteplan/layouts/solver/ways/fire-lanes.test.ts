import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  grown,
  type Rect,
  rectRing,
} from '../../../../../src/siteplan/layouts/solver/frame/rect.ts'
import { stripsOf } from '../../../../../src/siteplan/layouts/solver/frame/strips.ts'
import type { Side } from '../../../../../src/siteplan/layouts/solver/massing/massing.ts'
import {
  fireLanes,
  laneMeasures,
} from '../../../../../src/siteplan/layouts/solver/ways/fire-lanes.ts'
import { DEFAULT_RULES, rulesWith } from '../../../../norms/rules.ts'

const { rules } = DEFAULT_RULES

/** A slab of 40 × 15 m with so much ground before and behind it. */
const lanesBeside = (
  storeys: number,
  beforeM: number,
  behindM: number,
  most: 1 | 2 = 2,
  by = rules,
) => {
  const site: Rect = { x0: -10, y0: -beforeM, x1: 50, y1: 15 + behindM }
  const outer: Rect = { x0: 0, y0: 0, x1: 40, y1: 15 }
  const slab = { typology: 'slab', outer, wingM: null, open: null, storeys } as const
  return fireLanes(stripsOf([rectRing(site)]), [slab], by, most)
}

describe('the ways along a house', () => {
  it('are one to a height of less than 28 m, and one on either side from there if there is room', () => {
    assert.equal(lanesBeside(9, 20, 20)?.length, 1)
    assert.equal(lanesBeside(10, 20, 20)?.length, 2)
    assert.equal(lanesBeside(10, 20, 20, 1)?.length, 1)
    assert.equal(lanesBeside(10, 20, 5)?.length, 1)
    assert.equal(lanesBeside(10, 5, 20)?.length, 1)
    const { rules: byLowStoreys } = rulesWith({ storey_height_m: 2.8 })
    assert.equal(lanesBeside(10, 20, 20, 2, byLowStoreys)?.length, 2, '28 m')
  })

  it('lie as near as the rule lets them, and are none where even that is off the site', () => {
    // 3.5 m wide and 5 m off to a height of 13 m; 4.2 m and 8 m above 28 m.
    assert.deepEqual(lanesBeside(4, 8.5, 0), [{ x0: 0, x1: 40, y0: -8.5, y1: -5 }])
    assert.equal(lanesBeside(4, 8.4, 8.4), undefined)
    assert.deepEqual(lanesBeside(10, 12.2, 0), [{ x0: 0, x1: 40, y0: -12.2, y1: -8 }])
    assert.equal(lanesBeside(10, 12.1, 12.1), undefined)
  })
})

describe('the way along a house', () => {
  const slab = (y0: number, storeys = 3) =>
    ({
      typology: 'slab',
      outer: { x0: 0, y0, x1: 40, y1: y0 + 15 },
      wingM: null,
      open: null,
      storeys,
    }) as const
  const site: Rect = { x0: -10, y0: -20, x1: 50, y1: 80 }

  it('is that of another house where one way serves both', () => {
    // 15 m apart: 5 to 8.5 m before the upper one, which is 6.5 to 10 m behind the lower one.
    const lanes = fireLanes(stripsOf([rectRing(site)]), [slab(30), slab(0)], rules, 1)
    assert.deepEqual(lanes, [
      { x0: 0, x1: 40, y0: 21.5, y1: 25 },
      { x0: 0, x1: 40, y0: 20, y1: 23.5 },
    ])
  })

  it('lies farther off, up to the most that the rule allows, where nearer ground is no part of the site', () => {
    const lanesRound = (holeM: number) => {
      const hole = rectRing({ x0: 10, y0: -holeM, x1: 20, y1: -5 }).toReversed()
      const above = { ...site, y1: 15 }
      return fireLanes(stripsOf([rectRing(above), hole]), [slab(0)], rules, 1)
    }
    assert.deepEqual(lanesRound(6), [{ x0: 0, x1: 40, y0: -10, y1: -6.5 }])
    assert.deepEqual(lanesRound(7), [{ x0: 0, x1: 40, y0: -11.5, y1: -8 }])
    assert.equal(lanesRound(8.1), undefined)
  })

  it('keeps 2.5 m off other houses, or as little as the rule asks of its own', () => {
    const between = (gapM: number, most?: { readonly least: number; readonly most: number }) => {
      const own = most
        ? rulesWith({ fire_lane_distance_m: [{ up_to: null, value: most }] }).rules
        : rules
      const ground = { ...site, y0: 0, y1: 30 + gapM }
      return fireLanes(stripsOf([rectRing(ground)]), [slab(0), slab(15 + gapM)], own, 1)?.length
    }
    // 5 m, 3.5 m of way and 2.5 m.
    assert.equal(between(11), 2)
    assert.equal(between(10.9), undefined)
    assert.equal(between(5.5, { least: 1, most: 8 }), 2)
    assert.equal(between(5.4, { least: 1, most: 8 }), undefined)
  })

  it('is measured where it meets the rule: along the whole wall, wide, near and far enough', () => {
    const house = slab(0)
    const measured = (change: Partial<Rect>) =>
      laneMeasures(house, [{ x0: 0, x1: 40, y0: -9.5, y1: -6, ...change }], rules)
    assert.deepEqual(measured({}), [{ distanceM: 6, widthM: 3.5 }])
    assert.deepEqual(measured({ x0: -3, x1: 60, y0: -12 }), [{ distanceM: 6, widthM: 6 }])
    const none = [{ distanceM: 0, widthM: 0 }]
    for (const short of [{ x0: 0.1 }, { x1: 39.9 }, { y0: -9.4 }]) {
      assert.deepEqual(measured(short), none)
    }
    assert.deepEqual(measured({ y0: -8.4, y1: -4.9 }), none)
    assert.deepEqual(measured({ y0: -11.6, y1: -8.1 }), none)
    // Inside the house.
    assert.deepEqual(measured({ y0: 5, y1: 8.5 }), none)
  })
})

describe('the ways along a high block', () => {
  it('are one along each wing, though its court lets in another', () => {
    const outer: Rect = { x0: 0, y0: 0, x1: 110, y1: 95 }
    const block = { typology: 'perimeter', outer, wingM: 15, open: 'e', storeys: 12 } as const
    const lanes = fireLanes(stripsOf([rectRing(grown(outer, 20))]), [block], rules, 2)
    assert.equal(lanes?.length, 3)
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
