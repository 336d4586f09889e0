import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { createDeliveryStore } from '../../src/delivery/delivery-store.ts'
import type { Caller } from '../../src/gate/caller.ts'
import { createLead, type LeadRequest } from '../../src/leads/create-lead.ts'
import { createLeadStore } from '../../src/leads/lead-store.ts'
import { advanceUntil } from '../support/advancing.ts'
import { ENGINES } from '../support/databases.ts'
import { startReceiver } from '../support/receiver.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/waiting.ts'

const PATH = '/api/v1/trade-in/lead'
const LEAD = { name: 'Анна', phone: '8 (916) 123-45-67', consent: true }
const NO_SUCH_ID = '00000000-0000-4000-8000-000000000000'

const idOf = (response: { json(): unknown }) => (response.json() as { id: string }).id

interface LeadPage {
  readonly items: { id: string; owner: string; phone: string }[]
  readonly next: string | null
}

/** A manager with two people, another employee and an admin, each with one lead. */
async function withTeam(service: TestService) {
  await service.addUser('boss', { role: 'manager' })
  await service.addUser('анна', { manager: 'boss' })
  await service.addUser('other')
  await service.addUser('root', { role: 'admin' })
  const cookies: Record<string, string> = {}
  const leads: Record<string, string> = {}
  for (const name of ['boss', 'анна', 'other', 'root']) {
    const cookie = await service.cookieOf(name)
    cookies[name] = cookie
    leads[name] = idOf(await service.post(PATH, LEAD, { cookie }))
    service.clock.advance(1)
  }
  const cookieOf = (name: string) => cookies[name] ?? ''
  return { cookieOf, leads }
}

