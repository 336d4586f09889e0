// The gate: who may come in where, and what is refused before anything else.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ROLES } from '../../src/identity/user.ts'
import { probe, probes } from '../support/gate-probes.ts'
import { eventsOf, sharedService, statements, WRONG } from '../support/observe.ts'

const SIGN_IN = { detail: 'требуется вход' }
const FORBIDDEN = { detail: 'недостаточно прав' }
const NOT_FOUND = { detail: 'не найдено' }

describe('the gate, closed by default', () => {
  const service = sharedService({ mountMore: probes }, async (started) => {
    await started.addUser('employee')
    await started.addUser('manager', { role: 'manager' })
    await started.addUser('root', { role: 'admin' })
  })

  it('asks who the caller is under /api/, whatever the method and whether there is a route', async () => {
    for (const [method, url] of [
      ['GET', '/api/v1/me'],
      ['HEAD', '/api/v1/me'],
      ['POST', '/api/v1/me'],
      ['GET', '/api/v1/audit/accounts'],
      ['GET', '/api/v1/probe'],
      ['DELETE', '/api/v1/probe'],
      ['GET', '/api/v1/nowhere'],
      ['POST', '/api/v1/auth/elsewhere'],
      ['POST', '/api/v1/auth/login/'],
      ['GET', '/api/v2/me'],
      ['GET', '/api/'],
      ['GET', '/api'],
      ['OPTIONS', '/api/v1/me'],
    ] as const) {
      const response = await service().app.inject({ method, url })
      assert.equal(response.statusCode, 401, `${method} ${url}`)
      if (method !== 'HEAD') assert.deepEqual(response.json(), SIGN_IN)
      assert.equal(response.headers.allow, undefined)
      assert.equal(response.headers['www-authenticate'], undefined)
    }
  })

  it('holds also where a route outside /api/ does not say that it is open', async () => {
    assert.equal((await probe(service(), {}, '/outside')).status, 401)
    const cookie = await service().cookieOf('employee')
    assert.equal((await probe(service(), { cookie }, '/outside')).status, 200)
  })

  it('is not passed by another spelling of a path', async () => {
    for (const url of ['/%61pi/v1/probe', '/api/v1/%70robe', 'http://host/api/v1/probe']) {
      assert.equal((await probe(service(), {}, url)).status, 401, url)
    }
    for (const url of ['//api/v1/probe', '/API/v1/probe', '/api/v1/probe/', '/x/../api/v1/probe']) {
      const { status } = await probe(service(), {}, url)
      assert.ok(status === 401 || status === 404, `${url}: ${status}`)
    }
  })

  it('lets an open route be reached without a caller, and asks the database nothing', async () => {
    const cookie = await service().cookieOf('employee')
    const before = await statements(service())
    for (const headers of [{}, { cookie }]) {
      const { status, body } = await probe(service(), headers, '/api/v1/open-probe')
      assert.equal(status, 200)
      assert.equal(body.caller, null)
    }
    assert.equal(await statements(service()), before)
  })

  it('answers 404 for an unknown path to a caller alone', async () => {
    const cookie = await service().cookieOf('employee')
    for (const url of ['/api/v1/nowhere', '/api/nothing', '/api/v1/me/']) {
      const response = await service().get(url, cookie)
      assert.equal(response.status, 404, url)
      assert.deepEqual(response.json(), NOT_FOUND)
    }
    for (const url of [
      'http://host/api/v1/nowhere',
      '/%61pi/v1/nowhere',
      `/api/v1/parcels/${'9'.repeat(2_000)}`,
    ]) {
      assert.equal((await service().get(url)).status, 401, url)
    }
    const outside = await service().get('/nowhere')
    assert.equal(outside.status, 404)
    assert.deepEqual(outside.json(), NOT_FOUND)
  })

  it('answers 400 for a path that cannot be decoded to a caller alone', async () => {
    const cookie = await service().cookieOf('employee')
    for (const url of ['/api/v1/%zz', '/%61pi/me%', 'http://host/api/%ff?q=1']) {
      assert.equal((await service().get(url)).status, 401, url)
      const response = await service().get(url, cookie)
      assert.equal(response.status, 400, url)
      assert.deepEqual(response.json(), { detail: 'запрос составлен неверно' })
    }
    assert.equal((await service().get('/%zz')).status, 400)
    // A query says what it says.
    assert.equal((await service().get('/api/v1/me?q=100%', cookie)).status, 200)
  })

  it('answers 405 with Allow for another method, on a gated path to a caller alone', async () => {
    const cookie = await service().cookieOf('employee')
    for (const [method, url, allow] of [
      ['DELETE', '/api/v1/me', 'GET, HEAD'],
      ['POST', '/api/v1/me', 'GET, HEAD'],
      ['OPTIONS', '/api/v1/me', 'GET, HEAD'],
      ['GET', '/api/v1/auth/login', 'POST'],
      ['PUT', '/api/v1/auth/login', 'POST'],
      ['GET', '/api/v1/auth/logout', 'POST'],
    ] as const) {
      const response = await service().app.inject({ method, url, headers: { cookie } })
      assert.equal(response.statusCode, 405, `${method} ${url}`)
      assert.deepEqual(response.json(), { detail: 'метод не поддерживается' })
      assert.equal(response.headers.allow, allow)
    }
    const open = await service().app.inject({ method: 'GET', url: '/api/v1/auth/login' })
    assert.equal(open.statusCode, 405)
    const head = await service().app.inject({ method: 'HEAD', url: '/api/v1/auth/login' })
    assert.deepEqual([head.statusCode, head.headers.allow, head.body], [405, 'POST', ''])
  })

  it('answers 405 with Allow for another method outside /api/ to anybody', async () => {
    const paths = ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs', '/docs/']
    for (const url of [...paths, '/docs/static/swagger-ui.css']) {
      for (const method of ['POST', 'DELETE', 'OPTIONS', 'PROPFIND'] as const) {
        const response = await service().app.inject({ method: method as 'POST', url })
        assert.equal(response.statusCode, 405, `${method} ${url}`)
        assert.equal(response.headers.allow, 'GET, HEAD')
        assert.deepEqual(response.json(), { detail: 'метод не поддерживается' })
      }
      const head = await service().app.inject({ method: 'HEAD', url })
      assert.ok(head.statusCode < 400, `HEAD ${url}: ${head.statusCode}`)
      assert.equal(head.body, '')
    }
    const unknown = await service().app.inject({ method: 'POST', url: '/nowhere' })
    assert.equal(unknown.statusCode, 404)
  })

  it('answers 403 to a role that is not enough, and lets an admin in', async () => {
    for (const username of ROLES.filter((role) => role !== 'admin')) {
      const cookie = await service().cookieOf(username)
      for (const url of ['/api/v1/audit/accounts', '/api/v1/admin-probe']) {
        const { status, body } = await probe(service(), { cookie }, url)
        assert.equal(status, 403, `${username} at ${url}`)
        assert.deepEqual(body, FORBIDDEN)
      }
      assert.equal((await probe(service(), { cookie })).status, 200)
    }
    const cookie = await service().cookieOf('root')
    assert.equal((await probe(service(), { cookie }, '/api/v1/admin-probe')).status, 200)
  })
})

