// The gate: who may come in where, by session or by the trusted proxy's header, and what is refused
// before anything else.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { App } from '../../src/http-server.ts'
import { eventsOf, sharedService, statements, WRONG } from '../support/observe.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { exchange, listen } from '../support/sockets.ts'
import { until } from '../support/waiting.ts'

const SIGN_IN = { detail: 'требуется вход' }
const FORBIDDEN = { detail: 'недостаточно прав' }
const NOT_FOUND = { detail: 'не найдено' }
const LEGACY = 'x-authenticated-user'

interface Probed {
  readonly caller: { username: string; source: string } | null
  readonly parsed: string | null
  readonly raw: readonly string[]
  readonly distinct: readonly string[]
}

/** Routes that show what reaches a route behind the gate. */
function probes(app: App): void {
  for (const [url, config] of [
    ['/api/v1/probe', {}],
    ['/api/v1/open-probe', { access: 'open' }],
    ['/api/v1/admin-probe', { access: 'admin' }],
    ['/outside', {}],
  ] as const) {
    app.all(url, { config }, async (request): Promise<Probed> => {
      const raw = request.raw.rawHeaders
      const decoded = (text: unknown) => Buffer.from(String(text), 'latin1').toString('utf8')
      return {
        caller: request.caller && {
          username: request.caller.username,
          source: request.caller.source,
        },
        parsed: request.headers[LEGACY] === undefined ? null : decoded(request.headers[LEGACY]),
        raw: raw.flatMap((name, index) =>
          index % 2 === 0 && name.toLowerCase() === LEGACY ? [decoded(raw[index + 1])] : [],
        ),
        // An injected request has none.
        distinct: (request.raw.headersDistinct?.[LEGACY] ?? []).map(decoded),
      }
    })
  }
}

function rolesFile(roles: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'tradein-roles-'))
  const path = join(folder, 'roles.json')
  const write = (content: unknown) =>
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  write(roles)
  after(() => rmSync(folder, { recursive: true, force: true }))
  return { path, write }
}

const probe = async (
  service: TestService,
  headers: Record<string, string>,
  url = '/api/v1/probe',
) => {
  const response = await service.get(url, undefined, headers)
  return { status: response.status, body: response.json() as Probed & { detail: string } }
}

