import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bindingRuleOf, constraintsOf } from '../../src/norms/constraints.ts'
import { envelopeOf } from '../../src/norms/envelope.ts'
import { houseEnvelopeOf } from '../../src/norms/house-envelope.ts'
import { boxRing } from '../geometry/rings.ts'
import { DEFAULT_RULES } from './rules.ts'

describe('the constraints of a site', () => {
  const { rules } = DEFAULT_RULES
  const square = (sideM: number) => [boxRing(0, 0, sideM)]
  const floorM2PerFlat = 67
  const envelope = (sideM: number) => envelopeOf(square(sideM), rules, { min: 1, max: 25 })

  it('name one binding rule, at the storeys that allow the most floor area', () => {
    const constraints = constraintsOf(rules, envelope(100), 52)
    const binding = constraints.filter((constraint) => constraint.binding)
    assert.deepEqual(
      binding.map(({ rule, value }) => [rule, value]),
      [['max_density', 1.2]],
    )
    assert.ok(constraints.every(({ source }) => source.length > 0))
    assert.equal(constraints.find(({ rule }) => rule === 'insolation_h')?.value, 2)
  })

  it('have an upper bound beside the lower one where a norm has two, and null elsewhere', () => {
    const bounds = constraintsOf(rules, envelope(100), 52).map(({ rule, value, most }) =>
      most === null ? null : [rule, value, most],
    )
    assert.deepEqual(
      bounds.filter((one) => one !== null),
      [['fire_lane_distance_m', 8, 10]],
    )
  })

  it('call no share what may be more than the whole', () => {
    const constraints = constraintsOf(rules, envelope(100), 52)
    assert.equal(constraints.find(({ rule }) => rule === 'max_density')?.unit, 'ratio')
    assert.ok(constraints.every(({ unit, value }) => unit !== 'share' || value <= 1))
  })

  it('are read from tables at the best storeys, at the fewest where none is best, else at one', () => {
    const least = (value: number) => ({ ...rules, min_storeys: { value, source: 'ПЗЗ' } })
    const at = (storeys: readonly number[], best: number | undefined) => {
      const byStoreys = storeys.map((count) => ({
        storeys: count,
        maxFootprintM2: 0,
        maxGfaM2: 0,
        bindingRule: 'max_density' as const,
      }))
      const shape = {
        ...envelope(100),
        byStoreys,
        best: byStoreys.find((one) => one.storeys === best),
      }
      const of = Object.fromEntries(
        constraintsOf(least(1), shape, 58.1).map(({ rule, value }) => [rule, value]),
      )
      return [of.max_density, of.fire_lane_width_m, of.fire_lane_distance_m, of.insolation_h]
    }
    // Of 9 storeys 27 m high, of 10 of 30 m, of 16 of 48 m.
    assert.deepEqual(at([9, 10, 16], 16), [1.2, 6, 8, 2.5])
    assert.deepEqual(at([9, 10, 16], 10), [1.2, 4.2, 8, 2.5])
    assert.deepEqual(at([9, 10, 16], undefined), [0.8, 4.2, 5, 2.5])
    assert.deepEqual(at([], undefined), [0.8, 3.5, 5, 2.5])
    const names = (value: number) =>
      constraintsOf(least(value), envelope(100), 52).map(({ rule }) => rule)
    assert.ok(!names(1).includes('min_storeys'))
    assert.ok(names(2).includes('min_storeys'))
  })

  it('hold at storeys that a house can have on a small site, not at those of a needle', () => {
    const any = { min: 1, max: 25 }
    const small = houseEnvelopeOf(square(39), rules, any, floorM2PerFlat).best
    assert.ok(small && small.maxGfaM2 / small.storeys >= 360, JSON.stringify(small))
    assert.equal(envelope(39).best?.storeys, 10)
    assert.deepEqual(
      houseEnvelopeOf(square(100), rules, any, floorM2PerFlat).best,
      envelope(100).best,
    )
  })

  it('hold houses to the height limit: three storeys of 3 m under 9 m, and none higher', () => {
    const low = { ...rules, max_height_m: { value: 9, source: 'ПЗЗ' } }
    assert.equal(low.storey_height_m.value, 3)
    const counts = envelopeOf(square(100), low, { min: 1, max: 25 }).byStoreys.map(
      ({ storeys }) => storeys,
    )
    assert.deepEqual(counts, [1, 2, 3])
    assert.deepEqual(envelopeOf(square(100), low, { min: 4, max: 25 }).byStoreys, [])
  })

  it('tell of smaller houses only where these have clearly more floor area, by 2 %', () => {
    // A house of one storey has room; a second one would make its floors smaller than any house's.
    const one = houseEnvelopeOf(square(28), rules, { min: 1, max: 1 }, floorM2PerFlat).best
    assert.ok(one && one.maxGfaM2 < 2 * 360, JSON.stringify(one))
    const smallerAt = (share: number) => {
      const density = (share * one.maxGfaM2) / 28 ** 2
      const value = [
        { up_to: 1, value: rules.max_density.value[0]?.value ?? 0 },
        { up_to: null, value: density },
      ]
      const denser = { ...rules, max_density: { value, source: 'ПЗЗ' } }
      return houseEnvelopeOf(square(28), denser, { min: 1, max: 2 }, floorM2PerFlat).smallerHousesM2
    }
    assert.equal(smallerAt(1.01), undefined)
    const smaller = smallerAt(1.03) ?? 0
    assert.ok(Math.abs(smaller / one.maxGfaM2 - 1.03) < 1e-9, `${smaller}`)
  })

  it('name the setback where it leaves no house room, though it leaves some ground', () => {
    const tiny = houseEnvelopeOf(square(20), rules, { min: 1, max: 25 }, floorM2PerFlat)
    assert.ok(tiny.buildableAreaM2 > 0)
    assert.equal(bindingRuleOf(tiny), 'setback_m')
    assert.deepEqual(
      constraintsOf(rules, tiny, 52).flatMap(({ rule, binding }) => (binding ? [rule] : [])),
      ['setback_m'],
    )
  })

  it('say the setback binds where it leaves nothing', () => {
    assert.equal(bindingRuleOf(envelope(5)), 'setback_m')
    const binding = constraintsOf(rules, envelope(5), 52).find((constraint) => constraint.binding)
    assert.equal(binding?.rule, 'setback_m')
  })
})
