// POST /api/v1/auth/logout: revokes the session that the cookie names, and always deletes the
// cookie.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import type { InjectOptions } from 'fastify'
import { DatabaseUnavailable } from '../../src/db/faults.ts'
import { ENGINES } from '../support/databases.ts'
import {
  loginsCounted,
  sessionRows,
  sharedService,
  statements,
  writtenEvents,
} from '../support/observe.ts'
import type { TestService } from '../support/service.ts'
import { openConnection, urlOf } from '../support/sockets.ts'
import { soon, until } from '../support/waiting.ts'

const DELETION =
  '__Host-tradein_session=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax'

async function logOut(service: TestService, cookie?: string, more: InjectOptions = {}) {
  const response = await service.app.inject({
    method: 'POST',
    url: '/api/v1/auth/logout',
    ...more,
    headers: { ...(cookie === undefined ? {} : { cookie }), ...more.headers },
  })
  return { status: response.statusCode, headers: response.headers, body: response.body }
}

for (const engine of ENGINES) {
  describe(`a logout on ${engine}`, () => {
    const service = sharedService({ engine })

    it('revokes the session and deletes the cookie with its attributes', async () => {
      await service().addUser('anna')
      const cookie = await service().cookieOf('anna')
      const before = await statements(service())
      const response = await logOut(service(), cookie)
      assert.equal(response.status, 200)
      assert.equal(response.body, '{"ok":true}')
      assert.equal(response.headers['set-cookie'], DELETION)
      assert.equal(await statements(service()), before + 1)
      const rows = (await sessionRows(service())).filter((row) => row.username === 'anna')
      assert.equal(rows.length, 1)
      assert.equal(Date.parse(String(rows[0]?.revoked_at)), service().clock.wallMs())
      assert.equal((await service().get('/api/v1/me', cookie)).status, 401)
    })

    it('leaves the user’s other sessions', async () => {
      await service().addUser('boris')
      const [here, there] = [await service().cookieOf('boris'), await service().cookieOf('boris')]
      await logOut(service(), here)
      assert.equal((await service().get('/api/v1/me', there)).status, 200)
    })

    it('done again changes nothing, the time of the revocation included', async () => {
      await service().addUser('vera')
      const cookie = await service().cookieOf('vera')
      await logOut(service(), cookie)
      const row = async () =>
        (await sessionRows(service())).filter(({ username }) => username === 'vera')
      const before = await row()
      service().clock.advance(10)
      const again = await logOut(service(), cookie)
      assert.equal(again.status, 200)
      assert.equal(again.headers['set-cookie'], DELETION)
      assert.deepEqual(await row(), before)
    })

    it('works for a user who is blocked meanwhile', async () => {
      await service().addUser('gleb')
      const cookie = await service().cookieOf('gleb')
      await service().stores.identity.registry.setAccessState('gleb', 'disabled')
      assert.equal((await logOut(service(), cookie)).status, 200)
      await service().stores.identity.registry.setAccessState('gleb', 'active')
      assert.equal((await service().get('/api/v1/me', cookie)).status, 401)
    })
  })
}

