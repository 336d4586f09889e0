// Audit events as rows.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loginSuccess } from '../../src/audit/events.ts'
import { DatabaseUnavailable } from '../../src/db/faults.ts'
import { isoTime } from '../../src/iso-time.ts'
import { ENGINES } from '../support/databases.ts'
import { eventsOf, sharedService, WRONG, writtenEvents } from '../support/observe.ts'
import { PASSWORD, startTestService } from '../support/service.ts'
import { exchange, loginRequest, urlOf } from '../support/sockets.ts'
import { pause, until } from '../support/waiting.ts'

for (const engine of ENGINES) {
  describe(`audit events on ${engine}`, () => {
    const service = sharedService({ engine, store: 'auth' }, async (started) => {
      await started.addUser('anna')
      await started.addUser('expired')
      await started.stores.identity.registry.setAccessState('expired', 'trial_expired')
    })

    it('are rows of user_events in the main database, every column of them', async () => {
      const options = {
        headers: { 'x-forwarded-for': '2001:db8::1', 'user-agent': 'Opera/120' },
      }
      await service().signIn('anna', PASSWORD, options)
      await service().signIn('anna', WRONG, options)
      await service().signIn('expired', PASSWORD, options)
      await writtenEvents(service())
      const rows = await service()
        .stores.main.query.selectFrom('user_events')
        .selectAll()
        .orderBy('event_id')
        .execute()
      const row = (event_type: string, username: string, payload: object) => ({
        event_type,
        username,
        ip: '2001:db8::1',
        user_agent: 'Opera/120',
        path: '/api/v1/auth/login',
        method: 'POST',
        payload,
      })
      const seen = rows.map(({ event_id: _id, occurred_at, payload, ...rest }) => {
        assert.equal(Date.parse(occurred_at), service().clock.wallMs())
        return { ...rest, payload: typeof payload === 'string' ? JSON.parse(payload) : payload }
      })
      assert.deepEqual(seen, [
        row('login_success', 'anna', {}),
        row('login_failed', 'anna', { username_fails_in_window: 1, throttle_delay_s: 0 }),
        row('login_blocked_expired', 'expired', {}),
      ])
    })

    it('have a NULL user agent where the request has none', async () => {
      // Over a real connection: an injected request always has one.
      await exchange(await urlOf(service()), loginRequest('silent', WRONG))
      const [event] = await eventsOf(service(), 'silent')
      assert.ok(event)
      assert.equal(event.user_agent, null)
    })

    it('keep 512 whole characters of a user agent', async () => {
      const sent = (text: string) => Buffer.from(text, 'utf8').toString('latin1')
      const keptOf = async (text: string) => {
        await service().signIn('emoji', WRONG, { headers: { 'user-agent': sent(text) } })
        return (await eventsOf(service(), 'emoji')).at(-1)?.user_agent
      }
      assert.equal(await keptOf(`a${'🦊'.repeat(600)}`), `a${'🦊'.repeat(511)}`)
      assert.equal(await keptOf('🦊'.repeat(512)), '🦊'.repeat(512))
      await service().signIn('agent', WRONG, { headers: { 'user-agent': 'ü'.repeat(600) } })
      const [event] = await eventsOf(service(), 'agent')
      assert.equal(event?.user_agent?.length, 512)
    })

    it('read a user agent as UTF-8, and as Latin-1 where it is none', async () => {
      const bytes = Buffer.from('обозреватель/1', 'utf8').toString('latin1')
      for (const [sent, kept] of [
        [bytes, 'обозреватель/1'],
        ['caf\u00e9/1', 'café/1'],
      ] as const) {
        await service().signIn('reader', WRONG, { headers: { 'user-agent': sent } })
        assert.equal((await eventsOf(service(), 'reader')).at(-1)?.user_agent, kept)
      }
    })

    it('write U+0000 as U+2400 and an unpaired surrogate as U+FFFD, and are found by the name as sent', async () => {
      await service().signIn('n\0l\0', WRONG)
      await service().signIn('h\ud83dx\ude00', WRONG)
      await service().signIn('😀', WRONG)
      const names = (await writtenEvents(service())).slice(-3).map(({ username }) => username)
      assert.deepEqual(names, ['n\u2400l\u2400', 'h\ufffdx\ufffd', '😀'])
      for (const username of ['n\0l\0', 'h\ud83dx\ude00']) {
        assert.equal((await service().stores.events.list({ username, limit: 10 })).length, 1)
      }
    })

    it('hold quotes, backslashes and SQL as they were sent', async () => {
      for (const username of [`'; drop table users; --`, '"\\\\"', '%_', '$1', '\n\t\u2028']) {
        await service().signIn(username, WRONG)
        assert.equal((await eventsOf(service(), username)).length, 1, username)
      }
      assert.equal((await service().signIn('anna')).status, 200)
    })

    it('are listed from a time on, that time included, newest first', async () => {
      const { events } = service().stores
      const attempter = { username: 'timed', ip: '192.0.2.1', userAgent: null }
      const at = (ms: number) => isoTime(Date.UTC(2025, 0, 1) + ms)
      await events.append(
        [-1, 0, 1].map((ms) => ({ ...loginSuccess(attempter), occurredAt: at(ms) })),
      )
      const listed = await events.list({ username: 'timed', since: at(0), limit: 10 })
      assert.deepEqual(
        listed.map(({ occurredAt }) => occurredAt),
        [at(1), at(0)],
      )
    })

    it('are listed beside one whose payload another program wrote as it liked', async () => {
      const [stored, kept] = engine === 'sqlite' ? ['{cut', '{cut'] : ['"a text"', 'a text']
      const { events, main } = service().stores
      const attempter = { username: 'imported', ip: '192.0.2.1', userAgent: null }
      await events.append([{ ...loginSuccess(attempter), occurredAt: isoTime(0) }])
      const username = attempter.username
      await main.query
        .updateTable('user_events')
        .set({ payload: stored })
        .where('username', '=', username)
        .execute()
      await events.append([{ ...loginSuccess(attempter), occurredAt: isoTime(1) }])
      const listed = await events.list({ username, limit: 10 })
      assert.deepEqual(
        listed.map(({ payload }) => payload),
        [{}, kept],
      )
    })

    it('are written without keeping the answer, and wait while they cannot be', async (t) => {
      const { events } = service().stores
      const { append } = events
      let refusals = 0
      t.mock.method(events, 'append', async (...args: Parameters<typeof append>) => {
        refusals += 1
        if (refusals === 1) throw new DatabaseUnavailable('away')
        return append(...args)
      })
      await writtenEvents(service())
      const sleeping = service().clock.sleeping
      assert.equal((await service().signIn('patient', WRONG)).status, 401)
      await until(() => service().clock.sleeping > sleeping, 'the writer waits to retry')
      assert.equal(await service().metric('audit_queue_length'), 1)
      service().clock.advance(1)
      assert.equal((await eventsOf(service(), 'patient')).length, 1)
    })
  })
}

describe('a stop', () => {
  it('writes out the events of logins that were answered just before', async (t) => {
    await using service = await startTestService()
    const { events } = service.stores
    const gate = Promise.withResolvers<void>()
    const { append } = events
    t.mock.method(events, 'append', async (...args: Parameters<typeof append>) => {
      await gate.promise
      return append(...args)
    })
    for (let index = 0; index < 20; index += 1) await service.signIn(`late-${index}`, WRONG)
    assert.equal(await service.metric('audit_queue_length'), 20)
    const stopped = service.stop()
    // Long enough for a stop that does not wait to have closed the database.
    await pause(200)
    gate.resolve()
    await stopped
    await using again = await startTestService({
      settings: { DATABASE_URL: service.databases[0]?.variable ?? '' },
    })
    assert.equal((await again.events()).length, 20)
  })
})
