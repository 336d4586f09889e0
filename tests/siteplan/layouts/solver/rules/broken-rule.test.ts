import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Rect, rectRing } from '../../../../../src/siteplan/layouts/solver/frame/rect.ts'
import type { FramedSite } from '../../../../../src/siteplan/layouts/solver/framed-sites.ts'
import type { Mass } from '../../../../../src/siteplan/layouts/solver/massing/massing.ts'
import {
  brokenRule,
  bulkLimits,
} from '../../../../../src/siteplan/layouts/solver/rules/broken-rule.ts'
import type { SiteRules } from '../../../../../src/siteplan/layouts/solver/solver-input.ts'
import { siteEdgeOf } from '../../../../../src/siteplan/layouts/solver/ways/site-edge.ts'
import { DEFAULT_RULES } from '../../../../norms/rules.ts'

const { rules } = DEFAULT_RULES

describe('what all houses of a massing may cover and hold', () => {
  it('is the least that any of them allows by its storeys', () => {
    // Low houses may cover more of the site, high ones may hold more floor area.
    const limitsAt = (...storeys: number[]) =>
      bulkLimits(
        storeys.map((count) => ({ storeys: count })),
        rules,
      )
    assert.deepEqual(limitsAt(3), { coverage: 0.441, density: 0.8 })
    assert.deepEqual(limitsAt(17), { coverage: 0.157, density: 1.2 })
    assert.deepEqual(limitsAt(17, 3), { coverage: 0.157, density: 0.8 })
    assert.deepEqual(limitsAt(3, 17), { coverage: 0.157, density: 0.8 })
  })

  it('is counted over all of them, ground and floors', () => {
    // Of 450 m² each, on 3 storeys and on 17: 900 m² of 0.157, and 9,000 m² of 0.8 of the site.
    const massing = [3, 17].map((storeys, i): Mass => {
      const outer: Rect = { x0: 10, x1: 40, y0: 10 + 100 * i, y1: 25 + 100 * i }
      return { typology: 'slab', outer, wingM: null, open: null, storeys }
    })
    const edge = siteEdgeOf([rectRing({ x0: 0, x1: 50, y0: 0, y1: 200 })])
    const site = { site: edge, buildable: edge.alongX } as unknown as FramedSite
    // So that the next of the rules is broken where coverage and density hold.
    const apart = { ...rules, fire_gap_m: { value: 100, source: '' } }
    const brokenOn = (siteM2: number) =>
      brokenRule(massing, site, { rules: apart, siteM2, demandedSunH: 2 } as SiteRules)
    // A ten-thousandth stays unused: rounding to millimetres must not exceed a limit.
    const [covered, held] = [900 / 0.157 / 0.9999, 9000 / 0.8 / 0.9999]
    assert.equal(brokenOn(covered - 0.1), 'max_coverage')
    assert.equal(brokenOn(covered + 0.1), 'max_density')
    assert.equal(brokenOn(held - 0.1), 'max_density')
    assert.equal(brokenOn(held + 0.1), 'fire_gap_m')
  })
})
