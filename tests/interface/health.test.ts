// GET /healthz and /readyz: outside the gate, and true.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { DatabaseUnavailable } from '../../src/db/faults.ts'
import { readiness } from '../../src/readiness.ts'
import { readSettings } from '../../src/settings.ts'
import { createTestLog } from '../support/log.ts'
import { sharedService } from '../support/observe.ts'
import { until } from '../support/waiting.ts'

describe('/healthz and /readyz', () => {
  const service = sharedService({ store: 'auth' })

  it('say { ok: true } to anybody while all is well', async () => {
    for (const url of ['/healthz', '/readyz']) {
      const response = await service().get(url)
      assert.equal(response.status, 200)
      assert.equal(response.body, '{"ok":true}')
    }
  })

  for (const name of ['main', 'identityDatabase'] as const) {
    it(`differ while the ${name} does not answer: the process lives and is not ready`, async (t) => {
      t.mock.method(service().stores[name], 'ping', async () => {
        throw new DatabaseUnavailable('away')
      })
      const ready = await service().get('/readyz')
      assert.deepEqual([ready.status, ready.headers['retry-after']], [503, '5'])
      const { detail } = ready.json() as { detail: string }
      assert.match(detail, new RegExp(name === 'main' ? 'main$' : 'identity$'))
      assert.equal((await service().get('/healthz')).status, 200)
      t.mock.restoreAll()
      assert.equal((await service().get('/readyz')).status, 200)
    })
  }

  it('have the log say once why a database does not answer, and once that it does again', async (t) => {
    const since = service().logged.lines.length
    t.mock.method(service().stores.main, 'ping', async () => {
      throw new DatabaseUnavailable('its file was moved')
    })
    for (let asked = 0; asked < 3; asked += 1) await service().get('/readyz')
    t.mock.restoreAll()
    for (let asked = 0; asked < 3; asked += 1) await service().get('/readyz')
    const noted = service()
      .logged.lines.slice(since)
      .filter(({ msg }) => /ready/.test(String(msg)))
      .map(({ level, database, err }) => [level, database, (err as Error | undefined)?.message])
    assert.deepEqual(noted, [
      [40, 'main', 'its file was moved'],
      [30, 'main', undefined],
    ])
  })

  it('name the audit trail while only writing fails, and stay ready', async (t) => {
    t.mock.method(service().stores.events, 'append', async () => {
      throw new DatabaseUnavailable('database or disk is full')
    })
    await service().signIn('nobody')
    const parts = async () => {
      const answer = await service().get('/readyz')
      assert.equal(answer.status, 200)
      return (answer.json() as { parts?: Record<string, string> }).parts
    }
    await until(async () => Object.keys((await parts()) ?? {}).join() === 'audit', 'it is named')
    t.mock.restoreAll()
    service().clock.advance(5)
    await until(async () => (await parts()) === undefined, 'the events are written')
  })

  it('name what waits to be delivered while it cannot be read, which is then counted as nothing', async () => {
    const pending = () => service().metric('delivery_messenger_pending')
    assert.equal(await pending(), 0)
    const { query } = service().stores.main
    await sql`alter table deliveries rename to away`.execute(query)
    service().clock.advance(20)
    await until(async () => Number.isNaN(await pending()), 'nobody knows')
    const { parts } = (await service().get('/readyz')).json() as { parts?: object }
    assert.deepEqual(Object.keys(parts ?? {}), ['delivery_messenger'])
    assert.equal(await service().metric('degraded_parts'), 1)
    await sql`alter table away rename to deliveries`.execute(query)
    service().clock.advance(5)
    await until(async () => (await pending()) === 0, 'it is read again')
    assert.equal((await service().get('/readyz')).body, '{"ok":true}')
  })

  it('give up on a database that hangs', async (t) => {
    await service().tasksAtRest()
    t.mock.method(service().stores.main, 'ping', () => new Promise<void>(() => {}))
    const sleeping = service().clock.sleeping
    const answer = service().get('/readyz')
    await until(() => service().clock.sleeping > sleeping, 'the check waits')
    service().clock.advance(2)
    assert.equal((await answer).status, 503)
  })

  it('look at a database once for all who ask meanwhile', async (t) => {
    const { stores, clock } = service()
    const { mock } = t.mock.method(stores.identityDatabase, 'ping')
    const settings = readSettings({})
    const unusable = readiness({ settings, stores, clock, log: createTestLog().log })
    assert.deepEqual(await Promise.all([unusable(), unusable(), unusable()]), [[], [], []])
    assert.equal(mock.callCount(), 1)
    await unusable()
    assert.equal(mock.callCount(), 2)
  })
})

for (const [store, name] of [
  ['tradein', 'main'],
  ['auth', 'identity'],
] as const) {
  describe(`/readyz, with sessions in the ${name} database`, () => {
    const service = sharedService({ store })

    it('tells that nobody could come in, and in the log why, after an outage too', async (t) => {
      t.mock.method(service().stores.identityDatabase, 'ping', async () => {
        throw new DatabaseUnavailable('away')
      })
      await service().get('/readyz')
      t.mock.restoreAll()
      const { query } = service().stores.identityDatabase
      await sql`alter table sessions rename to away`.execute(query)
      const answer = await service().get('/readyz')
      await sql`alter table away rename to sessions`.execute(query)
      assert.equal(answer.status, 503)
      const { detail } = answer.json() as { detail: string }
      assert.match(detail, new RegExp(`не находит сессий .*: ${name}$`))
      const why = service()
        .logged.lines.filter(({ msg }) => /^not ready/.test(String(msg)))
        .map(({ err }) => (err as Error).message)
      assert.deepEqual([why.length, why[0]], [2, 'away'])
      assert.match(why[1] ?? '', /sessions/)
      assert.equal((await service().get('/readyz')).status, 200)
    })
  })
}
