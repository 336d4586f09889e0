import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  quantileOfSorted,
  robustScale,
  SD_OF_MEAN_DEVIATION,
  selectSmallest,
  selectWeightedMedian,
} from '../../src/numbers/order-statistics.ts'
import { seededRandom, standardNormal } from '../../src/numbers/random.ts'
import { sumOf } from '../../src/numbers/sum.ts'
import { assertNear } from '../support/near.ts'

describe('a quantile', () => {
  it('lies on the straight line between the values around it, the ends at 0 and 1', () => {
    const sorted = [10, 20, 40, 80, 160]
    const shares = [0, 0.1, 0.25, 0.5, 0.875, 1]
    assert.deepEqual(
      shares.map((share) => quantileOfSorted(sorted, share)),
      [10, 14, 20, 40, 120, 160],
    )
  })

  it('of nothing is not a number', () => {
    assert.ok(Number.isNaN(quantileOfSorted([], 0.5)))
  })
})

describe('the standard deviation of values normal around 0', () => {
  const random = seededRandom(1)
  const normal = Array.from({ length: 20_000 }, () => standardNormal(random))

  it('is 1.4826 times their median absolute value', () => {
    assertNear(robustScale([-3, 1, -2, 5, 4]), 4.4478, 1e-9)
    assertNear(robustScale(normal), 1, 0.02)
  })

  it('is 1.2533 times their mean absolute value', () => {
    const mean = sumOf(normal, Math.abs) / normal.length
    assertNear(SD_OF_MEAN_DEVIATION * mean, 1, 0.02)
  })
})

describe('the k-th smallest', () => {
  it('is the k-th of the values in order, those past the count left out', () => {
    const numbers = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(numbers, fc.nat(3), fc.nat(), (values, unread, draw) => {
        const count = Math.max(1, values.length - unread)
        const k = draw % count
        const expected = values.slice(0, count).sort((a, b) => a - b)[k]
        assert.equal(selectSmallest(Float64Array.from(values), count, k), expected)
      }),
    )
  })
})

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
