import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  floorM2PerFlat,
  UNIT_AREAS_M2,
  UNIT_TYPES,
  unitsAreaM2,
  unitsIn,
} from '../../src/siteplan/unit-types.ts'
import { assertNear } from '../support/near.ts'

const anyMix = fc
  .tuple(fc.nat(20), fc.nat(20), fc.nat(20), fc.integer({ min: 1, max: 20 }))
  .map(([studio, one, two, three]) => {
    const sum = studio + one + two + three
    return { studio: studio / sum, '1': one / sum, '2': two / sum, '3': three / sum }
  })

describe('flats in a saleable area', () => {
  it('follow the mix by the largest remainder', () => {
    const mix = { studio: 0.25, '1': 0.25, '2': 0.25, '3': 0.25 }
    assert.deepEqual(unitsIn(4 * 51.5 + 1, mix), { studio: 1, '1': 1, '2': 1, '3': 1 })
    assert.deepEqual(unitsIn(0, mix), { studio: 0, '1': 0, '2': 0, '3': 0 })
    const small = { studio: 20, '1': 30, '2': 40, '3': 60 }
    assert.deepEqual(unitsIn(150, mix, small), { studio: 1, '1': 1, '2': 1, '3': 1 })
  })

  it('are as many as fill the area to the last, though a double says a hair less', () => {
    // 46.84 m² in the mean: 4684 / 46.84 is 99.99999999999999.
    const mix = { studio: 0.25, '1': 0.35, '2': 0.28, '3': 0.12 }
    assert.deepEqual(unitsIn(4684, mix), { studio: 25, '1': 35, '2': 28, '3': 12 })
  })

  it('take the floor area of which their own is the saleable share', () => {
    const mix = { studio: 0.5, '1': 0, '2': 0, '3': 0.5 }
    assert.equal(floorM2PerFlat(0.75, mix), 54 / 0.75)
  })

  it('are fewer where the remainder would go to flats that have no room', () => {
    // Three average ones of 54.52 m² have room, one of 28 and two of 80 m² have not.
    const mix = { studio: 0.49, '1': 0, '2': 0, '3': 0.51 }
    assert.deepEqual(unitsIn(165, mix), { studio: 1, '1': 0, '2': 0, '3': 1 })
  })

  it('never need more than the area, and never leave room for two more of average size', () => {
    fc.assert(
      fc.property(anyMix, fc.double({ min: 0, max: 50_000, noNaN: true }), (mix, areaM2) => {
        const units = unitsIn(areaM2, mix)
        const total = UNIT_TYPES.reduce((sum, type) => sum + units[type], 0)
        const average = UNIT_TYPES.reduce((sum, type) => sum + mix[type] * UNIT_AREAS_M2[type], 0)
        assert.ok(unitsAreaM2(units) <= areaM2 + 1e-9)
        assert.ok(total * average > areaM2 - 2 * average - 80)
        for (const type of UNIT_TYPES) assertNear(units[type], total * mix[type], 1 + 1e-9)
      }),
    )
  })
})
