import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ENGINES } from '../support/databases.ts'
import { startReceiver } from '../support/receiver.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/waiting.ts'

const PATH = '/api/v1/pilot/request'
const REQUEST = { company: 'ООО «Дом»', contact_name: 'Иван', phone: '89161234567', consent: true }

for (const engine of ENGINES) {
  describe(`pilot requests on ${engine}`, () => {
    it('are stored and go to the messaging service, without moving the support counter', async () => {
      await using hook = await startReceiver({ status: 200 })
      const settings = {
        SUPPORT_DELIVERY: `webhook:${hook.url}/in`,
        SUPPORT_WEBHOOK_SECRET: 's3cret',
      }
      await using service = await startTestService({ engine, settings })
      const response = await service.post(PATH, { ...REQUEST, region: 'Тверь', comment: 'ждём' })
      assert.equal(response.status, 201)
      const { id } = response.json() as { id: string }
      await until(
        async () => (await service.metric('delivery_attempts_total{outcome="delivered"}')) === 1,
      )
      assert.deepEqual(JSON.parse(hook.requests[0]?.body ?? ''), {
        type: 'pilot_request',
        id,
        created_at: '2026-01-15T09:30:00.000Z',
        company: 'ООО «Дом»',
        contact_name: 'Иван',
        phone: '+79161234567',
        email: null,
        region: 'Тверь',
        comment: 'ждём',
      })
      assert.equal(hook.requests[0]?.headers['idempotency-key'], id)
      const other = await service.post(PATH, { ...REQUEST, company: 'АО «Двор»' })
      await until(() => hook.requests.length === 2)
      const second = JSON.parse(hook.requests[1]?.body ?? '') as { id: string; company: string }
      assert.deepEqual(
        [second.id, second.company],
        [(other.json() as { id: string }).id, 'АО «Двор»'],
      )
      const { phone: _phone, ...withoutPhone } = REQUEST
      const written = await service.post(PATH, {
        ...withoutPhone,
        email: 'i@x.ru',
        contact_name: 'Иван\0',
        comment: 'ждём\0',
      })
      assert.equal(written.status, 201)
      await until(() => hook.requests.length === 3)
      const third = JSON.parse(hook.requests[2]?.body ?? '') as Record<string, unknown>
      assert.deepEqual(
        [third.phone, third.email, third.contact_name, third.comment],
        [null, 'i@x.ru', 'Иван\u2400', 'ждём\u2400'],
      )
      for (const channel of ['web', 'anon']) {
        const name = `valuation_support_messages_total{channel="${channel}"}`
        assert.equal(await service.metric(name), 0)
      }
    })
  })
}

describe('pilot requests', () => {
  it('need consent and a phone or an email', async () => {
    await using service = await startTestService()
    const { phone: _phone, ...withoutPhone } = REQUEST
    const form = 'ожидается российский номер или международный, который начинается с +'
    for (const [body, detail] of [
      [withoutPhone, 'поле phone: нужно указать, если нет поля email'],
      [{ ...REQUEST, consent: false }, 'поле consent: допустимо только true'],
      [{ ...REQUEST, phone: 'x' }, `поле phone: ${form}`],
      [{ ...withoutPhone, email: 'x' }, 'поле email: ожидается адрес электронной почты'],
      [{ ...REQUEST, company: ' ' }, 'поле company: не может быть пустым'],
    ] as const) {
      const response = await service.post(PATH, body)
      assert.equal(response.status, 422)
      assert.deepEqual(response.json(), { detail })
    }
    assert.equal((await service.post(PATH, { ...withoutPhone, email: 'i@x.ru' })).status, 201)
  })

  it('keep when consent was given and the address that they came from', async () => {
    await using service = await startTestService()
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    assert.equal((await service.post(PATH, REQUEST, { headers })).status, 201)
    const kept = service.stores.main.query.selectFrom('pilot_requests')
    assert.deepEqual(await kept.select(['consented_at', 'ip']).execute(), [
      { consented_at: '2026-01-15T09:30:00.000Z', ip: '203.0.113.7' },
    ])
  })

  it('take texts up to their bounds, and no longer ones', async () => {
    await using service = await startTestService({ settings: { PILOT_RATE_LIMIT: '100' } })
    for (const [field, most] of [
      ['company', 200],
      ['contact_name', 100],
      ['region', 200],
      ['comment', 2000],
    ] as const) {
      const send = (length: number) =>
        service.post(PATH, { ...REQUEST, [field]: 'я'.repeat(length) })
      assert.equal((await send(most)).status, 201, field)
      const refused = await send(most + 1)
      const detail = `поле ${field}: не длиннее ${most} символов`
      assert.deepEqual([refused.status, refused.json()], [422, { detail }])
    }
    const huge = await service.post(PATH, { ...REQUEST, comment: 'x'.repeat(70_000) })
    assert.equal(huge.status, 413)
    const blank = await service.post(PATH, { ...REQUEST, contact_name: '\t' })
    assert.equal(blank.status, 422)
  })

  it('that are refused for a field spend nothing of their address’s limit', async () => {
    await using service = await startTestService({ settings: { PILOT_RATE_LIMIT: '1' } })
    const { phone: _phone, ...withoutPhone } = REQUEST
    for (const body of [withoutPhone, { ...REQUEST, phone: 'x' }, { ...REQUEST, consent: false }]) {
      for (let time = 0; time < 2; time += 1) {
        assert.equal((await service.post(PATH, body)).status, 422)
      }
    }
    assert.equal((await service.post(PATH, REQUEST)).status, 201)
    assert.equal((await service.post(PATH, REQUEST)).status, 429)
    const rows = await service.stores.main.query
      .selectFrom('pilot_requests')
      .select('request_id')
      .execute()
    assert.equal(rows.length, 1)
  })

  it('are limited per address, and no more are taken while too many wait', async () => {
    await using service = await startTestService({
      settings: {
        PILOT_RATE_LIMIT: '1',
        PILOT_RATE_LIMIT_WINDOW_S: '50',
        OPEN_PENDING_LIMIT: '2',
        SUPPORT_DELIVERY: 'file:/dev/null/none',
      },
    })
    const send = (address: string) =>
      service.post(PATH, REQUEST, { headers: { 'x-forwarded-for': address } })
    assert.equal((await send('203.0.113.1')).status, 201)
    const again = await send('203.0.113.1')
    assert.deepEqual([again.status, again.headers['retry-after']], [429, '51'])
    assert.equal((await send('203.0.113.2')).status, 201)
    assert.equal((await send('203.0.113.3')).status, 503)
    const rows = await service.stores.main.query
      .selectFrom('pilot_requests')
      .select('request_id')
      .execute()
    assert.equal(rows.length, 2)
  })
})
