import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { describe, it } from 'node:test'
import { keepingConnection } from '../../src/http/kept-connection.ts'

describe('a connection that is kept for work', () => {
  it('may be cut off for its silence again once the work is done, or has failed', async () => {
    const raw = new EventEmitter()
    const reply = { raw }
    const isKept = () => raw.listenerCount('timeout') > 0
    assert.equal(await keepingConnection(reply, async () => isKept()), true)
    assert.equal(isKept(), false)
    const failing = keepingConnection(reply, async () => {
      throw new RangeError(`kept: ${isKept()}`)
    })
    await assert.rejects(failing, new RangeError('kept: true'))
    assert.equal(isKept(), false)
  })
})
