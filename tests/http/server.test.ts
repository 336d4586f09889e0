import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, Socket } from 'node:net'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { closeHttpServer, createHttpServer } from '../../src/http/server.ts'
import { createTestClock } from '../support/clock.ts'
import { createTestLog } from '../support/log.ts'

async function listening() {
  const app = await createHttpServer(createTestLog().log, createTestClock())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  assert.ok(address && typeof address === 'object')
  return { app, port: address.port }
}

describe('the HTTP server', () => {
  it('does not wait at a stop for connections that never sent a byte', {
    timeout: 10_000,
  }, async () => {
    const { app, port } = await listening()
    const silent = connect(port, '127.0.0.1')
    await Promise.all([once(silent, 'connect'), once(app.server, 'connection')])
    const closed = once(silent, 'close')
    // A clock that stands still: the limit for requests under way never comes.
    await closeHttpServer(app, createTestClock())
    await closed
  })

  it('keeps no connection of a client that leaves its own half open, once it is refused', {
    timeout: 10_000,
  }, async () => {
    const { app, port } = await listening()
    const connected = once(app.server, 'connection') as Promise<[Socket]>
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    client.on('error', () => {})
    client.resume().write('no request at all\r\n\r\n')
    const [socket] = await connected
    if (!socket.destroyed) await once(socket, 'close')
    assert.equal(client.writable, true)
    client.destroy()
    await closeHttpServer(app, createTestClock())
  })

  it('closes a connection whose client was gone before its address could be read', async () => {
    const { app } = await listening()
    const socket = new Socket()
    app.server.emit('connection', socket)
    const isClosed = socket.destroyed
    socket.destroy()
    await closeHttpServer(app, createTestClock())
    assert.equal(isClosed, true)
  })

  it('reads a number of a query where it is a decimal one and a number is asked for', async () => {
    const app = await createHttpServer(createTestLog().log, createTestClock())
    const querystring = Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 7 })),
      lat: Type.Optional(Type.Number({ minimum: -90 })),
      q: Type.Optional(Type.String()),
    })
    app.get('/', { schema: { querystring } }, (request) => request.query)
    const ask = async (query: string) => {
      const answer = await app.inject(`/?${query}`)
      const body: unknown = answer.json()
      return answer.statusCode === 200 ? body : [answer.statusCode, body]
    }
    assert.deepEqual(await ask('limit=10&lat=-5.25&q=0x10'), { limit: 10, lat: -5.25, q: '0x10' })
    for (const lat of ['5e-7', '5E-7'])
      assert.deepEqual(await ask(`lat=${lat}`), { limit: 7, lat: 5e-7 })
    assert.deepEqual(await ask('q=10'), { limit: 7, q: '10' })
    const noInteger = [422, { detail: 'параметр limit: ожидается целое число' }]
    for (const limit of [
      '0x10',
      '%2B10',
      '%2010',
      '10%20',
      '0b1',
      '1_0',
      '.',
      '',
      '1.5',
      'Infinity',
    ]) {
      assert.deepEqual(await ask(`limit=${limit}`), noInteger, limit)
    }
    assert.deepEqual(await ask('limit=1e999'), [422, { detail: 'параметр limit: не больше 1000' }])
    assert.deepEqual(await ask('limit=1&limit=2'), [
      422,
      { detail: 'параметр limit: допустимо только одно значение' },
    ])
    await app.close()
  })
})