for (const engine of ENGINES) {
  describe(`leads on ${engine}`, () => {
    it('are created once told, with the phone in one form, and counted', async () => {
      await using service = await startTestService({ engine })
      await service.addUser('анна')
      const cookie = await service.cookieOf('анна')
      const body = {
        ...LEAD,
        name: 'Пётр\0',
        email: 'p@example.ru',
        comment: 'после 18',
        target: { complex: 'Сад', budget_rub: 12_000_000 },
        unknown: 'ignored',
      }
      const response = await service.post(PATH, body, { cookie })
      assert.equal(response.status, 201)
      const { id, status } = response.json() as { id: string; status: string }
      assert.equal(status, 'new')
      const stored = await service.get(`/api/v1/leads/${id}`, cookie)
      assert.deepEqual(stored.json(), {
        id,
        status: 'new',
        created_at: '2026-01-15T09:30:00.000Z',
        owner: 'анна',
        estimate_id: null,
        name: 'Пётр\u2400',
        phone: '+79161234567',
        email: 'p@example.ru',
        comment: 'после 18',
        target: { complex: 'Сад', budget_rub: 12_000_000 },
      })
      assert.equal(await service.metric('valuation_leads_total'), 1)
    })

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

    it('answer a key again as first, refuse it for another body, and keep it per caller', async () => {
      await using service = await startTestService({ engine })
      await service.addUser('анна')
      await service.addUser('other')
      const cookie = await service.cookieOf('анна')
      const headers = { 'idempotency-key': 'ключ-1'.replace('ключ', 'key') }
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
      const full = {
        ...LEAD,
        email: 'anna@example.ru',
        comment: 'после шести',
        target: { complex: 'Берег', budget_rub: 9_000_000 },
      }
      const first = await service.post(PATH, full, { cookie, headers })
      assert.equal(first.status, 201, first.body)
      for (const change of [
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

    it('are seen by their owner, the owner’s manager and admins alone', async () => {
      await using service = await startTestService({ engine })
      const { cookieOf, leads } = await withTeam(service)
      const sees = async (name: string) => {
        const response = await service.get('/api/v1/leads', cookieOf(name))
        return (response.json() as LeadPage).items.map(({ owner }) => owner)
      }
      assert.deepEqual(await sees('анна'), ['анна'])
      assert.deepEqual(await sees('boss'), ['анна', 'boss'])
      assert.deepEqual(await sees('other'), ['other'])
      assert.deepEqual(await sees('root'), ['root', 'other', 'анна', 'boss'])
      const statusFor = async (name: string, of: string) =>
        (await service.get(`/api/v1/leads/${leads[of]}`, cookieOf(name))).status
      assert.equal(await statusFor('анна', 'анна'), 200)
      assert.equal(await statusFor('анна', 'boss'), 404)
      assert.equal(await statusFor('анна', 'other'), 404)
      assert.equal(await statusFor('boss', 'анна'), 200)
      assert.equal(await statusFor('boss', 'other'), 404)
      assert.equal(await statusFor('root', 'other'), 200)
      for (const id of [NO_SUCH_ID, 'x', '%00', "' or 1=1"]) {
        const path = `/api/v1/leads/${encodeURIComponent(id)}`
        const response = await service.get(path, cookieOf('root'))
        assert.deepEqual([response.status, response.json()], [404, { detail: 'не найдено' }])
      }
    })

    it('come in pages, newest first, each once, though some share a moment', async () => {
      await using service = await startTestService({ engine })
      await service.addUser('анна')
      const cookie = await service.cookieOf('анна')
      for (let index = 0; index < 7; index += 1) {
        await service.post(PATH, { ...LEAD, phone: `8916000000${index}` }, { cookie })
        if (index % 3 === 0) service.clock.advance(1)
      }
      const all = (await service.get('/api/v1/leads', cookie)).json() as LeadPage
      assert.equal(all.items.length, 7)
      assert.equal(all.next, null)
      const paged: LeadPage['items'] = []
      let after = ''
      do {
        const page = (await service.get(`/api/v1/leads?limit=2${after}`, cookie)).json() as LeadPage
        paged.push(...page.items)
        after = page.next === null ? '' : `&after=${encodeURIComponent(page.next)}`
      } while (after !== '')
      assert.deepEqual(paged, all.items)
      const full = (await service.get('/api/v1/leads?limit=7', cookie)).json() as LeadPage
      assert.deepEqual(full, all, 'a page that is full and the last has none after it')
      for (const query of ['limit=0', 'limit=201', 'limit=x', 'after=x', 'after=2026_1']) {
        assert.equal((await service.get(`/api/v1/leads?${query}`, cookie)).status, 422, query)
      }
      for (const noTime of ['2026-02-31T00:00:00.000Z', '0000-01-01T00:00:00.000Z']) {
        const { status } = await service.get(`/api/v1/leads?after=${noTime}_${NO_SUCH_ID}`, cookie)
        assert.equal(status, 422, noTime)
      }
    })

    it('name an estimate only if the caller may see it', async () => {
      await using service = await startTestService({ engine })
      await service.addUser('анна')
      const cookie = await service.cookieOf('анна')
      const body = { ...LEAD, estimate_id: NO_SUCH_ID }
      const response = await service.post(PATH, body, { cookie })
      const unknown = { detail: 'поле estimate_id: нет оценки с таким идентификатором' }
      assert.deepEqual([response.status, response.json()], [422, unknown])
      assert.equal(await service.metric('valuation_leads_total'), 0)

      const visible = randomUUID()
      const caller: Caller = {
        username: 'анна',
        role: 'employee',
        userId: null,
        managerId: null,
        source: 'session',
      }
      const request: LeadRequest = {
        estimateId: visible,
        name: 'Анна',
        phone: LEAD.phone,
        email: null,
        comment: null,
        targetComplex: null,
        targetBudgetRub: null,
      }
      let counted = 0
      const create = (estimateId: string | null) =>
        createLead(
          {
            store: createLeadStore(service.stores.main),
            estimateIsVisible: async (asking, id) => asking === caller && id === visible,
            crm: undefined,
            counter: { add: () => (counted += 1) },
            clock: service.clock,
          },
          caller,
          { ...request, estimateId },
          undefined,
        )
      const first = await create(visible)
      assert.equal(first.kind, 'created')
      assert.equal((await create(visible)).kind, 'repeated')
      assert.equal((await create(NO_SUCH_ID)).kind, 'estimate_unknown')
      // The same phone for another estimate, or for none, is another lead.
      assert.equal((await create(null)).kind, 'created')
      assert.equal(counted, 2)
      // Nothing waits for a CRM that is not there.
      assert.deepEqual(await createDeliveryStore(service.stores.main).listUndelivered(9), [])
    })

    it('go to the CRM signed, again until it takes them, across a restart', async () => {
      await using crm = await startReceiver({ status: 500 })
      const settings = { LEAD_WEBHOOK_URL: `${crm.url}/hook`, LEAD_WEBHOOK_SECRET: 's3cret' }
      await using first = await startTestService({ engine, settings })
      await first.addUser('анна')
      const cookie = await first.cookieOf('анна')
      const id = idOf(await first.post(PATH, LEAD, { cookie }))
      await until(
        async () => (await first.metric('delivery_attempts_total{outcome="retry"}')) === 1,
      )
      await first.stop()
      const database = first.databases[0]
      assert.ok(database)

      crm.behave({ status: 204 })
      await using second = await startTestService({ engine, settings, database })
      await advanceUntil(second.clock, 3600, () => crm.requests.length === 2)
      await until(async () => (await second.metric('delivery_crm_pending')) === 0)
      assert.equal(crm.requests.length, 2)
      for (const { method, path, headers, body } of crm.requests) {
        assert.deepEqual([method, path], ['POST', '/hook'])
        assert.equal(headers['idempotency-key'], id)
        const expected = createHmac('sha256', 's3cret')
          .update(`${headers['x-timestamp']}.${body}`)
          .digest('hex')
        assert.equal(headers['x-signature'], `sha256=${expected}`)
      }
      assert.deepEqual(JSON.parse(crm.requests[1]?.body ?? ''), {
        type: 'lead',
        id,
        created_at: '2026-01-15T09:30:00.000Z',
        status: 'new',
        owner: 'анна',
        estimate_id: null,
        name: 'Анна',
        phone: '+79161234567',
        email: null,
        comment: null,
        target: { complex: null, budget_rub: null },
      })
      for (const { logged } of [first, second]) {
        assert.doesNotMatch(logged.text(), /s3cret|9161234567|Анна/)
      }
    })
  })
}

describe('a lead that breaks a rule', () => {
  it('is refused by field and rule, without the value', async () => {
    await using service = await startTestService()
    await service.addUser('анна')
    const cookie = await service.cookieOf('анна')
    const phone = 'поле phone: ожидается российский номер или международный, начиная с +'
    for (const [change, detail] of [
      [{ consent: false }, 'поле consent: допустимо только true'],
      [{ consent: undefined }, 'поле consent: обязательно'],
      [{ consent: 'true' }, /поле consent/],
      [{ phone: '12-34-hunter2' }, phone],
      [{ phone: '' }, phone],
      [{ phone: 89161234567 }, 'поле phone: должно быть строкой'],
      [{ name: '' }, 'поле name: не короче 1 символа'],
      [{ name: ' \t' }, 'поле name: не может быть пустым'],
      [{ name: 'я'.repeat(101) }, 'поле name: не длиннее 100 символов'],
      [{ email: 'hunter2' }, 'поле email: должно быть адресом электронной почты'],
      [{ comment: 'x'.repeat(2001) }, 'поле comment: не длиннее 2000 символов'],
      [{ estimate_id: 'hunter2' }, 'поле estimate_id: должно быть идентификатором UUID'],
      [{ target: { budget_rub: 1.5 } }, 'поле target.budget_rub: должно быть целым числом'],
      [{ target: [] }, 'поле target: должно быть объектом'],
    ] as const) {
      const response = await service.post(PATH, { ...LEAD, ...change }, { cookie })
      assert.equal(response.status, 422, JSON.stringify(change))
      const told = (response.json() as { detail: string }).detail
      if (typeof detail === 'string') assert.equal(told, detail)
      else assert.match(told, detail)
      assert.ok(!told.includes('hunter2'))
    }
    const headers = { 'idempotency-key': 'x'.repeat(256) }
    const longKey = await service.post(PATH, LEAD, { cookie, headers })
    assert.deepEqual(longKey.json(), {
      detail: 'заголовок idempotency-key: не длиннее 255 символов',
    })
    const huge = { ...LEAD, comment: 'x'.repeat(70_000) }
    assert.equal((await service.post(PATH, huge, { cookie })).status, 413)
    assert.equal((await service.post(PATH, LEAD)).status, 401)
    assert.equal((await service.get('/api/v1/leads')).status, 401)
    assert.equal(await service.metric('valuation_leads_total'), 0)
  })
})
