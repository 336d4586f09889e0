import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ATTRIBUTE_FACTORS, FLAT, flatVector } from '../../../src/valuation/market/flat-vector.ts'
import { FULLY_STATED } from '../sale.ts'

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
    const vector = flatVector(FULLY_STATED, 0, 0, 0)
    assert.deepEqual(
      Object.entries(FLAT).filter(([name, at]) => name !== 'size' && Number.isNaN(vector[at])),
      [],
    )
  })
})
