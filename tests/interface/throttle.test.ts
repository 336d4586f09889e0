// Failures of one username are answered ever later, never differently, and cost nothing meanwhile.
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { describe, it } from 'node:test'
import {
  eventsOf,
  failLate,
  from,
  loginsCounted,
  sharedService,
  visible,
  WRONG,
  WRONG_CREDENTIALS,
} from '../support/observe.ts'
import { PASSWORD, startTestService, type TestService } from '../support/service.ts'
import { loginRequest, openConnection, urlOf } from '../support/sockets.ts'
import { watchVerifications } from '../support/verifications.ts'
import { soon, turns, until } from '../support/waiting.ts'

const SETTINGS = { LOGIN_RATE_LIMIT: '1000', LOGIN_USERNAME_FAIL_THRESHOLD: '3' }

describe('the delay of a failed login', () => {
  const service = sharedService({ settings: SETTINGS })
  const failAtOnce = async (username: string, times: number) => {
    for (let failure = 1; failure <= times; failure += 1) {
      assert.equal((await service().signIn(username, WRONG)).status, 401)
    }
  }
  /** Seconds until the answer, to the millisecond. */
  const assertAnsweredAfter = async (username: string, delayS: number) => {
    const late = await failLate(service(), username)
    assert.ok(!late.answered())
    service().clock.advance(delayS - 0.001)
    await turns()
    assert.ok(!late.answered(), `answered before ${delayS} s`)
    service().clock.advance(0.001)
    const response = await soon(late.answer, `the answer after ${delayS} s`)
    assert.equal(response.status, 401)
    return response
  }

  it('is none up to the threshold, then 1, 2, 4, 8 seconds, then the cap', async () => {
    await failAtOnce('doubling', 3)
    for (const delayS of [1, 2, 4, 8, 15, 15, 15]) await assertAnsweredAfter('doubling', delayS)
    assert.deepEqual(
      (await eventsOf(service(), 'doubling')).map((event) => event.payload),
      [0, 0, 0, 1, 2, 4, 8, 15, 15, 15].map((throttle_delay_s, index) => ({
        username_fails_in_window: index + 1,
        throttle_delay_s,
      })),
    )
  })

  it('stays at the cap far above the threshold', async () => {
    await failAtOnce('hammered', 3)
    for (let failure = 4; failure <= 90; failure += 1) {
      const { answer } = await failLate(service(), 'hammered')
      service().clock.advance(15)
      assert.equal((await answer).status, 401)
    }
    // 60 failures at 15 s each fill the window of 900 s.
    const payload = (await eventsOf(service(), 'hammered')).at(-1)?.payload
    assert.deepEqual(payload, { username_fails_in_window: 60, throttle_delay_s: 15 })
  })

  it('changes nothing else of the answer', async () => {
    await failAtOnce('same', 2)
    const prompt = await service().signIn('same', WRONG)
    const late = await assertAnsweredAfter('same', 1)
    assert.deepEqual(visible(late), visible(prompt))
    assert.deepEqual(late.json(), WRONG_CREDENTIALS)
  })

  it('follows the failure’s count and event, which do not wait', async () => {
    await failAtOnce('counted', 3)
    const { success, failed } = await loginsCounted(service())
    const late = await failLate(service(), 'counted')
    assert.deepEqual(await loginsCounted(service()), { success, failed: failed + 1 })
    assert.equal((await eventsOf(service(), 'counted')).length, 4)
    assert.ok(!late.answered())
    service().clock.advance(1)
    await late.answer
    assert.deepEqual(await loginsCounted(service()), { success, failed: failed + 1 })
    assert.equal((await eventsOf(service(), 'counted')).length, 4)
  })

  it('is waited out by a request that has let go of its body, the password with it', async () => {
    await failAtOnce('let go', 3)
    const handled: { readonly request: { readonly body: unknown } }[] = []
    const note = (message: unknown) => void handled.push(message as (typeof handled)[number])
    subscribe('tracing:fastify.request.handler:start', note)
    const late = await failLate(service(), 'let go')
    unsubscribe('tracing:fastify.request.handler:start', note)
    assert.deepEqual(
      handled.map(({ request }) => request.body),
      [undefined],
    )
    service().clock.advance(1)
    await late.answer
  })

  it('is logged by one warning, and no warning is logged without a delay', async () => {
    await failAtOnce('warned', 3)
    const warnings = () =>
      service().logged.lines.filter((line) => line.level === 40 && line.username === 'warned')
    assert.equal(warnings().length, 0)
    await assertAnsweredAfter('warned', 1)
    assert.equal(warnings().length, 1)
    assert.equal(warnings()[0]?.failsInWindow, 4)
    assert.equal(warnings()[0]?.delayS, 1)
  })

  it('goes by the username over all addresses', async () => {
    for (const address of ['203.0.113.1', '2001:db8::1', '198.51.100.1']) {
      assert.equal((await service().signIn('everywhere', WRONG, from(address))).status, 401)
    }
    const late = await failLate(service(), 'everywhere', from('192.0.2.1'))
    assert.ok(!late.answered())
    service().clock.advance(1)
    await late.answer
  })

  it('goes by the username exactly as sent', async () => {
    for (const [username, ...others] of [
      ['exact', 'Exact', 'exact ', ' exact', 'exact\0', 'eхact'],
      ['caf\u00e9', 'cafe\u0301'],
      ['u\ud800', 'u\ud801', 'u\ufffd'],
    ] as const) {
      await failAtOnce(username, 3)
      for (const near of others) {
        assert.equal((await service().signIn(near, WRONG)).status, 401, near)
      }
    }
  })

  it('accumulates for a name that does not exist as for one that does', async () => {
    await service().addUser('existing')
    for (const username of ['existing', 'missing']) {
      await failAtOnce(username, 3)
      await assertAnsweredAfter(username, 1)
      await assertAnsweredAfter(username, 2)
    }
  })

  it('never meets a right password, however many failures went before', async () => {
    await service().addUser('owner')
    await failAtOnce('owner', 3)
    await assertAnsweredAfter('owner', 1)
    await assertAnsweredAfter('owner', 2)
    assert.equal((await service().signIn('owner')).status, 200)
    assert.equal(await service().metric('login_throttled_responses'), 0)
  })

  it('is not forgiven by a success', async () => {
    await service().addUser('persistent')
    await failAtOnce('persistent', 3)
    assert.equal((await service().signIn('persistent')).status, 200)
    await assertAnsweredAfter('persistent', 1)
  })

  it('ends as failures leave the window, one by one', async () => {
    await failAtOnce('fading', 2)
    service().clock.advance(800)
    await failAtOnce('fading', 1)
    service().clock.advance(99.999)
    await assertAnsweredAfter('fading', 1)
    // Of the four the first two are now gone.
    await failAtOnce('fading', 1)
    await assertAnsweredAfter('fading', 1)
  })

  it('delays nobody else', async () => {
    await service().addUser('bystander')
    await failAtOnce('victim', 3)
    const late = await failLate(service(), 'victim')
    assert.equal((await service().signIn('bystander')).status, 200)
    assert.equal((await service().signIn('bystander', WRONG)).status, 401)
    assert.equal((await service().get('/healthz')).status, 200)
    assert.ok(!late.answered())
    service().clock.advance(1)
    await late.answer
  })

  it('holds no slot: more failures than slots wait at once, and others sign in', async () => {
    await service().addUser('sixth')
    await failAtOnce('crowd', 3)
    const crowd = []
    for (let failure = 0; failure < 8; failure += 1) {
      crowd.push(await failLate(service(), 'crowd', from('203.0.113.77')))
    }
    assert.equal(await service().metric('login_throttled_responses'), 8)
    assert.equal(await service().metric('login_verify_slots_in_use'), 0)
    assert.equal((await service().signIn('sixth', PASSWORD, from('203.0.113.77'))).status, 200)
    service().clock.advance(15)
    for (const { answer } of crowd) assert.equal((await answer).status, 401)
    assert.equal(await service().metric('login_throttled_responses'), 0)
  })
})

