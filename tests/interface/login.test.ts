// POST /api/v1/auth/login: what a success leaves, and what a name may be. The order of its checks
// is login-order.test.ts's.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { ENGINES } from '../support/databases.ts'
import {
  eventsOf,
  loginsCounted,
  runSql,
  sessionRows,
  sharedService,
  statements,
  WRONG,
  WRONG_CREDENTIALS,
} from '../support/observe.ts'
import { PASSWORD, startTestService, type TestService } from '../support/service.ts'
import { watchVerifications } from '../support/verifications.ts'
import { turns, until } from '../support/waiting.ts'

const STORES = ['tradein', 'auth'] as const
const TOKEN = /^__Host-tradein_session=[A-Za-z0-9_-]{43}$/

for (const engine of ENGINES) {
  for (const store of STORES) {
    describe(`a successful login, registry ${store} on ${engine}`, () => {
      const service = sharedService({ engine, store })

      it('answers { ok: true } and sets the cookie with every attribute', async () => {
        await service().addUser('anna')
        const response = await service().signIn('anna')
        assert.equal(response.status, 200)
        assert.equal(response.body, '{"ok":true}')
        const [pair, ...attributes] = String(response.headers['set-cookie']).split('; ')
        assert.match(pair ?? '', TOKEN)
        assert.deepEqual(attributes.sort(), [
          'HttpOnly',
          'Max-Age=604800',
          'Path=/',
          'SameSite=Lax',
          'Secure',
        ])
      })

      it('leaves one session with the owner, address and user agent, and no token', async () => {
        await service().addUser('boris')
        const response = await service().signIn('boris', PASSWORD, {
          headers: { 'x-forwarded-for': '2001:db8::7', 'user-agent': 'Firefox/140' },
        })
        const token = String(response.headers['set-cookie']).split(/[=;]/)[1] ?? ''
        const rows = (await sessionRows(service())).filter((row) => row.username === 'boris')
        assert.equal(rows.length, 1)
        const { token_digest, user_id, created_at, last_seen_at, expires_at, ...rest } =
          rows[0] ?? {}
        assert.deepEqual(rest, {
          username: 'boris',
          ip: '2001:db8::7',
          user_agent: 'Firefox/140',
          revoked_at: null,
        })
        const nowMs = service().clock.wallMs()
        assert.equal(Date.parse(String(created_at)), nowMs)
        assert.equal(Date.parse(String(last_seen_at)), nowMs)
        assert.equal(Date.parse(String(expires_at)), nowMs + 168 * 3_600_000)
        assert.equal(typeof user_id, store === 'auth' ? 'string' : 'number')
        const digest = Buffer.from(token_digest as Uint8Array)
        assert.equal(digest.length, 32)
        assert.notEqual(digest.toString('base64url'), token)
        assert.ok(!digest.equals(Buffer.from(token, 'base64url')))
      })

      it('counts a success, writes login_success and reads the registry once', async () => {
        await service().addUser('vera')
        using verifications = watchVerifications()
        const before = await statements(service())
        const { success, failed } = await loginsCounted(service())
        const logged = service().logged.lines.length
        await service().signIn('vera', PASSWORD, { headers: { 'user-agent': 'curl/8' } })
        // The look-up, the session, and the event.
        assert.equal(await statements(service()), before + 3)
        assert.equal(verifications.begun, 1)
        assert.equal(service().logged.lines.length, logged)
        assert.deepEqual(await loginsCounted(service()), { success: success + 1, failed })
        assert.deepEqual(await eventsOf(service(), 'vera'), [
          {
            event_type: 'login_success',
            username: 'vera',
            ip: '127.0.0.1',
            user_agent: 'curl/8',
            path: '/api/v1/auth/login',
            method: 'POST',
            payload: {},
          },
        ])
      })

      it('gives every login a session and a token of its own', async () => {
        await service().addUser('gleb')
        const first = await service().cookieOf('gleb')
        const second = await service().cookieOf('gleb')
        assert.notEqual(first, second)
        assert.equal((await service().get('/api/v1/me', first)).status, 200)
        assert.equal((await service().get('/api/v1/me', second)).status, 200)
      })

      it('ends the session whose cookie it carried, and no other', async () => {
        await service().addUser('dina')
        const carried = await service().cookieOf('dina')
        const other = await service().cookieOf('dina')
        const response = await service().signIn('dina', PASSWORD, { headers: { cookie: carried } })
        assert.equal(response.status, 200)
        assert.equal((await service().get('/api/v1/me', carried)).status, 401)
        assert.equal((await service().get('/api/v1/me', other)).status, 200)
      })

      it('keeps the carried session when the password is wrong', async () => {
        await service().addUser('egor')
        const carried = await service().cookieOf('egor')
        await service().signIn('egor', WRONG, { headers: { cookie: carried } })
        assert.equal((await service().get('/api/v1/me', carried)).status, 200)
      })
    })
  }

  describe(`the names of a login on ${engine}`, () => {
    const service = sharedService({ engine })
    const lastFailure = async (username: string) => {
      const event = (await eventsOf(service(), username)).at(-1)
      assert.ok(event, `no event of ${JSON.stringify(username)}`)
      return [event.event_type, event.payload]
    }

    it('signs a name in that is not ASCII', async () => {
      await service().addUser('Ёлка №5')
      assert.equal((await service().signIn('Ёлка №5')).status, 200)
    })

    it('takes 64 characters however many bytes or UTF-16 units they have, and refuses 65', async () => {
      for (const character of ['a', 'ы', '😀', '\u{10ffff}']) {
        const longest = character.repeat(64)
        await service().addUser(longest)
        assert.equal((await service().signIn(longest)).status, 200, character)
        const tooLong = await service().signIn(character.repeat(65))
        assert.equal(tooLong.status, 422)
        assert.deepEqual(tooLong.json(), { detail: 'поле username: не длиннее 64 символов' })
      }
    })

    it('neither trims nor folds nor normalises a name', async () => {
      await service().addUser('Zoë')
      for (const near of ['zoë', 'ZOË', ' Zoë', 'Zoë ', 'Zoe\u0308', 'Zoë\u200b', 'Zoe', 'Zoë\t']) {
        assert.equal((await service().signIn(near)).status, 401, JSON.stringify(near))
      }
      assert.equal((await service().signIn('Zoë')).status, 200)
    })

    it('neither trims nor normalises a password, and lets it be empty or very long', async () => {
      const long = 'п'.repeat(200_000)
      await service().addUser('spaces', { password: ' пароль ' })
      await service().addUser('nothing', { password: '' })
      await service().addUser('long', { password: long })
      assert.equal((await service().signIn('spaces', 'пароль')).status, 401)
      assert.equal((await service().signIn('spaces', ' пароль ')).status, 200)
      assert.equal((await service().signIn('nothing', '')).status, 200)
      assert.equal((await service().signIn('nothing', ' ')).status, 401)
      assert.equal((await service().signIn('long', long)).status, 200)
      assert.equal((await service().signIn('long', `${long}п`)).status, 401)
    })

    it('does not take an unpaired surrogate for the character that replaces it', async () => {
      await service().addUser('replaced', { password: 'a\ufffd' })
      assert.equal((await service().signIn('replaced', 'a\ud800')).status, 401)
      assert.equal((await service().signIn('replaced', 'a\ufffd')).status, 200)
    })

    it('treats the empty name as any unknown one', async () => {
      const { success, failed } = await loginsCounted(service())
      const response = await service().signIn('')
      assert.equal(response.status, 401)
      assert.deepEqual(response.json(), WRONG_CREDENTIALS)
      assert.deepEqual(await loginsCounted(service()), { success, failed: failed + 1 })
      assert.deepEqual(await lastFailure(''), [
        'login_failed',
        { username_fails_in_window: 1, throttle_delay_s: 0 },
      ])
    })

    for (const [what, username, written] of [
      ['U+0000', 'nul\0name', 'nul\u2400name'],
      ['an unpaired high surrogate', 'high\ud800', 'high\ufffd'],
      ['an unpaired low surrogate', '\udc00low', '\ufffdlow'],
    ] as const) {
      it(`treats a name with ${what} as any unknown one, and counts it apart`, async () => {
        using verifications = watchVerifications()
        const before = await statements(service())
        const response = await service().signIn(username)
        assert.equal(response.status, 401)
        assert.deepEqual(response.json(), WRONG_CREDENTIALS)
        assert.equal(verifications.begun, 1)
        // The look-up and the event.
        assert.equal(await statements(service()), before + 2)
        // What the row says is not what is counted: this name fails for the first time.
        await service().signIn(written)
        assert.deepEqual(await lastFailure(written), [
          'login_failed',
          { username_fails_in_window: 1, throttle_delay_s: 0 },
        ])
        await service().signIn(username)
        assert.deepEqual(await lastFailure(written), [
          'login_failed',
          { username_fails_in_window: 2, throttle_delay_s: 0 },
        ])
      })
    }

    it('ignores fields that it does not declare', async () => {
      await service().addUser('plain')
      const response = await service().signIn('plain', PASSWORD, {
        payload: { username: 'plain', password: PASSWORD, role: 'admin', ok: false, code: null },
      })
      assert.equal(response.status, 200)
      assert.equal(response.body, '{"ok":true}')
      const awkward = `{"username":"plain","password":"${PASSWORD}","__proto__":{"ok":false}}`
      const ignoring = await service().signIn('plain', PASSWORD, {
        payload: awkward,
        headers: { 'content-type': 'application/json' },
      })
      assert.equal(ignoring.status, 200)
    })
  })
}

