import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createOpenLimit } from '../../src/open-paths/open-limit.ts'
import { createTestClock } from '../support/clock.ts'

const limitOf = (limit: number, hourlyLimit: number) =>
  createOpenLimit({ limit, windowS: 600, hourlyLimit }, createTestClock())

describe('the limit of a path outside the gate', () => {
  it('holds for one address, and for all together', () => {
    const limit = limitOf(2, 3)
    const spent = ['a', 'a', 'a', 'b', 'c'].map((address) => limit.spend(address).kind)
    assert.deepEqual(spent, ['within', 'within', 'address_spent', 'within', 'all_spent'])
  })

  it('has room again after the window for an address, after an hour for all, as it tells', () => {
    const clock = createTestClock()
    const limit = createOpenLimit({ limit: 1, windowS: 600, hourlyLimit: 2 }, clock)
    assert.deepEqual(limit.spend('a'), { kind: 'within' })
    clock.advance(60)
    assert.deepEqual(limit.spend('a'), { kind: 'address_spent', waitS: 540 })
    clock.advance(540)
    assert.deepEqual(limit.spend('a'), { kind: 'within' })
    assert.deepEqual(limit.spend('b'), { kind: 'all_spent', waitS: 3000 })
    clock.advance(3000)
    assert.deepEqual(limit.spend('b'), { kind: 'within' })
  })

  it('gives both budgets back for a request that the service failed', () => {
    const limit = limitOf(1, 1)
    for (let tries = 0; tries < 5; tries += 1) {
      assert.equal(limit.spend('a').kind, 'within')
      limit.giveBack('a')
    }
    assert.equal(limit.spend('b').kind, 'within')
    assert.equal(limit.spend('b').kind, 'address_spent')
    assert.equal(limit.spend('a').kind, 'all_spent')
  })
})
