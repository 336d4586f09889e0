// Which storeys the checker lets a house have, and how much floor area at each: by hand.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Region } from '../../../../src/geometry/plane.ts'
import type { Rules } from '../../../../src/norms/rule-set.ts'
import { storeyLimitsOf } from '../../../../src/siteplan/layouts/checker/storey-limits.ts'
import { boxRing } from '../../../geometry/rings.ts'
import { sampleLayouts } from '../sample-layouts.ts'

const square = (sideM: number): Region => [boxRing(0, 0, sideM)]
const norm = <Value>(value: Value) => ({ value, source: 'ПЗЗ' })

const limitsOf = (rules: Partial<Rules>, storeys = { min: 2, max: 9 }) => {
  const sample = sampleLayouts()
  const free = {
    min_storeys: norm(1),
    max_storeys: norm(20),
    max_height_m: norm(100),
    storey_height_m: norm(3),
  }
  return storeyLimitsOf({
    request: { ...sample.request, storeys },
    rule_set: { ...sample.rule_set, rules: { ...sample.rule_set.rules, ...free, ...rules } },
    site: { ...sample.site, boundary: square(100), buildable: square(80) },
  })
}

const storeysOf = (...asked: Parameters<typeof limitsOf>) =>
  limitsOf(...asked).map(({ storeys }) => storeys)

describe('the storeys that a house may have', () => {
  it('are those asked for that the norms of number and height allow', () => {
    assert.deepEqual(storeysOf({}), [2, 3, 4, 5, 6, 7, 8, 9])
    assert.deepEqual(storeysOf({ min_storeys: norm(5) }), [5, 6, 7, 8, 9])
    assert.deepEqual(storeysOf({ max_storeys: norm(4) }), [2, 3, 4])
    assert.deepEqual(storeysOf({ max_height_m: norm(14.9) }), [2, 3, 4])
    assert.deepEqual(storeysOf({ min_storeys: norm(10) }), [])
    // In doubles 7 × 2.6 is more than 18.2.
    assert.equal(storeysOf({ storey_height_m: norm(2.6), max_height_m: norm(18.2) }).at(-1), 7)
  })
})

describe('the most floor area by storeys', () => {
  it('is the least that setback, coverage and density allow, at the steps of those storeys', () => {
    const rules = {
      max_coverage: norm([
        { up_to: 2, value: 0.9 },
        { up_to: null, value: 0.2 },
      ]),
      max_density: norm([
        { up_to: 4, value: 4 },
        { up_to: null, value: 0.9 },
      ]),
    }
    assert.deepEqual(limitsOf(rules, { min: 2, max: 5 }), [
      // 6,400 m² are left inside the setback.
      { storeys: 2, maxGfaM2: 12_800, rules: ['setback_m'] },
      { storeys: 3, maxGfaM2: 6000, rules: ['max_coverage'] },
      { storeys: 4, maxGfaM2: 8000, rules: ['max_coverage'] },
      { storeys: 5, maxGfaM2: 9000, rules: ['max_density'] },
    ])
  })
})
