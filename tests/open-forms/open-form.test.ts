import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DatabaseUnavailable } from '../../src/db/faults.ts'
import { storeWithinLimits } from '../../src/open-forms/open-form.ts'
import { createOpenLimit } from '../../src/open-forms/open-limit.ts'
import { createTestClock } from '../support/clock.ts'

/** An open form on which each address has one request, and a request of one address. */
function openForm(pending = { count: 0 }) {
  const settings = { limit: 1, windowS: 600, hourlyLimit: 100 }
  const limit = createOpenLimit(settings, createTestClock())
  const deliveries = { pendingOf: async () => pending.count }
  const sender = { ip: '203.0.113.1', addressKey: 'a', log: { warn: () => {} } }
  return (store: () => Promise<void>) =>
    storeWithinLimits({ kind: 'pilot', limit, pendingLimit: 5, deliveries }, sender, store)
}

const stored = async () => {}

describe('a request to an open form', () => {
  it('spends its budget once it is stored', async () => {
    const ask = openForm()
    assert.deepEqual(await ask(stored), { kind: 'stored' })
    assert.equal((await ask(stored)).kind, 'limited')
  })

  it('spends nothing while the database is unreachable', async () => {
    const ask = openForm()
    const fails = () => Promise.reject(new DatabaseUnavailable('away'))
    for (let tries = 0; tries < 3; tries += 1) await assert.rejects(ask(fails), DatabaseUnavailable)
    assert.deepEqual(await ask(stored), { kind: 'stored' })
  })

  it('spends nothing where too much waits to be delivered, and stores nothing', async () => {
    const pending = { count: 5 }
    const ask = openForm(pending)
    const never = () => assert.fail('stored')
    assert.equal((await ask(never)).kind, 'full')
    pending.count = 4
    assert.deepEqual(await ask(stored), { kind: 'stored' })
  })
})
