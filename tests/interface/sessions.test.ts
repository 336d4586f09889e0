// A session's life: resolved fresh on every request, refreshed with use, never revived.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { isoTime } from '../../src/iso-time.ts'
import { ENGINES } from '../support/databases.ts'
import { runSql, sessionRows, sharedService, statements } from '../support/observe.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/waiting.ts'

const HOUR_S = 3600
const NAME = '__Host-tradein_session'

const me = (service: TestService, cookie?: string) => service.get('/api/v1/me', cookie)

const tokenOf = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1)

async function rowOf(service: TestService, username: string) {
  const row = (await sessionRows(service)).find((candidate) => candidate.username === username)
  assert.ok(row, `no session of ${username}`)
  return {
    lastSeenMs: Date.parse(String(row.last_seen_at)),
    expiresMs: Date.parse(String(row.expires_at)),
    revokedMs: row.revoked_at === null ? null : Date.parse(String(row.revoked_at)),
    digest: Buffer.from(row.token_digest as Uint8Array),
  }
}

for (const engine of ENGINES) {
  for (const store of ['tradein', 'auth'] as const) {
    describe(`a session of registry ${store} on ${engine}`, () => {
      const service = sharedService({ engine, store })

      it('costs one indexed read joined with its user on each request', async () => {
        await service().addUser('reader')
        const cookie = await service().cookieOf('reader')
        for (let request = 0; request < 3; request += 1) {
          const before = await statements(service())
          assert.equal((await me(service(), cookie)).status, 200)
          assert.equal(await statements(service()), before + 1)
        }
      })

      it('is not refreshed before more than 5 minutes have passed', async () => {
        await service().addUser('fresh')
        const cookie = await service().cookieOf('fresh')
        const created = await rowOf(service(), 'fresh')
        service().clock.advance(300)
        const before = await statements(service())
        const response = await me(service(), cookie)
        assert.equal(response.status, 200)
        assert.equal(response.headers['set-cookie'], undefined)
        assert.equal(await statements(service()), before + 1)
        assert.deepEqual(await rowOf(service(), 'fresh'), created)
      })

      it('is refreshed after more than 5 minutes: last seen, expiry and cookie together', async () => {
        await service().addUser('active')
        const cookie = await service().cookieOf('active')
        const created = await rowOf(service(), 'active')
        service().clock.advance(300.001)
        const response = await me(service(), cookie)
        assert.equal(response.status, 200)
        assert.equal(
          response.headers['set-cookie'],
          `${cookie}; Max-Age=604800; Path=/; HttpOnly; Secure; SameSite=Lax`,
        )
        const nowMs = service().clock.wallMs()
        assert.deepEqual(await rowOf(service(), 'active'), {
          ...created,
          lastSeenMs: nowMs,
          expiresMs: nowMs + 168 * HOUR_S * 1000,
        })
        const again = await me(service(), cookie)
        assert.equal(again.headers['set-cookie'], undefined)
        service().clock.advance(300)
        assert.equal((await me(service(), cookie)).headers['set-cookie'], undefined)
        service().clock.advance(0.001)
        assert.notEqual((await me(service(), cookie)).headers['set-cookie'], undefined)
      })

      it('is refreshed at most once however many requests come at once', async () => {
        await service().addUser('busy')
        const cookie = await service().cookieOf('busy')
        service().clock.advance(301)
        const responses = await Promise.all(Array.from({ length: 20 }, () => me(service(), cookie)))
        assert.ok(responses.every(({ status }) => status === 200))
        const renewed = responses.filter(({ headers }) => headers['set-cookie'] !== undefined)
        assert.equal(renewed.length, 1)
      })

      it('expires when it is not used for its idle lifetime, and is never revived', async () => {
        await service().addUser('idle')
        const cookie = await service().cookieOf('idle')
        service().clock.advance(168 * HOUR_S - 0.001)
        // Nothing asks for it now: asking would move the expiry.
        const before = await rowOf(service(), 'idle')
        service().clock.advance(0.001)
        const response = await me(service(), cookie)
        assert.equal(response.status, 401)
        assert.equal(response.headers['set-cookie'], undefined)
        assert.deepEqual(await rowOf(service(), 'idle'), before)
      })

      it('lives on with use, up to the last millisecond of its idle lifetime', async () => {
        await service().addUser('steady')
        const cookie = await service().cookieOf('steady')
        for (let week = 0; week < 3; week += 1) {
          service().clock.advance(168 * HOUR_S - 0.001)
          assert.equal((await me(service(), cookie)).status, 200)
        }
      })

      it('never outlives its creation by more than the absolute lifetime', async () => {
        await service().addUser('eternal')
        const cookie = await service().cookieOf('eternal')
        const { expiresMs: firstMs } = await rowOf(service(), 'eternal')
        const endMs = firstMs - 168 * HOUR_S * 1000 + 720 * HOUR_S * 1000
        for (let use = 0; use < 7; use += 1) {
          service().clock.advance(100 * HOUR_S)
          assert.equal((await me(service(), cookie)).status, 200)
        }
        assert.equal((await rowOf(service(), 'eternal')).expiresMs, endMs)
        // Its end cannot move any more, so the cookie is not set again.
        service().clock.advance(19 * HOUR_S)
        const last = await me(service(), cookie)
        assert.equal(last.status, 200)
        assert.equal(last.headers['set-cookie'], undefined)
        service().clock.advance(HOUR_S)
        assert.equal((await me(service(), cookie)).status, 401)
      })

      it('ends with its revocation, and no request revives it', async () => {
        await service().addUser('revoked')
        const cookie = await service().cookieOf('revoked')
        await service().stores.identity.sessions.revokeOf('revoked', service().clock.wallMs())
        const revoked = await rowOf(service(), 'revoked')
        assert.equal(revoked.revokedMs, service().clock.wallMs())
        service().clock.advance(400)
        assert.equal((await me(service(), cookie)).status, 401)
        assert.deepEqual(await rowOf(service(), 'revoked'), revoked)
      })

      it('revoked between its look-up and its refresh is not revived by the refresh', async (t) => {
        await service().addUser('raced')
        const cookie = await service().cookieOf('raced')
        service().clock.advance(400)
        const { sessions } = service().stores.identity
        const { resolve } = sessions
        t.mock.method(sessions, 'resolve', async (...args: Parameters<typeof resolve>) => {
          const session = await resolve(...args)
          await sessions.revoke(tokenOf(cookie), service().clock.wallMs())
          return session
        })
        const before = await rowOf(service(), 'raced')
        const response = await me(service(), cookie)
        assert.equal(response.headers['set-cookie'], undefined)
        const { expiresMs, lastSeenMs, revokedMs } = await rowOf(service(), 'raced')
        assert.deepEqual([expiresMs, lastSeenMs], [before.expiresMs, before.lastSeenMs])
        assert.notEqual(revokedMs, null)
        t.mock.restoreAll()
        assert.equal((await me(service(), cookie)).status, 401)
      })

      it('ends at once for a blocked user, and counts again once the user does', async () => {
        await service().addUser('blocked')
        const cookie = await service().cookieOf('blocked')
        const { registry } = service().stores.identity
        await registry.setAccessState('blocked', 'disabled')
        const before = await rowOf(service(), 'blocked')
        service().clock.advance(400)
        assert.equal((await me(service(), cookie)).status, 401)
        assert.deepEqual(await rowOf(service(), 'blocked'), before)
        await registry.setAccessState('blocked', 'active')
        assert.equal((await me(service(), cookie)).status, 200)
      })

      it('gives the role that the registry has now', async () => {
        await service().addUser('rising')
        const cookie = await service().cookieOf('rising')
        const { registry } = service().stores.identity
        assert.equal((await service().get('/api/v1/audit/accounts', cookie)).status, 403)
        await registry.setRole('rising', 'admin')
        assert.equal((await service().get('/api/v1/audit/accounts', cookie)).status, 200)
        await registry.setRole('rising', 'employee')
        assert.equal((await service().get('/api/v1/audit/accounts', cookie)).status, 403)
        assert.equal(((await me(service(), cookie)).json() as { role: string }).role, 'employee')
      })

      it('ends with the deletion of its user', async () => {
        await service().addUser('deleted')
        const cookie = await service().cookieOf('deleted')
        await runSql(service(), sql`delete from users where username = 'deleted'`)
        assert.equal((await me(service(), cookie)).status, 401)
      })

      it('is kept under the SHA-256 of its token alone', async () => {
        await service().addUser('digested')
        const cookie = await service().cookieOf('digested')
        const { digest } = await rowOf(service(), 'digested')
        assert.ok(digest.equals(createHash('sha256').update(tokenOf(cookie)).digest()))
        // What the database holds opens nothing.
        for (const stolen of [digest.toString('base64url'), digest.toString('hex')]) {
          assert.equal((await me(service(), `${NAME}=${stolen}`)).status, 401)
        }
      })

      it('that ended is purged 30 days later, and no other', async () => {
        await service().addUser('purged')
        const cookie = await service().cookieOf('purged')
        await service().stores.identity.sessions.revoke(tokenOf(cookie), service().clock.wallMs())
        service().clock.advance(29 * 24 * HOUR_S)
        await service().stores.identity.sessions.purge(service().clock.wallMs())
        await rowOf(service(), 'purged')
        await service().addUser('living')
        const living = await service().cookieOf('living')
        service().clock.advance(24 * HOUR_S + 1)
        await service().stores.identity.sessions.purge(service().clock.wallMs())
        const names = (await sessionRows(service())).map((row) => row.username)
        assert.ok(!names.includes('purged'))
        assert.ok(names.includes('living'))
        assert.equal((await me(service(), living)).status, 200)
      })
    })
  }
}

