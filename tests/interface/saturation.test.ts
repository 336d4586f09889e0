// When the verification slots are taken: the same refusal for everybody, at once, told in
// aggregate.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  eventsOf,
  from,
  loginsCounted,
  sharedService,
  TOO_MANY_LOGINS,
  visible,
  WRONG,
  writtenEvents,
} from '../support/observe.ts'
import { PASSWORD, startTestService, type TestService } from '../support/service.ts'
import { type Verifications, watchVerifications } from '../support/verifications.ts'
import { soon, until } from '../support/waiting.ts'

const SETTINGS = {
  LOGIN_PASSWORD_VERIFY_WORKERS: '2',
  LOGIN_RATE_LIMIT: '1000',
  LOGIN_USERNAME_FAIL_THRESHOLD: '1000',
}

/** Fails a login from each address and keeps it in its slot until `release`. */
async function occupy(
  service: TestService,
  verifications: Verifications,
  addresses: readonly string[],
): Promise<() => Promise<void>> {
  verifications.hold()
  const before = verifications.begun
  const held = addresses.map((address) => service.signIn('occupant', WRONG, from(address)))
  await until(() => verifications.begun === before + addresses.length, 'the slots are taken')
  return async () => {
    verifications.release()
    for (const { status } of await soon(Promise.all(held), 'the slots are given back')) {
      assert.equal(status, 401)
    }
  }
}

/** A login that is not refused, as it should be, would wait for a verification that is held. */
function signInSoon(service: TestService, ...login: Parameters<TestService['signIn']>) {
  return soon(service.signIn(...login), 'the login is refused or verified')
}

async function isSaturated(service: TestService, address: string): Promise<boolean> {
  const response = await signInSoon(service, 'probe', WRONG, from(address))
  assert.ok([401, 429].includes(response.status))
  return response.status === 429
}

for (const [workers, share] of [
  [1, 1],
  [2, 1],
  [3, 1],
  [4, 2],
  [5, 2],
] as const) {
  describe(`with ${workers} verification slots`, () => {
    const service = sharedService({
      settings: {
        ...SETTINGS,
        LOGIN_PASSWORD_VERIFY_WORKERS: String(workers),
        CLIENT_IPV6_PREFIX: '64',
      },
    })

    it(`one address holds ${share} at most, and all together hold ${workers}`, async () => {
      using verifications = watchVerifications()
      const addresses = Array.from({ length: workers }, (_, index) =>
        index < share ? '203.0.113.1' : `203.0.113.${index + 10}`,
      )
      const release = await occupy(service(), verifications, addresses.slice(0, share))
      assert.equal(await service().metric('login_verify_slots_in_use'), share)
      assert.ok(await isSaturated(service(), '203.0.113.1'))
      verifications.release()
      if (share < workers) assert.ok(!(await isSaturated(service(), '203.0.113.2')))
      await release()
      const releaseAll = await occupy(service(), verifications, addresses)
      assert.equal(await service().metric('login_verify_slots_in_use'), workers)
      assert.ok(await isSaturated(service(), '203.0.113.250'))
      await releaseAll()
      assert.equal(await service().metric('login_verify_slots_in_use'), 0)
      assert.ok(!(await isSaturated(service(), '203.0.113.1')))
    })

    it('an IPv6 network holds one share', async () => {
      using verifications = watchVerifications()
      const addresses = Array.from({ length: share }, (_, index) => `2001:db8::${index + 1}`)
      const release = await occupy(service(), verifications, addresses)
      assert.ok(await isSaturated(service(), '2001:db8::ffff'))
      await release()
    })

    it('is asked for that many verifications at once, never more', async () => {
      using verifications = watchVerifications()
      verifications.hold()
      const flood = Array.from({ length: 30 }, (_, index) =>
        service().signIn('flood', WRONG, from(`198.51.100.${index}`)),
      )
      await until(() => verifications.begun === workers, 'the slots are taken')
      const refused = await soon(Promise.race(flood), 'one is refused')
      assert.equal(refused.status, 429)
      verifications.release()
      const answers = await soon(Promise.all(flood), 'all are answered')
      const statuses = answers.map(({ status }) => status)
      assert.equal(statuses.filter((status) => status === 401).length, workers)
      assert.equal(statuses.filter((status) => status === 429).length, 30 - workers)
      assert.equal(verifications.begun, workers)
    })
  })
}

