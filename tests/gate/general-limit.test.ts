import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGeneralLimit } from '../../src/gate/general-limit.ts'
import { createTestClock } from '../support/clock.ts'

const SETTINGS = { apiRateLimit: 5, apiRateLimitWindowS: 12 }

describe('general limiter', () => {
  it('gives each client its budget of requests in a window', () => {
    const clock = createTestClock()
    const limit = createGeneralLimit(SETTINGS, clock)
    for (let request = 0; request < 5; request += 1) assert.equal(limit.spend('a'), undefined)
    assert.equal(limit.spend('a'), 12)
    assert.equal(limit.spend('b'), undefined)
    clock.advance(12)
    assert.equal(limit.spend('a'), undefined)
  })

  it('remembers 200,000 clients; past them it forgets the 1 % longest without a request', () => {
    const limit = createGeneralLimit(SETTINGS, createTestClock())
    limit.spend('comes again')
    for (let request = 0; request < 5; request += 1) limit.spend('spent')
    for (let client = 2; client < 200_000; client += 1) limit.spend(`client ${client}`)
    limit.spend('comes again')
    assert.equal(limit.windows.evicted, 0)
    limit.spend('one more')
    assert.deepEqual([limit.windows.evicted, limit.windows.keys], [2_001, 198_000])
    assert.equal(limit.spend('spent'), undefined)
    for (let request = 2; request < 5; request += 1) limit.spend('comes again')
    assert.equal(limit.spend('comes again'), 12)
  })
})
