// Over real sockets: a caller who hangs up stops the search for layouts, and nothing of it is counted.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, describe, it } from 'node:test'
import { DETAIL } from '../../src/errors.ts'
import { createHttpServer } from '../../src/http-server.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { readSettings } from '../../src/settings.ts'
import { mountLayouts } from '../../src/siteplan/layout-routes.ts'
import { loadRuleSets } from '../../src/siteplan/rule-sets.ts'
import { createTaskPool } from '../../src/threads/task-pool.ts'
import { createTestClock } from '../support/clock.ts'
import { rectangle } from '../support/forecast-inputs.ts'
import { createTestLog } from '../support/log.ts'
import type { OddTask } from '../support/odd-task.ts'
import { until } from '../support/waiting.ts'

const PATH = '/api/v1/parcels/99:01:000001:1/best-layouts/pdf'
const POST = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }

describe('a caller of best layouts', () => {
  const pool = createTaskPool<OddTask, number>(new URL('../support/odd-task.ts', import.meta.url), {
    threads: 1,
    idleS: 60,
    maxQueue: 1,
    timeLimitMs: 60_000,
  })
  after(() => pool.close())

  /** A server whose planner gives its thread one odd task for every question. */
  const serve = async (task: OddTask) => {
    const { counters, registry } = createMetrics()
    const underWay = new Set<Promise<unknown>>()
    const app = await createHttpServer(createTestLog().log)
    mountLayouts(app, {
      parcels: { find: async () => rectangle(80, 100) },
      ruleSets: loadRuleSets(undefined),
      engine: { estimate: async () => ({ kind: 'no_data' }) },
      planner: {
        layoutsFile(_input, _format, gone) {
          const run = pool.run(task, gone)
          underWay.add(run)
          run.catch(() => {}).finally(() => underWay.delete(run))
          return run as Promise<never>
        },
      },
      settings: readSettings({}),
      clock: createTestClock(),
      recent: { recordAction: () => assert.fail('nothing gets this far') },
      counters,
    })
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    return {
      url,
      underWay,
      counted: () => registry.getSingleMetricAsString('siteplan_reports_exported_total'),
      [Symbol.asyncDispose]: () => app.close(),
    }
  }

  it('who hangs up stops the thread, which serves the next one', async () => {
    await using server = await serve('spin')
    const before = await pool.run('thread')
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
    )
    await until('the thread is at work', () => server.underWay.size === 1)
    socket.destroy()
    await until('it has stopped', () => server.underWay.size === 0)
    assert.notEqual(await pool.run('thread'), before)
    assert.match(await server.counted(), /format="pdf"\} 0/)
  })

  it('whose thread dies gets 503 and when to try again; nothing is counted', async () => {
    await using server = await serve('exit')
    const response = await fetch(server.url + PATH, POST)
    assert.equal(response.status, 503)
    assert.ok(Number(response.headers.get('retry-after')) > 0)
    assert.deepEqual(await response.json(), { detail: DETAIL.unavailable })
    assert.match(await server.counted(), /format="pdf"\} 0/)
  })

  it('who finds the queue full gets 503 and when to try again', async () => {
    await using server = await serve('spin')
    const callers = [new AbortController(), new AbortController()]
    const waiting = callers.map(({ signal }) =>
      fetch(server.url + PATH, { ...POST, signal }).catch(() => undefined),
    )
    await until('thread and queue are taken', () => server.underWay.size === 2)
    const response = await fetch(server.url + PATH, POST)
    assert.equal(response.status, 503)
    assert.ok(Number(response.headers.get('retry-after')) > 0)
    for (const caller of callers) caller.abort()
    await Promise.all(waiting)
    await until('all has stopped', () => server.underWay.size === 0)
  })
})