describe('the gate, closed by default', () => {
  const service = sharedService({ mountMore: probes }, async (started) => {
    await started.addUser('employee')
    await started.addUser('manager', { role: 'manager' })
    await started.addUser('root', { role: 'admin' })
  })

  it('asks who the caller is on every path under /api/ that is not listed as open', async () => {
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
    for (const username of ['employee', 'manager']) {
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
    for (const site of ['same-origin', 'same-site', 'none']) {
      const response = await service().signIn('anna', undefined, {
        headers: { 'sec-fetch-site': site, 'x-forwarded-for': `203.0.113.${site.length}` },
      })
      assert.equal(response.status, 200, site)
    }
  })
})

describe('mode db_only', () => {
  const service = sharedService({ mountMore: probes }, async (started) => {
    await started.addUser('анна')
    await started.addUser('root', { role: 'admin' })
  })

  it('ignores the legacy header even from a trusted proxy', async () => {
    const { status, body } = await probe(service(), { [LEGACY]: 'root' })
    assert.equal(status, 401)
    assert.deepEqual(body, SIGN_IN)
  })

  it('removes the header on open paths too', async () => {
    const { body } = await probe(service(), { [LEGACY]: 'root' }, '/api/v1/open-probe')
    assert.deepEqual([body.parsed, body.raw], [null, []])
  })

  it('puts the session’s username in the place of whatever was sent', async () => {
    const cookie = await service().cookieOf('анна')
    for (const headers of [{ cookie }, { cookie, [LEGACY]: 'root' }]) {
      const { status, body } = await probe(service(), headers)
      assert.equal(status, 200)
      assert.deepEqual(body.caller, { username: 'анна', source: 'session' })
      assert.deepEqual([body.parsed, body.raw], ['анна', ['анна']])
    }
  })

  it('collapses copies of the header in any spelling, over a real connection', async () => {
    const port = await listen(service())
    const cookie = await service().cookieOf('анна')
    for (const [url, expected] of [
      ['/api/v1/probe', ['анна']],
      ['/api/v1/open-probe', []],
    ] as const) {
      const { status, body } = await exchange(
        port,
        `GET ${url} HTTP/1.1\r\nHost: test\r\nX-Authenticated-User: root\r\nCookie: ${cookie}\r\n` +
          'x-authenticated-user: admin\r\nX-AUTHENTICATED-USER: root\r\n\r\n',
      )
      assert.equal(status, 200)
      const probed = JSON.parse(body) as Probed
      assert.deepEqual(probed.raw, expected)
      assert.deepEqual(probed.distinct, [])
      assert.equal(probed.parsed, expected[0] ?? null)
    }
  })
})

describe('mode dual', () => {
  const roles = rolesFile({
    анна: 'employee',
    chief: 'manager',
    legacy: 'admin',
    'two, names': 'admin',
  })
  const service = sharedService(
    {
      mountMore: probes,
      settings: {
        AUTH_MODE: 'dual',
        LEGACY_ROLES_FILE: roles.path,
        TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8',
      },
    },
    async (started) => {
      await started.addUser('session')
      await started.addUser('chief', { role: 'admin' })
      await started.addUser('member', { manager: 'chief' })
    },
  )
  const utf8 = (name: string) => Buffer.from(name, 'utf8').toString('latin1')

  it('believes a trusted proxy’s header, its bytes read as UTF-8', async () => {
    const { status, body } = await probe(service(), { [LEGACY]: utf8('анна') })
    assert.equal(status, 200)
    assert.deepEqual(body.caller, { username: 'анна', source: 'header' })
    assert.deepEqual([body.parsed, body.raw], ['анна', ['анна']])
  })

  it('takes the role from the roles file, and gives neither id nor manager', async () => {
    const response = await service().get('/api/v1/me', undefined, { [LEGACY]: 'chief' })
    assert.equal(response.status, 200)
    assert.deepEqual(response.json(), {
      username: 'chief',
      role: 'manager',
      user_id: null,
      manager_id: null,
      source: 'header',
      team: ['member'],
    })
    const audit = (name: string) => probe(service(), { [LEGACY]: name }, '/api/v1/audit/accounts')
    assert.equal((await audit('chief')).status, 403)
    assert.equal((await audit('legacy')).status, 200)
  })

  it('answers 403 to a name that the roles file does not list', async () => {
    for (const name of ['nobody', 'Legacy', 'legacy ', 'toString', '__proto__', 'session']) {
      const { status, body } = await probe(service(), { [LEGACY]: name })
      assert.equal(status, 403, name)
      assert.deepEqual(body, FORBIDDEN)
    }
  })

  it('answers 401 where there is neither a session nor a name in the header', async () => {
    assert.equal((await probe(service(), {})).status, 401)
    assert.equal((await probe(service(), { [LEGACY]: '' })).status, 401)
  })

  it('lets the session decide before the header', async () => {
    const cookie = await service().cookieOf('session')
    const { body } = await probe(service(), { cookie, [LEGACY]: 'legacy' })
    assert.deepEqual(body.caller, { username: 'session', source: 'session' })
    assert.deepEqual([body.parsed, body.raw], ['session', ['session']])
    const audit = await probe(service(), { cookie, [LEGACY]: 'legacy' }, '/api/v1/audit/accounts')
    assert.equal(audit.status, 403)
  })

  it('falls back to the header where the cookie is no session', async () => {
    const cookie = `__Host-tradein_session=${'a'.repeat(43)}`
    const { body } = await probe(service(), { cookie, [LEGACY]: 'legacy' })
    assert.deepEqual(body.caller, { username: 'legacy', source: 'header' })
  })

  it('does not believe the header of anybody but a trusted proxy', async () => {
    for (const [remoteAddress, status] of [
      ['127.0.0.1', 200],
      ['10.1.2.3', 200],
      ['::ffff:10.1.2.3', 200],
      ['127.0.0.2', 401],
      ['203.0.113.9', 401],
      ['::1', 401],
    ] as const) {
      const response = await service().app.inject({
        url: '/api/v1/probe',
        remoteAddress,
        headers: { [LEGACY]: 'legacy' },
      })
      assert.equal(response.statusCode, status, remoteAddress)
    }
  })

  it('removes an untrusted header before an open route can read it', async () => {
    const response = await service().app.inject({
      url: '/api/v1/open-probe',
      remoteAddress: '203.0.113.9',
      headers: { [LEGACY]: 'legacy' },
    })
    const body = response.json() as Probed
    assert.deepEqual([body.parsed, body.raw], [null, []])
  })

  it('names nobody where the header comes more than once', async () => {
    const port = await listen(service())
    for (const [one, other] of [
      ['legacy', 'legacy'],
      ['two', 'names'],
      ['', 'legacy'],
    ]) {
      const { status } = await exchange(
        port,
        `GET /api/v1/probe HTTP/1.1\r\nHost: test\r\nX-Authenticated-User: ${one}\r\n` +
          `x-authenticated-user: ${other}\r\n\r\n`,
      )
      assert.equal(status, 401, `${one}, ${other}`)
    }
  })

  it('reads the header’s bytes as UTF-8 over a real connection', async () => {
    const port = await listen(service())
    const { status, body } = await exchange(
      port,
      Buffer.from('GET /api/v1/probe HTTP/1.1\r\nHost: test\r\nX-Authenticated-User: анна\r\n\r\n'),
    )
    assert.equal(status, 200)
    assert.equal((JSON.parse(body) as Probed).parsed, 'анна')
  })

  it('sends a user who is blocked in the registry to the header, as the warning at start says', async () => {
    await service().addUser('legacy')
    const cookie = await service().cookieOf('legacy')
    await service().stores.identity.registry.setAccessState('legacy', 'disabled')
    assert.equal((await probe(service(), { cookie })).status, 401)
    const { body } = await probe(service(), { cookie, [LEGACY]: 'legacy' })
    assert.deepEqual(body.caller, { username: 'legacy', source: 'header' })
  })
})

describe('the general limiter in mode dual', () => {
  const roles = rolesFile({ one: 'employee', two: 'employee' })
  const service = sharedService({
    mountMore: probes,
    settings: { AUTH_MODE: 'dual', LEGACY_ROLES_FILE: roles.path, API_RATE_LIMIT: '2' },
  })

  it('goes by the username of the front’s users, who share an address', async () => {
    const statusOf = async (name: string) => (await probe(service(), { [LEGACY]: name })).status
    assert.deepEqual(
      [await statusOf('one'), await statusOf('one'), await statusOf('one')],
      [200, 200, 429],
    )
    assert.equal(await statusOf('two'), 200)
  })

  it('goes by the address where the front names nobody', async () => {
    const ask = (client: string) =>
      service().app.inject({
        url: '/api/v1/probe',
        remoteAddress: '127.0.0.1',
        headers: { 'x-forwarded-for': client, [LEGACY]: '' },
      })
    for (let times = 0; times < 2; times += 1) await ask('203.0.113.7')
    assert.equal((await ask('203.0.113.7')).statusCode, 429)
    assert.equal((await ask('203.0.113.8')).statusCode, 401)
  })

  it('goes by the username also where the roles file does not list it, however long it is', async () => {
    const ask = async (name: string, client: string) => {
      const { statusCode } = await service().app.inject({
        url: '/api/v1/probe',
        remoteAddress: '127.0.0.1',
        headers: { 'x-forwarded-for': client, [LEGACY]: name },
      })
      return statusCode
    }
    const keys = await service().metric('api_limiter_keys')
    const long = 'm'.repeat(9_000)
    const names = ['made-up', long, `${long}x`]
    for (const name of names) {
      for (const client of ['203.0.113.9', '203.0.113.10']) {
        assert.equal(await ask(name, client), 403)
      }
      assert.equal(await ask(name, '203.0.113.11'), 429)
    }
    assert.equal(await service().metric('api_limiter_keys'), keys + names.length)
  })

  it('goes by the address where there is a session cookie or no trusted proxy', async () => {
    const ask = (remoteAddress: string, headers: Record<string, string>) =>
      service().app.inject({ url: '/api/v1/probe', remoteAddress, headers })
    for (const name of ['a', 'b']) await ask('203.0.113.1', { [LEGACY]: name })
    assert.equal((await ask('203.0.113.1', { [LEGACY]: 'c' })).statusCode, 429)
    const cookie = '__Host-tradein_session=x'
    const forwarded = { 'x-forwarded-for': '203.0.113.2', cookie }
    for (const name of ['one', 'two']) await ask('127.0.0.1', { ...forwarded, [LEGACY]: name })
    const third = await ask('127.0.0.1', { ...forwarded, [LEGACY]: 'three' })
    assert.equal(third.statusCode, 429)
  })
})

describe('the roles file', () => {
  it('is read again when it changes, and its last good content kept when it goes bad', async () => {
    const roles = rolesFile({ first: 'employee' })
    await using service = await startTestService({
      mountMore: probes,
      settings: { AUTH_MODE: 'dual', LEGACY_ROLES_FILE: roles.path },
    })
    const statusOf = async (name: string) => (await probe(service, { [LEGACY]: name })).status
    const told = (message: RegExp) =>
      service.logged.lines.filter((line) => message.test(String(line.msg))).length
    assert.deepEqual([await statusOf('first'), await statusOf('second')], [200, 403])
    roles.write({ first: 'employee', second: 'admin' })
    await until(() => told(/read again/) === 1, 'the file is read again')
    assert.equal(await statusOf('second'), 200)
    roles.write('{ "first": "emperor" }')
    await until(() => told(/become bad/) === 1, 'the bad file is told')
    assert.deepEqual([await statusOf('first'), await statusOf('second')], [200, 200])
    roles.write({ second: 'admin' })
    await until(() => told(/read again/) === 2, 'the good file is read')
    assert.deepEqual([await statusOf('first'), await statusOf('second')], [403, 200])
  })

  for (const [what, content] of [
    ['gives a role that does not exist', { anna: 'emperor' }],
    ['is not JSON', 'anna: admin'],
    ['is not an object', '["anna"]'],
    ['is null', 'null'],
  ] as const) {
    it(`stops the start where it ${what}`, async () => {
      const roles = rolesFile(content)
      await assert.rejects(
        startTestService({ settings: { AUTH_MODE: 'dual', LEGACY_ROLES_FILE: roles.path } }),
        /LEGACY_ROLES_FILE/,
      )
    })
  }
})
