// The budgets: login attempts per (username, address), and requests to /api/ per client.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  eventsOf,
  from,
  loginsCounted,
  sessionRows,
  sharedService,
  statements,
  TOO_MANY_LOGINS,
  WRONG,
} from '../support/observe.ts'
import { PASSWORD, startTestService } from '../support/service.ts'
import { watchVerifications } from '../support/verifications.ts'

const TOO_MANY_REQUESTS = { detail: 'слишком много запросов, попробуйте позже' }

describe('the budget of logins per username and address', () => {
  const service = sharedService({
    settings: {
      LOGIN_RATE_LIMIT: '3',
      LOGIN_RATE_LIMIT_WINDOW_S: '100',
      LOGIN_USERNAME_FAIL_THRESHOLD: '1000',
      CLIENT_IPV6_PREFIX: '64',
    },
  })
  const spend = async (username: string, address: string) => {
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const response = await service().signIn(username, WRONG, from(address))
      assert.equal(response.status, 401, `attempt ${attempt} of ${username} from ${address}`)
    }
  }
  const isSpent = async (username: string, address: string) => {
    const response = await service().signIn(username, WRONG, from(address))
    assert.ok([401, 429].includes(response.status))
    return response.status === 429
  }

  it('lets the last attempt within it pass and refuses the first beyond it', async () => {
    await spend('first-last', '203.0.113.1')
    const response = await service().signIn('first-last', PASSWORD, from('203.0.113.1'))
    assert.equal(response.status, 429)
    assert.deepEqual(response.json(), TOO_MANY_LOGINS)
    assert.equal(response.headers['set-cookie'], undefined)
  })

  it('refuses the right password too', async () => {
    await service().addUser('right')
    await spend('right', '203.0.113.2')
    assert.equal((await service().signIn('right', PASSWORD, from('203.0.113.2'))).status, 429)
  })

  it('refuses at once: no query, no verification, no event, no count', async () => {
    await spend('cheap', '203.0.113.3')
    using verifications = watchVerifications()
    const events = (await eventsOf(service(), 'cheap')).length
    const before = await statements(service())
    const counted = await loginsCounted(service())
    assert.equal((await service().signIn('cheap', WRONG, from('203.0.113.3'))).status, 429)
    assert.equal(await statements(service()), before)
    assert.equal(verifications.begun, 0)
    assert.deepEqual(await loginsCounted(service()), counted)
    assert.equal((await eventsOf(service(), 'cheap')).length, events)
    assert.deepEqual((await eventsOf(service(), 'cheap')).at(-1)?.payload, {
      username_fails_in_window: 3,
      throttle_delay_s: 0,
    })
    assert.equal((await service().signIn('cheap', WRONG, from('203.0.113.33'))).status, 401)
    assert.deepEqual((await eventsOf(service(), 'cheap')).at(-1)?.payload, {
      username_fails_in_window: 4,
      throttle_delay_s: 0,
    })
  })

  it('gives the integer part of the wait plus 1 as Retry-After', async () => {
    await service().signIn('wait', WRONG, from('203.0.113.4'))
    service().clock.advance(10)
    await service().signIn('wait', WRONG, from('203.0.113.4'))
    await service().signIn('wait', WRONG, from('203.0.113.4'))
    const retryAfter = async () =>
      (await service().signIn('wait', WRONG, from('203.0.113.4'))).headers['retry-after']
    assert.equal(await retryAfter(), '91')
    service().clock.advance(0.5)
    assert.equal(await retryAfter(), '90')
    service().clock.advance(88.5)
    assert.equal(await retryAfter(), '2')
    service().clock.advance(0.001)
    assert.equal(await retryAfter(), '1')
    service().clock.advance(0.998)
    assert.equal(await retryAfter(), '1')
  })

  it('slides: one attempt comes back as each leaves the window', async () => {
    await service().signIn('slide', WRONG, from('203.0.113.5'))
    service().clock.advance(50)
    await service().signIn('slide', WRONG, from('203.0.113.5'))
    await service().signIn('slide', WRONG, from('203.0.113.5'))
    service().clock.advance(49.999)
    assert.ok(await isSpent('slide', '203.0.113.5'))
    service().clock.advance(0.001)
    assert.ok(!(await isSpent('slide', '203.0.113.5')))
    assert.ok(await isSpent('slide', '203.0.113.5'))
    service().clock.advance(50)
    assert.ok(!(await isSpent('slide', '203.0.113.5')))
    assert.ok(!(await isSpent('slide', '203.0.113.5')))
    assert.ok(await isSpent('slide', '203.0.113.5'))
  })

  it('neither counts a refused attempt nor lengthens the wait by it', async () => {
    await spend('patient', '203.0.113.6')
    for (let refused = 0; refused < 20; refused += 1) {
      assert.ok(await isSpent('patient', '203.0.113.6'))
      service().clock.advance(4)
    }
    service().clock.advance(20)
    await spend('patient', '203.0.113.6')
  })

  it('counts successes as well', async () => {
    await service().addUser('welcome')
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      assert.equal((await service().signIn('welcome', PASSWORD, from('203.0.113.7'))).status, 200)
    }
    assert.equal((await service().signIn('welcome', PASSWORD, from('203.0.113.7'))).status, 429)
  })

  it('is apart for each username and each address', async () => {
    await spend('shared', '203.0.113.8')
    assert.ok(await isSpent('shared', '203.0.113.8'))
    assert.ok(!(await isSpent('shared', '203.0.113.9')))
    assert.ok(!(await isSpent('Shared', '203.0.113.8')))
    assert.ok(!(await isSpent('shared ', '203.0.113.8')))
    assert.ok(!(await isSpent('', '203.0.113.8')))
  })

  it('is never shared by way of a colon in a username or an address', async () => {
    // Joined by a colon alone, each of these pairs would read the same as the first.
    await spend('a', '2001:db8:cafe::1')
    for (const [username, address] of [
      ['a:2001', 'db8:cafe::1'],
      ['a:2001:db8', 'cafe::1'],
      ['1:a', '2001:db8:cafe::1'],
    ] as const) {
      assert.ok(!(await isSpent(username, address)), username)
    }
    await spend('x', '203.0.113.10')
    assert.ok(!(await isSpent('x:203.0.113.10', '203.0.113.10')))
    assert.ok(!(await isSpent('1:x', '203.0.113.10')))
  })

  it('tells names apart that differ only in what no database could hold', async () => {
    await spend('u\ud800', '203.0.113.11')
    assert.ok(await isSpent('u\ud800', '203.0.113.11'))
    assert.ok(!(await isSpent('u\ud801', '203.0.113.11')))
    assert.ok(!(await isSpent('u\ufffd', '203.0.113.11')))
    assert.ok(!(await isSpent('u\0', '203.0.113.11')))
    assert.ok(!(await isSpent('u\u2400', '203.0.113.11')))
  })

  it('takes an IPv6 network of CLIENT_IPV6_PREFIX for one client, and rows keep the address', async () => {
    await spend('network', '2001:db8:0:2::1')
    assert.ok(await isSpent('network', '2001:db8:0:2:ffff:ffff:ffff:ffff'))
    assert.ok(!(await isSpent('network', '2001:db8:0:3::1')))
    const addresses = (await eventsOf(service(), 'network')).map((event) => event.ip)
    assert.deepEqual([...new Set(addresses)], ['2001:db8:0:2::1', '2001:db8:0:3::1'])
    await service().addUser('resident')
    await service().signIn('resident', PASSWORD, from('2001:db8:0:2::1'))
    const sessions = await sessionRows(service())
    const own = sessions.filter(({ username }) => username === 'resident')
    assert.deepEqual(
      own.map(({ ip }) => ip),
      ['2001:db8:0:2::1'],
    )
  })

  it('takes an IPv4 address written as IPv6 for itself', async () => {
    await spend('mapped', '203.0.113.12')
    assert.ok(await isSpent('mapped', '::ffff:203.0.113.12'))
    assert.ok(await isSpent('mapped', '::ffff:cb00:710c'))
    assert.ok(!(await isSpent('mapped', '203.0.113.13')))
  })

  it('is not spent by a body that is refused', async () => {
    const refused = { ...from('203.0.113.14'), payload: { username: 'strict' } }
    for (let attempt = 0; attempt < 5; attempt += 1) {
      assert.equal((await service().signIn('strict', WRONG, refused)).status, 422)
    }
    await spend('strict', '203.0.113.14')
  })
})

