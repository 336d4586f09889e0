import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createPairLimiter, pairKey } from '../../src/login/pair-limiter.ts'
import { createTestClock } from '../support/clock.ts'

const SETTINGS = { loginRateLimit: 3, loginRateLimitWindowS: 10 }

describe('pair limiter', () => {
  it('gives each pair its budget of attempts in a window', () => {
    const clock = createTestClock()
    const limiter = createPairLimiter(SETTINGS, clock)
    for (let attempt = 0; attempt < 3; attempt += 1) assert.equal(limiter.spend('a'), undefined)
    assert.equal(limiter.spend('a'), 10)
    assert.equal(limiter.spend('b'), undefined)
    clock.advance(10)
    assert.equal(limiter.spend('a'), undefined)
  })

  it('remembers the pair under attack through a flood of made-up names', () => {
    const limiter = createPairLimiter(SETTINGS, createTestClock())
    const attempts = (pair: string) => {
      for (let attempt = 0; attempt < 3; attempt += 1) limiter.spend(pair)
    }
    attempts('attacked')
    // As many pairs as are remembered.
    for (let name = 1; name < 200_000; name += 1) attempts(`made up ${name}`)
    assert.notEqual(limiter.spend('attacked'), undefined)
    assert.deepEqual([limiter.windows.keys, limiter.windows.evicted], [200_000, 0])
    limiter.spend('one more')
    assert.deepEqual([limiter.windows.keys, limiter.windows.evicted], [198_000, 2_001])
  })

  it('keys two pairs alike only if they are the same pair', () => {
    // Pairs that are hardest to tell apart: one text, cut at two places, a sign between or none.
    const text = fc.string({ unit: 'binary', maxLength: 8 })
    const awkward = fc.stringMatching(/^[\d:a,"]{0,8}$/)
    const cut = fc.nat(8)
    fc.assert(
      fc.property(fc.oneof(text, awkward), cut, cut, fc.nat(1), (one, a, b, gap) => {
        const [nameA, nameB] = [one.slice(0, a), one.slice(0, b)]
        const [addressA, addressB] = [one.slice(a + gap), one.slice(b + gap)]
        const same = nameA === nameB && addressA === addressB
        assert.equal(pairKey(nameA, addressA) === pairKey(nameB, addressB), same)
      }),
      { numRuns: 5000 },
    )
    assert.notEqual(pairKey('a:b', 'c'), pairKey('a', 'b:c'))
    assert.notEqual(pairKey('1:a', 'x'), pairKey('1', 'a:x'))
    assert.notEqual(pairKey(' a', 'x'), pairKey('a ', 'x'))
    assert.notEqual(pairKey('A', 'x'), pairKey('a', 'x'))
    assert.equal(pairKey('a:b', '::1'), '[3,"a:b","::1"]')
  })
})
