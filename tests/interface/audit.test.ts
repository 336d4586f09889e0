// Audit events as rows, and GET /api/v1/audit/accounts over them.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { loginFailed, loginSuccess } from '../../src/audit/events.ts'
import { isoTime } from '../../src/clock.ts'
import { DatabaseUnavailable } from '../../src/db/faults.ts'
import { ENGINES } from '../support/databases.ts'
import { eventsOf, from, sharedService, WRONG, writtenEvents } from '../support/observe.ts'
import { PASSWORD, startTestService, type TestService } from '../support/service.ts'
import { exchange, listen, loginRequest } from '../support/sockets.ts'
import { watchVerifications } from '../support/verifications.ts'
import { pause, until } from '../support/waiting.ts'

interface Accounts {
  readonly items: readonly Record<string, unknown>[]
  readonly next: string | null
}

async function accounts(service: TestService, cookie: string, query = ''): Promise<Accounts> {
  const response = await service.get(`/api/v1/audit/accounts${query}`, cookie)
  assert.equal(response.status, 200, response.body)
  return response.json() as Accounts
}

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
      await exchange(await listen(service()), loginRequest('silent', WRONG))
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

  describe(`GET /api/v1/audit/accounts on ${engine}`, () => {
    let admin = ''
    const service = sharedService(
      { engine, settings: { LOGIN_RATE_LIMIT: '1000' } },
      async (started) => {
        await started.addUser('root', { role: 'admin' })
        await started.addUser('boss', { role: 'manager' })
        await started.addUser('anna')
        admin = await started.cookieOf('root')
      },
    )

    it('is for admins alone', async () => {
      const path = '/api/v1/audit/accounts'
      assert.equal((await service().get(path)).status, 401)
      for (const username of ['boss', 'anna']) {
        const response = await service().get(path, await service().cookieOf(username))
        assert.equal(response.status, 403)
        assert.deepEqual(response.json(), { detail: 'недостаточно прав' })
      }
    })

    it('gives the logins of each account and when they were', async () => {
      service().clock.advance(1000)
      const firstMs = service().clock.wallMs()
      await service().signIn('жанна', WRONG)
      service().clock.advance(10)
      await service().signIn('жанна', WRONG)
      await service().addUser('жанна')
      await service().signIn('жанна')
      const loginMs = service().clock.wallMs()
      service().clock.advance(10)
      await service().signIn('жанна', WRONG)
      await writtenEvents(service())
      const { items } = await accounts(service(), admin)
      assert.deepEqual(
        items.find(({ username }) => username === 'жанна'),
        {
          username: 'жанна',
          first_event_at: new Date(firstMs).toISOString(),
          last_event_at: new Date(loginMs + 10_000).toISOString(),
          last_login_at: new Date(loginMs).toISOString(),
          logins_succeeded: 1,
          logins_failed: 3,
        },
      )
    })

    it('lists names that no account has, with no login', async () => {
      await service().signIn('ghost', WRONG)
      await writtenEvents(service())
      const { items } = await accounts(service(), admin)
      const ghost = items.find(({ username }) => username === 'ghost')
      assert.equal(ghost?.last_login_at, null)
      assert.equal(ghost?.logins_succeeded, 0)
      assert.equal(ghost?.logins_failed, 1)
    })

    it('counts no further than 2,000, and still gives the first and the last', async () => {
      const { events } = service().stores
      const attempter = { username: 'attacked', ip: '192.0.2.1', userAgent: null }
      const failed = loginFailed(attempter, { username_fails_in_window: 1, throttle_delay_s: 0 })
      const at = (number: number) => isoTime(Date.UTC(2025, 0, 1) + number)
      for (let from = 0; from < 2_100; from += 100) {
        await events.append(
          Array.from({ length: 100 }, (_, i) => ({ ...failed, occurredAt: at(from + i) })),
        )
      }
      const { items } = await accounts(service(), admin)
      const attacked = items.find(({ username }) => username === 'attacked')
      assert.equal(attacked?.logins_failed, 2_000)
      assert.equal(attacked?.first_event_at, at(0))
      assert.equal(attacked?.last_event_at, at(2_099))
    })

    it('leaves out the records with an empty username', async () => {
      await service().signIn('', WRONG)
      using verifications = watchVerifications()
      verifications.hold()
      const held = service().signIn('holder', WRONG, from('203.0.113.1'))
      await until(() => verifications.begun === 1, 'the slot is taken')
      assert.equal((await service().signIn('x', WRONG, from('203.0.113.1'))).status, 429)
      verifications.release()
      await held
      const empty = await eventsOf(service(), '')
      assert.deepEqual(empty.map(({ event_type }) => event_type).sort(), [
        'login_failed',
        'login_verify_saturated',
      ])
      const { items } = await accounts(service(), admin)
      assert.ok(items.length > 0)
      assert.ok(items.every(({ username }) => username !== ''))
    })

    it('goes on page by page, each account once and in order', async () => {
      for (let index = 0; index < 7; index += 1) await service().signIn(`page-${index}`, WRONG)
      await writtenEvents(service())
      const all = (await accounts(service(), admin)).items.map(({ username }) => username)
      assert.ok(all.length >= 7)
      const paged: unknown[] = []
      let after = ''
      for (;;) {
        const page = await accounts(service(), admin, `?limit=3&after=${encodeURIComponent(after)}`)
        paged.push(...page.items.map(({ username }) => username))
        if (page.next === null) break
        assert.equal(page.items.length, 3)
        assert.equal(page.next, page.items.at(-1)?.username)
        after = page.next
      }
      assert.deepEqual(paged, all)
      assert.equal(new Set(paged).size, paged.length)
    })

    it('names no next page after the last account, however full its page is', async () => {
      const all = (await accounts(service(), admin)).items
      const full = await accounts(service(), admin, `?limit=${all.length}`)
      assert.deepEqual([full.items.length, full.next], [all.length, null])
      const short = await accounts(service(), admin, `?limit=${all.length - 1}`)
      assert.equal(short.next, all.at(-2)?.username)
    })

    it('takes any text of up to 1,024 characters as the place to go on from, and refuses limits out of range', async () => {
      for (const after of [
        '%00',
        'a%00',
        '%ED%A0%80',
        '😀',
        '%27',
        'zzzz',
        'a'.repeat(1_024),
        'a'.repeat(1_025),
      ]) {
        const query = `?after=${encodeURI(decodeURIComponentSafely(after))}`
        const response = await service().get(`/api/v1/audit/accounts${query}`, admin)
        assert.equal(response.status, after.length > 1_024 ? 422 : 200, after)
      }
      for (const limit of ['0', '-1', '1001', '1.5', 'x', '', '1e999']) {
        const response = await service().get(`/api/v1/audit/accounts?limit=${limit}`, admin)
        assert.equal(response.status, 422, limit)
        const { detail } = response.json() as { detail: string }
        assert.match(detail, /^параметр limit: /)
      }
      assert.equal((await accounts(service(), admin, '?limit=1')).items.length, 1)
      assert.equal((await accounts(service(), admin, '?limit=1000')).next, null)
    })
  })
}

/** Percent-encodings that mean no text are sent as they are. */
function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

describe('a stop', () => {
  it('writes out the audit queue', async (t) => {
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
    const rows = await again.stores.main.query
      .selectFrom('user_events')
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirst()
    assert.equal(Number(rows?.count), 20)
  })
})
