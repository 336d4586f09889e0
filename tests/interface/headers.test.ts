// The headers of every answer: what keeps browsers and caches out of what is not theirs.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { InjectOptions } from 'fastify'
import { sharedService, WRONG } from '../support/observe.ts'
import { exchange, urlOf } from '../support/sockets.ts'

const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
}

describe('every answer', () => {
  let cookie = ''
  const service = sharedService({ settings: { LOGIN_RATE_LIMIT: '5' } }, async (started) => {
    await started.addUser('anna')
    cookie = await started.cookieOf('anna')
  })
  const login = (username: string, password: string): InjectOptions => ({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { username, password },
  })
  const answers: readonly (readonly [string, number, () => InjectOptions])[] = [
    ['a login', 200, () => login('anna', 'верный пароль')],
    ['a failed login', 401, () => login('anna', WRONG)],
    ['a refused body', 422, () => ({ ...login('anna', WRONG), payload: {} })],
    [
      'a body that is not JSON',
      400,
      () => ({
        ...login('anna', WRONG),
        payload: '{',
        headers: { 'content-type': 'application/json' },
      }),
    ],
    [
      'a body of another type',
      415,
      () => ({
        ...login('anna', WRONG),
        payload: 'a',
        headers: { 'content-type': 'text/plain' },
      }),
    ],
    [
      'a request from another site',
      403,
      () => ({
        ...login('anna', WRONG),
        headers: { 'sec-fetch-site': 'cross-site' },
      }),
    ],
    ['a logout', 200, () => ({ method: 'POST', url: '/api/v1/auth/logout' })],
    ['a session’s request', 200, () => ({ url: '/api/v1/me', headers: { cookie } })],
    ['a request of nobody', 401, () => ({ url: '/api/v1/me' })],
    [
      'a role that is not enough',
      403,
      () => ({
        url: '/api/v1/audit/accounts',
        headers: { cookie },
      }),
    ],
    ['an unknown path', 404, () => ({ url: '/api/v1/nowhere', headers: { cookie } })],
    ['another method', 405, () => ({ url: '/api/v1/auth/login' })],
    ['another spelling of a path', 401, () => ({ url: '/%61pi/v1/me' })],
  ]

  for (const [what, status, request] of answers) {
    it(`under /api/ has the security headers and no-store: ${what}`, async () => {
      const response = await service().app.inject(request())
      assert.equal(response.statusCode, status)
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
        assert.equal(response.headers[name], value, name)
      }
      assert.equal(response.headers['cache-control'], 'no-store')
      assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
      for (const name of ['x-powered-by', 'server', 'access-control-allow-origin', 'etag']) {
        assert.equal(response.headers[name], undefined, name)
      }
    })
  }

  it('under /api/ has them when a limit refuses it', async () => {
    for (let attempt = 0; attempt < 6; attempt += 1) await service().app.inject(login('b', WRONG))
    const response = await service().app.inject(login('b', WRONG))
    assert.equal(response.statusCode, 429)
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      assert.equal(response.headers[name], value, name)
    }
    assert.equal(response.headers['cache-control'], 'no-store')
  })

  it('to a path that cannot be decoded, or to what is no request, has what keeps it from being framed, sniffed or kept', async () => {
    const undecodable = await service().get('/api/v1/%zz')
    const unreadable = await exchange(await urlOf(service()), 'no request\r\n\r\n')
    assert.deepEqual([undecodable.status, unreadable.status], [401, 400])
    for (const { headers } of [undecodable, unreadable]) {
      for (const name of [
        'content-security-policy',
        'strict-transport-security',
        'x-content-type-options',
        'x-frame-options',
      ] as const) {
        assert.equal(headers[name], SECURITY_HEADERS[name], name)
      }
      assert.equal(headers['cache-control'], 'no-store')
    }
  })

  it('outside /api/ has the security headers', async () => {
    for (const url of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/nowhere']) {
      const response = await service().get(url)
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
        assert.equal(response.headers[name], value, `${name} of ${url}`)
      }
    }
  })

  it('has them over a real connection, each once', async () => {
    const answer = await exchange(
      await urlOf(service()),
      'GET /api/v1/me HTTP/1.1\r\nHost: x\r\nOrigin: https://evil.example\r\n\r\n',
    )
    assert.equal(answer.status, 401)
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      assert.equal(answer.headers[name], value, name)
    }
    assert.equal(answer.headers['access-control-allow-origin'], undefined)
  })
})
