// PostgreSQL that is stopped, silent or slow, at each step of a sign-in. Real time: what is proven
// is how long a caller waits.
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { systemClock } from '../../src/clock.ts'
import { REFRESH_PATIENCE_S } from '../../src/gate/gate.ts'
import { testServerUrl } from '../support/databases.ts'
import { auditWritten, loginsCounted, writtenEvents } from '../support/observe.ts'
import { query } from '../support/postgres.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { pause, timed, until } from '../support/waiting.ts'
import { startBreakable, WAYS } from './breakable-postgres.ts'
import { testWith } from './own-service.ts'
import { assertUnavailable, DELETED_COOKIE, PATIENCE_MS, SLACK_MS } from './unavailable.ts'

const testOf = (...options: Parameters<typeof startBreakable>) =>
  testWith(() => startBreakable(...options))
const test = testOf()
/** Waits for the refresh of a session until it has failed, however long that takes. */
const patientTest = testOf(
  'main',
  {},
  {
    ...systemClock,
    sleep: (seconds, signal) =>
      systemClock.sleep(seconds === REFRESH_PATIENCE_S ? 20 : seconds, signal),
  },
)
const testOfOneConnection = testOf('main', { DATABASE_POOL_SIZE: '1' })

async function assertSignsInAgain(service: TestService): Promise<void> {
  await until(async () => (await service.signIn('иван')).status === 200, 'sign-in works again')
  await auditWritten(service)
}

/** Text that only this step's statement holds. */
const STEPS = {
  'at the look-up': '"password_hash"',
  'between look-up and session': 'insert into "sessions"',
} as const

