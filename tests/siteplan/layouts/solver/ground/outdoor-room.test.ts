// By hand, on a site of 100 × 60 m with a slab of 60 × 15 m in its middle.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rectRing } from '../../../../../src/siteplan/layouts/solver/frame/rect.ts'
import type { FramedSite } from '../../../../../src/siteplan/layouts/solver/framed-sites.ts'
import { cellsOf } from '../../../../../src/siteplan/layouts/solver/ground/cells.ts'
import { groundToSpare } from '../../../../../src/siteplan/layouts/solver/ground/outdoor-room.ts'
import { solidMass } from '../../../../../src/siteplan/layouts/solver/massing/massing.ts'
import type { SolverInput } from '../../../../../src/siteplan/layouts/solver/solver-input.ts'
import { siteEdgeOf } from '../../../../../src/siteplan/layouts/solver/ways/site-edge.ts'
import { rulesWith } from '../../../../norms/rules.ts'
import { assertNear } from '../../../../support/near.ts'
import { REQUEST } from '../../sites.ts'

const edge = siteEdgeOf([rectRing({ x0: 0, y0: 0, x1: 100, y1: 60 })])
const cells = cellsOf(edge.alongX)
const framed = { site: edge.alongX, cells: () => cells } as FramedSite

const SITE_M2 = 6_000
const HOUSE_M2 = 900
/** To 13 m of height; 4.2 m wide above. */
const LANE_M2 = 60 * 3.5
/** Cells are a metre and keep half a metre from the edge; walls keep 3 m, and the way takes four. */
const OFF_WALLS_M2 = 98 * 58 - 66 * 21 - 60 * 4

interface Asked {
  readonly min_green?: number
  readonly playground_m2_per_unit?: number
  readonly parking?: number
}

/** Studios alone: 900 × 4 × 0.7 ÷ 28 are 90 flats. */
const spareBeside = (
  { min_green = 0, playground_m2_per_unit = 0, parking = 0 }: Asked,
  storeys = 4,
) => {
  const { rules } = rulesWith({ min_green, playground_m2_per_unit, parking_per_unit: 0 })
  const input = {
    rules,
    siteM2: SITE_M2,
    request: {
      ...REQUEST,
      unit_mix: { studio: 1, '1': 0, '2': 0, '3': 0 },
      parking_ratio: parking,
    },
    assumptions: { saleable_share: 0.7 },
  } as SolverInput
  const slab = solidMass('slab', { x0: 20, y0: 20, x1: 80, y1: 35 }, storeys)
  return groundToSpare([slab], framed, input)
}

describe('the ground that a house leaves', () => {
  it('is that off its walls and its way for parking and playgrounds, where green needs less', () => {
    assertNear(spareBeside({}).spareM2, OFF_WALLS_M2, 1e-6)
    const { spareM2, rule } = spareBeside({ parking: 1, playground_m2_per_unit: 2 })
    assertNear(spareM2, OFF_WALLS_M2 - 90 * 25 - 90 * 2, 1e-6)
    assert.equal(rule, 'parking_per_unit')
    assert.equal(
      spareBeside({ parking: 1, playground_m2_per_unit: 30 }).rule,
      'playground_m2_per_unit',
    )
  })

  it('is what the house, its way and green leave of the site, where that is less', () => {
    const least = spareBeside({ min_green: 0.4, parking: 1, playground_m2_per_unit: 2 })
    assertNear(least.spareM2, 0.6 * SITE_M2 - HOUSE_M2 - LANE_M2 - 90 * 25 - 90 * 2, 1e-6)
    assert.equal(least.rule, 'min_green')
  })

  it('is counted with one way along a house whose height gets two', () => {
    const least = spareBeside({ min_green: 0.6 }, 10)
    assertNear(least.spareM2, 0.4 * SITE_M2 - HOUSE_M2 - 60 * 4.2, 1e-6)
  })
})
