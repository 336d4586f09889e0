// Error answers: one shape, Russian, and never a word of what is inside or of what was sent.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DatabaseUnavailable } from '../../src/db/faults.ts'
import type { App } from '../../src/http/server.ts'
import { testServerUrl } from '../support/databases.ts'
import { auditWritten, sharedService, statements } from '../support/observe.ts'
import { query } from '../support/postgres.ts'
import { startTestService } from '../support/service.ts'
import { exchange, urlOf } from '../support/sockets.ts'

const LOGIN = '/api/v1/auth/login'

function assertIsError(body: string): string {
  const parsed = JSON.parse(body) as { detail: unknown }
  assert.deepEqual(Object.keys(parsed), ['detail'])
  assert.equal(typeof parsed.detail, 'string')
  assert.match(String(parsed.detail), /^[а-я]/)
  return String(parsed.detail)
}

describe('a login body', () => {
  const service = sharedService()
  const post = async (payload: string | Buffer, type: string | null = 'application/json') => {
    const response = await service().app.inject({
      method: 'POST',
      url: LOGIN,
      payload,
      headers: type === null ? {} : { 'content-type': type },
    })
    return { status: response.statusCode, detail: assertIsError(response.body) }
  }

  it('that is not JSON is 400 and says so', async () => {
    for (const payload of ['{', 'username=a&password=b', '{"username":}', "{'a':1}", '{} {}']) {
      assert.deepEqual(await post(payload), {
        status: 400,
        detail: 'тело запроса должно быть в формате JSON',
      })
    }
    const notUtf8 = Buffer.from('{"username":"\xff","password":"b"}', 'latin1')
    assert.equal((await post(notUtf8)).status, 400)
  })

  it('that is empty is 400 and says so', async () => {
    assert.deepEqual(await post(''), {
      status: 400,
      detail: 'тело запроса пустое, ожидается JSON',
    })
    const none = await service().app.inject({ method: 'POST', url: LOGIN })
    assert.equal(none.statusCode, 400)
    assertIsError(none.body)
  })

  it('up to 1 MiB is read, and over it is 413', async () => {
    const bodyOf = (bytes: number) => {
      const frame = JSON.stringify({ username: 'a', password: '' })
      return frame.replace('""', `"${'p'.repeat(bytes - frame.length)}"`)
    }
    const limit = 1_048_576
    assert.equal(bodyOf(limit).length, limit)
    assert.equal((await post(bodyOf(limit))).status, 401)
    assert.deepEqual(await post(bodyOf(limit + 1)), {
      status: 413,
      detail: 'тело запроса слишком большое',
    })
  })

  it('of over 10,000 values is 400 and says so, whatever they are', async () => {
    const refused = { status: 400, detail: 'в теле запроса слишком много значений' }
    const around = (inner: string) => `{"username":"a","password":"b","more":${inner}}`
    const few = [...Array(10_000).keys()]
    for (const many of [
      '['.repeat(10_001) + ']'.repeat(10_001),
      `${'{"":'.repeat(10_001)}1${'}'.repeat(10_001)}`,
      JSON.stringify([...few, 0]),
      JSON.stringify(Object.fromEntries(few.map((n) => [`n${n}`, n]))),
      `["${'\\\\'}",${'[],'.repeat(5_001)}1]`,
      // Counted before it is parsed, which would fail.
      '['.repeat(10_001),
    ]) {
      assert.deepEqual(await post(around(many)), refused, many.slice(0, 20))
    }
    // A bracket or comma before each number, and three of the form's own.
    const most = few.slice(3)
    assert.equal((await post(around(JSON.stringify(most)))).status, 401)
    assert.deepEqual(await post(around(JSON.stringify([...most, 0]))), refused)
    const text = '[{,"\\'.repeat(20_000)
    assert.equal((await post(JSON.stringify({ username: 'texts', password: text }))).status, 401)
  })

  it('with a Content-Encoding is 415, though it reads as JSON', async () => {
    const ask = (encoding: string) =>
      service().app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
        payload: { username: 'encoded', password: 'b' },
      })
    for (const encoding of ['gzip', 'deflate', 'br', 'GZIP', 'identity, gzip', 'nonsense']) {
      const response = await ask(encoding)
      assert.equal(response.statusCode, 415, encoding)
      assert.deepEqual(response.json(), { detail: 'ожидается тело без Content-Encoding' })
      assert.equal(response.headers['accept-encoding'], 'identity')
    }
    for (const encoding of ['identity', 'Identity', '']) {
      assert.equal((await ask(encoding)).statusCode, 401, encoding)
    }
  })

  it('of another type than application/json is 415', async () => {
    const body = JSON.stringify({ username: 'a', password: 'b' })
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'application/json5',
      'text/json',
    ]) {
      assert.deepEqual(
        await post(body, type),
        { status: 415, detail: 'ожидается тело типа application/json' },
        type,
      )
    }
    for (const type of ['application/json; charset=utf-8', 'Application/JSON']) {
      assert.equal((await post(body, type)).status, 401, type)
    }
  })

  it('that breaks a constraint is 422 and names the field and the rule', async () => {
    for (const [body, detail] of [
      [{}, 'поле username: нужно указать'],
      [{ password: 'b' }, 'поле username: нужно указать'],
      [{ username: 'a' }, 'поле password: нужно указать'],
      [{ username: 1, password: 'b' }, 'поле username: ожидается строка'],
      [{ username: null, password: 'b' }, 'поле username: ожидается строка'],
      [{ username: ['a'], password: 'b' }, 'поле username: ожидается строка'],
      [{ username: 'a', password: true }, 'поле password: ожидается строка'],
      [{ username: 'a', password: { length: 1 } }, 'поле password: ожидается строка'],
      [{ username: 'x'.repeat(65), password: 'b' }, 'поле username: не длиннее 64 символов'],
      [[], 'тело запроса: ожидается объект'],
      ['text', 'тело запроса: ожидается объект'],
      [null, 'тело запроса: ожидается объект'],
      [7, 'тело запроса: ожидается объект'],
    ] as const) {
      assert.deepEqual(await post(JSON.stringify(body)), { status: 422, detail })
    }
  })

  it('that inherits its fields instead of having them is 422', async () => {
    for (const body of [
      '{"__proto__":{"username":"a","password":"b"}}',
      '{"constructor":{"prototype":{"username":"a"}},"password":"b"}',
    ]) {
      assert.equal((await post(body)).status, 422, body)
    }
  })

  it('that is refused repeats no value, touches no database and counts nothing', async () => {
    const before = await statements(service())
    const counted = await service().metric('login_pair_limiter_keys')
    const secret = 'тайна-4711'
    for (const payload of [
      JSON.stringify({ username: secret.repeat(20), password: secret }),
      JSON.stringify({ username: { [secret]: secret }, password: secret }),
      JSON.stringify({ username: secret }),
      `{"username":"a","password":"${secret}`,
      `${secret}`,
    ]) {
      const { status, detail } = await post(payload)
      assert.ok(status === 422 || status === 400)
      assert.ok(!detail.includes('4711'), detail)
    }
    assert.equal(await statements(service()), before)
    assert.equal(await service().metric('login_pair_limiter_keys'), counted)
    assert.ok(!service().logged.text().includes('4711'))
  })
})

