// Map views are made a few at a time, and one caller has eight at most, unread answers included.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import fastify from 'fastify'
import { createMapTurns } from '../../src/parcels/map-turns.ts'
import { TaskRefused } from '../../src/threads/task-refused.ts'
import { until } from '../support/waiting.ts'

const PER_CALLER = 8
const AT_ONCE = 4

/** Answers `/NAME` with a view for that caller, made by the function that the test sets. */
async function startMap(make: () => Promise<string>) {
  const turns = createMapTurns()
  const app = fastify()
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof TaskRefused ? 503 : 500).send(),
  )
  const requests = { come: 0, gone: 0 }
  app.addHook('onRequest', (_request, reply, done) => {
    requests.come += 1
    reply.raw.once('close', () => {
      requests.gone += 1
    })
    done()
  })
  app.get<{ Params: { caller: string } }>('/:caller', (request, reply) =>
    turns.answer(reply, request.params.caller, make),
  )
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, url, requests, [Symbol.asyncDispose]: () => app.close() }
}

describe('map views', () => {
  it('are made four at a time, and eight of one caller wait or are made', async () => {
    const made: PromiseWithResolvers<string>[] = []
    await using map = await startMap(() => {
      const view = Promise.withResolvers<string>()
      made.push(view)
      return view.promise
    })
    const ask = (caller: string) =>
      map.app.inject(`/${caller}`).then(({ statusCode }) => statusCode)
    const anna = Array.from({ length: PER_CALLER }, () => ask('anna'))
    await until(() => made.length === AT_ONCE, 'the first are being made')
    assert.equal(await ask('anna'), 503)
    const boris = ask('boris')
    for (let at = 0; at <= PER_CALLER; at += 1) {
      await until(() => made.length > at, 'the next is being made')
      assert.ok(made.length <= at + AT_ONCE)
      made[at]?.resolve('a view')
    }
    assert.deepEqual(await Promise.all([...anna, boris]), new Array(PER_CALLER + 1).fill(200))
    const again = ask('anna')
    await until(() => made.length === PER_CALLER + 2, 'her turns have ended')
    made.at(-1)?.resolve('a view')
    assert.equal(await again, 200)
  })

  it('are not made once nobody waits for them', async () => {
    const made: PromiseWithResolvers<string>[] = []
    await using map = await startMap(() => {
      const view = Promise.withResolvers<string>()
      made.push(view)
      if (made.length > AT_ONCE) view.resolve('a view')
      return view.promise
    })
    const { port } = new URL(map.url)
    const sockets = Array.from({ length: PER_CALLER }, () => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.write('GET /anna HTTP/1.1\r\nHost: test\r\n\r\n')
      return socket
    })
    await until(() => map.requests.come === PER_CALLER, 'all have come')
    for (const socket of sockets) socket.destroy()
    await until(() => map.requests.gone === PER_CALLER, 'all have gone')
    assert.equal(made.length, AT_ONCE)
    for (const view of made) view.resolve('too late')
    assert.equal((await map.app.inject('/anna')).statusCode, 200)
    assert.equal(made.length, AT_ONCE + 1)
  })

  it('hold the turns of a caller who does not read them, until that one hangs up', async () => {
    // More than the kernel holds for a client that does not read.
    await using map = await startMap(async () => 'x'.repeat(16 * 2 ** 20))
    const { port } = new URL(map.url)
    const sockets = Array.from({ length: PER_CALLER }, () => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.pause()
      socket.write('GET /anna HTTP/1.1\r\nHost: test\r\n\r\n')
      return socket
    })
    const status = async (caller: string) => {
      const response = await fetch(`${map.url}/${caller}`)
      await response.arrayBuffer()
      return response.status
    }
    await until(async () => (await status('anna')) === 503, 'her turns are taken')
    assert.equal(await status('boris'), 200)
    for (const socket of sockets) socket.destroy()
    await until(async () => (await status('anna')) === 200, 'her turns have ended')
  })
})
