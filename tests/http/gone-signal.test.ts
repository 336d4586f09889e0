import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { answerGone, goneSignal } from '../../src/http/gone-signal.ts'

/** An answer on a connection, of which only the end counts here. */
function replyOn(destroyed: boolean) {
  const raw = Object.assign(new EventEmitter(), { destroyed })
  return { raw, reply: { raw } }
}

describe('the signal that nobody waits for an answer', () => {
  it('comes when the connection closes, and not before', () => {
    const { raw, reply } = replyOn(false)
    const signal = goneSignal(reply)
    assert.equal(signal.aborted, false)
    raw.emit('close')
    assert.equal(signal.aborted, true)
  })

  it('has come already where it was closed before anybody asked', () => {
    assert.equal(goneSignal(replyOn(true).reply).aborted, true)
  })
})

describe('the end of an answer', () => {
  it('comes when the connection closes, and has come where it was closed before', async () => {
    const { raw, reply } = replyOn(false)
    const isOver = (gone: Promise<void>) => Promise.race([gone.then(() => true), nextTurn(false)])
    const gone = answerGone(reply)
    assert.equal(await isOver(gone), false)
    raw.emit('close')
    assert.equal(await isOver(gone), true)
    assert.equal(await isOver(answerGone(replyOn(true).reply)), true)
  })
})
