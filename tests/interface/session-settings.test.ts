// What the settings make of sessions: how long they live, and what their tokens are kept under.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { ENGINES } from '../support/databases.ts'
import { sessionRows } from '../support/observe.ts'
import { startTestService, type TestService } from '../support/service.ts'

const HOUR_S = 3600

const me = (service: TestService, cookie?: string) => service.get('/api/v1/me', cookie)

describe('the lifetimes by settings', () => {
  it('have no absolute end where that is 0, and a Max-Age of the idle lifetime', async () => {
    await using service = await startTestService({
      settings: { SESSION_TTL_HOURS: '1', SESSION_ABSOLUTE_TTL_HOURS: '0' },
    })
    await service.addUser('anna')
    const cookie = await service.cookieOf('anna')
    for (let use = 0; use < 30; use += 1) {
      service.clock.advance(HOUR_S - 1)
      const response = await me(service, cookie)
      assert.equal(response.status, 200)
      assert.match(String(response.headers['set-cookie']), /; Max-Age=3600;/)
    }
    service.clock.advance(HOUR_S)
    assert.equal((await me(service, cookie)).status, 401)
  })

  it('end by the absolute one even where that is shorter than the idle one', async () => {
    await using service = await startTestService({
      settings: { SESSION_TTL_HOURS: '10', SESSION_ABSOLUTE_TTL_HOURS: '2' },
    })
    await service.addUser('anna')
    const response = await service.signIn('anna')
    assert.match(String(response.headers['set-cookie']), /; Max-Age=36000;/)
    const cookie = String(response.headers['set-cookie']).split(';')[0] ?? ''
    service.clock.advance(2 * HOUR_S - 0.001)
    const last = await me(service, cookie)
    assert.equal(last.status, 200)
    assert.equal(last.headers['set-cookie'], undefined)
    service.clock.advance(0.001)
    assert.equal((await me(service, cookie)).status, 401)
  })
})

describe('an idle lifetime that was lowered', () => {
  it('holds for a session from its next refresh on, with the cookie set again', async () => {
    await using before = await startTestService({ settings: { SESSION_TTL_HOURS: '168' } })
    const { clock } = before
    const [database] = before.databases
    assert.ok(database)
    await before.addUser('anna')
    const cookie = await before.cookieOf('anna')
    await using after = await startTestService({
      database,
      clock,
      settings: { SESSION_TTL_HOURS: '1' },
    })
    clock.advance(600)
    const response = await me(after, cookie)
    assert.match(String(response.headers['set-cookie']), /; Max-Age=3600;/)
    clock.advance(HOUR_S)
    assert.equal((await me(after, cookie)).status, 401)
  })
})

for (const engine of ENGINES) {
  describe(`a session older than a shorter absolute lifetime, ${engine}`, () => {
    it('is not let in, listed or counted, however far its row says it goes, and is ended with the others', async () => {
      await using before = await startTestService({ engine })
      const { databases, clock } = before
      await before.addUser('anna')
      const old = await before.cookieOf('anna')
      clock.advance(30 * HOUR_S)
      const young = await before.cookieOf('anna')
      const [database] = databases
      assert.ok(database)
      await using after = await startTestService({
        engine,
        database,
        clock,
        settings: { SESSION_ABSOLUTE_TTL_HOURS: '24' },
      })
      const { sessions } = after.stores.identity
      assert.equal((await me(after, old)).status, 401)
      assert.equal((await me(after, young)).status, 200)
      assert.equal((await sessions.listLive('anna', clock.wallMs(), 10)).length, 1)
      assert.equal(await sessions.revokeOf('anna', clock.wallMs()), 1)
      // What was revoked under one setting stays so under another.
      await using again = await startTestService({ engine, database, clock })
      for (const cookie of [old, young]) assert.equal((await me(again, cookie)).status, 401)
    })
  })
}

describe('SESSION_SECRET', () => {
  it('keys the digest, and its change ends every session', async () => {
    await using service = await startTestService({ settings: { SESSION_SECRET: 'first' } })
    const database = service.databases[0]?.variable ?? ''
    await service.addUser('anna')
    const cookie = await service.cookieOf('anna')
    const [row] = await sessionRows(service)
    const token = cookie.slice(cookie.indexOf('=') + 1)
    const keyed = createHmac('sha256', 'first').update(token).digest()
    assert.ok(keyed.equals(row?.token_digest as Uint8Array))
    await using same = await startTestService({
      settings: { SESSION_SECRET: 'first', DATABASE_URL: database },
    })
    assert.equal((await me(same, cookie)).status, 200)
    await using other = await startTestService({
      settings: { SESSION_SECRET: 'second', DATABASE_URL: database },
    })
    assert.equal((await me(other, cookie)).status, 401)
    await using none = await startTestService({ settings: { DATABASE_URL: database } })
    assert.equal((await me(none, cookie)).status, 401)
    assert.equal((await none.signIn('anna')).status, 200)
  })
})
