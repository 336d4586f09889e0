// Thousands of generated requests, well formed and broken: none gets a 5xx, every error body is
// `{ detail }`, and the service still lives. A failing run prints its seed.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { ENGINES } from '../support/databases.ts'
import { AWKWARD, anyText } from '../support/from-schema.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { openConnection, urlOf } from '../support/sockets.ts'
import { pause } from '../support/waiting.ts'

const COOKIE = '__Host-tradein_session'

const PATHS = [
  '/api/v1/auth/login',
  '/api/v1/auth/logout',
  '/api/v1/me',
  '/api/v1/audit/accounts',
  '/api/v1/support/anon/messages',
  '/api/v1/pilot/request',
  '/api',
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/docs',
] as const

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'SEARCH']

const credentials = fc.record(
  {
    username: fc.oneof(anyText, fc.constantFrom('иван', 'admin'), fc.anything()),
    password: fc.oneof(anyText, fc.anything()),
    __proto__: fc.anything(),
    extra: fc.anything(),
  },
  { requiredKeys: [] },
)

const textOf = (value: unknown) => {
  try {
    return JSON.stringify(value) ?? 'undefined'
  } catch {
    return '{'
  }
}

const anyBody = fc.oneof(
  { weight: 3, arbitrary: credentials.map(textOf) },
  { weight: 2, arbitrary: fc.json() },
  anyText,
  fc.constantFrom(
    '',
    '{',
    'null',
    '[]',
    '{"username":',
    '{"username":"a","username":"b","password":"c"}',
    '{"__proto__":{"a":1},"username":"a","password":"b"}',
    `${'['.repeat(20_000)}`,
    `{"username":"a","password":${'9'.repeat(400)}}`,
    '\ufeff{"username":"a","password":"b"}',
  ),
  fc.uint8Array({ maxLength: 200, size: 'max' }).map((bytes) => Buffer.from(bytes)),
)

/** A header's value as Node lets one pass: no control characters, Latin-1. */
const headerValue = anyText.map((text) =>
  text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, (letter) =>
    String.fromCharCode(0x80 + (letter.charCodeAt(0) % 0x80)),
  ),
)

const anyHeaders = fc.record(
  {
    'content-type': fc.oneof(
      { weight: 4, arbitrary: fc.constant('application/json') },
      fc.constantFrom(
        'application/json; charset=utf-16',
        'text/plain',
        'multipart/form-data',
        'application/x-www-form-urlencoded',
        'application/json;;=',
        '',
      ),
      headerValue,
    ),
    cookie: fc.oneof(
      headerValue,
      headerValue.map((value) => `${COOKIE}=${value}`),
      fc.stringMatching(/^[\w-]{43}$/).map((token) => `${COOKIE}=${token}; ${COOKIE}="${token}`),
    ),
    'x-forwarded-for': fc.oneof(headerValue, fc.ipV4(), fc.ipV6()),
    'x-authenticated-user': headerValue,
    'user-agent': headerValue,
    'sec-fetch-site': fc.constantFrom('cross-site', 'same-origin', 'none', 'nonsense'),
    'accept-encoding': headerValue,
    'content-encoding': fc.constantFrom('gzip', 'br', 'x'),
    'if-none-match': headerValue,
    range: headerValue,
  },
  { requiredKeys: [] },
)

