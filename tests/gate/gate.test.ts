// What the gate asks of its limiter; what it lets through stands in tests/interface/gate.test.ts.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mountGate } from '../../src/gate/gate.ts'
import { createHttpServer } from '../../src/http/server.ts'
import { createTestClock } from '../support/clock.ts'
import { createTestLog } from '../support/log.ts'

describe('a client’s key', () => {
  it('is short however long the name in the header, and tells long names apart', async () => {
    const { log } = createTestLog()
    const keys: string[] = []
    const app = await createHttpServer(log, createTestClock())
    mountGate(app, {
      clientAddressOf: () => ({ text: '10.0.0.1', key: '10.0.0.1', viaTrustedProxy: true }),
      generalLimit: { spend: (key) => void keys.push(key) },
      sessions: { resolve: async () => undefined, refresh: async () => false },
      cookie: { name: 'sid', set: () => {}, delete: () => {} },
      legacyRoles: { roleOf: () => undefined, isOutdated: false, look: async () => {} },
      clock: createTestClock(),
      log,
    })
    app.get('/api/asked', async () => ({}))
    const names = [
      'a',
      'a'.repeat(64),
      'a'.repeat(65),
      'a'.repeat(15_000),
      `${'a'.repeat(15_000)}b`,
    ]
    for (const name of names) {
      const headers = { 'x-authenticated-user': name }
      assert.equal((await app.inject({ url: '/api/asked', headers })).statusCode, 403)
    }
    assert.equal(new Set(keys).size, names.length)
    for (const key of keys) assert.ok(key.length <= 100, `${key.length}`)
    await app.close()
  })
})
