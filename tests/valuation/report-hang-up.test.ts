// Over a real socket: who asks for an estimate's report and hangs up is handed none.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createHttpServer } from '../../src/http/server.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { createCallerTurns } from '../../src/threads/caller-turns.ts'
import { mountEstimates } from '../../src/valuation/routes.ts'
import { createTestClock } from '../support/clock.ts'
import { createTestLog } from '../support/log.ts'

const ID = '018f0000-0000-7000-8000-000000000000'

it('a report is not counted where its caller hung up while it was made', async (t) => {
  const { counters, registry } = createMetrics()
  const begun = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  let isHangingUp = true
  /** Makes a report to its end, though nobody waits for it any more. */
  const printer = {
    estimatePdf: async (_estimate: string, gone?: AbortSignal) => {
      begun.resolve()
      if (isHangingUp) await new Promise((resolve) => gone?.addEventListener('abort', resolve))
      return Buffer.from('%PDF-')
    },
    close: async () => {},
  }
  const app = await createHttpServer(createTestLog().log, createTestClock())
  t.after(() => app.close())
  app.addHook('onRequest', async (request) => {
    request.caller = { username: 'anna', role: 'admin' } as never
  })
  app.addHook('onSend', async () => answered.resolve())
  mountEstimates(app, {
    store: { find: async () => ({ id: ID, status: 'ok', body: '{}' }) },
    printTurns: createCallerTurns(1, 'reports'),
    printer,
    counters,
  } as never)
  const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/api/v1/estimate/${ID}/pdf`
  const counted = () => registry.getSingleMetricAsString('valuation_reports_exported_total')

  const hangingUp = new AbortController()
  const asked = fetch(url, { signal: hangingUp.signal })
  await begun.promise
  hangingUp.abort()
  await assert.rejects(asked)
  await answered.promise
  assert.match(await counted(), / 0$/m)

  isHangingUp = false
  assert.equal((await fetch(url)).status, 200)
  assert.match(await counted(), / 1$/m)
})
