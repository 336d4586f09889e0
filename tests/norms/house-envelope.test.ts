// Which rule rules out every house of the typologies asked for, and which storeys a forecast takes.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Region } from '../../src/geometry/plane.ts'
import { houseEnvelopeOf } from '../../src/norms/house-envelope.ts'
import type { Rules } from '../../src/norms/rule-set.ts'
import { DEFAULT_RULES } from './rules.ts'

const { rules } = DEFAULT_RULES

describe('the rule that rules out every house', () => {
  const ruledOut = (sideM: number, storeys: { min: number; max: number }, changed = rules) => {
    const site: Region = [
      [
        [0, 0],
        [sideM, 0],
        [sideM, sideM],
        [0, sideM],
      ],
    ]
    return houseEnvelopeOf(site, changed, storeys, 60).ruledOutBy
  }

  it('is the setback where less ground is left inside it than any house covers', () => {
    // Of 324 m² density allows even less at three storeys; but no other density would help.
    assert.equal(ruledOut(24, { min: 3, max: 17 }), 'setback_m')
    assert.equal(ruledOut(30, { min: 3, max: 3 }), 'max_density')
  })

  it('is none where a floor is just as large as the least house', () => {
    // 3,600 m² of a density of 0.3 are three floors of 360 m²: 15 by 24 metres.
    const at = (density: number) => ({
      ...rules,
      max_density: { value: [{ up_to: null, value: density }], source: '' },
    })
    assert.equal(ruledOut(60, { min: 3, max: 3 }, at(0.3)), undefined)
    assert.equal(ruledOut(60, { min: 3, max: 3 }, at(0.2999)), 'max_density')
  })

  it('is parking where its ground leaves no floor as large as the least house', () => {
    // Of 765 m² that are not green, a flat of 60 m² takes 127 m² beside its house: 245 m² are left
    // for one storey, 765 / (1 / 10 + 127 / 60) / 10 = 35 m² for each of ten.
    const cars = {
      ...rules,
      parking_per_unit: { value: 5, source: '' },
      parking_space_m2: { value: 25, source: '' },
      playground_m2_per_unit: { value: 2, source: '' },
      min_green: { value: 0.15, source: '' },
    }
    assert.equal(ruledOut(30, { min: 1, max: 10 }, cars), 'parking_per_unit')
    assert.equal(ruledOut(30, { min: 1, max: 10 }), undefined)
  })

  it('is the height where storeys are asked for that may be built, but are too high together', () => {
    const low = { ...rules, max_height_m: { value: 60, source: '' } }
    assert.equal(ruledOut(100, { min: 25, max: 25 }, low), 'max_height_m')
    assert.equal(ruledOut(100, { min: 26, max: 26 }, low), 'max_storeys')
    assert.equal(ruledOut(100, { min: 25, max: 25 }), undefined)
  })
})

describe('the storeys that a forecast takes', () => {
  const site: Region = [
    [
      [0, 0],
      [200, 0],
      [200, 200],
      [0, 200],
    ],
  ]
  const densityOf = (...steps: readonly (readonly [number | null, number])[]) => ({
    value: steps.map(([up_to, value]) => ({ up_to, value })),
    source: '',
  })
  const bestAt = (changed: Partial<Rules>) =>
    houseEnvelopeOf(site, { ...rules, ...changed }, { min: 1, max: 10 }, 60)

  it('are the fewest within a tenth of the most floor area where cars take the ground', () => {
    // A flat of 60 m² takes 127 m² beside its house, of 34,000 m² that are not green. On the ground
    // of one, two, three and ten storeys go 34,000 / (1 / storeys + 127 / 60) = 10,909, 12,994,
    // 13,878 and 15,338 m²; nine tenths of the last are 13,805.
    const { best, crowdedBy } = bestAt({
      parking_per_unit: { value: 5, source: '' },
      parking_space_m2: { value: 25, source: '' },
      playground_m2_per_unit: { value: 2, source: '' },
      min_green: { value: 0.15, source: '' },
      max_density: densityOf([null, 3]),
    })
    assert.equal(best?.storeys, 3)
    assert.equal(best.maxGfaM2.toFixed(1), '13877.6')
    assert.equal(best.bindingRule, 'parking_per_unit')
    assert.equal(crowdedBy, 'parking_per_unit')
  })

  it('are those with the most where a rule bounds them, though cars take the ground below', () => {
    // As above; but at ten storeys density allows 0.3825 × 40,000 = 15,300 m², less than the ground
    // does and more than the ground of nine: 34,000 / (1 / 9 + 127 / 60) = 15,261.
    const { best } = bestAt({
      parking_per_unit: { value: 5, source: '' },
      parking_space_m2: { value: 25, source: '' },
      playground_m2_per_unit: { value: 2, source: '' },
      min_green: { value: 0.15, source: '' },
      max_density: densityOf([9, 3], [null, 0.3825]),
    })
    assert.deepEqual([best?.storeys, best?.bindingRule], [10, 'max_density'])
    assert.equal(best?.maxGfaM2.toFixed(1), '15300.0')
  })

  it('are more where the rules themselves allow more floor area, however little', () => {
    const { best } = bestAt({ max_density: densityOf([9, 0.8], [null, 0.85]) })
    assert.equal(best?.storeys, 10)
    assert.equal(best.maxGfaM2.toFixed(1), '34000.0')
    assert.equal(bestAt({ max_density: densityOf([null, 0.8]) }).best?.storeys, 2)
  })
})