describe('PostgreSQL out of reach', { concurrency: 4 }, () => {
  for (const [way, { break: breakWay, mend }] of Object.entries(WAYS)) {
    test(`answers 503 within 5 s, whatever the step of the sign-in, when the server ${way}`, async (broken) => {
      const { service, proxy } = broken
      await service.addUser('иван')
      for (const [step, text] of Object.entries(STEPS)) {
        // On a connection that is new, the whole text of a statement passes.
        await proxy.cut()
        await until(async () => (await service.get('/readyz')).status === 200, 'reachable anew')
        const broke = Promise.withResolvers<void>()
        proxy.onceSent(text, () => broke.resolve(breakWay(proxy)))

        const { took, result } = await timed(service.signIn('иван'))

        assertUnavailable(result)
        assert.ok(took < PATIENCE_MS + SLACK_MS, `${step}: answered after ${took} ms`)
        await broke.promise
        assert.equal(await service.metric('login_verify_slots_in_use'), 0)
        assert.equal(await service.metric('login_failure_counter_keys'), 0)
        assert.deepEqual(await loginsCounted(service), { success: 0, failed: 0 })
        assert.deepEqual(await broken.ask('select 1 from sessions'), [])
        await mend(proxy)
      }
      await assertSignsInAgain(service)
      assert.deepEqual(
        (await service.events()).map((event) => event.event_type),
        ['login_success'],
      )
    })

    test(`signs in, and writes the event once, when the server ${way} at the audit`, async (broken) => {
      const { service, proxy } = broken
      await service.addUser('иван')
      const broke = Promise.withResolvers<void>()
      proxy.onceSent('insert into "user_events"', () => broke.resolve(breakWay(proxy)))
      const cookie = await service.cookieOf('иван')
      await broke.promise
      assert.equal(await service.metric('audit_queue_length'), 1)

      await mend(proxy)
      await auditWritten(service)
      const written = await broken.ask('select event_type from user_events')
      assert.deepEqual(written, [{ event_type: 'login_success' }])
      await until(async () => {
        return (await service.get('/api/v1/me', cookie)).status === 200
      }, 'the session holds')
    })
  }

  test('refuses a gated request with 503 and lets the same session in when it is back', async (broken) => {
    const { service, proxy } = broken
    await service.addUser('иван')
    const cookie = await service.cookieOf('иван')
    await proxy.stop()
    assertUnavailable(await service.get('/api/v1/me', cookie))
    await proxy.start()
    assert.equal((await service.get('/api/v1/me', cookie)).status, 200)
  })

  test('answers 503 while the server takes no connections to the database', async (broken) => {
    const { service, proxy } = broken
    await service.addUser('иван')
    const cookie = await service.cookieOf('иван')
    const allow = (is: boolean) =>
      query(testServerUrl(), `alter database ${broken.databaseName} with allow_connections ${is}`)
    await allow(false)
    await proxy.cut()
    try {
      assertUnavailable(await service.get('/api/v1/me', cookie))
      assertUnavailable(await service.signIn('иван'))
      assert.equal((await service.get('/readyz')).status, 503)
    } finally {
      await allow(true)
    }
    await assertSignsInAgain(service)
  })

  for (const [way, { break: breakWay, mend }] of Object.entries(WAYS).slice(0, 2)) {
    test(`deletes the cookie of a logout though the server ${way}, and answers 503`, async (broken) => {
      const { service, proxy } = broken
      await service.addUser('иван')
      const cookie = await service.cookieOf('иван')
      const logOut = () =>
        service.app.inject({ method: 'POST', url: '/api/v1/auth/logout', headers: { cookie } })
      await breakWay(proxy)
      const { took, result } = await timed(logOut())
      assert.equal(result.statusCode, 503)
      assert.match(String(result.headers['retry-after']), /^[1-9]\d*$/)
      assert.match(String(result.headers['set-cookie']), DELETED_COOKIE)
      assert.ok(took < PATIENCE_MS + SLACK_MS, `answered after ${took} ms`)
      await mend(proxy)
      await until(async () => (await logOut()).statusCode === 200, 'logout works again')
      assert.equal((await service.get('/api/v1/me', cookie)).status, 401)
    })
  }

  patientTest(
    'answers a request whose session refresh fails, and refreshes with the next one',
    async (broken) => {
      const { service, proxy } = broken
      await service.addUser('иван')
      const cookie = await service.cookieOf('иван')
      await broken.ask(`update sessions set last_seen_at = last_seen_at - interval '6 minutes'`)

      proxy.onceSent('update "sessions" set "last_seen_at"', () => void proxy.cut())
      const failed = await service.get('/api/v1/me', cookie)
      assert.equal(failed.status, 200)
      assert.equal(failed.headers['set-cookie'], undefined)
      assert.ok(service.logged.lines.some(({ msg }) => msg === 'session could not be refreshed'))

      const refreshed = await service.get('/api/v1/me', cookie)
      assert.equal(refreshed.status, 200)
      assert.match(String(refreshed.headers['set-cookie']), /Max-Age=604800/)
    },
  )

  test('does not let a request wait for a session refresh that hangs', async (broken) => {
    const { service, proxy } = broken
    await service.addUser('иван')
    const cookie = await service.cookieOf('иван')
    await broken.ask(`update sessions set last_seen_at = last_seen_at - interval '6 minutes'`)
    proxy.onceSent('update "sessions" set "last_seen_at"', () => proxy.freeze())
    const { took, result } = await timed(service.get('/api/v1/me', cookie))
    assert.equal(result.status, 200)
    assert.ok(took < 2_000, `answered after ${took} ms`)
  })

  test('signs in over a slow way, and gives up within 5 s on one that is too slow', async (broken) => {
    const { service, proxy } = broken
    await service.addUser('иван')
    proxy.delayMs = 150
    assert.equal((await service.signIn('иван')).status, 200)
    proxy.delayMs = 10_000
    const { took, result } = await timed(service.signIn('иван'))
    assertUnavailable(result)
    assert.ok(took < PATIENCE_MS + SLACK_MS, `answered after ${took} ms`)
    proxy.delayMs = 0
    await assertSignsInAgain(service)
  })

  test('opens connections on which each message takes 0.8 s', async ({ service, proxy }) => {
    proxy.delayMs = 800
    await proxy.cut()
    await until(async () => (await service.get('/readyz')).status === 200, 'reachable anew')
    proxy.delayMs = 0
  })

  testOfOneConnection(
    'waits for a statement, its connection included, for as long as the answer can be in time',
    async (broken) => {
      const { service } = broken
      await service.addUser('иван')
      const cookie = await service.cookieOf('иван')
      const free = await broken.lock('users')
      const waiting = [
        timed(service.signIn('иван')),
        timed(service.get('/api/v1/me', cookie)),
        timed(service.signIn('никто', undefined, { remoteAddress: '127.0.1.2' })),
      ]
      await pause(2_800)
      await free()
      const answers = await Promise.all(waiting)
      assert.deepEqual(
        answers.map(({ result }) => result.status),
        [200, 200, 401],
      )
      assert.ok(answers.every(({ took }) => took > 2_700))
    },
  )

  testOfOneConnection(
    'answers 503 within 5 s to all who wait for one connection',
    async (broken) => {
      const { service } = broken
      await service.addUser('иван')
      const cookie = await service.cookieOf('иван')
      const free = await broken.lock('users')
      for (const { took, result } of await Promise.all([
        timed(service.signIn('иван')),
        timed(service.get('/api/v1/me', cookie)),
        timed(service.post('/api/v1/support/messages', { text: 'Здравствуйте' }, { cookie })),
      ])) {
        assertUnavailable(result)
        assert.ok(took > 4_000, `answered after ${took} ms`)
        assert.ok(took < PATIENCE_MS + SLACK_MS, `answered after ${took} ms`)
      }
      await free()
      await assertSignsInAgain(service)
    },
  )

  test('answers 503 within 5 s though a transaction has to be given up', async (broken) => {
    const { service } = broken
    await service.addUser('иван')
    const cookie = await service.cookieOf('иван')
    const free = await broken.lock('deliveries')
    const message = service.post('/api/v1/support/messages', { text: 'Здравствуйте' }, { cookie })
    const { took, result } = await timed(message)
    assertUnavailable(result)
    assert.ok(took < PATIENCE_MS + SLACK_MS, `answered after ${took} ms`)
    await free()
    assert.deepEqual(await broken.ask('select from support_messages'), [])
  })

  testOf('main', { LOGIN_PASSWORD_VERIFY_WORKERS: '4' })(
    'keeps answering through a restart of the server under load',
    async (broken) => {
      const { service, proxy } = broken
      await service.addUser('иван')
      const cookie = await service.cookieOf('иван')
      const statuses: number[] = []
      let stopping = false
      const load = Array.from({ length: 4 }, async (_, index) => {
        while (!stopping) {
          const { status } = await (index % 2 === 0
            ? service.signIn('иван', undefined, { remoteAddress: `127.0.1.${index}` })
            : service.get('/api/v1/me', cookie))
          statuses.push(status)
          await pause(20)
        }
      })
      try {
        await pause(100)
        await query(
          testServerUrl(),
          `select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'tradein' and datname = '${broken.databaseName}'`,
        )
        await pause(100)
        await proxy.stop()
        await until(() => statuses.includes(503), 'one is told that it is away')
        await proxy.start()
        await assertSignsInAgain(service)
      } finally {
        stopping = true
      }
      await Promise.all(load)
      assert.deepEqual(
        [...new Set(statuses)].filter((status) => ![200, 429, 503].includes(status)),
        [],
      )
      assert.equal(await service.metric('login_verify_slots_in_use'), 0)
    },
  )

  test('goes on with an identity database that answers while the main one is away', async (broken) => {
    await using service = await startTestService({
      clock: systemClock,
      engine: 'postgres',
      store: 'auth',
      settings: { DATABASE_URL: broken.proxy.variable },
    })
    await service.addUser('ivan')
    await broken.proxy.stop()
    const cookie = await service.cookieOf('ivan')
    assert.equal((await service.get('/api/v1/me', cookie)).status, 200)
    assert.equal(await service.metric('audit_queue_length'), 1)
    assert.match((await service.get('/readyz')).body, /main/)
    await broken.proxy.start()
    assert.equal((await writtenEvents(service)).length, 1)
  })

  testOf('identity')(
    'refuses a login with 503 while the identity database is unreachable, and says which one',
    async (broken) => {
      const { service, proxy } = broken
      await service.addUser('ivan')
      await proxy.stop()
      assertUnavailable(await service.signIn('ivan'))
      const ready = await service.get('/readyz')
      assert.equal(ready.status, 503)
      assert.match(ready.body, /identity/)
      assert.doesNotMatch(ready.body, /main/)
      await proxy.start()
      assert.equal((await service.signIn('ivan')).status, 200)
    },
  )
})
