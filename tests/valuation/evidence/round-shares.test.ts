import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { roundShares } from '../../../src/valuation/evidence/round-shares.ts'

const anyShares = fc
  .array(fc.double({ min: 1e-12, max: 1, noNaN: true }), {
    minLength: 1,
    maxLength: 20,
    size: 'max',
  })
  .map((parts) => {
    const total = parts.reduce((sum, part) => sum + part, 0)
    return parts.map((part) => part / total)
  })

const units = (shares: readonly number[]): number[] => shares.map((one) => Math.round(one * 1e6))

describe('rounded shares', () => {
  it('add up to one, are positive, and differ from the originals by a unit for each share at most', () => {
    fc.assert(
      fc.property(anyShares, (shares) => {
        const rounded = roundShares(shares, 6)
        assert.equal(
          units(rounded).reduce((sum, one) => sum + one, 0),
          1e6,
        )
        rounded.forEach((one, k) => {
          assert.ok(one >= 1e-6)
          assert.equal(one, Number(one.toFixed(6)))
          assert.ok(Math.abs(one - (shares[k] as number)) <= shares.length * 1e-6)
        })
      }),
    )
  })

  it('the rest goes to the shares that lost most, and first to the first of equals', () => {
    assert.deepEqual(roundShares([1 / 3, 1 / 3, 1 / 3], 6), [0.333334, 0.333333, 0.333333])
    assert.deepEqual(roundShares([0.126, 0.126, 0.748], 2), [0.13, 0.12, 0.75])
    assert.deepEqual(roundShares([0.54, 0.27, 0.19], 1), [0.5, 0.3, 0.2])
    assert.deepEqual(roundShares([0.999, 0.0005, 0.0005], 2), [0.98, 0.01, 0.01])
  })
})