describe('failures that wait, on postgres with a pool of one connection', () => {
  const service = sharedService({
    engine: 'postgres',
    settings: { ...SETTINGS, DATABASE_POOL_SIZE: '1' },
  })

  it('hold no database connection', async () => {
    await service().addUser('anna')
    for (let failure = 0; failure < 3; failure += 1) await service().signIn('sleepy', WRONG)
    const waiting = []
    for (let failure = 0; failure < 4; failure += 1) {
      waiting.push(await failLate(service(), 'sleepy'))
    }
    const cookie = await service().cookieOf('anna')
    assert.equal((await service().get('/api/v1/me', cookie)).status, 200)
    assert.ok(waiting.every(({ answered }) => !answered()))
    service().clock.advance(15)
    for (const { answer } of waiting) assert.equal((await answer).status, 401)
  })
})

describe('the cap of the delay', () => {
  for (const [cap, delays] of [
    ['0', []],
    ['0.5', [0.5, 0.5]],
    ['3', [1, 2, 3, 3]],
  ] as const) {
    describe(`at ${cap} s`, () => {
      const service = sharedService({
        settings: {
          LOGIN_USERNAME_FAIL_THRESHOLD: '1',
          LOGIN_USERNAME_THROTTLE_MAX_DELAY_S: cap,
          LOGIN_RATE_LIMIT: '1000',
        },
      })

      it(`gives ${delays.length === 0 ? 'no delay at all' : delays.join(', ')}`, async () => {
        await service().signIn('a', WRONG)
        for (const delayS of delays) {
          const { answer } = await failLate(service(), 'a')
          service().clock.advance(delayS)
          assert.equal((await answer).status, 401)
        }
        if (delays.length === 0) {
          for (let failure = 0; failure < 20; failure += 1) {
            assert.equal((await service().signIn('a', WRONG)).status, 401)
          }
        }
        const told = (await eventsOf(service(), 'a')).slice(1, delays.length + 1)
        assert.deepEqual(
          told.map((event) => (event.payload as { throttle_delay_s: number }).throttle_delay_s),
          delays,
        )
      })
    })
  }
})