describe('the address of a limit by default', () => {
  const service = sharedService({ settings: { LOGIN_RATE_LIMIT: '1' } })

  it('is the whole IPv6 address', async () => {
    assert.equal((await service().signIn('a', WRONG, from('2001:db8::1'))).status, 401)
    assert.equal((await service().signIn('a', WRONG, from('2001:db8::2'))).status, 401)
    assert.equal((await service().signIn('a', WRONG, from('2001:0DB8:0::0:1'))).status, 429)
  })
})

describe('the general limiter on /api/', () => {
  const service = sharedService({
    settings: { API_RATE_LIMIT: '5', API_RATE_LIMIT_WINDOW_S: '60', CLIENT_IPV6_PREFIX: '64' },
  })
  const ask = (address: string, cookie?: string, path = '/api/v1/me') =>
    service().get(path, cookie, { 'x-forwarded-for': address })

  it('lets the last request within the budget pass and refuses the first beyond it', async () => {
    for (let request = 1; request <= 5; request += 1) {
      assert.equal((await ask('203.0.113.20')).status, 401)
    }
    const response = await ask('203.0.113.20')
    assert.equal(response.status, 429)
    assert.deepEqual(response.json(), TOO_MANY_REQUESTS)
    assert.equal(response.headers['retry-after'], '61')
    assert.equal(response.headers['cache-control'], 'no-store')
  })

  it('counts a path that cannot be decoded like any other', async () => {
    for (let request = 1; request <= 5; request += 1) {
      assert.equal((await ask('203.0.113.29', undefined, '/api/v1/%zz')).status, 401)
    }
    assert.equal((await ask('203.0.113.29', undefined, '/api/v1/%zz')).status, 429)
    assert.equal((await ask('203.0.113.29')).status, 429)
  })

  it('lets the client pass again after the wait of its Retry-After', async () => {
    for (let request = 1; request <= 5; request += 1) await ask('203.0.113.21')
    for (let round = 0; round < 3; round += 1) {
      const refused = await ask('203.0.113.21')
      assert.equal(refused.status, 429)
      service().clock.advance(Number(refused.headers['retry-after']))
      assert.equal((await ask('203.0.113.21')).status, 401, `round ${round}`)
      while ((await ask('203.0.113.21')).status !== 429);
    }
  })

  it('comes before authentication: a refused request resolves no session', async () => {
    await service().addUser('anna')
    const cookie = await service().cookieOf('anna')
    for (let request = 1; request <= 5; request += 1) {
      assert.equal((await ask('203.0.113.22', cookie)).status, 200)
    }
    const before = await statements(service())
    assert.equal((await ask('203.0.113.22', cookie)).status, 429)
    assert.equal(await statements(service()), before)
  })

  it('limits a session by its client address, not by its username', async () => {
    await service().addUser('boris')
    const cookie = await service().cookieOf('boris')
    for (let request = 1; request <= 5; request += 1) await ask('203.0.113.23', cookie)
    assert.equal((await ask('203.0.113.23', cookie)).status, 429)
    assert.equal((await ask('203.0.113.24', cookie)).status, 200)
    assert.equal((await ask('203.0.113.23')).status, 429)
  })

  it('counts logins, unknown paths, refused bodies and wrong methods', async () => {
    await service().signIn('x', WRONG, from('203.0.113.25'))
    await service().signIn('x', WRONG, { ...from('203.0.113.25'), payload: {} })
    await ask('203.0.113.25', undefined, '/api/v1/nowhere')
    await ask('203.0.113.25', undefined, '/api/v1/auth/login')
    await ask('203.0.113.25', undefined, '/api')
    const response = await service().signIn('x', PASSWORD, from('203.0.113.25'))
    assert.equal(response.status, 429)
    assert.deepEqual(response.json(), TOO_MANY_REQUESTS)
  })

  it('counts a path however it is written', async () => {
    for (const path of ['/%61pi/v1/me', '/api/v1/%6De', 'http://host/api/v1/me', '/api/v1/me?a']) {
      assert.equal((await ask('203.0.113.26', undefined, path)).status, 401, path)
    }
    assert.equal((await ask('203.0.113.26')).status, 401)
    assert.equal((await ask('203.0.113.26', undefined, '/%61pi/v1/me')).status, 429)
    assert.equal((await ask('203.0.113.26', undefined, 'http://host/api/v1/me')).status, 429)
  })

  it('leaves paths outside /api/ alone', async () => {
    for (let request = 1; request <= 10; request += 1) {
      assert.equal((await ask('203.0.113.27', undefined, '/healthz')).status, 200)
    }
    assert.equal((await ask('203.0.113.27')).status, 401)
  })

  it('takes an IPv6 network of CLIENT_IPV6_PREFIX for one client', async () => {
    for (let host = 1; host <= 5; host += 1) await ask(`2001:db8:0:5::${host}`)
    assert.equal((await ask('2001:db8:0:5::6')).status, 429)
    assert.equal((await ask('2001:db8:0:6::6')).status, 401)
  })
})

describe('what a restart forgets', () => {
  it('is the pair budget and the failure count, which are each process’s own', async () => {
    const settings = { LOGIN_RATE_LIMIT: '1', LOGIN_USERNAME_FAIL_THRESHOLD: '1000' }
    await using first = await startTestService({ settings })
    await first.signIn('a', WRONG)
    assert.equal((await first.signIn('a', WRONG)).status, 429)
    await using second = await startTestService({
      settings: { ...settings, DATABASE_URL: first.databases[0]?.variable ?? '' },
    })
    assert.equal((await second.signIn('a', WRONG)).status, 401)
    const payloads = (await eventsOf(second, 'a')).map((event) => event.payload)
    assert.deepEqual(payloads.at(-1), { username_fails_in_window: 1, throttle_delay_s: 0 })
  })
})