describe('what is no request at all', () => {
  const service = sharedService()

  for (const [what, request, status] of [
    ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n', 405],
    ['noise', 'nonsense\r\n\r\n', 400],
    ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
    ['a name as long in its place', 'GET /healthz HTTP/1.1\r\nFrom: x\r\n\r\n', 400],
    ['two of them', 'GET /healthz HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n', 400],
    ['an expectation', 'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: miracle\r\n\r\n', 417],
    [
      'headers that are too large',
      `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
    [
      'two lengths',
      `POST ${LOGIN} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
      400,
    ],
    [
      'a length beside chunks',
      `POST ${LOGIN} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
  ] as const) {
    it(`is refused in the same shape: ${what}`, async () => {
      const answer = await exchange(await urlOf(service()), request)
      assert.equal(answer.status, status)
      assertIsError(answer.body)
      assert.equal(answer.headers['cache-control'], 'no-store')
      assert.equal(answer.headers['x-content-type-options'], 'nosniff')
      assert.equal(answer.headers['x-frame-options'], 'DENY')
      assert.match(answer.headers['content-type'] ?? '', /^application\/json/)
    })
  }
})

describe('a fault of ours', () => {
  const broken = (app: App) => {
    app.get('/api/v1/broken', { config: { access: 'open' } }, async () => {
      throw new Error('select * from users at /srv/secret.ts')
    })
    app.get('/api/v1/strange', { config: { access: 'open' } }, async () => {
      throw Object.assign(new Error('teapot with a secret'), { statusCode: 418 })
    })
    app.get('/api/v1/away', { config: { access: 'open' } }, async () => {
      throw new DatabaseUnavailable('host db.internal is away')
    })
  }
  const service = sharedService({ mountMore: broken })

  it('is 500 with one text, and only the log says what it was', async () => {
    const response = await service().get('/api/v1/broken')
    assert.equal(response.status, 500)
    assert.deepEqual(response.json(), { detail: 'внутренняя ошибка сервиса' })
    assert.ok(service().logged.text().includes('select * from users'))
    assert.equal(service().logged.lines.at(-1)?.level, 50)
  })

  it('that carries a status answers with that status but not with its text', async () => {
    const response = await service().get('/api/v1/strange')
    assert.equal(response.status, 418)
    assert.ok(!response.body.includes('secret'))
    assertIsError(response.body)
  })

  it('of a database out of reach is 503 with Retry-After', async () => {
    const response = await service().get('/api/v1/away')
    assert.equal(response.status, 503)
    assert.deepEqual(response.json(), { detail: 'сервис временно недоступен, попробуйте позже' })
    assert.match(String(response.headers['retry-after']), /^[1-9]\d*$/)
  })

  it('of a database out of reach is a line in the log at most once a second', async () => {
    const told = () =>
      service().logged.lines.filter(({ msg }) => msg === 'database out of reach').length
    service().clock.advance(1)
    const before = told()
    for (let n = 0; n < 5; n += 1) {
      assert.equal((await service().get('/api/v1/away')).status, 503)
    }
    assert.equal(told(), before + 1)
    service().clock.advance(1)
    await service().get('/api/v1/away')
    assert.equal(told(), before + 2)
    const { route, err } = service().logged.lines.at(-1) ?? {}
    assert.equal(route, '/api/v1/away')
    assert.match(JSON.stringify(err), /host db\.internal is away/)
  })
})

describe('a PostgreSQL that goes away', () => {
  it('makes logins and sessions 503 until it is back, and loses no slot by it', async () => {
    await using service = await startTestService({ engine: 'postgres' })
    await service.addUser('anna')
    const cookie = await service.cookieOf('anna')
    const name = new URL(service.databases[0]?.variable ?? '').pathname.slice(1)
    const server = testServerUrl()
    const rename = (from: string, to: string) =>
      query(server, `alter database ${from} rename to ${to}`)
    await auditWritten(service)
    await query(
      server,
      `alter database ${name} with allow_connections false;
       select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    )
    await query(server, `alter database ${name} with allow_connections true`)
    await rename(name, `${name}_away`)
    try {
      for (const response of [
        await service.signIn('anna'),
        await service.get('/api/v1/me', cookie),
        await service.app
          .inject({ method: 'POST', url: '/api/v1/auth/logout', headers: { cookie } })
          .then(({ statusCode, body, headers }) => ({ status: statusCode, body, headers })),
      ]) {
        assert.equal(response.status, 503, response.body)
        assert.equal(assertIsError(response.body), 'сервис временно недоступен, попробуйте позже')
        assert.match(String(response.headers['retry-after']), /^[1-9]\d*$/)
      }
      assert.equal((await service.get('/readyz')).status, 503)
      assert.equal((await service.get('/healthz')).status, 200)
      assert.equal(await service.metric('login_verify_slots_in_use'), 0)
    } finally {
      await rename(`${name}_away`, name)
    }
    assert.equal((await service.signIn('anna')).status, 200)
    assert.equal((await service.get('/api/v1/me', cookie)).status, 200)
    assert.equal((await service.get('/readyz')).status, 200)
  })
})
