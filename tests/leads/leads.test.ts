import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
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
        comment: 'после\0 18',
        target: { complex: '\0Сад', budget_rub: 12_000_000 },
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
        comment: 'после\u2400 18',
        target: { complex: '\u2400Сад', budget_rub: 12_000_000 },
      })
      assert.equal(await service.metric('valuation_leads_total'), 1)
      const { query } = service.stores.main
      assert.deepEqual(await query.selectFrom('leads').select('consented_at').execute(), [
        { consented_at: '2026-01-15T09:30:00.000Z' },
      ])
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
      const upperCase = `/api/v1/leads/${leads.other?.toUpperCase()}`
      assert.equal((await service.get(upperCase, cookieOf('root'))).status, 200)
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
      const noId = await service.get('/api/v1/leads?after=2026-01-15T09:30:00.000Z_x', cookie)
      assert.equal(noId.status, 422)
    })

    it('of a team come in pages too, the newest of all first', async () => {
      await using service = await startTestService({ engine })
      const { cookieOf } = await withTeam(service)
      await service.addUser('вера', { manager: 'boss' })
      await service.post(PATH, LEAD, { cookie: await service.cookieOf('вера') })
      const owners: string[] = []
      let after = ''
      do {
        const path = `/api/v1/leads?limit=1${after}`
        const page = (await service.get(path, cookieOf('boss'))).json() as LeadPage
        owners.push(...page.items.map(({ owner }) => owner))
        after = page.next === null ? '' : `&after=${encodeURIComponent(page.next)}`
      } while (after !== '')
      assert.deepEqual(owners, ['вера', 'анна', 'boss'])
    })

    it('are refused where they name an estimate that does not exist', async () => {
      await using service = await startTestService({ engine })
      await service.addUser('анна')
      const cookie = await service.cookieOf('анна')
      const body = { ...LEAD, estimate_id: NO_SUCH_ID }
      const response = await service.post(PATH, body, { cookie })
      const unknown = { detail: 'поле estimate_id: нет оценки с таким идентификатором' }
      assert.deepEqual([response.status, response.json()], [422, unknown])
      assert.equal(await service.metric('valuation_leads_total'), 0)
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
    const phone = 'поле phone: ожидается российский номер или международный, который начинается с +'
    for (const [change, detail] of [
      [{ consent: false }, 'поле consent: допустимо только true'],
      [{ consent: undefined }, 'поле consent: нужно указать'],
      [{ consent: 'true' }, 'поле consent: допустимо только true'],
      [{ consent: null }, 'поле consent: допустимо только true'],
      [{ phone: '12-34-hunter2' }, phone],
      [{ phone: '' }, phone],
      [{ phone: 89161234567 }, 'поле phone: ожидается строка'],
      [{ name: '' }, 'поле name: не может быть пустым'],
      [{ name: ' \t' }, 'поле name: не может быть пустым'],
      [{ name: 'я'.repeat(101) }, 'поле name: не длиннее 100 символов'],
      [{ email: 'hunter2' }, 'поле email: ожидается адрес электронной почты'],
      [{ comment: 'x'.repeat(2001) }, 'поле comment: не длиннее 2000 символов'],
      [{ estimate_id: 'hunter2' }, 'поле estimate_id: ожидается идентификатор UUID'],
      [{ target: { budget_rub: 1.5 } }, 'поле target.budget_rub: ожидается целое число'],
      [
        { target: { budget_rub: 1e12 + 1 } },
        'поле target.budget_rub: не больше 1\u00a0000\u00a0000\u00a0000\u00a0000',
      ],
      [{ target: { budget_rub: -1 } }, 'поле target.budget_rub: не меньше 0'],
      [{ target: { complex: 'я'.repeat(201) } }, 'поле target.complex: не длиннее 200 символов'],
      [{ target: [] }, 'поле target: ожидается объект'],
    ] as const) {
      const response = await service.post(PATH, { ...LEAD, ...change }, { cookie })
      assert.equal(response.status, 422, JSON.stringify(change))
      const told = (response.json() as { detail: string }).detail
      assert.equal(told, detail)
      assert.ok(!told.includes('hunter2'))
    }
    const headers = { 'idempotency-key': 'x'.repeat(256) }
    const longKey = await service.post(PATH, LEAD, { cookie, headers })
    assert.deepEqual(longKey.json(), {
      detail: 'заголовок idempotency-key: не длиннее 255 символов',
    })
    const noKey = await service.post(PATH, LEAD, { cookie, headers: { 'idempotency-key': '' } })
    assert.deepEqual(
      [noKey.status, noKey.json()],
      [422, { detail: 'заголовок idempotency-key: не может быть пустым' }],
    )
    const statusOf = async (length: number) => {
      const comment = 'x'.repeat(length)
      return (await service.post(PATH, { ...LEAD, comment }, { cookie })).status
    }
    assert.deepEqual([await statusOf(1_000_000), await statusOf(1_050_000)], [422, 413])
    assert.equal((await service.post(PATH, LEAD)).status, 401)
    assert.equal((await service.get('/api/v1/leads')).status, 401)
    assert.equal(await service.metric('valuation_leads_total'), 0)
  })
})

describe('a lead that goes to the bound of each rule', () => {
  it('is taken, with all that it says', async () => {
    await using service = await startTestService()
    await service.addUser('анна')
    const cookie = await service.cookieOf('анна')
    const said = { name: 'я'.repeat(100), comment: 'x'.repeat(2000) }
    for (const [phone, budget] of [
      ['89160000000', 0],
      ['89160000001', 1e12],
    ] as const) {
      const target = { complex: 'я'.repeat(200), budget_rub: budget }
      const headers = { 'idempotency-key': phone.padEnd(255, 'x') }
      const created = await service.post(
        PATH,
        { ...LEAD, ...said, phone, target },
        { cookie, headers },
      )
      assert.equal(created.status, 201, created.body)
      const kept = (await service.get(`/api/v1/leads/${idOf(created)}`, cookie)).json() as object
      assert.deepEqual({ ...kept, ...said, target }, kept)
    }
  })
})
