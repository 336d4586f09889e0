import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { signatureOf } from '../../src/delivery/signature.ts'
import { startReceiver } from '../support/receiver.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/waiting.ts'

describe('the ways out of the service', () => {
  it('sign each with a secret of its own', async () => {
    await using hook = await startReceiver({ status: 200 })
    const secrets = { '/messages': 'for-messages', '/leads': 'for-leads' }
    await using service = await startTestService({
      settings: {
        SUPPORT_DELIVERY: `webhook:${hook.url}/messages`,
        SUPPORT_WEBHOOK_SECRET: secrets['/messages'],
        LEAD_WEBHOOK_URL: `${hook.url}/leads`,
        LEAD_WEBHOOK_SECRET: secrets['/leads'],
      },
    })
    await service.addUser('anna')
    const cookie = await service.cookieOf('anna')
    const lead = { name: 'Анна', phone: '8 (916) 123-45-67', consent: true }
    const message = { text: 'Помогите' }
    assert.equal((await service.post('/api/v1/trade-in/lead', lead, { cookie })).status, 201)
    assert.equal((await service.post('/api/v1/support/messages', message, { cookie })).status, 202)
    await until(() => hook.requests.length === 2, 'both have left')
    for (const [path, secret] of Object.entries(secrets)) {
      const sent = hook.requests.find((request) => request.path === path)
      assert.ok(sent, path)
      const timestampS = Number(sent.headers['x-timestamp'])
      assert.equal(sent.headers['x-signature'], signatureOf(sent.body, timestampS, secret))
    }
  })
})
