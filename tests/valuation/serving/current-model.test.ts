import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Piscina } from 'piscina'
import { createCurrentModel } from '../../../src/valuation/serving/current-model.ts'
import { createTestClock } from '../../support/clock.ts'
import { createTestLog } from '../../support/log.ts'
import { until } from '../../support/waiting.ts'

function modelBesideStored() {
  const stored = {
    version: 'v',
    dataVersion: 1,
    fittedAt: '2026-01-15T00:00:00.000Z',
    bytes: Buffer.from('any'),
  }
  return createCurrentModel(
    {
      settings: { valuationWorkers: 1 },
      database: { engine: 'sqlite', file: 'none' },
      models: {
        load: async () => stored,
        loadNewest: async () => stored,
        save: async () => undefined,
      },
      clock: createTestClock(),
      log: createTestLog().log,
    },
    () => {},
  )
}

describe('the model of today’s data', () => {
  it('leaves no threads behind where a stored one cannot be tried', async (t) => {
    t.mock.method(Piscina.prototype, 'run', () => Promise.reject(new Error('no thread')))
    const destroy = t.mock.method(Piscina.prototype, 'destroy')
    const model = modelBesideStored()
    t.after(() => model.endRenewals())
    await assert.rejects(model.renew({ version: 1, isDemo: false }), /no thread/)
    assert.equal(destroy.mock.callCount(), 1)
    assert.equal(model.running, undefined)
  })

  it('leaves no threads behind where it ends while a stored one is tried', async (t) => {
    const tried = Promise.withResolvers<undefined>()
    const run = t.mock.method(Piscina.prototype, 'run', () => tried.promise)
    const model = modelBesideStored()
    const renewed = model.renew({ version: 1, isDemo: false })
    await until(() => run.mock.callCount() > 0, 'it is tried')
    await model.endRenewals()
    const destroy = t.mock.method(Piscina.prototype, 'destroy')
    tried.resolve(undefined)
    await renewed
    assert.equal(destroy.mock.callCount(), 1)
    assert.equal(model.running, undefined)
  })

  it('leaves no threads behind where a stored one is of another version', async (t) => {
    // Why it cannot be read; then nothing to fit on.
    const answers = ['of another version', { fitted: undefined, laterFrom: null }]
    const run = t.mock.method(Piscina.prototype, 'run', async () => answers.shift())
    const destroy = t.mock.method(Piscina.prototype, 'destroy')
    const model = modelBesideStored()
    t.after(() => model.endRenewals())
    await model.renew({ version: 1, isDemo: false })
    assert.equal(run.mock.callCount(), 2)
    assert.equal(destroy.mock.callCount(), 1)
    assert.equal(model.running, undefined)
  })
})
