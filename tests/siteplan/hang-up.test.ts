// Over real sockets: a caller of heavy work who hangs up stops it, and nothing of it is counted;
// one who waits is not cut off.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { DETAIL } from '../../src/errors.ts'
import { type App, createHttpServer } from '../../src/http/server.ts'
import { createMetrics, type Metrics } from '../../src/metrics/metrics.ts'
import { loadRuleSets } from '../../src/norms/rule-sets.ts'
import { readSettings } from '../../src/settings.ts'
import { mountForecasts } from '../../src/siteplan/forecast/routes.ts'
import { forecastSettings } from '../../src/siteplan/forecast/settings.ts'
import { mountLayouts } from '../../src/siteplan/layouts/routes.ts'
import { createPlanningTurns, MAX_PER_CALLER } from '../../src/siteplan/planning-turns.ts'
import { createTaskPool } from '../../src/threads/task-pool.ts'
import { createTestClock } from '../support/clock.ts'
import { rectangularParcel } from '../support/forecast-inputs.ts'
import { createTestLog } from '../support/log.ts'
import type { OddTask } from '../support/odd-task.ts'
import { until } from '../support/waiting.ts'

/** Stands for the planner: whatever is asked of it, its thread does another thing. */
type Work = (gone: AbortSignal | undefined) => Promise<never>

interface Heavy {
  readonly what: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
  readonly format: string
  mount(app: App, work: Work, counters: Metrics['counters']): void
}

const nothingGetsThisFar = () => assert.fail('nothing gets this far')

const PARTS = {
  parcels: { find: async () => rectangularParcel(80, 100) },
  ruleSets: loadRuleSets(undefined),
  clock: createTestClock(),
  recent: { recordAction: nothingGetsThisFar },
  turns: createPlanningTurns(),
}

const HEAVY: readonly Heavy[] = [
  {
    what: 'a forecast',
    method: 'GET',
    path: '/api/v1/parcels/99:01:000001:1/forecast/export?format=json',
    format: 'json',
    mount: (app, work, counters) =>
      mountForecasts(app, {
        ...PARTS,
        counters,
        engine: { estimates: nothingGetsThisFar },
        planner: {
          limits: (_question, gone) => work(gone),
          forecastFile: nothingGetsThisFar,
        },
        settings: forecastSettings(readSettings({})),
      }),
  },
  {
    what: 'best layouts',
    method: 'POST',
    path: '/api/v1/parcels/99:01:000001:1/best-layouts/pdf',
    body: '{}',
    format: 'pdf',
    mount: (app, work, counters) =>
      mountLayouts(app, {
        ...PARTS,
        counters,
        onRefused: () => {},
        engine: { estimates: async () => ({ kind: 'no_data' }) },
        planner: { layoutsFile: (_input, _format, gone) => work(gone) },
        settings: readSettings({}),
      }),
  },
]

