import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createGeneralLimit } from '../../src/gate/general-limit.ts'
import { createTestClock } from '../support/clock.ts'

const SETTINGS = { apiRateLimit: 5, apiRateLimitWindowS: 10 }

describe('general limiter', () => {
  it('lets the budget through, then tells a wait after which it lets through again', () => {
    const clock = createTestClock()
    const limit = createGeneralLimit(SETTINGS, clock)
    for (let request = 0; request < 5; request += 1) assert.equal(limit.spend('a'), undefined)
    assert.equal(limit.spend('a'), 10)
    assert.equal(limit.spend('b'), undefined)
    clock.advance(10 + 2)
    assert.equal(limit.spend('a'), undefined)
  })

  it('never lets more than twice the budget through in any window', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4000 }), { maxLength: 300 }), (waits) => {
        const clock = createTestClock()
        const limit = createGeneralLimit(SETTINGS, clock)
        const passed: number[] = []
        for (const waitMs of waits) {
          clock.advance(waitMs / 1000)
          if (limit.spend('a') === undefined) passed.push(clock.nowMs())
          const inWindow = passed.filter((atMs) => clock.nowMs() - atMs < 10_000).length
          assert.ok(inWindow <= 10)
        }
      }),
    )
  })

  it('tells waits that are true: no earlier request passes, one just after does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), (offsetMs) => {
        const clock = createTestClock()
        const limit = createGeneralLimit(SETTINGS, clock)
        for (let request = 0; request < 5; request += 1) limit.spend('a')
        clock.advance(10 + offsetMs / 1000)
        let waitS = limit.spend('a')
        while (waitS === undefined) waitS = limit.spend('a')
        // The wait may reach into the next window, where the count is told anew.
        for (let hop = 0; hop < 3 && waitS !== undefined; hop += 1) {
          clock.advance(waitS + 0.001)
          waitS = limit.spend('a')
        }
        assert.equal(waitS, undefined)
      }),
    )
  })

  it('past its bound forgets the client whose window began first, however active', () => {
    const clock = createTestClock()
    const limit = createGeneralLimit(SETTINGS, clock)
    for (let request = 0; request < 5; request += 1) limit.spend('first')
    clock.advance(1)
    for (let client = 1; client < 200_000; client += 1) limit.spend(`client ${client}`)
    assert.notEqual(limit.spend('first'), undefined)
    assert.equal(limit.evicted, 0)
    limit.spend('one more')
    assert.deepEqual([limit.evicted, limit.keys], [1, 200_000])
    assert.equal(limit.spend('first'), undefined)
  })

  it('forgets clients two windows after their last one began', () => {
    const clock = createTestClock()
    const limit = createGeneralLimit(SETTINGS, clock)
    limit.spend('a')
    clock.advance(19.9)
    limit.sweep(100)
    assert.equal(limit.keys, 1)
    clock.advance(0.1)
    limit.sweep(100)
    assert.equal(limit.keys, 0)
  })
})
