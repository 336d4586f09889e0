import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { retryDelayS } from '../../src/delivery/back-off.ts'

describe('back-off', () => {
  it('doubles from two seconds to an hour, up to half of it taken off at random, always finite', () => {
    assert.deepEqual(
      [1, 2, 3, 11, 12, 1e6].map((attempts) => retryDelayS(attempts, 0)),
      [2, 4, 8, 2048, 3600, 3600],
    )
    assert.deepEqual(
      [1, 2, 3, 11, 12, 1e6].map((attempts) => retryDelayS(attempts, 1)),
      [1, 2, 4, 1024, 1800, 1800],
    )
    const anyAttempt = fc.integer({ min: 1, max: 1_000_000 })
    fc.assert(
      fc.property(anyAttempt, fc.double({ min: 0, max: 1, noNaN: true }), (attempts, random) => {
        const delayS = retryDelayS(attempts, random)
        assert.ok(delayS >= retryDelayS(attempts, 0) / 2 && delayS <= 3600)
      }),
    )
  })
})
