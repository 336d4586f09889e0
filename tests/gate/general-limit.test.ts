import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createGeneralLimit } from '../../src/gate/general-limit.ts'
import { createTestClock } from '../support/clock.ts'

const WINDOW_S = 12
const WINDOW_MS = WINDOW_S * 1000

/** Of these the general limiter keeps each request by itself, and is exact. */
const SMALL_BUDGET = 5

/** Runs of up to five requests. */
const BUDGET = 60
const RUN = BUDGET / 12

const openLimit = (apiRateLimit: number) => {
  const clock = createTestClock()
  const limit = createGeneralLimit({ apiRateLimit, apiRateLimitWindowS: WINDOW_S }, clock)
  /** Times of the requests that passed, every one of them. */
  const passed: number[] = []
  return {
    clock,
    limit,
    /** What a log of all times would count in the window that ends now. */
    counted: () => passed.filter((atMs) => clock.nowMs() - atMs < WINDOW_MS).length,
    spend: () => {
      const waitS = limit.spend('a')
      if (waitS === undefined) passed.push(clock.nowMs())
      return waitS
    },
  }
}

/** Waits before each request: bursts, streams and silences of up to more than a window. */
const waitsMs = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 300 }) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 2_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: WINDOW_MS + 2_000 }) },
  ),
  { minLength: 50, maxLength: 400, size: 'max' },
)

describe('general limiter', () => {
  it('lets the budget through, then gives a wait after which it lets through again', () => {
    const { clock, limit, spend } = openLimit(SMALL_BUDGET)
    for (let request = 0; request < SMALL_BUDGET; request += 1) assert.equal(spend(), undefined)
    assert.equal(spend(), WINDOW_S)
    assert.equal(limit.spend('b'), undefined)
    clock.advance(WINDOW_S)
    assert.equal(spend(), undefined)
  })

  it('lets the whole budget through after a window without requests, whatever came before', () => {
    fc.assert(
      fc.property(waitsMs, fc.constantFrom(SMALL_BUDGET, BUDGET, BUDGET + 7), (waits, budget) => {
        const { clock, spend } = openLimit(budget)
        for (const waitMs of waits) {
          clock.advance(waitMs / 1000)
          spend()
        }
        clock.advance(WINDOW_S)
        for (let request = 0; request < budget; request += 1) assert.equal(spend(), undefined)
        assert.notEqual(spend(), undefined)
      }),
    )
  })

  it('decides as a log of all times would while the budget is small', () => {
    fc.assert(
      fc.property(waitsMs, (waits) => {
        const { clock, counted, spend } = openLimit(SMALL_BUDGET)
        for (const waitMs of waits) {
          clock.advance(waitMs / 1000)
          const room = counted() < SMALL_BUDGET
          assert.equal(spend() === undefined, room)
        }
      }),
    )
  })

  it('decides as a log of all times would but for less than a twelfth of a large budget', () => {
    fc.assert(
      fc.property(waitsMs, (waits) => {
        const { clock, counted, spend } = openLimit(BUDGET)
        for (const waitMs of waits) {
          clock.advance(waitMs / 1000)
          const before = counted()
          if (spend() === undefined) assert.ok(before < BUDGET + RUN - 2, `${before} before it`)
          else assert.ok(before > BUDGET - RUN, `refused after ${before}`)
        }
      }),
    )
  })

  it('holds what an attacker sends at the worst moments to the budget and less than a twelfth', () => {
    const { clock, counted, spend } = openLimit(BUDGET)
    // One request, the rest of the run at its very end, and again just before those leave.
    for (let round = 0; round < 100; round += 1) {
      spend()
      clock.advance(0.999)
      for (let request = 0; request < BUDGET; request += 1) {
        spend()
        assert.ok(counted() <= BUDGET + RUN - 2)
      }
      clock.advance(WINDOW_S - 0.999 - 0.002)
      spend()
      clock.advance(0.001)
    }
  })

  it('gives exact waits: a request after just that long passes, and no earlier one', () => {
    fc.assert(
      fc.property(waitsMs, fc.constantFrom(SMALL_BUDGET, BUDGET), (waits, budget) => {
        const { clock, spend } = openLimit(budget)
        for (const waitMs of waits) {
          clock.advance(waitMs / 1000)
          let waitS = spend()
          if (waitS === undefined) continue
          assert.ok(waitS > 0 && waitS <= WINDOW_S)
          if (waitS > 0.002) {
            clock.advance(waitS - 0.001)
            assert.notEqual(spend(), undefined)
            waitS = 0.001
          }
          clock.advance(waitS)
          assert.equal(spend(), undefined)
        }
      }),
    )
  })

  it('past its bound forgets the client that has gone longest without a new run', () => {
    const { clock, limit } = openLimit(SMALL_BUDGET)
    limit.spend('comes again')
    for (let request = 0; request < SMALL_BUDGET; request += 1) limit.spend('first')
    clock.advance(1)
    for (let client = 2; client < 200_000; client += 1) limit.spend(`client ${client}`)
    limit.spend('comes again')
    assert.notEqual(limit.spend('first'), undefined)
    assert.equal(limit.evicted, 0)
    limit.spend('one more')
    assert.deepEqual([limit.evicted, limit.keys], [1, 200_000])
    assert.equal(limit.spend('first'), undefined)
    for (let request = 2; request < SMALL_BUDGET; request += 1) {
      assert.equal(limit.spend('comes again'), undefined)
    }
    assert.notEqual(limit.spend('comes again'), undefined)
  })

  it('keeps at most 500,000 runs, however many each client has', () => {
    const { clock, limit } = openLimit(SMALL_BUDGET)
    for (let round = 0; round < 5; round += 1) {
      for (let client = 0; client < 100_000; client += 1) limit.spend(`client ${client}`)
      clock.advance(1.001)
    }
    assert.deepEqual([limit.evicted, limit.keys], [0, 100_000])
    limit.spend('one more')
    assert.deepEqual([limit.evicted, limit.keys], [1, 100_000])
  })

  it('forgets clients a window after their last request', () => {
    const { clock, limit, spend } = openLimit(SMALL_BUDGET)
    clock.advance(1000)
    spend()
    clock.advance(WINDOW_S - 0.1)
    limit.sweep(100)
    assert.equal(limit.keys, 1)
    clock.advance(0.1)
    limit.sweep(100)
    assert.equal(limit.keys, 0)
  })
})
