// The access state: looked at only after the password was proven, and closed by default.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { ACCESS_STATES, ROLES } from '../../src/identity/user.ts'
import { ENGINES } from '../support/databases.ts'
import {
  eventsOf,
  loginsCounted,
  runSql,
  sessionRows,
  sharedService,
  statements,
  visible,
  WRONG,
  WRONG_CREDENTIALS,
} from '../support/observe.ts'
import { PASSWORD } from '../support/service.ts'
import { watchVerifications } from '../support/verifications.ts'

const EXPIRED = { detail: { code: 'access_expired', message: 'Пробный доступ закончился' } }

for (const engine of ENGINES) {
  describe(`a user whose trial has expired, on ${engine}`, () => {
    const service = sharedService(
      { engine, store: 'auth', settings: { LOGIN_RATE_LIMIT: '1000' } },
      async (started) => {
        for (const username of ['expired', 'blocked', 'later']) await started.addUser(username)
        await started.stores.identity.registry.setAccessState('expired', 'trial_expired')
      },
    )

    it('is told so with the right password, and gets no session', async () => {
      using verifications = watchVerifications()
      const before = await statements(service())
      const counted = await loginsCounted(service())
      const response = await service().signIn('expired', PASSWORD, {
        headers: { 'user-agent': 'Safari/26', 'x-forwarded-for': '2001:db8::5' },
      })
      assert.equal(response.status, 403)
      assert.deepEqual(response.json(), EXPIRED)
      assert.equal(response.headers['set-cookie'], undefined)
      assert.equal(response.headers['retry-after'], undefined)
      assert.equal(verifications.begun, 1)
      assert.equal(await statements(service()), before + 2)
      assert.deepEqual(await loginsCounted(service()), counted)
      assert.deepEqual(await sessionRows(service()), [])
      assert.deepEqual(await eventsOf(service(), 'expired'), [
        {
          event_type: 'login_blocked_expired',
          username: 'expired',
          ip: '2001:db8::5',
          user_agent: 'Safari/26',
          path: '/api/v1/auth/login',
          method: 'POST',
          payload: {},
        },
      ])
    })

    it('spends no failure by it', async () => {
      await service().signIn('expired', WRONG)
      assert.deepEqual((await eventsOf(service(), 'expired')).at(-1)?.payload, {
        username_fails_in_window: 1,
        throttle_delay_s: 0,
      })
    })

    it('is not told so with a wrong password', async () => {
      const response = await service().signIn('expired', WRONG)
      assert.equal(response.status, 401)
      assert.deepEqual(response.json(), WRONG_CREDENTIALS)
      assert.deepEqual(visible(response), visible(await service().signIn('nobody', WRONG)))
      assert.equal((await eventsOf(service(), 'expired')).at(-1)?.event_type, 'login_failed')
    })

    it('without a hash is nobody', async () => {
      await service().addUser('hashless', { password: null })
      await service().stores.identity.registry.setAccessState('hashless', 'trial_expired')
      assert.equal((await service().signIn('hashless')).status, 401)
    })

    it('keeps the session whose cookie the attempt carries', async () => {
      const cookie = await service().cookieOf('later')
      const response = await service().signIn('expired', PASSWORD, { headers: { cookie } })
      assert.equal(response.status, 403)
      assert.equal((await service().get('/api/v1/me', cookie)).status, 200)
    })

    it('is told so whatever the role, and no session lets such a user in', async () => {
      await service().addUser('roleless')
      const cookie = await service().cookieOf('roleless')
      await service().stores.identity.registry.setAccessState('roleless', 'trial_expired')
      await runSql(service(), sql`update users set role = null where username = 'roleless'`)
      const response = await service().signIn('roleless')
      assert.equal(response.status, 403)
      assert.deepEqual(response.json(), EXPIRED)
      assert.equal((await service().signIn('roleless', WRONG)).status, 401)
      assert.equal((await service().get('/api/v1/me', cookie)).status, 401)
      await service().stores.identity.registry.setAccessState('roleless', 'active')
      assert.equal((await service().signIn('roleless')).status, 200)
      assert.equal((await service().get('/api/v1/me', cookie)).status, 401)
    })

    it('may not come in, nor stay, in any state but `active`', async () => {
      await service().addUser('changing')
      const { registry } = service().stores.identity
      for (const state of ACCESS_STATES) {
        await registry.setAccessState('changing', 'active')
        const cookie = await service().cookieOf('changing')
        await registry.setAccessState('changing', state)
        const isIn = state === 'active'
        const { status } = await service().signIn('changing')
        assert.equal(status, isIn ? 200 : state === 'trial_expired' ? 403 : 401, state)
        assert.equal((await service().get('/api/v1/me', cookie)).status, isIn ? 200 : 401, state)
      }
    })

    it('is out at once, and in again at once with the session still unexpired', async () => {
      const { registry } = service().stores.identity
      const cookie = await service().cookieOf('blocked')
      for (const state of ['trial_expired', 'disabled'] as const) {
        await registry.setAccessState('blocked', state)
        const response = await service().get('/api/v1/me', cookie)
        assert.equal(response.status, 401)
        assert.deepEqual(response.json(), { detail: 'требуется вход' })
        await registry.setAccessState('blocked', 'active')
        assert.equal((await service().get('/api/v1/me', cookie)).status, 200)
      }
    })
  })

  describe(`the registry tradein on ${engine}`, () => {
    const service = sharedService({ engine })

    it('cannot hold trial_expired', async () => {
      await service().addUser('anna')
      await assert.rejects(
        async () => service().stores.identity.registry.setAccessState('anna', 'trial_expired'),
        RangeError,
      )
      assert.equal((await service().signIn('anna')).status, 200)
    })

    it('lets nobody past the gate whose role is unknown, though they may sign in', async () => {
      await service().addUser('vera')
      const cookie = await service().cookieOf('vera')
      for (const role of [sql`'superuser'`, sql`'Admin'`, sql`''`, sql`null`]) {
        await runSql(service(), sql`update users set role = ${role} where username = 'vera'`)
        assert.equal((await service().get('/api/v1/me', cookie)).status, 401)
        const another = await service().cookieOf('vera')
        assert.equal((await service().get('/api/v1/me', another)).status, 401)
      }
      await runSql(service(), sql`update users set role = 'manager' where username = 'vera'`)
      assert.equal((await service().get('/api/v1/me', cookie)).status, 200)
    })

    it('warns of a role that it does not recognise, and of no known one', async () => {
      await service().addUser('dina')
      const warnings = () =>
        service().logged.lines.filter((line) => line.level === 40 && line.username === 'dina')
      for (const role of ROLES) {
        await runSql(service(), sql`update users set role = ${role} where username = 'dina'`)
        assert.equal((await service().signIn('dina')).status, 200)
      }
      assert.deepEqual(warnings(), [])
      await runSql(service(), sql`update users set role = 'superuser' where username = 'dina'`)
      const cookie = await service().cookieOf('dina')
      assert.deepEqual(warnings(), [])
      await service().get('/api/v1/me', cookie)
      assert.deepEqual(
        warnings().map(({ what }) => what),
        ['unrecognised role'],
      )
    })

    it('warns of a state that it does not recognise, and of no known one', async () => {
      await service().addUser('gleb')
      const warnings = () =>
        service().logged.lines.filter((line) => line.level === 40 && line.username === 'gleb')
      await service().signIn('gleb')
      await service().stores.identity.registry.setAccessState('gleb', 'disabled')
      await service().signIn('gleb')
      assert.equal(warnings().length, 0)
      await runSql(service(), sql`update users set is_active = null where username = 'gleb'`)
      await service().signIn('gleb', 'wrong')
      assert.equal(warnings().length, 0)
      await service().signIn('gleb')
      assert.equal(warnings().length, 1)
      assert.match(String(warnings()[0]?.what), /is_active of type null/)
    })
  })

  describe(`the registry auth on ${engine}`, () => {
    const service = sharedService({ engine, store: 'auth' })

    it('admits ASCII names of 64 characters at most', async () => {
      const insert = (username: string) =>
        runSql(
          service(),
          sql`insert into users (user_id, username, access_state, role)
              values ('00000000-0000-4000-8000-000000000000', ${username}, 'active', 'employee')`,
        )
      await assert.rejects(insert('жанна'))
      await assert.rejects(insert('a'.repeat(65)))
      await insert('a'.repeat(64))
      assert.equal((await service().signIn('жанна')).status, 401)
    })

    it('keeps users and sessions apart from the main database', async () => {
      await service().addUser('anna')
      await service().cookieOf('anna')
      const { main } = service().stores
      const users = await main.query.selectFrom('users').select('username').execute()
      const sessions = await main.query.selectFrom('sessions').select('ip').execute()
      assert.deepEqual(users, [])
      assert.deepEqual(sessions, [])
      assert.equal((await sessionRows(service())).length, 1)
      assert.equal((await eventsOf(service(), 'anna')).length, 1)
    })
  })
}

describe('the registry tradein on sqlite, whose columns take anything', () => {
  const service = sharedService()

  it('signs nobody in by an is_active of trial_expired', async () => {
    await service().addUser('boris')
    await runSql(
      service(),
      sql`update users set is_active = 'trial_expired' where username = 'boris'`,
    )
    const response = await service().signIn('boris')
    assert.equal(response.status, 401)
    assert.deepEqual(response.json(), WRONG_CREDENTIALS)
  })
})
