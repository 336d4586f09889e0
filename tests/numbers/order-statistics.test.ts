import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { selectWeightedMedian } from '../../src/numbers/order-statistics.ts'

describe('the weighted median', () => {
  it('is the least value that, with all below it, has half of the weight', () => {
    const pair = fc.record({ value: fc.integer({ min: -5, max: 5 }), weight: fc.nat(9) })
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 40 }), fc.nat(3), (pairs, unread) => {
        const count = Math.max(1, pairs.length - unread)
        const used = pairs.slice(0, count)
        const all = used.reduce((sum, { weight }) => sum + weight, 0)
        const upTo = (most: number) =>
          used.reduce((sum, { value, weight }) => sum + (value <= most ? weight : 0), 0)
        const ascending = used.map(({ value }) => value).sort((a, b) => a - b)
        const expected = ascending.find((value) => 2 * upTo(value) >= all)
        const values = Float64Array.from(pairs, ({ value }) => value)
        const weights = Float64Array.from(pairs, ({ weight }) => weight)
        assert.equal(selectWeightedMedian(values, weights, count), expected)
      }),
      { numRuns: 2_000 },
    )
  })

  it('of nothing is not a number', () => {
    assert.ok(Number.isNaN(selectWeightedMedian(new Float64Array(2), new Float64Array(2), 0)))
  })
})
