// Sites of one or two houses, where the place of a house decides whether parking finds its ground.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LayoutsAsked } from '../../../../../src/siteplan/layouts/layout.ts'
import { makeLayouts } from '../../../../../src/siteplan/layouts/make-layouts.ts'
import { DEFAULT_RULES, rulesWith } from '../../../../norms/rules.ts'
import { inputFor, rectangularParcel } from '../../sites.ts'

/** Floor area that the steps of the aims may lose, as a share. */
const STEPS = 0.02

const withDensity = (value: number) => rulesWith({ max_density: [{ up_to: null, value }] })

function gfaM2(
  [widthM, depthM]: readonly [number, number],
  request: Partial<LayoutsAsked>,
  ruleSet = DEFAULT_RULES,
): number {
  const asked = { storeys: { min: 3, max: 9 }, options: 1, ...request }
  const { options } = makeLayouts(
    inputFor(rectangularParcel(widthM, depthM), asked, { ruleSet, prices: null }),
  )
  return options[0]?.indicators.gfa_m2 ?? 0
}

/** Each has at least what those before it have. */
function assertNeverLess(found: readonly number[]): void {
  for (const [i, gfa] of found.entries()) {
    const before = Math.max(0, ...found.slice(0, i))
    assert.ok(gfa >= before * (1 - STEPS), `${found}`)
  }
}

describe('a site of one or two houses', () => {
  for (const [size, why] of [
    [[50, 50], 'is too small for nine storeys'],
    [[36, 74], 'leaves nine storeys no place'],
  ] as const) {
    it(`gets no less of towers alone with more storeys to choose from, where it ${why}`, () => {
      const found = [7, 8, 17].map((max) =>
        gfaM2(size, { typologies: ['tower'], storeys: { min: 3, max } }, withDensity(2)),
      )
      assertNeverLess(found)
      assert.ok((found[0] ?? 0) > 0)
    })
  }

  for (const size of [
    [34, 44],
    [38, 40],
  ] as const) {
    it(`gets no less under a looser norm, or with more storeys to choose from: ${size.join(' × ')} m`, () => {
      assertNeverLess([1.3, 1.5, 2, 2.5].map((value) => gfaM2(size, {}, withDensity(value))))
      assertNeverLess(
        [9, 17].map((max) => gfaM2(size, { storeys: { min: 3, max } }, withDensity(2))),
      )
    })
  }

  it('gets towers as soon as the least of them fits, and no less on a wider one', () => {
    const widths = [30.1, 30.3, 30.8, 31, 32]
    const found = widths.map((widthM) => gfaM2([widthM, 100], { typologies: ['tower'] }))
    assertNeverLess(found)
    assert.ok((found[0] ?? 0) > 0)
  })

  it('gets its one house where a single place leaves parking its ground', () => {
    assert.ok(gfaM2([32, 48], { parking_ratio: 1.4 }) > 1_080)
  })
})
