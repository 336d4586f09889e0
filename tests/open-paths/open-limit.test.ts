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
