import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import dns from 'node:dns'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { webhookChannel } from '../../src/delivery/webhook-channel.ts'
import { createTestClock } from '../support/clock.ts'
import { pause } from '../support/waiting.ts'
import { MESSAGE } from './made-up-message.ts'

const ATTEMPT = {
  signal: new AbortController().signal,
  partsSent: 0,
  savePart: async () => {},
}

/** Answers 200, and has room for two connections that it has not taken yet. */
const RECEIVER = `
  const server = require('node:http').createServer((_, response) => response.end())
  server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => {
    process.stdout.write(String(server.address().port))
  })`

/** How many connections it takes to fill that room, and some more. */
const FILLING = 4

/** Node's own limit for one of several addresses is over by then; the first packet is lost. */
const STOPPED_MS = 500

describe('a receiver that is slow to connect', { skip: process.platform !== 'linux' }, () => {
  let receiver: ChildProcess
  beforeEach(() => {
    receiver = spawn(process.execPath, ['-e', RECEIVER], { stdio: ['ignore', 'pipe', 'inherit'] })
  })
  afterEach(async () => {
    mock.restoreAll()
    receiver.kill('SIGKILL')
    await once(receiver, 'exit')
  })

  it('is waited for, though it has another address that this machine cannot reach', async () => {
    const [port] = (await once(receiver.stdout ?? receiver, 'data')) as [Buffer]
    receiver.kill('SIGSTOP')
    const filling = Array.from({ length: FILLING }, () => connect(Number(port), '127.0.0.1'))
    for (const socket of filling) socket.on('error', () => {})
    await Promise.all(filling.slice(0, 2).map((socket) => once(socket, 'connect')))
    mock.method(dns, 'lookup', (_name: string, _options: object, done: LookedUp) => {
      done(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ])
    })
    const url = `http://crm.example.com:${port}/in`
    const delivered = webhookChannel({ url, secret: 'secret' }, createTestClock()).deliver(
      MESSAGE,
      ATTEMPT,
    )
    await pause(STOPPED_MS)
    for (const socket of filling) socket.destroy()
    receiver.kill('SIGCONT')
    assert.deepEqual(await delivered, { kind: 'delivered' })
  })
})

type LookedUp = (error: null, addresses: readonly { address: string; family: number }[]) => void
