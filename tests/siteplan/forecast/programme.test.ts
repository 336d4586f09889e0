import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { programmeOf } from '../../../src/siteplan/forecast/programme.ts'

const MIX = { studio: 0.25, '1': 0.35, '2': 0.28, '3': 0.12 }

describe('the programme of a house', () => {
  const programmeWith = (parkingPerUnit: number) =>
    programmeOf(
      { storeys: 9, maxGfaM2: 10_000 },
      { saleableShare: 0.7, unitMix: MIX, parkingPerUnit },
    )

  it('sells its share of the floor area', () => {
    const { storeys, gfa_m2, saleable_m2 } = programmeWith(0.6)
    assert.deepEqual([storeys, gfa_m2, saleable_m2], [9, 10_000, 7_000])
  })

  it('has a whole number of parking spaces, no fewer than its flats ask for', () => {
    const { units_total: flats } = programmeWith(0.6)
    assert.ok(flats > 100)
    for (const perUnit of [0.6, 1, 1.3]) {
      const { parking_spaces } = programmeWith(perUnit)
      assert.equal(parking_spaces, Math.ceil(flats * perUnit - 1e-9))
    }
  })
})
