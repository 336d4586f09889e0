import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ATTRIBUTE_FACTORS, FLAT, flatVector } from '../../../src/valuation/market/flat-vector.ts'
import { sale } from '../sale.ts'

describe('the vector of a flat', () => {
  it('has each of its positions in one factor of adjustments', () => {
    const owned = ATTRIBUTE_FACTORS.flatMap(({ positions }) => [...positions])
    const all = Array.from({ length: FLAT.size }, (_, position) => position)
    assert.deepEqual(
      owned.toSorted((a, b) => a - b),
      all,
    )
  })

  it('is written at every position', () => {
    const known = { kitchenAreaM2: 8, livingAreaM2: 30, ceilingHeightM: 2.7 }
    const vector = flatVector(sale('a', 1, known), 0, 0, 0)
    assert.deepEqual(
      Object.entries(FLAT).filter(([name, at]) => name !== 'size' && Number.isNaN(vector[at])),
      [],
    )
  })
})
