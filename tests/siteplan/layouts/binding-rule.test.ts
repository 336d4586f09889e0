import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Point } from '../../../src/geometry/plane.ts'
import { makeLayouts } from '../../../src/siteplan/layouts/make-layouts.ts'
import { askedWithout } from '../../../src/siteplan/layouts/solver/rules/asked-without.ts'
import { rulesWith } from '../../norms/rules.ts'
import { inputFor, parcelOfRings, rectangularParcel, shareOf } from './sites.ts'

describe('best layouts: the rule that limits', () => {
  it('name the setback where more is built without it, on the ground that it would leave', () => {
    const dense = rulesWith({
      setback_m: 11,
      parking_per_unit: 0.05,
      min_green: 0,
      playground_m2_per_unit: 0,
      max_density: [{ up_to: null, value: 2 }],
      max_coverage: [{ up_to: null, value: 0.6 }],
    })
    const request = { storeys: { min: 5, max: 9 }, options: 1, parking_ratio: 0 }
    const input = inputFor(rectangularParcel(80, 60), { ...request, typologies: ['slab'] })
    const { binding_rule, options, upper_bound_gfa_m2 } = makeLayouts({ ...input, ruleSet: dense })
    assert.equal(binding_rule, 'setback_m')
    // Density alone would be named from 0.9 of it on.
    const share = (options[0]?.indicators.gfa_m2 ?? 0) / upper_bound_gfa_m2
    assert.ok(share > 0.9 && share < 0.97, `${share}`)
  })

  it('name density, not the setback, where whole sections end just short of it', () => {
    const asked = { typologies: ['slab'] as const, storeys: { min: 20, max: 25 } }
    const layouts = makeLayouts(inputFor(rectangularParcel(90, 100), asked))
    assert.ok(shareOf(layouts) > 0.9, `${shareOf(layouts)}`)
    assert.equal(layouts.binding_rule, 'max_density')
  })

  it('name green or playgrounds where those leave no room, and not parking', () => {
    const limitOf = (changes: Parameters<typeof rulesWith>[0]) =>
      makeLayouts(inputFor(rectangularParcel(100, 100), {}, { ruleSet: rulesWith(changes) }))
        .binding_rule
    assert.equal(limitOf({ min_green: 1 }), 'min_green')
    assert.equal(limitOf({ playground_m2_per_unit: 50 }), 'playground_m2_per_unit')
  })

  it('name a rule without which more can be built', () => {
    const ruleSet = rulesWith({ max_density: [{ up_to: null, value: 1.2 }] })
    let named = 0
    for (const [widthM, depthM, skewM, parking_ratio] of [
      [46, 44, 12, 0.6],
      [46, 44, 12, 0.8],
      [50, 40, 12, 0.6],
      [50, 40, 12, 0.8],
      [36, 44, 0, 0.8],
    ] as const) {
      const outline: Point[] = [
        [0, 0],
        [widthM, skewM],
        [widthM, depthM],
        [0, depthM - skewM],
      ]
      const asked = { storeys: { min: 3, max: 9 }, parking_ratio }
      const input = inputFor(parcelOfRings([outline]), asked, { ruleSet })
      const gfaOf = (each: typeof input) => makeLayouts(each).options[0]?.indicators.gfa_m2 ?? 0
      const { binding_rule } = makeLayouts(input)
      const relaxed = askedWithout(binding_rule, { rules: ruleSet.rules, request: input.request })
      if (!relaxed) continue
      named += 1
      const { rules, request } = relaxed
      const more = gfaOf({ ...input, request, ruleSet: { ...ruleSet, rules } })
      assert.ok(more > gfaOf(input) * 1.005, `${widthM} × ${depthM}: ${binding_rule}`)
    }
    assert.ok(named >= 4)
  })

  it('name a rule without which the whole can be built where little less of it is', () => {
    const asked = { parking_ratio: 1.7, objective: 'gfa', options: 1 } as const
    const layouts = makeLayouts(inputFor(rectangularParcel(70, 70), asked))
    const share = shareOf(layouts)
    // Up to 0.97 of it does not count as the whole, and a hundredth more still does not reach it.
    assert.ok(share * 1.01 > 0.97 && share < 0.97, `${share}`)
    assert.equal(layouts.binding_rule, 'parking_per_unit')
  })

  it('build less where parking needs the ground, and say so', () => {
    const few = makeLayouts(inputFor(rectangularParcel(100, 100), { parking_ratio: 0.6 }))
    const many = makeLayouts(inputFor(rectangularParcel(100, 100), { parking_ratio: 2.5 }))
    assert.ok(shareOf(many) < shareOf(few))
    assert.equal(many.binding_rule, 'parking_per_unit')
    assert.equal(few.binding_rule, 'max_density')
  })
})
