// No password, token or hash leaves by any way but the one meant for it: a whole day's work, then
// everything that was logged, written, answered or measured is searched.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { ENGINES } from '../support/databases.ts'
import { failLate, from, runSql, writtenEvents } from '../support/observe.ts'
import { startTestService, type TestResponse } from '../support/service.ts'
import { watchVerifications } from '../support/verifications.ts'
import { until } from '../support/waiting.ts'

const RIGHT = 'rIght-pAssword-9f31'
const WRONG = 'wrOng-pAssword-7c52'
const SECRET = 'sEssion-secret-2a18'

for (const engine of ENGINES) {
  describe(`secrets on ${engine}`, () => {
    it('are in no log line, event, answer or metric of a whole scenario', async (t) => {
      await using service = await startTestService({
        engine,
        store: 'auth',
        settings: {
          SESSION_SECRET: SECRET,
          LOGIN_PASSWORD_VERIFY_WORKERS: '2',
          LOGIN_RATE_LIMIT: '8',
          LOGIN_USERNAME_FAIL_THRESHOLD: '2',
          PASSWORD_ARGON2_MEMORY_KIB: '16',
        },
      })
      const { registry, sessions } = service.stores.identity
      const bodies: string[] = []
      const noted = async (answer: Promise<TestResponse>) => {
        const response = await answer
        const { 'set-cookie': cookie, ...headers } = response.headers
        bodies.push(response.body, JSON.stringify(headers))
        return { ...response, cookie: String(cookie ?? '').split(';')[0] ?? '' }
      }
      const tokens: string[] = []
      const signIn = async (username: string, password = RIGHT, options = {}) => {
        const response = await noted(service.signIn(username, password, options))
        const token = response.cookie.split('=')[1]
        if (token) tokens.push(token)
        return response
      }

      for (const username of ['anna', 'expired', 'disabled', 'broken', 'root']) {
        await service.addUser(username, {
          password: RIGHT,
          role: username === 'root' ? 'admin' : 'employee',
        })
      }
      const stolenForm = (await runSql(service, sql`select password_hash from users`)).map((row) =>
        String(row.password_hash),
      )
      await registry.setAccessState('expired', 'trial_expired')
      await registry.setAccessState('disabled', 'disabled')
      await registry.setPasswordHash('broken', '$argon2id$v=19$m=8,t=1,p=1$brOken-hash-55d0')

      // Every outcome of a login.
      const { cookie } = await signIn('anna')
      await signIn('anna', RIGHT, { headers: { cookie } })
      for (const username of ['anna', 'nobody', 'expired', 'disabled', 'broken']) {
        await signIn(username, WRONG)
        await signIn(username, RIGHT)
      }
      await signIn('late', WRONG)
      await signIn('late', WRONG)
      const late = await failLate(service, 'late')
      service.clock.advance(1)
      await noted(late.answer)
      for (let attempt = 0; attempt < 9; attempt += 1) {
        const spent = signIn('expired', RIGHT, from('203.0.113.1'))
        await spent
      }
      using verifications = watchVerifications()
      verifications.hold()
      const held = service.signIn('held', WRONG, from('203.0.113.2'))
      await until(() => verifications.begun === 1, 'the slot is taken')
      await signIn('anna', RIGHT, from('203.0.113.2'))
      verifications.release()
      await noted(held)

      // Bodies that are refused.
      for (const payload of [
        `{"username":"anna","password":"${RIGHT}`,
        `{"username":"anna","password":["${RIGHT}"]}`,
        `{"password":"${RIGHT}"}`,
        `"${RIGHT}"`,
        RIGHT,
      ]) {
        await signIn('', '', { payload, headers: { 'content-type': 'application/json' } })
      }
      await signIn('', '', { payload: RIGHT, headers: { 'content-type': 'text/plain' } })

      // Faults on the way.
      const { create, resolve, refresh, revoke } = sessions
      const faults = ['create', 'resolve', 'refresh', 'revoke'] as const
      for (const name of faults) {
        t.mock.method(sessions, name, async () => {
          throw new Error(`cannot ${name}`)
        })
      }
      const root = `__Host-tradein_session=${tokens.at(-1)}`
      await signIn('root', RIGHT)
      await noted(service.get('/api/v1/me', root))
      const logOut = async (headers: Record<string, string>) => {
        const { body } = await service.app.inject({
          method: 'POST',
          url: '/api/v1/auth/logout',
          headers,
        })
        bodies.push(body)
      }
      await logOut({ cookie: root })
      t.mock.restoreAll()
      assert.deepEqual(
        [sessions.create, sessions.resolve, sessions.refresh, sessions.revoke],
        [create, resolve, refresh, revoke],
      )

      // A session's life.
      const admin = (await signIn('root', RIGHT)).cookie
      assert.match(admin, /^__Host-/)
      service.clock.advance(400)
      await noted(service.get('/api/v1/me', admin))
      await noted(service.get('/api/v1/audit/accounts', admin))
      await noted(service.get('/api/v1/me', `${admin}x`))
      await noted(service.get(`/api/v1/nowhere/${RIGHT}`, admin))
      await logOut({ cookie: admin })
      await noted(service.get('/openapi.json'))

      const events = JSON.stringify(await writtenEvents(service))
      const metrics = (await service.get('/metrics')).body
      const hashes = (await runSql(service, sql`select password_hash from users`)).map((row) =>
        String(row.password_hash),
      )
      const digests = (await runSql(service, sql`select token_digest from sessions`)).map((row) =>
        Buffer.from(row.token_digest as Uint8Array),
      )
      assert.equal(tokens.length, 4)
      assert.equal(digests.length, 4)
      const secrets = [
        RIGHT,
        WRONG,
        SECRET,
        'brOken-hash-55d0',
        '$argon2id$',
        ...tokens,
        ...hashes,
        ...stolenForm,
        ...digests.flatMap((digest) => [
          digest.toString('hex'),
          digest.toString('base64'),
          digest.toString('base64url'),
        ]),
      ]
      for (const [where, text] of [
        ['log', service.logged.text()],
        ['events', events],
        ['answers', bodies.join('\n')],
        ['metrics', metrics],
      ] as const) {
        assert.ok(text.length > 100, `${where} is empty`)
        for (const secret of secrets) assert.ok(!text.includes(secret), `${secret} in the ${where}`)
      }

      // Nor is a token or a password in the database as it was sent.
      const { sessions: rows, users } = {
        sessions: JSON.stringify(await runSql(service, sql`select * from sessions`)),
        users: JSON.stringify(await runSql(service, sql`select * from users`)),
      }
      for (const secret of [RIGHT, WRONG, SECRET, ...tokens]) {
        assert.ok(!rows.includes(secret))
        assert.ok(!users.includes(secret))
      }
      if (engine === 'sqlite') {
        for (const { variable } of service.databases) {
          for (const suffix of ['', '-wal']) {
            const bytes = readFileSync(`${variable.slice('sqlite:'.length)}${suffix}`)
            for (const secret of [RIGHT, WRONG, SECRET, ...tokens]) {
              assert.ok(!bytes.includes(secret), `${secret} in the database’s file`)
            }
          }
        }
      }
    })
  })
}
