import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { closeHttpServer, createHttpServer } from '../../src/http/server.ts'
import { createTestClock } from '../support/clock.ts'
import { createTestLog } from '../support/log.ts'

describe('the HTTP server', () => {
  it('does not wait at a stop for connections that never sent a byte', {
    timeout: 10_000,
  }, async () => {
    const app = await createHttpServer(createTestLog().log)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const address = app.server.address()
    assert.ok(address && typeof address === 'object')
    const silent = connect(address.port, '127.0.0.1')
    await Promise.all([once(silent, 'connect'), once(app.server, 'connection')])
    const closed = once(silent, 'close')
    // A clock that stands still: the limit for requests under way never comes.
    await closeHttpServer(app, createTestClock())
    await closed
  })
})
