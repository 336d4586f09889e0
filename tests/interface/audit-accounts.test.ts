// GET /api/v1/audit/accounts: the accounts that audit events name.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loginFailed } from '../../src/audit/events.ts'
import { isoTime } from '../../src/iso-time.ts'
import { ENGINES } from '../support/databases.ts'
import { eventsOf, from, sharedService, WRONG, writtenEvents } from '../support/observe.ts'
import type { TestService } from '../support/service.ts'
import { watchVerifications } from '../support/verifications.ts'
import { until } from '../support/waiting.ts'

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
      service().clock.advance(60)
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
          logins_succeeded: 2,
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
