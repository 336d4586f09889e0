import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Region } from '../../src/geometry/plane.ts'
import { plannedEnvelopeOf } from '../../src/norms/planned-envelope.ts'
import { rulesWith } from './rules.ts'

const square = (sideM: number): Region => [
  [
    [0, 0],
    [sideM, 0],
    [sideM, sideM],
    [0, sideM],
  ],
]
type Changes = Parameters<typeof rulesWith>[0]
const planned = (sideM: number, changes: Changes) =>
  plannedEnvelopeOf(square(sideM), rulesWith(changes).rules, 60)

describe('what is planned where nobody asks for storeys', () => {
  it('is what layouts try by default, from three storeys, where the least house has room there', () => {
    const { byStoreys, ruledOutBy, leastStoreysMissed } = planned(60, {})
    assert.deepEqual(
      [byStoreys[0]?.storeys, ruledOutBy, leastStoreysMissed],
      [3, undefined, undefined],
    )
  })

  it('is lower where it has room at one or two storeys alone', () => {
    // 900 m² of a density of 0.8 are 240 m² for each of three storeys, and 360 for each of two.
    const { best, ruledOutBy, leastStoreysMissed } = planned(30, {})
    assert.deepEqual(
      [best?.storeys, best?.maxGfaM2, ruledOutBy, leastStoreysMissed],
      [2, 720, undefined, undefined],
    )
  })

  it('is lower than the norms ask for where no house so high has room, and says so', () => {
    const { best, ruledOutBy, leastStoreysMissed } = planned(30, { min_storeys: 5 })
    assert.deepEqual([best?.storeys, ruledOutBy, leastStoreysMissed], [2, undefined, 5])
  })

  it('is nothing where fewer storeys would not help, for the reason that holds there', () => {
    // Beside one storey, parking and green leave 245 m² of floor.
    const { ruledOutBy, leastStoreysMissed } = planned(30, {
      min_storeys: 5,
      parking_per_unit: 5,
      parking_space_m2: 25,
      playground_m2_per_unit: 2,
      min_green: 0.15,
    })
    assert.deepEqual([ruledOutBy, leastStoreysMissed], ['parking_per_unit', undefined])
  })
})