for (const { what, method, path, body, format, mount } of HEAVY) {
  describe(`a caller of ${what}`, () => {
    const pool = createTaskPool<OddTask, number>(
      new URL('../support/odd-task.ts', import.meta.url),
      { threads: 1, idleS: 60, maxQueue: 1, timeLimitMs: 60_000 },
    )
    after(() => pool.close())

    /** A server that gives its thread one odd task for every question. */
    const serve = async (task: OddTask, threads = pool) => {
      const { counters, registry } = createMetrics()
      const underWay = new Set<Promise<unknown>>()
      const { log, lines } = createTestLog()
      const app = await createHttpServer(log, createTestClock())
      const work: Work = (gone) => {
        const run = threads.run(task, gone)
        underWay.add(run)
        run.catch(() => {}).finally(() => underWay.delete(run))
        return run as Promise<never>
      }
      // Each request is another caller's, but where it says whose.
      let callers = 0
      app.addHook('onRequest', async (request) => {
        callers += 1
        const username = request.headers['x-test-caller'] ?? `caller ${callers}`
        request.caller = { username } as never
      })
      mount(app, work, counters)
      const url = await app.listen({ host: '127.0.0.1', port: 0 })
      return {
        app,
        url,
        underWay,
        lines,
        ask: (signal?: AbortSignal, caller?: string) =>
          fetch(url + path, {
            method,
            ...(body ? { body } : {}),
            headers: {
              ...(body ? { 'content-type': 'application/json' } : {}),
              ...(caller ? { 'x-test-caller': caller } : {}),
            },
            ...(signal ? { signal } : {}),
          }),
        async assertNothingCounted() {
          const counted = await registry.getSingleMetricAsString('siteplan_reports_exported_total')
          assert.match(counted, new RegExp(`format="${format}"\\} 0`))
        },
        [Symbol.asyncDispose]: () => app.close(),
      }
    }

    it('who hangs up stops the thread, which serves the next one', async () => {
      await using server = await serve('spin')
      const before = await pool.run('thread')
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
      const headers = body
        ? `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
        : ''
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: test\r\n${headers}\r\n${body ?? ''}`)
      await until(() => server.underWay.size === 1, 'the thread is at work')
      socket.destroy()
      await until(() => server.underWay.size === 0, 'it has stopped')
      assert.notEqual(await pool.run('thread'), before)
      await server.assertNothingCounted()
      assert.deepEqual(server.lines, [], 'nobody was refused')
    })

    it('whose thread dies gets 503 and when to try again; nothing is counted', async () => {
      await using server = await serve('exit')
      const response = await server.ask()
      assert.equal(response.status, 503)
      assert.ok(Number(response.headers.get('retry-after')) > 0)
      assert.deepEqual(await response.json(), { detail: DETAIL.unavailable })
      await server.assertNothingCounted()
    })

    it('who waits for longer than a connection may stay silent is answered all the same', async () => {
      const slow = createTaskPool<OddTask, number>(
        new URL('../support/odd-task.ts', import.meta.url),
        { threads: 1, idleS: 60, maxQueue: 1, timeLimitMs: 2_000 },
      )
      await using server = await serve('spin', slow)
      const connected = once(server.app.server, 'connection') as Promise<[Socket]>
      const asked = server.ask()
      const [connection] = await connected
      await until(() => server.underWay.size === 1, 'the thread is at work')
      // As a connection says that has been silent for so long.
      connection.emit('timeout')
      const response = await asked
      assert.equal(response.status, 503)
      assert.deepEqual(await response.json(), { detail: DETAIL.tookTooLong })
      await slow.close()
    })

    it('who has eight under way gets 503 for a ninth; others do not', async () => {
      assert.equal(MAX_PER_CALLER, 8)
      const roomy = createTaskPool<OddTask, number>(
        new URL('../support/odd-task.ts', import.meta.url),
        { threads: 1, idleS: 60, maxQueue: 20, timeLimitMs: 60_000 },
      )
      await using server = await serve('spin', roomy)
      const leave = new AbortController()
      const names = [...Array.from({ length: 8 }, () => 'anna'), 'boris']
      const asked = names.map((name) => server.ask(leave.signal, name).catch(() => undefined))
      await until(() => server.underWay.size === 9, 'all nine are under way')
      const ninth = await server.ask(undefined, 'anna')
      assert.equal(ninth.status, 503)
      assert.ok(Number(ninth.headers.get('retry-after')) > 0)
      // At once, and not for want of time behind the others.
      assert.deepEqual(await ninth.json(), { detail: DETAIL.ownWorkUnderWay })
      leave.abort()
      await Promise.all(asked)
      await until(() => server.underWay.size === 0, 'all has stopped')
      // Their turns have come back.
      const again = new AbortController()
      const eight = Array.from({ length: 8 }, () =>
        server.ask(again.signal, 'anna').catch(() => undefined),
      )
      await until(() => server.underWay.size === 8, 'all of theirs are under way')
      again.abort()
      await Promise.all(eight)
      await roomy.close()
    })

    it('who finds the queue full gets 503 and when to try again', async () => {
      await using server = await serve('spin')
      const callers = [new AbortController(), new AbortController()]
      const waiting = callers.map(({ signal }) => server.ask(signal).catch(() => undefined))
      await until(() => server.underWay.size === 2, 'thread and queue are taken')
      const response = await server.ask()
      assert.equal(response.status, 503)
      assert.ok(Number(response.headers.get('retry-after')) > 0)
      for (const caller of callers) caller.abort()
      await Promise.all(waiting)
      await until(() => server.underWay.size === 0, 'all has stopped')
    })
  })
}
