// How much best layouts build. That they keep the rules stands in make-layouts.test.ts.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cornerCount, type Point } from '../../../src/geometry/plane.ts'
import { MANY_CORNERS } from '../../../src/geometry/simplify.ts'
import { checkLayouts } from '../../../src/siteplan/layouts/check-layouts.ts'
import { makeLayouts } from '../../../src/siteplan/layouts/make-layouts.ts'
import { MAX_PIECES } from '../../../src/siteplan/layouts/solver/ground/pieces.ts'
import { rulesWith } from '../../norms/rules.ts'
import { box, inputFor, parcelOfRings, rectangularParcel, shareOf } from './sites.ts'

describe('best layouts', () => {
  it('reach 95 % of the upper bound on plain rectangles', () => {
    for (const [width, depth] of [
      [60, 80],
      [80, 100],
      [100, 150],
      [200, 200],
    ] as const) {
      for (const storeys of [
        { min: 3, max: 9 },
        { min: 3, max: 17 },
      ]) {
        const layouts = makeLayouts(inputFor(rectangularParcel(width, depth), { storeys }))
        assert.ok(shareOf(layouts) >= 0.95, `${width} × ${depth}: ${shareOf(layouts)}`)
        assert.ok(shareOf(layouts) <= 1)
      }
    }
  })

  it('fill a square kilometre with low towers alone', () => {
    const asked = { typologies: ['tower'] as const, storeys: { min: 9, max: 9 }, options: 1 }
    const layouts = makeLayouts(inputFor(rectangularParcel(1000, 1000), asked))
    assert.ok(shareOf(layouts) > 0.95, `${shareOf(layouts)}`)
  })

  it('are found where houses fill little of the land: a square kilometre, or a plot on a long strip', () => {
    const low = { typologies: ['tower'] as const, storeys: { min: 1, max: 1 }, options: 1 }
    const plotOnStrip: Point[] = [
      [0, 0],
      [4000, 0],
      [4000, 15],
      [100, 15],
      [100, 100],
      [0, 100],
    ]
    for (const input of [
      inputFor(rectangularParcel(1000, 1000), low),
      inputFor(parcelOfRings([plotOnStrip])),
    ]) {
      const layouts = makeLayouts(input)
      assert.equal(layouts.outcome, 'ok')
      assert.ok(shareOf(layouts) < 0.3, `${shareOf(layouts)}`)
      assert.deepEqual(checkLayouts(layouts), [])
    }
  })

  it('draw few pieces on a square kilometre, in few corners on an outline of thousands', () => {
    const toothed = Array.from({ length: 6000 }, (_, i): Point => {
      const angle = (i / 6000) * 2 * Math.PI
      const r = 75 + (i % 2) * 3
      return [r * Math.cos(angle), r * Math.sin(angle)]
    })
    for (const [parcel, options] of [
      [rectangularParcel(1000, 1000), 1],
      [parcelOfRings([toothed]), 3],
    ] as const) {
      const layouts = makeLayouts(inputFor(parcel, { objective: 'balanced', options }))
      // Work would take minutes if it grew with ground or corners.
      assert.ok(cornerCount(layouts.site.buildable) <= MANY_CORNERS)
      for (const { parking, playgrounds } of layouts.options) {
        assert.ok(parking.length <= MAX_PIECES && playgrounds.length <= MAX_PIECES)
      }
      assert.ok(shareOf(layouts) > 0.99)
      assert.deepEqual(checkLayouts(layouts), [])
    }
  })

  it('build little by little less as more parking is asked for, never much less at once', () => {
    // A wide site, and one with a hole in its middle.
    for (const parcel of [
      rectangularParcel(110, 80),
      parcelOfRings([box(95, 90), box(20, 16, 8, -6)]),
    ]) {
      const gfas = [1.5, 2, 2.5].map((parking_ratio) => {
        const layouts = makeLayouts(inputFor(parcel, { parking_ratio, options: 1 }))
        assert.deepEqual(checkLayouts(layouts), [])
        return layouts.options[0]?.indicators.gfa_m2 ?? 0
      })
      for (const [i, gfaM2] of gfas.entries()) {
        const easierM2 = gfas[i - 1] ?? gfaM2
        assert.ok(gfaM2 <= easierM2 + 1 && gfaM2 >= 0.7 * easierM2, gfas.join(', '))
      }
    }
  })

  it('give the floor area that the smallest house can reach beside the bound of the rules', () => {
    const layouts = makeLayouts(inputFor(rectangularParcel(30, 50), { options: 1 }))
    assert.ok(Math.abs(layouts.upper_bound_gfa_m2 - 1800) < 1, 'at ten storeys, of 180 m² each')
    assert.ok(Math.abs(layouts.reachable_gfa_m2 - 1200) < 1, 'at three storeys')
  })

  it('find the layout of a strict density under a looser one too, on sites of a single house', () => {
    for (const [widthM, depthM] of [
      [33, 44],
      [34, 42],
      [36, 40],
    ] as const) {
      const gfaAt = (density: number) => {
        const ruleSet = rulesWith({ max_density: [{ up_to: null, value: density }] })
        const input = inputFor(rectangularParcel(widthM, depthM), { options: 1 }, { ruleSet })
        return makeLayouts(input).options[0]?.indicators.gfa_m2 ?? 0
      }
      const strictM2 = gfaAt(0.8)
      assert.ok(strictM2 > 0)
      for (const density of [1.5, 2.4]) {
        const looseM2 = gfaAt(density)
        assert.ok(looseM2 >= strictM2, `${widthM} × ${depthM} at ${density}: ${looseM2}`)
      }
    }
  })
})