describe('a request from another site', () => {
  const service = sharedService({
    mountMore: probes,
    settings: { LOGIN_RATE_LIMIT: '2', API_RATE_LIMIT: '3' },
  })
  const cross = { 'sec-fetch-site': 'cross-site' }

  it('with an unsafe method is refused before anything else is done', async () => {
    await service().addUser('anna')
    const address = { 'x-forwarded-for': '203.0.113.1' }
    const before = await statements(service())
    for (let request = 0; request < 5; request += 1) {
      const response = await service().signIn('anna', WRONG, {
        headers: { ...cross, ...address },
      })
      assert.equal(response.status, 403)
      assert.deepEqual(response.json(), FORBIDDEN)
      assert.equal(response.headers['set-cookie'], undefined)
    }
    assert.equal(await statements(service()), before)
    assert.deepEqual(await eventsOf(service(), 'anna'), [])
    // Neither budget was spent: two logins and one more request still pass.
    assert.equal((await service().signIn('anna', undefined, { headers: address })).status, 200)
    assert.equal((await service().signIn('anna', undefined, { headers: address })).status, 200)
    assert.equal((await service().get('/api/v1/me', undefined, address)).status, 401)
  })

  it('is refused on any path, gated, unknown or outside /api/', async () => {
    for (const [method, url] of [
      ['POST', '/api/v1/auth/logout'],
      ['DELETE', '/api/v1/probe'],
      ['PUT', '/api/v1/nowhere'],
      ['POST', '/healthz'],
      ['PATCH', '/nowhere'],
    ] as const) {
      const response = await service().app.inject({ method, url, headers: cross })
      assert.equal(response.statusCode, 403, `${method} ${url}`)
    }
  })

  it('with a safe method, or from the same site, is let in', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.2' }
    const { status } = await probe(service(), { ...cross, ...headers }, '/api/v1/open-probe')
    assert.equal(status, 200)
    for (const method of ['HEAD', 'OPTIONS'] as const) {
      const asked = { method, url: '/api/v1/open-probe', headers: cross }
      assert.equal((await service().app.inject(asked)).statusCode, 200, method)
    }
    for (const site of ['same-origin', 'same-site', 'none']) {
      const response = await service().signIn('anna', undefined, {
        headers: { 'sec-fetch-site': site, 'x-forwarded-for': `203.0.113.${site.length}` },
      })
      assert.equal(response.status, 200, site)
    }
  })
})