describe('a client that hangs up', () => {
  const service = sharedService({ settings: SETTINGS })
  const connection = async () => openConnection(await urlOf(service()))
  const gauge = (name: string, value: number) =>
    until(async () => (await service().metric(name)) === value, `${name} is ${value}`)

  it('ends its wait, and its failure stays counted', async () => {
    for (let failure = 0; failure < 3; failure += 1) await service().signIn('impatient', WRONG)
    const client = await connection()
    client.send(loginRequest('impatient', WRONG))
    await gauge('login_throttled_responses', 1)
    client.socket.destroy()
    await gauge('login_throttled_responses', 0)
    assert.equal((await eventsOf(service(), 'impatient')).length, 4)
    const late = await failLate(service(), 'impatient')
    service().clock.advance(2)
    await late.answer
    assert.deepEqual((await eventsOf(service(), 'impatient')).at(-1)?.payload, {
      username_fails_in_window: 5,
      throttle_delay_s: 2,
    })
  })

  it('frees no slot while its hash is still computed', async () => {
    using verifications = watchVerifications()
    verifications.hold()
    const client = await connection()
    client.send(loginRequest('gone', WRONG))
    await gauge('login_verify_slots_in_use', 1)
    await until(() => verifications.begun === 1, 'the verification is under way')
    client.socket.destroy()
    await turns(200)
    assert.equal(await service().metric('login_verify_slots_in_use'), 1)
    assert.equal((await service().signIn('next', WRONG)).status, 429)
    verifications.release()
    await gauge('login_verify_slots_in_use', 0)
    assert.equal((await eventsOf(service(), 'gone')).length, 1)
  })

  it('gets its connection back after a late answer, for the next request', async () => {
    await service().addUser('regular')
    for (let failure = 0; failure < 3; failure += 1) await service().signIn('regular', WRONG)
    const client = await connection()
    client.send(loginRequest('regular', WRONG))
    await gauge('login_throttled_responses', 1)
    service().clock.advance(1)
    assert.equal((await client.answer()).status, 401)
    client.send(loginRequest('regular', PASSWORD))
    assert.equal((await client.answer()).status, 200)
    client.socket.destroy()
  })
})

describe('a stopping service', () => {
  const untilWaiting = (service: TestService, count: number) =>
    until(
      async () => (await service.metric('login_throttled_responses')) === count,
      `${count} failures wait`,
    )

  it('answers the sleeping failures at once with their 401, and keeps their events', async () => {
    await using service = await startTestService({ settings: SETTINGS })
    const url = await urlOf(service)
    for (let failure = 0; failure < 3; failure += 1) await service.signIn('sleeper', WRONG)
    const clients = []
    for (let count = 1; count <= 3; count += 1) {
      const client = openConnection(url)
      client.send(loginRequest('sleeper', WRONG))
      await untilWaiting(service, count)
      clients.push(client)
    }
    const stopped = service.stop()
    try {
      for (const client of clients) {
        const answer = await soon(client.answer(), 'a sleeping failure is answered', 10_000)
        assert.equal(answer.status, 401)
        assert.deepEqual(JSON.parse(answer.body), WRONG_CREDENTIALS)
      }
      await soon(stopped, 'the service has stopped', 10_000)
    } finally {
      // Else a failure that still sleeps would keep the service from stopping.
      service.clock.advance(15)
    }
    await assert.rejects(fetch(`${url}/healthz`))
    await using again = await startTestService({
      settings: { DATABASE_URL: service.databases[0]?.variable ?? '' },
    })
    assert.equal((await eventsOf(again, 'sleeper')).length, 6)
  })
})
