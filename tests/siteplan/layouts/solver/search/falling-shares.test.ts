// What a search of a site is sent for where the whole of the upper bound cannot be reached.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeLayouts } from '../../../../../src/siteplan/layouts/make-layouts.ts'
import { rulesWith } from '../../../../norms/rules.ts'
import { inputFor, rectangularParcel } from '../../sites.ts'

describe('a density that limits nothing', () => {
  it('costs at most a twentieth of the floor area that one near the limit of the ground gives', () => {
    const parcel = rectangularParcel(60, 140)
    const asked = { options: 1, parking_ratio: 0 }
    const gfaM2 = (density: number) => {
      const ruleSet = rulesWith({
        max_density: [{ up_to: null, value: density }],
        max_coverage: [{ up_to: null, value: 0.45 }],
      })
      const { options } = makeLayouts(inputFor(parcel, asked, { ruleSet, prices: null }))
      return options[0]?.indicators.gfa_m2 ?? 0
    }
    const nearTheLimit = gfaM2(2.5)
    assert.ok(nearTheLimit > 20_000)
    assert.ok(gfaM2(20) > 0.95 * nearTheLimit)
  })
})
