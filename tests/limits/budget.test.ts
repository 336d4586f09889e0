import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createBudget } from '../../src/limits/budget.ts'
import { createTestClock } from '../support/clock.ts'

const BOUNDS = { limit: 3, windowS: 10, maxKeys: 100, maxTimes: 1_000 }

describe('budget in a sliding window', () => {
  it('lets through exactly what a naive log of admitted times lets through', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.integer({ min: 0, max: 6000 })), {
          maxLength: 200,
          size: 'max',
        }),
        (requests) => {
          const clock = createTestClock()
          const budget = createBudget(BOUNDS, clock)
          const admitted: { key: string; atMs: number }[] = []
          for (const [key, waitMs] of requests) {
            clock.advance(waitMs / 1000)
            const nowMs = clock.nowMs()
            const live = admitted.filter((one) => one.key === key && nowMs - one.atMs < 10_000)
            const waitS = budget.spend(key)
            assert.equal(waitS === undefined, live.length < 3)
            if (waitS === undefined) admitted.push({ key, atMs: nowMs })
            else assert.equal(waitS, ((live[0]?.atMs ?? 0) + 10_000 - nowMs) / 1000)
          }
        },
      ),
    )
  })

  it('admits again exactly when the oldest request leaves the window, refused ones uncounted', () => {
    const clock = createTestClock()
    const budget = createBudget(BOUNDS, clock)
    for (let request = 0; request < 3; request += 1) assert.equal(budget.spend('a'), undefined)
    for (let refused = 0; refused < 50; refused += 1) assert.equal(budget.spend('a'), 10)
    clock.advance(9.999)
    assert.ok((budget.spend('a') ?? 0) > 0)
    clock.advance(0.001)
    assert.equal(budget.spend('a'), undefined)
  })

  it('stays whole for a key when another past the bound is forgotten', () => {
    const budget = createBudget({ ...BOUNDS, maxKeys: 2 }, createTestClock())
    for (const key of ['quiet', 'busy', 'busy', 'new']) assert.equal(budget.spend(key), undefined)
    assert.deepEqual([budget.windows.keys, budget.windows.evicted], [2, 1])
    assert.equal(budget.spend('busy'), undefined)
    assert.equal(budget.spend('busy'), 10)
  })
})
