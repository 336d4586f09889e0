// GET /metrics: the operational counters, there from zero, and what operators watch besides.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BREAKABLE } from '../../src/siteplan/layouts/checker/breakable.ts'
import { from, loginsCounted, sharedService, statements, WRONG } from '../support/observe.ts'
import { PASSWORD } from '../support/service.ts'
import { exchange, openConnection, urlOf } from '../support/sockets.ts'
import { pause, until } from '../support/waiting.ts'

const SERIES = [
  'valuation_estimates_total{outcome="ok"}',
  'valuation_estimates_total{outcome="insufficient_data"}',
  'valuation_address_suggestions_total{found="yes"}',
  'valuation_address_suggestions_total{found="no"}',
  'valuation_reports_exported_total',
  'valuation_leads_total',
  'valuation_support_messages_total{channel="web"}',
  'valuation_support_messages_total{channel="anon"}',
  'valuation_logins_total{result="success"}',
  'valuation_logins_total{result="failed"}',
  'siteplan_reports_exported_total{format="md"}',
  'siteplan_reports_exported_total{format="json"}',
  'siteplan_reports_exported_total{format="tg"}',
  'siteplan_reports_exported_total{format="docx"}',
  'siteplan_reports_exported_total{format="pptx"}',
  'siteplan_reports_exported_total{format="pdf"}',
]

