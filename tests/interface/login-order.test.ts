// The order of a login's checks: which comes before which, and what a refused one never touches.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import {
  eventsOf,
  from,
  loginsCounted,
  runSql,
  sharedService,
  statements,
  TOO_MANY_LOGINS,
  WRONG,
  WRONG_CREDENTIALS,
} from '../support/observe.ts'
import { PASSWORD, startTestService } from '../support/service.ts'
import { watchVerifications } from '../support/verifications.ts'
import { until } from '../support/waiting.ts'

const TOKEN = /^__Host-tradein_session=[A-Za-z0-9_-]{43}$/

describe('the order of a login’s checks', () => {
  const shared = sharedService({
    settings: { LOGIN_PASSWORD_VERIFY_WORKERS: '2', LOGIN_RATE_LIMIT: '2' },
  })

  it('refuses a spent pair before it looks at the slots', async () => {
    const service = shared()
    await service.addUser('first')
    await service.signIn('first', PASSWORD, from('203.0.113.1'))
    using verifications = watchVerifications()
    verifications.hold()
    const held = service.signIn('first', PASSWORD, from('203.0.113.1'))
    await until(() => verifications.begun === 1, 'the verification is under way')
    const before = await statements(service)
    // The same pair again: its budget is spent and its address holds its whole share of slots.
    const response = await service.signIn('first', PASSWORD, from('203.0.113.1'))
    assert.equal(response.status, 429)
    assert.equal(response.headers['retry-after'], '301')
    assert.deepEqual(response.json(), TOO_MANY_LOGINS)
    assert.equal(await statements(service), before)
    verifications.release()
    assert.equal((await held).status, 200)
    assert.deepEqual(
      (await eventsOf(service, '')).map((event) => event.event_type),
      [],
      'a pair refusal is no saturation',
    )
  })

  it('spends the pair’s budget on a request that then meets the saturation gate', async () => {
    const service = shared()
    using verifications = watchVerifications()
    verifications.hold()
    const held = service.signIn('x', WRONG, from('203.0.113.2'))
    await until(() => verifications.begun === 1, 'the verification is under way')
    const saturated = await service.signIn('y', WRONG, from('203.0.113.2'))
    assert.equal(saturated.headers['retry-after'], '1')
    verifications.release()
    await held
    assert.equal((await service.signIn('y', WRONG, from('203.0.113.2'))).status, 401)
    const spent = await service.signIn('y', WRONG, from('203.0.113.2'))
    assert.equal(spent.status, 429)
    assert.equal(spent.headers['retry-after'], '301')
  })

  it('fails like a wrong password when the password was changed while it was verified', async () => {
    const service = shared()
    await service.addUser('changing')
    using verifications = watchVerifications()
    verifications.hold()
    const held = service.signIn('changing', PASSWORD, from('203.0.113.9'))
    await until(() => verifications.begun === 1, 'the verification is under way')
    const { registry } = service.stores.identity
    assert.ok(await registry.setPasswordHash('changing', 'the hash of another password'))
    verifications.release()
    const response = await held
    assert.equal(response.status, 401)
    assert.deepEqual(response.json(), WRONG_CREDENTIALS)
    assert.equal(response.headers['set-cookie'], undefined)
    assert.deepEqual(
      (await eventsOf(service, 'changing')).map((event) => event.event_type),
      ['login_failed'],
    )
  })

  it('never reads the registry when verification is saturated', async (t) => {
    const service = shared()
    await service.addUser('known')
    const lookUps = t.mock.method(service.stores.identity.registry, 'findForLogin')
    using verifications = watchVerifications()
    verifications.hold()
    const held = [
      service.signIn('a', WRONG, from('203.0.113.3')),
      service.signIn('b', WRONG, from('203.0.113.4')),
    ]
    await until(() => verifications.begun === 2, 'both slots are taken')
    assert.equal(await service.metric('login_verify_slots_in_use'), 2)
    assert.equal(lookUps.mock.callCount(), 2)
    const before = await service.metric('database_statements_total{database="main"}')
    for (const username of ['known', 'unknown', '']) {
      const response = await service.signIn(username, PASSWORD, from('203.0.113.5'))
      assert.equal(response.status, 429)
    }
    assert.equal(lookUps.mock.callCount(), 2)
    // The aggregate record of the rejections is all that is written.
    assert.ok((await statements(service)) <= before + 1)
    assert.equal(verifications.begun, 2)
    verifications.release()
    await Promise.all(held)
  })

  it('takes the slot before the registry is read and keeps it until the hash is computed', async (t) => {
    const service = shared()
    const { registry } = service.stores.identity
    const lookUp = Promise.withResolvers<undefined>()
    t.mock.method(registry, 'findForLogin', () => lookUp.promise)
    using verifications = watchVerifications()
    verifications.hold()
    const held = service.signIn('slow', WRONG, from('203.0.113.6'))
    await until(
      async () => (await service.metric('login_verify_slots_in_use')) === 1,
      'the slot is taken',
    )
    assert.equal(verifications.begun, 0)
    assert.equal((await service.signIn('other', WRONG, from('203.0.113.6'))).status, 429)
    lookUp.resolve(undefined)
    await until(() => verifications.begun === 1, 'the verification is under way')
    assert.equal((await service.signIn('other', WRONG, from('203.0.113.6'))).status, 429)
    verifications.release()
    assert.equal((await held).status, 401)
    assert.equal(await service.metric('login_verify_slots_in_use'), 0)
  })

  it('gives the slot back when the look-up fails', async (t) => {
    const service = shared()
    const { registry } = service.stores.identity
    const lookUps = t.mock.method(registry, 'findForLogin', async () => {
      throw new Error('no such column')
    })
    const response = await service.signIn('anyone')
    assert.equal(response.status, 500)
    assert.deepEqual(response.json(), { detail: 'внутренняя ошибка сервиса' })
    assert.equal(await service.metric('login_verify_slots_in_use'), 0)
    lookUps.mock.restore()
    assert.equal((await service.signIn('anyone')).status, 401)
  })

  it('verifies exactly once, against the user’s hash or else the dummy', async () => {
    const service = shared()
    await service.addUser('hashed')
    await service.addUser('hashless', { password: null })
    const [row] = await runSql(
      service,
      sql`select password_hash from users where username = 'hashed'`,
    )
    using verifications = watchVerifications()
    for (const [username, password] of [
      ['hashed', PASSWORD],
      ['hashed', WRONG],
      ['hashless', PASSWORD],
      ['nobody', PASSWORD],
      ['somebody', WRONG],
    ] as const) {
      await service.signIn(username, password)
    }
    const [right, wrong, hashless, nobody, somebody] = verifications.against
    assert.equal(verifications.begun, 5)
    assert.equal(right, row?.password_hash)
    assert.equal(wrong, row?.password_hash)
    assert.equal(hashless, nobody)
    assert.equal(nobody, somebody)
    assert.notEqual(nobody, row?.password_hash)
    assert.match(nobody ?? '', /^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
  })

  it('makes its dummy hash anew at each start', async () => {
    const dummies: (string | undefined)[] = []
    for (const _start of [1, 2]) {
      await using service = await startTestService()
      using verifications = watchVerifications()
      await service.signIn('nobody')
      dummies.push(verifications.against[0])
    }
    assert.notEqual(dummies[0], dummies[1])
  })

  it('ends the carried session only after the new one exists', async (t) => {
    const service = shared()
    await service.addUser('replacing')
    const carried = await service.cookieOf('replacing')
    const { sessions } = service.stores.identity
    const order: string[] = []
    const { create, revoke } = sessions
    t.mock.method(sessions, 'create', async (...args: Parameters<typeof create>) => {
      const token = await create(...args)
      order.push('created')
      return token
    })
    t.mock.method(sessions, 'revoke', async (...args: Parameters<typeof revoke>) => {
      order.push('ended')
      return revoke(...args)
    })
    await service.signIn('replacing', PASSWORD, { headers: { cookie: carried } })
    assert.deepEqual(order, ['created', 'ended'])
  })

  it('succeeds although the carried session cannot be ended', async (t) => {
    const service = shared()
    await service.addUser('staying')
    const cookie = await service.cookieOf('staying')
    t.mock.method(service.stores.identity.sessions, 'revoke', async () => {
      throw new Error('database is locked')
    })
    const response = await service.signIn('staying', PASSWORD, { headers: { cookie } })
    assert.equal(response.status, 200)
    assert.match(String(response.headers['set-cookie']).split(';')[0] ?? '', TOKEN)
  })

  it('never resolves the session that a login or a logout carries', async (t) => {
    const service = shared()
    await service.addUser('carrier')
    const cookie = await service.cookieOf('carrier')
    const resolved = t.mock.method(service.stores.identity.sessions, 'resolve')
    await service.signIn('carrier', PASSWORD, { headers: { cookie } })
    await service.app.inject({ method: 'POST', url: '/api/v1/auth/logout', headers: { cookie } })
    assert.equal(resolved.mock.callCount(), 0)
  })

  it('counts nothing and writes no event when the session cannot be made', async (t) => {
    const service = shared()
    await service.addUser('unlucky')
    const counted = await loginsCounted(service)
    t.mock.method(service.stores.identity.sessions, 'create', async () => {
      throw new Error('disk full')
    })
    const response = await service.signIn('unlucky')
    assert.equal(response.status, 500)
    assert.equal(response.headers['set-cookie'], undefined)
    assert.deepEqual(await loginsCounted(service), counted)
    assert.deepEqual(await eventsOf(service, 'unlucky'), [])
  })
})
