import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Point } from '../../../src/geometry/plane.ts'
import { checkLayouts } from '../../../src/siteplan/layouts/check-layouts.ts'
import { makeLayouts } from '../../../src/siteplan/layouts/make-layouts.ts'
import { rulesWith } from '../../norms/rules.ts'
import { inputFor, parcelOfRings, rectangularParcel } from './sites.ts'

describe('a site where nothing can be built', () => {
  const outcomeOf = (rings: readonly (readonly Point[])[]) => {
    const layouts = makeLayouts(inputFor(parcelOfRings(rings)))
    assert.equal(layouts.outcome, 'no_feasible_layout')
    assert.deepEqual(layouts.options, [])
    assert.deepEqual(checkLayouts(layouts), [])
    return layouts.binding_rule
  }

  it('says so of a parcel eaten by its setback', () => {
    assert.equal(
      outcomeOf([
        [
          [0, 0],
          [100, 0],
          [100, 6],
          [0, 6],
        ],
      ]),
      'setback_m',
    )
  })

  it('says so of a parcel too small for the smallest house', () => {
    assert.equal(
      outcomeOf([
        [
          [0, 0],
          [27, 0],
          [27, 27],
          [0, 27],
        ],
      ]),
      'max_density',
    )
  })

  it('says so of a parcel too narrow for a fire engine beside the house', () => {
    assert.equal(
      outcomeOf([
        [
          [0, 0],
          [120, 0],
          [120, 21.6],
          [0, 21.6],
        ],
      ]),
      'fire_lane_distance_m',
    )
  })

  it('says so of what encloses nothing, a sliver, and a ring that touches itself', () => {
    outcomeOf([
      [
        [0, 0],
        [10, 0],
        [20, 0],
      ],
    ])
    outcomeOf([
      [
        [0, 0],
        [300, 0.001],
        [300, 0.004],
      ],
    ])
    outcomeOf([
      [
        [0, 0],
        [20, 20],
        [20, 0],
        [0, 20],
      ],
    ])
  })

  it('names storeys or height where the request is above what is allowed', () => {
    const asked = { storeys: { min: 30, max: 40 } }
    assert.equal(
      makeLayouts(inputFor(rectangularParcel(100, 100), asked)).binding_rule,
      'max_storeys',
    )
    const tall = rulesWith({ max_storeys: 100 })
    assert.equal(
      makeLayouts(inputFor(rectangularParcel(100, 100), asked, { ruleSet: tall })).binding_rule,
      'max_height_m',
    )
  })

  it('names the least storeys where all that are asked for are fewer, or only fewer would fit', () => {
    const ruleSet = rulesWith({ min_storeys: 9 })
    const low = inputFor(rectangularParcel(100, 100), { storeys: { min: 3, max: 8 } }, { ruleSet })
    const small = inputFor(rectangularParcel(50, 50), { storeys: { min: 9, max: 17 } }, { ruleSet })
    const asHighAsAllowed = inputFor(
      rectangularParcel(100, 100),
      { storeys: { min: 3, max: 3 } },
      { ruleSet: rulesWith({ min_storeys: 9, storey_height_m: 2.7, max_height_m: 8.1 }) },
    )
    for (const input of [low, small, asHighAsAllowed]) {
      const layouts = makeLayouts(input)
      assert.deepEqual(layouts.options, [])
      assert.equal(layouts.binding_rule, 'min_storeys')
      assert.deepEqual(checkLayouts(layouts), [])
    }
  })
})
