import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BackgroundTask } from '../../src/background.ts'
import type { Foundation } from '../../src/foundation.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { createOpenLimit } from '../../src/open-forms/open-limit.ts'
import { startOpenForm } from '../../src/open-forms/start.ts'
import { readSettings } from '../../src/settings.ts'
import { createTestClock } from '../support/clock.ts'

const limitOf = (limit: number, hourlyLimit: number) =>
  createOpenLimit({ limit, windowS: 600, hourlyLimit }, createTestClock())

describe('the limit of an open form', () => {
  it('holds for one address, and for all together', () => {
    const limit = limitOf(2, 3)
    const spent = ['a', 'a', 'a', 'b', 'c'].map((address) => limit.spend(address)?.of)
    assert.deepEqual(spent, [undefined, undefined, 'address', undefined, 'all'])
  })

  it('has room again after the window for an address, after an hour for all, as it tells', () => {
    const clock = createTestClock()
    const limit = createOpenLimit({ limit: 1, windowS: 600, hourlyLimit: 2 }, clock)
    assert.equal(limit.spend('a'), undefined)
    clock.advance(60)
    assert.deepEqual(limit.spend('a'), { of: 'address', waitS: 540 })
    clock.advance(540)
    assert.equal(limit.spend('a'), undefined)
    assert.deepEqual(limit.spend('b'), { of: 'all', waitS: 3000 })
    clock.advance(3000)
    assert.equal(limit.spend('b'), undefined)
  })

  it('gives both budgets back for a request that the service failed', () => {
    const limit = limitOf(1, 1)
    for (let tries = 0; tries < 5; tries += 1) {
      assert.equal(limit.spend('a'), undefined)
      limit.giveBack('a')
    }
    assert.equal(limit.spend('b'), undefined)
    assert.equal(limit.spend('b')?.of, 'address')
    assert.equal(limit.spend('a')?.of, 'all')
  })

  it('remembers 50,000 addresses, then drops and counts the 1 % longest without a request', async () => {
    const metrics = createMetrics()
    const settings = readSettings({ OPEN_HOURLY_LIMIT: '1000000' })
    const clock = createTestClock()
    const tasks: BackgroundTask[] = []
    // The limit asks no database; statements are prepared beside it.
    const base = {
      settings,
      metrics,
      stores: { main: { prepare: () => assert.fail } },
      clock,
      background: (task: BackgroundTask) => tasks.push(task),
    } as unknown as Foundation
    const { limit } = startOpenForm(base, 'pilot', { limit: 2, windowS: 600 })
    const evicted = async () =>
      /^limiter_keys_evicted_total (\S+)$/m.exec(await metrics.registry.metrics())?.[1]
    for (let address = 0; address < 50_000; address += 1) limit.spend(`${address}`)
    limit.spend('0')
    assert.equal(await evicted(), '0')
    limit.spend('one more')
    assert.equal(await evicted(), '501')
    assert.equal(limit.spend('0')?.of, 'address')
    limit.spend('1')
    assert.equal(limit.spend('1'), undefined)
    clock.advance(600)
    for (let second = 0; second < 10; second += 1) {
      for (const task of tasks) await task.run(AbortSignal.abort())
    }
    assert.equal(limit.windows.keys, 0)
  })
})