describe('a logout', () => {
  const service = sharedService()

  it('without a cookie is { ok: true } still, and asks no database', async () => {
    const before = await statements(service())
    for (const cookie of [undefined, '', 'other=1', '__Host-tradein_session=']) {
      const response = await logOut(service(), cookie)
      assert.equal(response.status, 200)
      assert.equal(response.body, '{"ok":true}')
      assert.equal(response.headers['set-cookie'], DELETION)
    }
    assert.equal(await statements(service()), before)
  })

  it('with a cookie that is no session is { ok: true } still', async () => {
    for (const value of ['nonsense', randomBytes(32).toString('base64url'), 'a'.repeat(3000)]) {
      const response = await logOut(service(), `__Host-tradein_session=${value}`)
      assert.equal(response.status, 200)
      assert.equal(response.headers['set-cookie'], DELETION)
    }
  })

  it('ignores a body, whatever its type and length', async () => {
    await service().addUser('leaving')
    for (const [type, payload] of [
      ['application/json', '{"everything":true}'],
      ['application/json', 'not json'],
      ['application/json', ''],
      ['text/plain', 'bye'],
      ['application/x-www-form-urlencoded', 'a=b'],
      ['multipart/form-data; boundary=x', '--x--'],
      ['', 'bye'],
      ['foo', 'bye'],
      ['text/', ''],
      ['text/plain', 'a'.repeat(1_048_577)],
    ] as const) {
      const cookie = await service().cookieOf('leaving')
      const response = await logOut(service(), cookie, {
        payload,
        headers: { 'content-type': type },
      })
      assert.equal(response.status, 200, `${type} ${payload.slice(0, 9)}`)
      assert.equal(response.headers['set-cookie'], DELETION)
      assert.equal((await service().get('/api/v1/me', cookie)).status, 401)
    }
  })

  it('takes a body that comes in time, and keeps the connection for the next request', async () => {
    const connection = openConnection(await urlOf(service()))
    connection.send('POST /api/v1/auth/logout HTTP/1.1\r\nHost: test\r\nContent-Length: 9\r\n\r\n')
    await until(() => service().clock.slept.includes(0.5), 'the body is waited for')
    connection.send('not yet, ')
    assert.equal((await soon(connection.answer(), 'the logout is answered')).status, 200)
    connection.send('GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n')
    assert.equal((await soon(connection.answer(), 'the next request is answered')).status, 200)
    connection.socket.destroy()
  })

  it('waits half a second for its body, and then answers all the same', async () => {
    const connection = openConnection(await urlOf(service()))
    const sleeping = service().clock.sleeping
    connection.send('POST /api/v1/auth/logout HTTP/1.1\r\nHost: test\r\nContent-Length: 9\r\n\r\n')
    await until(() => service().clock.sleeping > sleeping, 'the body is waited for')
    service().clock.advance(0.5)
    assert.equal((await soon(connection.answer(), 'the logout is answered')).status, 200)
    connection.socket.destroy()
  })

  it('reads 1 MiB of its body at most, and then answers at once', async () => {
    const connection = openConnection(await urlOf(service()))
    connection.send(
      'POST /api/v1/auth/logout HTTP/1.1\r\nHost: test\r\nContent-Length: 9999999\r\n\r\n',
    )
    connection.send('a'.repeat(1_100_000))
    const answer = await soon(connection.answer(), 'the logout is answered')
    assert.deepEqual([answer.status, answer.headers.connection], [200, 'close'])
    connection.socket.destroy()
  })

  it('takes a body in tiny chunks for a long one, and answers at once', async () => {
    const connection = openConnection(await urlOf(service()))
    connection.send(
      'POST /api/v1/auth/logout HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n',
    )
    connection.send('1\r\na\r\n'.repeat(10_000))
    const answer = await soon(connection.answer(), 'the logout is answered')
    assert.deepEqual([answer.status, answer.headers.connection], [200, 'close'])
    connection.socket.destroy()
  })

  it('comes before whatever the client sent behind it', async () => {
    await service().addUser('hasty')
    const cookie = await service().cookieOf('hasty')
    const connection = openConnection(await urlOf(service()))
    const rest = `HTTP/1.1\r\nHost: test\r\nCookie: ${cookie}\r\n`
    const me = `GET /api/v1/me ${rest}\r\n`
    const logout = `POST /api/v1/auth/logout ${rest}Content-Length: 0\r\n\r\n`
    connection.send(me + logout + me)
    for (const status of [200, 200, 401]) {
      assert.equal((await soon(connection.answer(), 'each is answered')).status, status)
    }
    connection.socket.destroy()
  })

  it('writes no event and moves no counter', async () => {
    await service().addUser('quiet')
    const cookie = await service().cookieOf('quiet')
    const events = (await writtenEvents(service())).length
    const counted = await loginsCounted(service())
    await logOut(service(), cookie)
    assert.equal((await writtenEvents(service())).length, events)
    assert.deepEqual(await loginsCounted(service()), counted)
  })

  it('while the database is out of reach is 503, and the cookie is deleted all the same', async (t) => {
    await service().addUser('unlucky')
    const cookie = await service().cookieOf('unlucky')
    t.mock.method(service().stores.identity.sessions, 'revoke', async () => {
      throw new DatabaseUnavailable('away')
    })
    const response = await logOut(service(), cookie)
    assert.equal(response.status, 503)
    assert.deepEqual(JSON.parse(response.body), {
      detail: 'сервис временно недоступен, попробуйте позже',
    })
    assert.equal(response.headers['set-cookie'], DELETION)
    assert.match(String(response.headers['retry-after']), /^\d+$/)
    t.mock.restoreAll()
    assert.equal((await service().get('/api/v1/me', cookie)).status, 200)
  })

  it('from another site is refused, and the session stays', async () => {
    await service().addUser('framed')
    const cookie = await service().cookieOf('framed')
    const response = await logOut(service(), cookie, {
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    assert.equal(response.status, 403)
    assert.equal(response.headers['set-cookie'], undefined)
    assert.equal((await service().get('/api/v1/me', cookie)).status, 200)
  })
})