describe('GET /metrics', () => {
  const service = sharedService({
    settings: { LOGIN_PASSWORD_VERIFY_WORKERS: '2', LOGIN_RATE_LIMIT: '3' },
  })
  const series = async () =>
    (await service().get('/metrics')).body
      .split('\n')
      .filter((line) => /^(valuation|siteplan)_/.test(line))

  it('has every counter from zero, with each of its labels and no other', async () => {
    assert.deepEqual(
      await series(),
      SERIES.map((name) => `${name} 0`),
    )
  })

  it('has the counters that only operators watch from zero too, with each of their labels', async () => {
    const { body } = await service().get('/metrics')
    const labelsOf = (name: string) =>
      [...body.matchAll(new RegExp(`^${name}\\{\\w+="(\\w+)"\\} 0$`, 'gm'))].map(
        ([, label]) => label,
      )
    assert.deepEqual(labelsOf('delivery_attempts_total'), ['delivered', 'retry', 'gave_up'])
    assert.deepEqual(labelsOf('layouts_refused_total'), BREAKABLE)
    for (const name of ['audit_events_overflowed_total', 'limiter_keys_evicted_total']) {
      assert.match(body, new RegExp(`^${name} 0$`, 'm'))
    }
    // Statements that the start itself has sent are counted.
    assert.match(body, /^database_statements_total\{database="main"\} [1-9]\d*$/m)
    assert.match(body, /^database_statements_total\{database="identity"\} 0$/m)
  })

  it('shows how many verification slots there are, taken or free', async () => {
    assert.equal(await service().metric('login_verify_slots'), 2)
    assert.equal(await service().metric('login_verify_slots_in_use'), 0)
  })

  it('declares them as counters, each with a line of help', async () => {
    const { body, headers, status } = await service().get('/metrics')
    assert.equal(status, 200)
    assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/)
    for (const family of new Set(SERIES.map((name) => name.replace(/\{.*/, '')))) {
      assert.match(body, new RegExp(`^# TYPE ${family} counter$`, 'm'))
      assert.match(body, new RegExp(`^# HELP ${family} \\S.*$`, 'm'))
    }
  })

  it('counts a login that made a session as success, and the failure tail as failed', async () => {
    await service().addUser('anna')
    await service().signIn('anna')
    assert.deepEqual(await loginsCounted(service()), { success: 1, failed: 0 })
    await service().signIn('anna', WRONG)
    assert.deepEqual(await loginsCounted(service()), { success: 1, failed: 1 })
    await service().signIn('nobody')
    assert.deepEqual(await loginsCounted(service()), { success: 1, failed: 2 })
    // Neither a refused body, nor a spent budget, nor a logout.
    await service().signIn('anna', PASSWORD, { payload: {} })
    await service().signIn('anna')
    assert.equal((await service().signIn('anna')).status, 429)
    await service().app.inject({ method: 'POST', url: '/api/v1/auth/logout' })
    assert.deepEqual(await loginsCounted(service()), { success: 2, failed: 2 })
  })

  it('has the gauges of sign-in', async () => {
    for (const gauge of [
      'login_pair_limiter_keys',
      'login_failure_counter_keys',
      'login_verify_slots',
      'login_verify_slots_in_use',
      'login_throttled_responses',
      'audit_queue_length',
    ]) {
      const value = await service().metric(gauge)
      assert.ok(Number.isInteger(value) && value >= 0, gauge)
      assert.match(
        (await service().get('/metrics')).body,
        new RegExp(`^# TYPE ${gauge} gauge$`, 'm'),
      )
    }
    const pairs = await service().metric('login_pair_limiter_keys')
    const names = await service().metric('login_failure_counter_keys')
    await service().signIn('gauged', WRONG, from('203.0.113.1'))
    await service().signIn('gauged', WRONG, from('203.0.113.2'))
    assert.equal(await service().metric('login_pair_limiter_keys'), pairs + 2)
    assert.equal(await service().metric('login_failure_counter_keys'), names + 1)
    service().clock.advance(901)
    await service().signIn('gauged', WRONG, from('203.0.113.3'))
    assert.equal(await service().metric('login_pair_limiter_keys'), 1)
    assert.equal(await service().metric('login_failure_counter_keys'), 1)
  })

  it('forgets what the limits remember once their windows have passed, without a request', async () => {
    const gauges = ['login_pair_limiter_keys', 'login_failure_counter_keys', 'api_limiter_keys']
    await service().signIn('gauged', WRONG)
    for (const gauge of gauges) {
      assert.ok((await service().metric(gauge)) > 0, gauge)
    }
    for (const gauge of gauges) {
      await until(async () => {
        service().clock.advance(901)
        return (await service().metric(gauge)) === 0
      }, `${gauge} is 0`)
    }
  })

  it('carries no username, address or path that a client chose', async () => {
    await service().signIn('тайное-имя', WRONG, from('203.0.113.77'))
    await service().get('/api/v1/secret-path/4711?token=abc')
    await service().get('/nowhere-at-all')
    await service().app.inject({ method: 'PROPFIND' as 'GET', url: '/another-place' })
    const { body } = await service().get('/metrics')
    for (const text of [
      'тайное',
      '203.0.113.77',
      'secret-path',
      'nowhere-at-all',
      'another-place',
    ]) {
      assert.ok(!body.includes(text), text)
    }
  })

  it('gains one row of durations, however many methods a client tries on a path', async () => {
    const rows = async (): Promise<readonly string[]> => {
      const { body } = await service().get('/metrics')
      return body.match(/^http_request_duration_seconds_count\{.*route="\/healthz".*$/gm) ?? []
    }
    const before = await rows()
    for (const method of ['PUT', 'DELETE', 'PROPFIND', 'MKCOL', 'UNLOCK', 'M-SEARCH']) {
      const { statusCode } = await service().app.inject({
        method: method as 'GET',
        url: '/healthz',
      })
      assert.equal(statusCode, 405, method)
    }
    const added = (await rows()).filter((row) => !before.includes(row))
    assert.deepEqual(added, [
      'http_request_duration_seconds_count{method="other",route="/healthz",status="405"} 6',
    ])
  })

  it('asks nobody who they are and costs the database nothing', async () => {
    await statements(service())
    const before = await service().metric('database_statements_total{database="main"}')
    await service().get('/metrics')
    assert.equal(await service().metric('database_statements_total{database="main"}'), before)
  })
})

describe('the durations of requests', () => {
  const begun = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const service = sharedService({
    mountMore: (app) => {
      app.get('/slow', { config: { access: 'open' } }, async () => {
        await pause(50)
        return {}
      })
      app.get('/held', { config: { access: 'open' } }, async () => {
        begun.resolve()
        await held.promise
        return {}
      })
    },
  })
  const sumOf = (route: string, status: number | 'gone') =>
    service().metric(
      `http_request_duration_seconds_sum{method="GET",route="${route}",status="${status}"}`,
    )

  it('are in seconds', async () => {
    assert.equal((await service().get('/slow')).status, 200)
    const sum = await sumOf('/slow', 200)
    assert.ok(sum > 0.04 && sum < 20, String(sum))
  })

  it('hold requests whose client hung up, once, under a word of their own', async () => {
    const count = (status: string) =>
      service().metric(
        `http_request_duration_seconds_count{method="GET",route="/held",status="${status}"}`,
      )
    const { socket, send } = openConnection(await urlOf(service()))
    send('GET /held HTTP/1.1\r\nHost: test\r\n\r\n')
    await begun.promise
    socket.destroy()
    await until(async () => (await count('gone')) === 1, 'it is counted')
    held.resolve()
    assert.equal((await service().get('/held')).status, 200)
    assert.equal(await count('gone'), 1)
    assert.equal(await count('200'), 1)
    assert.ok((await sumOf('/held', 'gone')) < 20)
  })

  it('begin with the request also where it is refused before anything else', async () => {
    const { status } = await exchange(await urlOf(service()), 'GET /healthz HTTP/1.1\r\n\r\n')
    assert.equal(status, 400)
    await until(async () => (await sumOf('/healthz', 400)) > 0, 'it is counted')
    const sum = await sumOf('/healthz', 400)
    assert.ok(sum < 20, String(sum))
  })
})
