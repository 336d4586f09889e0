import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sum } from '../../../src/numbers/sum.ts'
import { FIXED, INTERCEPT } from '../../../src/valuation/attributes/hedonic-columns.ts'
import { priorsOf } from '../../../src/valuation/attributes/hedonic-priors.ts'
import { CONDITIONS, type Comparable } from '../../../src/valuation/comparables/comparable.ts'
import { columns, layout } from './flat-columns.ts'

describe('what is assumed of a market before its prices are known', () => {
  const { prior, penalty } = priorsOf(layout, 1)
  /** How much dearer, ln, the one flat is than the other. */
  const dearer = (one: Partial<Comparable>, other: Partial<Comparable>) => {
    const ln = (flat: Partial<Comparable>) =>
      columns(flat).reduce((sum, [column, value]) => sum + value * (prior[column] as number), 0)
    return Number((ln(one) - ln(other)).toFixed(6))
  }
  const rounded = (ln: number) => Number(ln.toFixed(6))

  it('is that the first and the last floor are worth less, and each floor up a little more', () => {
    const on = (floor: number) => ({ floor, floorsTotal: 9 })
    const up = (from: number, to: number) => 0.028 * Math.log(to / from)
    assert.equal(dearer(on(4), on(2)), rounded(up(2, 4)))
    assert.equal(dearer(on(1), on(2)), rounded(-0.039 - up(1, 2)))
    assert.equal(dearer(on(9), on(8)), rounded(up(8, 9) - 0.022))
    assert.equal(dearer(on(-1), on(1)), -0.039)
  })

  it('is that an unknown floor is worth what the floors of a house of nine storeys are on average', () => {
    const unknown = { floor: null, floorsTotal: 9 }
    const apart = Array.from({ length: 9 }, (_, i) =>
      dearer(unknown, { floor: i + 1, floorsTotal: 9 }),
    )
    assert.ok(Math.abs(sum(apart)) < 9 * 0.0005, `${apart}`)
  })

  it('is that repair is worth its price, and an unknown one is cosmetic', () => {
    const shares = CONDITIONS.map((condition) => dearer({ condition }, { condition: 'none' }))
    assert.deepEqual(Object.fromEntries(CONDITIONS.map((one, i) => [one, shares[i]])), {
      none: 0,
      cosmetic: 0.05,
      euro: 0.1,
      designer: 0.17,
    })
    assert.equal(dearer({ condition: null }, { condition: 'cosmetic' }), 0)
    // A developer who says nothing sells bare flats.
    const built = { market: 'new' } as const
    assert.equal(dearer({ ...built, condition: null }, { ...built, condition: 'none' }), 0)
  })

  it('is that a tenth more of area takes 1.46 % off the price per m²', () => {
    assert.equal(dearer({ areaM2: 55 }, { areaM2: 50 }), rounded(Math.log(1.1) - 0.0146))
  })

  it('is nothing of its level, and of all else that it makes no difference', () => {
    assert.equal(penalty[INTERCEPT], 0)
    const other = { lat: 56.5, rooms: 5, yearBuilt: 1930, houseMaterial: 'wood', market: null }
    assert.equal(dearer(other as Partial<Comparable>, {}), 0)
    assert.ok(penalty.every((weight, column) => column === INTERCEPT || weight > 0))
  })

  it('weighs twelve rows where it was measured, and one and a half elsewhere', () => {
    const { area, lnFloor, firstFloor, lastFloor, belowGround, floorUnknown } = FIXED
    const repair = [...CONDITIONS.keys()].map((code) => FIXED.condition + code)
    const measured = [area, lnFloor, firstFloor, lastFloor, belowGround, floorUnknown]
    const weights = penalty.map((_, column) =>
      [...measured, ...repair, FIXED.conditionUnknown].includes(column) ? 12 : 1.5,
    )
    assert.deepEqual(penalty.with(INTERCEPT, 1.5), weights)
  })
})

describe('what the flats of a building have alike', () => {
  // Nine flats a building tell as much of it as 9 / (1 + 8 × 0.5) = 1.8 flats of others.
  const [single, clustered] = [priorsOf(layout, 1), priorsOf(layout, 9)]
  const times = (column: number) =>
    (clustered.penalty[column] as number) / (single.penalty[column] as number)

  it('is held to its prior the more strongly, the more flats buildings have', () => {
    const { lnFloors, year, material, ceilingAbove, lnCentreKm } = FIXED
    for (const column of [lnFloors, year, material, ceilingAbove, lnCentreKm, layout.districts]) {
      assert.equal(times(column), 5, `${column}`)
    }
  })

  it('is neither the city nor what differs from flat to flat', () => {
    const { area, rooms, firstFloor, condition, kitchenAbove } = FIXED
    for (const column of [area, rooms, firstFloor, condition, kitchenAbove, layout.cities]) {
      assert.equal(times(column), 1, `${column}`)
    }
    assert.deepEqual(clustered.prior, single.prior)
  })
})
