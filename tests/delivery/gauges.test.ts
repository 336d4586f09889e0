// What operators are shown, and alarms go by: how much waits to leave the service, for how long,
// and what was given up.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { GIVE_UP_AFTER_S } from '../../src/delivery/back-off.ts'
import { advanceUntil } from '../support/advancing.ts'
import { startReceiver } from '../support/receiver.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/waiting.ts'

describe('the gauges of deliveries', () => {
  it('say how many wait, for how many seconds, and how many were given up, each way by itself', async (t) => {
    await using hook = await startReceiver({ status: 500 })
    const settings = {
      SUPPORT_DELIVERY: `webhook:${hook.url}/in`,
      SUPPORT_WEBHOOK_SECRET: 's3cret',
      LEAD_WEBHOOK_URL: `${hook.url}/leads`,
      LEAD_WEBHOOK_SECRET: 's3cret',
    }
    await using service = await startTestService({ settings })
    const gauges = async (destination: 'messenger' | 'crm') => {
      const [pending, oldestAgeS, failed] = await Promise.all(
        ['pending', 'oldest_age_s', 'failed'].map((figure) =>
          service.metric(`delivery_${destination}_${figure}`),
        ),
      )
      return { pending, oldestAgeS, failed }
    }
    const nothing = { pending: 0, oldestAgeS: 0, failed: 0 }
    assert.deepEqual(await gauges('messenger'), nothing)

    const beganMs = service.clock.wallMs()
    const message = { text: 'Помогите', contact: '@me' }
    const answer = await service.post('/api/v1/support/anon/messages', message)
    assert.equal(answer.status, 202)
    await until(async () => (await gauges('messenger')).pending === 1, 'it is counted')
    assert.deepEqual(await gauges('messenger'), { pending: 1, oldestAgeS: 0, failed: 0 })
    // No attempt is under way when the clock is set.
    const retried = () => service.metric('delivery_attempts_total{outcome="retry"}')
    await until(async () => (await retried()) === 1, 'the first attempt has failed')
    const isRetried = async () => (await retried()) === 2
    await advanceUntil(service.clock, 100, isRetried, 'the second attempt has failed')
    const oldestAgeS = (service.clock.wallMs() - beganMs) / 1000
    assert.deepEqual(await gauges('messenger'), { pending: 1, oldestAgeS, failed: 0 })
    // Somebody sets the clock back to before the message.
    t.mock.method(service.clock, 'wallMs', () => beganMs - 5000)
    assert.deepEqual(await gauges('messenger'), { pending: 1, oldestAgeS: 0, failed: 0 })
    t.mock.restoreAll()

    const isGivenUp = async () => (await gauges('messenger')).failed === 1
    await advanceUntil(service.clock, GIVE_UP_AFTER_S, isGivenUp, 'it is given up')
    assert.deepEqual(await gauges('messenger'), { ...nothing, failed: 1 })
    assert.deepEqual(await gauges('crm'), nothing)
    assert.equal(await service.metric('delivery_attempts_total{outcome="gave_up"}'), 1)
    assert.equal(await service.metric('delivery_attempts_total{outcome="delivered"}'), 0)
  })
})
