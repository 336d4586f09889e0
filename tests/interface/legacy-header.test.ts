// The header by which a trusted front names its users: where it counts, and where it never gets
// through. The file that gives them roles is legacy-roles.test.ts's.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LEGACY, type Probed, probe, probes, rolesFile } from '../support/gate-probes.ts'
import { sharedService } from '../support/observe.ts'
import { exchange, urlOf } from '../support/sockets.ts'

const SIGN_IN = { detail: 'требуется вход' }
const FORBIDDEN = { detail: 'недостаточно прав' }

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

  it('limits by the address whatever name the header holds', async () => {
    const ask = (name: string) =>
      service().app.inject({
        url: '/api/v1/probe',
        remoteAddress: '127.0.0.1',
        headers: { 'x-forwarded-for': '203.0.113.1', [LEGACY]: name },
      })
    const keys = await service().metric('api_limiter_keys')
    for (const name of ['one', 'two', 'three']) assert.equal((await ask(name)).statusCode, 401)
    assert.equal(await service().metric('api_limiter_keys'), keys + 1)
  })

  it('removes the header on open routes too', async () => {
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
    const serviceUrl = await urlOf(service())
    const cookie = await service().cookieOf('анна')
    for (const [url, expected] of [
      ['/api/v1/probe', ['анна']],
      ['/api/v1/open-probe', []],
    ] as const) {
      const { status, body } = await exchange(
        serviceUrl,
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
    // What lenient readers make of two bytes that are no UTF-8.
    '\ufffd\ufffd': 'admin',
    ÿÿ: 'admin',
    Àí: 'admin',
    '\u0080': 'admin',
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

  it('takes bytes that are no UTF-8 for no name that the roles file could list', async () => {
    for (const name of ['\xff\xff', '\xc0\xed', '\x80', 'legacy\xff']) {
      const { status, body } = await probe(service(), { [LEGACY]: name })
      assert.equal(status, 403)
      assert.deepEqual(body, FORBIDDEN)
    }
    for (const listed of ['\ufffd\ufffd', 'ÿÿ', 'Àí', '\u0080']) {
      assert.equal((await probe(service(), { [LEGACY]: utf8(listed) })).status, 200)
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
      // What it forwards for makes nobody a proxy.
      for (const forwarded of [{}, { 'x-forwarded-for': '127.0.0.1, 10.1.2.3' }]) {
        const response = await service().app.inject({
          url: '/api/v1/probe',
          remoteAddress,
          headers: { [LEGACY]: 'legacy', ...forwarded },
        })
        assert.equal(response.statusCode, status, remoteAddress)
      }
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
    const serviceUrl = await urlOf(service())
    for (const [one, other] of [
      ['legacy', 'legacy'],
      ['two', 'names'],
      ['', 'legacy'],
    ]) {
      const { status } = await exchange(
        serviceUrl,
        `GET /api/v1/probe HTTP/1.1\r\nHost: test\r\nX-Authenticated-User: ${one}\r\n` +
          `x-authenticated-user: ${other}\r\n\r\n`,
      )
      assert.equal(status, 401, `${one}, ${other}`)
    }
  })

  it('reads the header’s bytes as UTF-8 over a real connection', async () => {
    const serviceUrl = await urlOf(service())
    const { status, body } = await exchange(
      serviceUrl,
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

  it('tells names apart whose bytes are no UTF-8', async () => {
    const long = 'n'.repeat(65)
    for (const name of ['name \xfe', 'name \xff', `${long}\xfe`, `${long}\xff`]) {
      const statuses: number[] = []
      for (let times = 0; times < 3; times += 1) {
        statuses.push((await probe(service(), { [LEGACY]: name })).status)
      }
      assert.deepEqual(statuses, [403, 403, 429])
    }
  })

  it('keeps a name that reads like an address apart from that address', async () => {
    const ask = (client: string, name: string) =>
      service().app.inject({
        url: '/api/v1/probe',
        remoteAddress: '127.0.0.1',
        headers: { 'x-forwarded-for': client, [LEGACY]: name },
      })
    for (let times = 0; times < 2; times += 1) await ask('203.0.113.12', '203.0.113.13')
    assert.equal((await ask('203.0.113.12', '203.0.113.13')).statusCode, 429)
    assert.equal((await ask('203.0.113.13', '')).statusCode, 401)
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