describe('a cookie value without a token’s form', () => {
  const service = sharedService()

  it('is no session and costs no database read', async () => {
    const before = await statements(service())
    const token = randomBytes(32).toString('base64url')
    for (const value of [
      '',
      'x',
      token.slice(1),
      `${token}a`,
      `${token.slice(1)}=`,
      `${token.slice(1)}+`,
      `${token.slice(1)}%00`,
      `${token.slice(1)}%E2%82%AC`,
      `"${token}x"`,
      'я'.repeat(43),
      'a'.repeat(4000),
    ]) {
      const cookie = `${NAME}=${Buffer.from(value).toString('latin1')}`
      const response = await me(service(), cookie)
      assert.equal(response.status, 401, value)
    }
    assert.equal((await me(service())).status, 401)
    assert.equal((await me(service(), `other=${token}`)).status, 401)
    assert.equal(await statements(service()), before)
  })

  it('is each percent-encoded spelling of a token that somebody has', async () => {
    await service().addUser('spelt')
    const cookie = await service().cookieOf('spelt')
    const token = tokenOf(cookie)
    const before = await statements(service())
    const first = `%${token.charCodeAt(0).toString(16)}`
    assert.equal((await me(service(), `${NAME}=${first}${token.slice(1)}`)).status, 401)
    assert.equal(await statements(service()), before)
    assert.equal((await me(service(), cookie)).status, 200)
  })

  it('costs one read where the form is right and the token unknown', async () => {
    const before = await statements(service())
    const cookie = `${NAME}=${randomBytes(32).toString('base64url')}`
    assert.equal((await me(service(), cookie)).status, 401)
    assert.equal(await statements(service()), before + 1)
  })

  it('is told from a token by every character, case included', async () => {
    await service().addUser('exact')
    const cookie = await service().cookieOf('exact')
    const token = tokenOf(cookie)
    const swapped = token.replace(/[a-zA-Z]/, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    assert.equal((await me(service(), `${NAME}=${swapped}`)).status, 401)
    assert.equal((await me(service(), `${NAME.toLowerCase()}=${token}`)).status, 401)
    assert.equal((await me(service(), cookie)).status, 200)
  })
})

describe('a session’s refresh that goes wrong', () => {
  const service = sharedService()
  const due = async (username: string) => {
    await service().addUser(username)
    const cookie = await service().cookieOf(username)
    service().clock.advance(400)
    return cookie
  }

  it('fails nothing else, and is told', async (t) => {
    const cookie = await due('failing')
    t.mock.method(service().stores.identity.sessions, 'refresh', async () => {
      throw new Error('database is locked')
    })
    const told = service().logged.lines.length
    const response = await me(service(), cookie)
    assert.equal(response.status, 200)
    assert.equal(response.headers['set-cookie'], undefined)
    assert.deepEqual(
      service()
        .logged.lines.slice(told)
        .map(({ level, msg }) => [level, msg]),
      [[40, 'session could not be refreshed']],
    )
    t.mock.restoreAll()
    assert.notEqual((await me(service(), cookie)).headers['set-cookie'], undefined)
  })

  it('holds no request for long, which is answered with the cookie set again', async (t) => {
    const cookie = await due('hanging')
    const hanging = Promise.withResolvers<boolean>()
    t.mock.method(service().stores.identity.sessions, 'refresh', () => hanging.promise)
    const { clock } = service()
    const before = clock.slept.length
    const answer = me(service(), cookie)
    // Background tasks sleep as well, but for other times.
    await until(() => clock.slept.slice(before).includes(0.25), 'the refresh is waited for')
    clock.advance(0.25)
    const response = await answer
    assert.equal(response.status, 200)
    assert.match(String(response.headers['set-cookie']), /; Max-Age=604800;/)
    hanging.resolve(false)
  })
})

describe('the purge of sessions', () => {
  it('begins with the start, for a service that never runs for an hour', async () => {
    await using service = await startTestService()
    for (const username of ['old', 'living']) {
      await service.addUser(username)
      await service.cookieOf(username)
    }
    const ended = isoTime(service.clock.wallMs() - 30 * 24 * HOUR_S * 1000 - 1)
    await runSql(
      service,
      sql`update sessions set expires_at = ${ended}
          where user_id = (select user_id from users where username = 'old')`,
    )
    const database = service.databases[0]?.variable ?? ''
    await using again = await startTestService({ settings: { DATABASE_URL: database } })
    await until(async () => (await sessionRows(again)).length === 1, 'the old session is purged')
    assert.equal((await sessionRows(again))[0]?.username, 'living')
  })
})