describe('the hash after a login', () => {
  const hashOf = async (service: TestService, username: string) => {
    const [row] = await runSql(
      service,
      sql`select password_hash from users where username = ${username}`,
    )
    return String(row?.password_hash)
  }

  it('is renewed with the parameters now set once the password is proven, never before', async () => {
    await using service = await startTestService({
      settings: { PASSWORD_ARGON2_MEMORY_KIB: '16', PASSWORD_ARGON2_PASSES: '2' },
    })
    await service.addUser('old')
    const old = await hashOf(service, 'old')
    assert.match(old, /m=8,t=1,p=1/)
    await service.signIn('old', WRONG)
    assert.equal(await hashOf(service, 'old'), old)
    assert.equal((await service.signIn('old')).status, 200)
    await until(async () => (await hashOf(service, 'old')) !== old, 'the hash is renewed')
    const renewed = await hashOf(service, 'old')
    assert.match(renewed, /m=16,t=2,p=1/)
    assert.equal((await service.signIn('old')).status, 200)
    assert.equal((await service.signIn('old', WRONG)).status, 401)
    assert.equal(await hashOf(service, 'old'), renewed)
  })

  it('is renewed after the answer, for which it takes no slot', async () => {
    const inUseAtAnswer: number[] = []
    await using service = await startTestService({
      settings: { PASSWORD_ARGON2_MEMORY_KIB: '16' },
      mountMore: (app) => {
        app.addHook('onSend', async ({ url }) => {
          if (url !== '/api/v1/auth/login') return
          inUseAtAnswer.push(await service.metric('login_verify_slots_in_use'))
        })
      },
    })
    await service.addUser('old')
    const old = await hashOf(service, 'old')
    using verifications = watchVerifications()
    verifications.holdRenewals()
    assert.equal((await service.signIn('old')).status, 200)
    assert.deepEqual(inUseAtAnswer, [0])
    assert.equal(await hashOf(service, 'old'), old)
    verifications.release()
    await until(async () => (await hashOf(service, 'old')) !== old, 'the hash is renewed')
  })

  it('is renewed without the share of the address, which signs in meanwhile', async () => {
    await using service = await startTestService({
      settings: { LOGIN_PASSWORD_VERIFY_WORKERS: '2', PASSWORD_ARGON2_MEMORY_KIB: '16' },
    })
    await service.addUser('old')
    const old = await hashOf(service, 'old')
    using verifications = watchVerifications()
    verifications.holdRenewals()
    const slotsInUse = () => service.metric('login_verify_slots_in_use')
    assert.equal((await service.signIn('old')).status, 200)
    await until(async () => (await slotsInUse()) === 1, 'the renewal has its slot')
    assert.equal((await service.signIn('old')).status, 200)
    assert.equal(await slotsInUse(), 1)
    assert.equal(await hashOf(service, 'old'), old)
    verifications.release()
    await until(async () => (await hashOf(service, 'old')) !== old, 'the hash is renewed')
    assert.equal(await slotsInUse(), 0)
  })

  it('keeps no login out that read it before another process renewed it', async () => {
    await using renewing = await startTestService({
      settings: { PASSWORD_ARGON2_MEMORY_KIB: '16' },
    })
    const database = renewing.databases[0]
    assert.ok(database)
    await using other = await startTestService({ database })
    await renewing.addUser('old')
    const old = await hashOf(renewing, 'old')
    using verifications = watchVerifications()
    verifications.holdRenewals()
    assert.equal((await renewing.signIn('old')).status, 200)
    verifications.hold()
    const underWay = other.signIn('old')
    await until(() => verifications.begun === 2, 'the other login has read the hash')
    verifications.releaseRenewals()
    await until(async () => (await hashOf(renewing, 'old')) !== old, 'the hash is renewed')
    verifications.release()
    assert.equal((await underWay).status, 200)
  })

  it('is still renewed by a service that stops meanwhile', async () => {
    await using service = await startTestService({
      settings: { PASSWORD_ARGON2_MEMORY_KIB: '16' },
    })
    await service.addUser('old')
    using verifications = watchVerifications()
    verifications.holdRenewals()
    assert.equal((await service.signIn('old')).status, 200)
    const inUse = () => service.metric('login_verify_slots_in_use')
    await until(async () => (await inUse()) === 1, 'the renewal has begun')
    const stopped = service.stop()
    await turns()
    verifications.release()
    await stopped
    assert.doesNotMatch(service.logged.text(), /could not be renewed/)
    const database = service.databases[0]
    assert.ok(database)
    await using again = await startTestService({ database })
    assert.match(await hashOf(again, 'old'), /m=16,/)
  })
})

describe('the cookie’s settings', () => {
  it('name the cookie and give its Max-Age', async () => {
    await using service = await startTestService({
      settings: { SESSION_COOKIE_NAME: 'sid', SESSION_TTL_HOURS: '2' },
    })
    await service.addUser('anna')
    const response = await service.signIn('anna')
    assert.match(
      String(response.headers['set-cookie']),
      /^sid=[\w-]{43}; Max-Age=7200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const cookie = String(response.headers['set-cookie']).split(';')[0] ?? ''
    assert.equal((await service.get('/api/v1/me', cookie)).status, 200)
    const renamed = cookie.replace('sid', '__Host-tradein_session')
    assert.equal((await service.get('/api/v1/me', renamed)).status, 401)
  })
})