const anyUrl = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PATHS) },
  fc
    .tuple(fc.constantFrom(...PATHS), fc.constantFrom('limit', 'after', 'x', '__proto__'), anyText)
    .map(([path, name, value]) => `${path}?${name}=${encodeURIComponent(value.toWellFormed())}`),
  fc
    .tuple(fc.constantFrom(...PATHS), anyText)
    .map(([path, rest]) => `${path}/${encodeURIComponent(rest.toWellFormed())}`),
  fc
    .tuple(fc.constantFrom(...PATHS), fc.stringMatching(/^[%?#;&=./\\\w]{0,30}$/))
    .map(([path, rest]) => `${path}${rest}`),
)

/** Wrong statuses and bodies of one answer, or undefined. */
function complaintAbout(status: number, type: unknown, body: string): string | undefined {
  if (status >= 500) return `status ${status}`
  if (status < 400 || body === '') return undefined
  if (!String(type).startsWith('application/json')) return `type ${String(type)}: ${body}`
  const parsed = JSON.parse(body) as Record<string, unknown>
  if (Object.keys(parsed).join() !== 'detail') return `body ${body}`
  return typeof parsed.detail === 'string' ? undefined : `body ${body}`
}

async function assertAlive(service: TestService): Promise<void> {
  assert.equal((await service.get('/readyz')).status, 200)
  assert.equal((await service.signIn('иван')).status, 200)
  assert.equal(await service.metric('login_verify_slots_in_use'), 0)
}

const SETTINGS = { LOGIN_RATE_LIMIT: '1000000', LOGIN_USERNAME_THROTTLE_MAX_DELAY_S: '0' }

for (const engine of ENGINES) {
  describe(`generated requests on ${engine}`, () => {
    it('never get a 5xx, nor an error body other than { detail }', async () => {
      await using service = await startTestService({ engine, settings: SETTINGS })
      await service.addUser('иван', { role: 'admin' })
      const cookie = await service.cookieOf('иван')
      const request = fc.record({
        method: fc.constantFrom(...METHODS),
        url: anyUrl,
        headers: anyHeaders,
        body: anyBody,
        signedIn: fc.boolean(),
      })
      await fc.assert(
        fc.asyncProperty(request, async ({ method, url, headers, body, signedIn }) => {
          const response = await service.app.inject({
            method: method as 'GET',
            url,
            headers: signedIn ? { ...headers, cookie } : headers,
            payload: body,
          })
          assert.equal(
            complaintAbout(
              response.statusCode,
              response.headers['content-type'],
              method === 'HEAD' ? '' : response.body,
            ),
            undefined,
          )
        }),
        { numRuns: 1_000 },
      )
      await assertAlive(service)
    })

    it('never get a 5xx for what an admin asks, however awkward', async () => {
      await using service = await startTestService({ engine })
      await service.addUser('иван', { role: 'admin' })
      const cookie = await service.cookieOf('иван')
      for (const value of AWKWARD) {
        for (const name of ['after', 'limit']) {
          const query = `${name}=${encodeURIComponent(value.toWellFormed())}`
          const response = await service.get(`/api/v1/audit/accounts?${query}`, cookie)
          assert.ok(response.status < 500, `${response.status} for ${query}`)
        }
      }
    })

    it('walk the path of any unknown name when the name is any text at all', async () => {
      await using service = await startTestService({ engine, settings: SETTINGS })
      await service.addUser('иван')
      await fc.assert(
        fc.asyncProperty(anyText, anyText, async (username, password) => {
          const { status } = await service.signIn(username, password)
          assert.equal(status, [...username].length > 64 ? 422 : 401)
        }),
        { numRuns: 300 },
      )
      await assertAlive(service)
    })
  })
}

describe('broken HTTP on a raw socket', () => {
  it('is told what Node would refuse without a word: no host, an odd expectation', async () => {
    await using service = await startTestService({ settings: SETTINGS })
    const url = await urlOf(service)
    for (const [request, status] of [
      ['GET /healthz HTTP/1.1\r\n\r\n', 400],
      ['GET /healthz HTTP/1.1\r\nHost: test\r\nExpect: nonsense\r\n\r\n', 417],
      ['GET /healthz HTTP/1.0\r\n\r\n', 200],
    ] as const) {
      const connection = openConnection(url)
      connection.send(request)
      const [answer] = answersIn(await connection.closed)
      assert.equal(answer?.status, status)
      if (status >= 400) assert.match(answer?.payload ?? '', /^\{"detail":"[^"]+"\}$/)
    }
  })

  it('gets a 4xx with { detail } or a closed connection, and the service lives', async () => {
    await using service = await startTestService({ settings: SETTINGS })
    await service.addUser('иван')
    const url = await urlOf(service)

    const line = fc.oneof(
      fc.constantFrom(
        'GET / HTTP/1.1',
        'POST /api/v1/auth/login HTTP/1.1',
        'GET /api/v1/me HTTP/1.0',
        'GET http://test/api/v1/me HTTP/1.1',
        'OPTIONS * HTTP/1.1',
        'CONNECT test:443 HTTP/1.1',
        'PRI * HTTP/2.0',
        'BREW /pot HTTP/1.1',
        'GET /api/v1/me',
        'GET //api//v1//me HTTP/1.1',
        `GET /${'a'.repeat(20_000)} HTTP/1.1`,
        'GET /\u00ff\u0000 HTTP/1.1',
        '\r\n\r\n',
      ),
      fc.string({ unit: 'binary', maxLength: 60, size: 'max' }),
    )
    const header = fc.oneof(
      fc.constantFrom(
        'Host: test',
        'Host:',
        'Host: a\r\nHost: b',
        'Content-Length: 5',
        'Content-Length: -1',
        'Content-Length: 5\r\nContent-Length: 6',
        'Content-Length: 99999999999999999999',
        'Transfer-Encoding: chunked',
        'Transfer-Encoding: chunked\r\nContent-Length: 5',
        'Transfer-Encoding: gzip',
        'Expect: 100-continue',
        'Expect: nonsense',
        'Upgrade: websocket\r\nConnection: Upgrade',
        'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings',
        'Connection: close',
        'Content-Type: application/json',
        ' folded: header',
        'No colon here',
        `X: ${'x'.repeat(20_000)}`,
        'X\u0000Y: z',
      ),
      fc.string({ unit: 'binary', maxLength: 60, size: 'max' }),
    )
    const body = fc.oneof(
      fc.constantFrom(
        '',
        '{"a"',
        '5\r\n12345\r\n0\r\n\r\n',
        'zz\r\n',
        'fffffffffffffffff\r\n',
        '0',
      ),
      fc.string({ unit: 'binary', maxLength: 60, size: 'max' }),
    )
    const broken = fc
      .tuple(line, fc.array(header, { maxLength: 5 }), body)
      .map(([first, headers, rest]) => `${[first, ...headers].join('\r\n')}\r\n\r\n${rest}`)

    await fc.assert(
      fc.asyncProperty(broken, async (text) => {
        const connection = openConnection(url)
        connection.socket.end(Buffer.from(text, 'latin1'))
        const answer = await Promise.race([connection.closed, pause(300).then(connection.text)])
        connection.socket.destroy()
        for (const { status, type, payload } of answersIn(answer)) {
          assert.equal(complaintAbout(status, type, payload), undefined, answer)
        }
      }),
      { numRuns: 1_000 },
    )
    await assertAlive(service)
  })
})

/** The first answer on a connection, and the others as far as their lengths tell. */
function answersIn(text: string) {
  const answers: { status: number; type: string | undefined; payload: string }[] = []
  let bytes = Buffer.from(text, 'utf8')
  while (bytes.length > 0) {
    const end = bytes.indexOf('\r\n\r\n')
    const head = bytes.subarray(0, end).toString('latin1')
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1])
    if (end < 0 || !status) throw new Error(`no HTTP answer: ${text}`)
    if (/^transfer-encoding: chunked/im.test(head)) {
      answers.push({ status, type: undefined, payload: bytes.subarray(end + 4).toString('utf8') })
      break
    }
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
    const type = /^content-type: (.*)$/im.exec(head)?.[1]
    const payload = bytes.subarray(end + 4, end + 4 + length).toString('utf8')
    answers.push({ status, type, payload: status >= 400 && length === 0 ? '{}' : payload })
    bytes = bytes.subarray(end + 4 + length)
  }
  return answers
}
