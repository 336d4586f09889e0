// An embedded database that another process keeps locked. Real time: what is proven is how long a
// caller waits.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe } from 'node:test'
import { systemClock } from '../../src/clock.ts'
import { writtenEvents } from '../support/observe.ts'
import { startTestService } from '../support/service.ts'
import { pause, timed, until } from '../support/waiting.ts'
import { testWith } from './own-service.ts'
import { assertUnavailable, DELETED_COOKIE, PATIENCE_MS, SLACK_MS } from './unavailable.ts'

/** A service, a session, and another connection that can hold the write lock. */
async function startLockable() {
  const service = await startTestService({
    clock: systemClock,
    settings: { LOGIN_PASSWORD_VERIFY_WORKERS: '8' },
  })
  await service.addUser('иван')
  const cookie = await service.cookieOf('иван')
  await until(async () => (await service.events()).length === 1, 'the first event is written')
  const [database] = service.databases
  if (database?.url.engine !== 'sqlite') throw new TypeError('an embedded database is meant')
  const other = new DatabaseSync(database.url.file)
  return {
    service,
    cookie,
    lock: () => other.exec('begin immediate'),
    unlock: () => other.exec('rollback'),
    async [Symbol.asyncDispose]() {
      other.close()
      await service[Symbol.asyncDispose]()
    },
  }
}
const test = testWith(startLockable)

describe('an embedded database that another process has locked', { concurrency: 4 }, () => {
  test('goes on reading, and lets a write wait without holding the event loop', async (locked) => {
    locked.lock()
    const { service, cookie } = locked
    let longestGapMs = 0
    let lastMs = performance.now()
    const watch = setInterval(() => {
      const nowMs = performance.now()
      longestGapMs = Math.max(longestGapMs, nowMs - lastMs)
      lastMs = nowMs
    }, 10)
    const waiting = timed(service.signIn('иван'))
    await pause(300)
    assert.equal((await service.get('/api/v1/me', cookie)).status, 200)
    assert.equal((await service.get('/readyz')).status, 200)
    assert.equal((await service.signIn('иван', 'неверный')).status, 401)
    await pause(2_200)
    locked.unlock()
    const { took, result } = await waiting
    clearInterval(watch)
    assert.equal(result.status, 200)
    assert.ok(took > 2_400, `answered after ${took} ms, though the lock was held longer`)
    assert.ok(longestGapMs < 2_000, `the event loop stood still for ${longestGapMs} ms`)
  })

  test('lets a write wait for as long as the answer can be in time', async (locked) => {
    locked.lock()
    const waiting = timed(locked.service.signIn('иван'))
    await pause(3_000)
    locked.unlock()
    const { took, result } = await waiting
    assert.equal(result.status, 200)
    assert.ok(took > 2_700, `answered after ${took} ms, though the lock was held longer`)
  })

  test('lets no read wait for a write, and no transaction wait longer than its own limit', async (locked) => {
    locked.lock()
    const { service, cookie } = locked
    const messages = Array.from({ length: 4 }, () =>
      timed(service.post('/api/v1/support/messages', { text: 'Здравствуйте' }, { cookie })),
    )
    await pause(300)
    const read = await timed(service.get('/api/v1/leads', cookie))
    assert.equal(read.result.status, 200)
    assert.ok(read.took < 2_000, `a list was answered after ${read.took} ms`)
    for (const { took, result } of await Promise.all(messages)) {
      assertUnavailable(result)
      assert.ok(took < PATIENCE_MS + SLACK_MS, `a message was answered after ${took} ms`)
    }
    locked.unlock()
    const again = await service.post('/api/v1/support/messages', { text: 'Ещё раз' }, { cookie })
    assert.equal(again.status, 202)
  })

  test('answers 503 within 5 s to every write of a long lock, and recovers by itself', async (locked) => {
    locked.lock()
    const { service, cookie } = locked
    const failing = await service.signIn('иван', 'неверный')
    assert.equal(failing.status, 401)
    const logins = Array.from({ length: 6 }, (_, index) =>
      timed(service.signIn('иван', undefined, { remoteAddress: `127.0.1.${index}` })),
    )
    const logout = timed(
      service.app.inject({ method: 'POST', url: '/api/v1/auth/logout', headers: { cookie } }),
    )
    for (const { took, result } of await Promise.all(logins)) {
      assertUnavailable(result)
      assert.ok(took < PATIENCE_MS + SLACK_MS, `a login was answered after ${took} ms`)
    }
    const loggedOut = await logout
    assert.equal(loggedOut.result.statusCode, 503)
    assert.match(String(loggedOut.result.headers['set-cookie']), DELETED_COOKIE)
    assert.ok(loggedOut.took < PATIENCE_MS + SLACK_MS, `logout after ${loggedOut.took} ms`)
    assert.equal(await service.metric('login_verify_slots_in_use'), 0)

    locked.unlock()
    const again = await timed(service.signIn('иван'))
    assert.equal(again.result.status, 200)
    assert.ok(again.took < 2_000, `signing in again took ${again.took} ms`)
    assert.deepEqual(
      (await writtenEvents(service)).map((event) => event.event_type),
      ['login_success', 'login_failed', 'login_success'],
    )
  })
})