describe('the saturation refusal', () => {
  const service = sharedService({ settings: SETTINGS }, async (started) => {
    await started.addUser('known')
    await started.addUser('disabled')
    await started.addUser('hashless', { password: null })
    await started.stores.identity.registry.setAccessState('disabled', 'disabled')
  })
  const TAKEN = ['203.0.113.1', '203.0.113.2']

  it('is identical for every username', async () => {
    using verifications = watchVerifications()
    const release = await occupy(service(), verifications, TAKEN)
    const answers = []
    for (const username of ['known', 'disabled', 'hashless', 'unknown', '', 'nul\0', '\ud800']) {
      for (const password of [PASSWORD, WRONG, '']) {
        answers.push(await signInSoon(service(), username, password, from('203.0.113.3')))
      }
    }
    for (const answer of answers) {
      assert.equal(answer.status, 429)
      assert.deepEqual(answer.json(), TOO_MANY_LOGINS)
      assert.equal(answer.headers['retry-after'], '1')
      assert.deepEqual(visible(answer), visible(answers[0] ?? answer))
    }
    await release()
  })

  it('writes no login_failed, counts no failed login and spends no failure', async () => {
    using verifications = watchVerifications()
    const release = await occupy(service(), verifications, TAKEN)
    const counted = await loginsCounted(service())
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const refused = await signInSoon(service(), 'target', WRONG, from('203.0.113.3'))
      assert.equal(refused.status, 429)
    }
    assert.deepEqual(await eventsOf(service(), 'target'), [])
    assert.deepEqual(await loginsCounted(service()), counted)
    await release()
    await service().signIn('target', WRONG)
    assert.deepEqual(
      (await eventsOf(service(), 'target')).map((event) => event.payload),
      [{ username_fails_in_window: 1, throttle_delay_s: 0 }],
    )
  })

  it('comes at once: a refused login is never answered later instead', async () => {
    using verifications = watchVerifications()
    const release = await occupy(service(), verifications, TAKEN)
    const response = await signInSoon(service(), 'known', PASSWORD, from('203.0.113.3'))
    assert.equal(response.status, 429)
    const begun = verifications.begun
    await release()
    assert.equal(verifications.begun, begun)
    assert.equal((await service().signIn('known', PASSWORD, from('203.0.113.3'))).status, 200)
  })

  it('touches neither a present session nor any other request', async () => {
    const cookie = await service().cookieOf('known')
    using verifications = watchVerifications()
    const release = await occupy(service(), verifications, TAKEN)
    assert.equal((await service().get('/api/v1/me', cookie)).status, 200)
    const refused = await signInSoon(service(), 'known', PASSWORD, {
      headers: { cookie, 'x-forwarded-for': '203.0.113.3' },
    })
    assert.equal(refused.status, 429)
    assert.equal(refused.headers['set-cookie'], undefined)
    assert.equal((await service().get('/api/v1/me', cookie)).status, 200)
    await release()
  })
})

describe('the records of saturation', () => {
  const recordsOf = async (service: TestService) =>
    (await writtenEvents(service)).filter((event) => event.event_type === 'login_verify_saturated')
  const errorsOf = (service: TestService) =>
    service.logged.lines.filter((line) => line.level === 50)

  it('are at most one in 1.0 s, each with what it sums up and one line of the log', async () => {
    // An address is told in full, though a network of addresses shares its slots.
    const settings = { ...SETTINGS, CLIENT_IPV6_PREFIX: '64' }
    await using service = await startTestService({ settings })
    using verifications = watchVerifications()
    const release = await occupy(service, verifications, ['203.0.113.1', '203.0.113.2'])
    const reject = async (address: string, times = 1) => {
      for (let time = 0; time < times; time += 1) assert.ok(await isSaturated(service, address))
    }
    const record = (ip: string, rejected: number, since_prev_s: number | null) => ({
      event_type: 'login_verify_saturated',
      username: '',
      ip,
      user_agent: null,
      path: '/api/v1/auth/login',
      method: 'POST',
      payload: { rejected, since_prev_s },
    })
    service.clock.advance(100)
    // The first of the process is told at once.
    await reject('203.0.113.3')
    const told = [record('203.0.113.3', 1, null)]
    assert.deepEqual(await recordsOf(service), told)
    // The next ones wait for the second to end, from whatever address they come.
    await reject('203.0.113.4', 3)
    service.clock.advance(0.999)
    await reject('203.0.113.5')
    assert.deepEqual(await recordsOf(service), told)
    service.clock.advance(0.001)
    await reject('2001:db8::6')
    told.push(record('2001:db8::6', 5, 1))
    assert.deepEqual(await recordsOf(service), told)
    // After a long gap one record spans all of it.
    await reject('203.0.113.7', 2)
    service.clock.advance(61.26)
    await reject('203.0.113.8')
    told.push(record('203.0.113.8', 3, 61.3))
    assert.deepEqual(await recordsOf(service), told)
    service.clock.advance(1.04)
    await reject('203.0.113.9')
    told.push(record('203.0.113.9', 1, 1))
    assert.deepEqual(await recordsOf(service), told)
    assert.deepEqual(
      errorsOf(service).map(({ ip, rejected, since_prev_s }) => ({ ip, rejected, since_prev_s })),
      told.map(({ ip, payload }) => ({ ip, ...payload })),
    )
    await release()
  })

  it('log at the stop what no event has told, and write no event for it', async () => {
    const service = await startTestService({ settings: SETTINGS })
    const database = service.databases[0]?.variable ?? ''
    using verifications = watchVerifications()
    const release = await occupy(service, verifications, ['203.0.113.1', '203.0.113.2'])
    for (let time = 0; time < 4; time += 1) await isSaturated(service, '203.0.113.3')
    await release()
    await service.stop()
    assert.deepEqual(
      errorsOf(service).map((line) => line.rejected),
      [1, 3],
    )
    await using again = await startTestService({ settings: { DATABASE_URL: database } })
    assert.deepEqual(
      (await recordsOf(again)).map((event) => event.payload),
      [{ rejected: 1, since_prev_s: null }],
    )
    await service[Symbol.asyncDispose]()
  })
})
