import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  ATTRIBUTE_FACTORS,
  coderOf,
  FLAT,
  flatVector,
} from '../../../src/valuation/market/flat-vector.ts'
import { FULLY_STATED, sale } from '../sale.ts'

describe('the vector of a flat', () => {
  it('has each of its positions in one factor of adjustments', () => {
    const owned = ATTRIBUTE_FACTORS.flatMap(({ positions }) => [...positions])
    const all = Array.from({ length: FLAT.size }, (_, position) => position)
    assert.deepEqual(
      owned.toSorted((a, b) => a - b),
      all,
    )
  })

  it('has shares of the area for a kitchen and living rooms, and ten rooms at most', () => {
    const known = { areaM2: 200, kitchenAreaM2: 20, livingAreaM2: 130, rooms: 14 }
    const vector = flatVector(sale('a', 1, known), 0, 0, 0)
    assert.deepEqual(
      [FLAT.kitchenShare, FLAT.livingShare, FLAT.rooms].map((at) => vector[at]),
      [0.1, 0.65, 10],
    )
  })

  it('is of an unknown city without a name, where any flat of the market has one', () => {
    const cityAmong = (...cities: string[]) =>
      coderOf({ classes: [], districts: [], cities })(sale('a', 1, { city: null }))[FLAT.city]
    assert.equal(cityAmong('образцовск', ''), Number.NaN)
    assert.equal(cityAmong(''), 0)
  })

  it('is written at every position', () => {
    const vector = flatVector(FULLY_STATED, 0, 0, 0)
    assert.deepEqual(
      Object.entries(FLAT).filter(([name, at]) => name !== 'size' && Number.isNaN(vector[at])),
      [],
    )
  })
})
