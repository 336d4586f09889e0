// What makes two requests one lead: their idempotency key, or their phone within a day.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTestClock } from '../support/clock.ts'
import { ENGINES } from '../support/databases.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/waiting.ts'

const PATH = '/api/v1/trade-in/lead'
const LEAD = { name: 'Анна', phone: '8 (916) 123-45-67', consent: true }

const DAY_S = 86_400

const FLAT = { lat: 61, lon: 31, area_m2: 50, rooms: 2, floor: 3, floors_total: 9 }

const idOf = (response: { json(): unknown }) => (response.json() as { id: string }).id

for (const engine of ENGINES) {
  describe(`repeated leads on ${engine}`, () => {
    it('become one when twenty requests with one key come at once', async () => {
      await using service = await startTestService({ engine })
      await service.addUser('анна')
      const cookie = await service.cookieOf('анна')
      const headers = { 'idempotency-key': 'k1' }
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => service.post(PATH, LEAD, { cookie, headers })),
      )
      assert.deepEqual([...new Set(responses.map(({ status }) => status))], [201])
      assert.equal(new Set(responses.map(idOf)).size, 1)
      assert.equal(await service.metric('valuation_leads_total'), 1)
    })

    it('become one when twenty requests with one phone come at once, each with its key', async () => {
      await using service = await startTestService({ engine })
      await service.addUser('анна')
      const cookie = await service.cookieOf('анна')
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          service.post(PATH, LEAD, { cookie, headers: { 'idempotency-key': `k${index}` } }),
        ),
      )
      assert.deepEqual(responses.map(({ status }) => status).sort(), [
        ...Array.from({ length: 19 }, () => 200),
        201,
      ])
      assert.equal(new Set(responses.map(idOf)).size, 1)
      assert.equal(await service.metric('valuation_leads_total'), 1)
      // A key whose first answer was 200 answers 200 again.
      const again = await Promise.all(
        responses.map((_, index) =>
          service.post(PATH, LEAD, { cookie, headers: { 'idempotency-key': `k${index}` } }),
        ),
      )
      assert.deepEqual(
        again.map(({ status }) => status),
        responses.map(({ status }) => status),
      )
    })

    it('are made once per phone and caller within 24 hours, and anew after', async () => {
      await using service = await startTestService({ engine })
      await service.addUser('анна')
      await service.addUser('other')
      const cookie = await service.cookieOf('анна')
      const first = await service.post(PATH, LEAD, { cookie })
      const sameOtherForm = { ...LEAD, phone: '+7 916 1234567', name: 'Аня' }
      service.clock.advance(86_399)
      const repeated = await service.post(PATH, sameOtherForm, { cookie })
      assert.deepEqual([repeated.status, idOf(repeated)], [200, idOf(first)])
      const otherPhone = await service.post(PATH, { ...LEAD, phone: '89160000000' }, { cookie })
      assert.equal(otherPhone.status, 201)
      const otherCaller = await service.post(PATH, LEAD, {
        cookie: await service.cookieOf('other'),
      })
      assert.equal(otherCaller.status, 201)
      assert.notEqual(idOf(otherCaller), idOf(first))
      service.clock.advance(1)
      const nextDay = await service.post(PATH, LEAD, { cookie })
      assert.equal(nextDay.status, 201)
      assert.notEqual(idOf(nextDay), idOf(first))
    })

    it('are one for one estimate, however its id is written', async () => {
      await using service = await startTestService({ engine })
      await service.addUser('анна')
      const cookie = await service.cookieOf('анна')
      const estimateId = idOf(await service.post('/api/v1/estimate', FLAT, { cookie }))
      const leave = (id: string) => service.post(PATH, { ...LEAD, estimate_id: id }, { cookie })
      const first = await leave(estimateId.toUpperCase())
      const again = await leave(estimateId)
      assert.deepEqual([first.status, again.status, idOf(again)], [201, 200, idOf(first)])
    })

    it('answer a key again as first, refuse it for another body, and keep it per caller', async () => {
      await using service = await startTestService({ engine })
      await service.addUser('анна')
      await service.addUser('other')
      const cookie = await service.cookieOf('анна')
      const headers = { 'idempotency-key': 'key-1' }
      const first = await service.post(PATH, LEAD, { cookie, headers })
      const again = await service.post(PATH, LEAD, { cookie, headers })
      assert.deepEqual([again.status, again.body], [first.status, first.body])
      const other = await service.post(PATH, { ...LEAD, name: 'Иван' }, { cookie, headers })
      assert.equal(other.status, 422)
      assert.match(other.body, /idempotency-key/)
      const otherCaller = await service.cookieOf('other')
      const theirs = await service.post(PATH, LEAD, { cookie: otherCaller, headers })
      assert.equal(theirs.status, 201)
      assert.notEqual(idOf(theirs), idOf(first))
      assert.equal(await service.metric('valuation_leads_total'), 2)
    })

    it('answer a key for no body that differs in any field', async () => {
      await using service = await startTestService({ engine })
      await service.addUser('анна')
      const cookie = await service.cookieOf('анна')
      const headers = { 'idempotency-key': 'key-1' }
      const valued = async () => idOf(await service.post('/api/v1/estimate', FLAT, { cookie }))
      const full = {
        ...LEAD,
        estimate_id: await valued(),
        email: 'anna@example.ru',
        comment: 'после шести',
        target: { complex: 'Берег', budget_rub: 9_000_000 },
      }
      const first = await service.post(PATH, full, { cookie, headers })
      assert.equal(first.status, 201, first.body)
      for (const change of [
        { estimate_id: await valued() },
        { name: 'Иван' },
        { phone: '8 (916) 123-45-68' },
        { email: 'ivan@example.ru' },
        { comment: 'до шести' },
        { target: { complex: 'Бор', budget_rub: 9_000_000 } },
        { target: { complex: 'Берег', budget_rub: 9_000_001 } },
      ]) {
        const other = await service.post(PATH, { ...full, ...change }, { cookie, headers })
        assert.equal(other.status, 422, JSON.stringify(change))
        assert.match(other.body, /idempotency-key/)
      }
      const again = await service.post(PATH, full, { cookie, headers })
      assert.deepEqual([again.status, again.body], [first.status, first.body])
      assert.equal(await service.metric('valuation_leads_total'), 1)
    })
  })
}

describe('the purge of what made repeated leads one', () => {
  it('begins with the start, for a service that never runs for an hour', async () => {
    await using service = await startTestService()
    await service.addUser('анна')
    const cookie = await service.cookieOf('анна')
    const headers = { 'idempotency-key': 'k1' }
    assert.equal((await service.post(PATH, LEAD, { cookie, headers })).status, 201)
    const claims = service.stores.main.query.selectFrom('lead_claims').select('claim_key')
    assert.equal((await claims.execute()).length, 2)
    const clock = createTestClock()
    clock.advance(DAY_S)
    const database = service.databases[0]?.variable ?? ''
    await using _again = await startTestService({ clock, settings: { DATABASE_URL: database } })
    await until(async () => (await claims.execute()).length === 0, 'the claims are deleted')
  })
})
