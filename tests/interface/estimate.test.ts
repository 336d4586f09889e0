// Estimates over HTTP, from the first import on: made and explained, read back, listed, and as a
// report. Which requests are refused is in estimate-request.test.ts.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Ajv } from 'ajv'
import { addressWriter } from '../../src/addresses/table/address-store.ts'
import { DEMO_SOURCE } from '../../src/datasets/dataset-store.ts'
import { demoTown } from '../../src/demo/town.ts'
import { DETAIL } from '../../src/errors.ts'
import { comparableWriter } from '../../src/valuation/comparables/comparable-store.ts'
import { EstimateResponse, type EstimateSummary } from '../../src/valuation/wire/estimate-schema.ts'
import { untilTakenUp } from '../support/advancing.ts'
import { ENGINES } from '../support/databases.ts'
import { assertNear } from '../support/near.ts'
import { startTestService, type TestService } from '../support/service.ts'

const LEARNING = { area_m2: 54.3, rooms: 2, floor: 4, floors_total: 9 }

/** The documented answer, and nothing beside it. */
const EXACT_RESPONSE = JSON.parse(JSON.stringify(EstimateResponse), (_key, value) =>
  value?.type === 'object' && value.properties ? { ...value, additionalProperties: false } : value,
)
const isAsDocumented = new Ajv({ strict: false, validateFormats: false }).compile(EXACT_RESPONSE)

interface Answer {
  readonly id: string
  readonly status: string
  readonly demo: boolean
  readonly reasons?: string[]
  readonly subject: {
    address: string | null
    lat?: number
    lon?: number
    geo_precision: string
    imputed: string[]
    imputed_values: object
  }
  readonly confidence: { reasons: string[] } | null
  readonly value: {
    market_rub: number
    low_rub: number
    high_rub: number
    bargaining: number
  } | null
  readonly comparables: {
    date: string
    price_rub: number
    weight: number
    adjustments: { fraction: number }[]
    adjusted_price_rub: number
  }[]
  readonly market: { trend: { month: string; rub_per_m2: number }[] }
  readonly trade_in: {
    eligible: boolean
    options: {
      kind: string
      payout_rub: number
      payout_low_rub: number
      payout_high_rub: number
    }[]
  } | null
}

for (const engine of ENGINES) {
  describe(`estimates on ${engine}`, () => {
    let service: TestService & AsyncDisposable
    let cookie: string
    /** On one engine enough of its sales for a model with trees, which is fitted in seconds. */
    const everyNth = engine === 'sqlite' ? 5 : 12
    const town = () => {
      const { addresses, comparables } = demoTown(
        new Date(service.clock.wallMs()).toISOString().slice(0, 10),
      )
      return { addresses, comparables: comparables.filter((_, i) => i % everyNth === 0) }
    }

    before(async () => {
      service = await startTestService({ engine })
      await service.addUser('chief', { role: 'manager' })
      await service.addUser('anna', { manager: 'chief' })
      await service.addUser('boris')
      await service.addUser('other chief', { role: 'manager' })
      await service.addUser('visitor')
      await service.addUser('root', { role: 'admin' })
      cookie = await service.cookieOf('anna')
    })
    after(() => service[Symbol.asyncDispose]())

    const post = (payload: object, as = cookie) =>
      service.app.inject({
        method: 'POST',
        url: '/api/v1/estimate',
        payload,
        headers: { cookie: as },
      })
    const estimate = async (payload: object, as = cookie) => {
      const response = await post(payload, as)
      assert.equal(response.statusCode, 200, response.body)
      return response.json<Answer>()
    }
    /** Asked by somebody of their own: no list grows by it. */
    const untilValued = async () => {
      const as = await service.cookieOf('visitor')
      await untilTakenUp(service.clock, async () => {
        const answer = await post({ ...LEARNING, address: 'Примерск, улица Ленина, 5' }, as)
        return answer.statusCode === 200 && answer.json<Answer>().status === 'ok'
      })
    }

    it('say that there is no evidence while there is none', async () => {
      const { lat, lon } = { lat: 61.05, lon: 31.6 }
      const answer = await estimate({ ...LEARNING, lat, lon })
      assert.equal(answer.status, 'insufficient_data')
      assert.deepEqual(answer.reasons, ['no_comparables_in_radius'])
      assert.equal(answer.value, null)
      assert.deepEqual(answer.comparables, [])
      assert.equal(
        await service.metric('valuation_estimates_total{outcome="insufficient_data"}'),
        1,
      )
      assert.equal(await service.metric('valuation_estimates_total{outcome="ok"}'), 0)
    })

    it('take up imported data without a restart', async () => {
      const { addresses, comparables } = town()
      const { main } = service.stores
      const put = addressWriter(main, service.clock)
      await put.put(addresses.map((address) => ({ source: DEMO_SOURCE, address })))
      const writer = comparableWriter(main, service.clock)
      for (let from = 0; from < comparables.length; from += 1000) {
        const rows = comparables.slice(from, from + 1000)
        await writer.put(rows.map((comparable) => ({ source: DEMO_SOURCE, comparable })))
      }
      await untilValued()
    })

    it('are explained to the rouble, and marked when the data is a demonstration', async () => {
      const answer = await estimate({ ...LEARNING, address: 'примерск ленина 5' })
      assert.equal(answer.status, 'ok')
      assert.equal(answer.demo, true)
      assert.ok(answer.value && answer.value.low_rub <= answer.value.market_rub)
      assert.ok(answer.value.market_rub <= answer.value.high_rub)
      let weights = 0
      let sum = 0
      for (const one of answer.comparables) {
        const factor = one.adjustments.reduce((all, { fraction }) => all * (1 + fraction), 1)
        assert.ok(Math.abs(one.adjusted_price_rub - one.price_rub * factor) <= 1)
        weights += one.weight
        sum += one.weight * one.adjusted_price_rub
      }
      assertNear(weights, 1, 1e-9)
      assert.equal(answer.value.market_rub, Math.round(sum))
    })

    it('come with an offer, for which whoever waits longer gets no less', async () => {
      const { value, trade_in: offer } = await estimate({
        ...LEARNING,
        address: 'Примерск, улица Ленина, 5',
      })
      assert.ok(value && offer)
      assert.equal(offer.eligible, true)
      const [buyout, reservation, market] = offer.options
      assert.ok(buyout && reservation && market)
      assert.deepEqual(
        offer.options.map(({ kind }) => kind),
        ['buyout', 'reservation', 'market'],
      )
      assert.ok(0 < buyout.payout_rub)
      assert.ok(buyout.payout_rub <= reservation.payout_rub)
      assert.ok(reservation.payout_rub <= market.payout_rub)
      assert.equal(market.payout_rub, value.market_rub)
    })

    it('come with the same offer whichever basis of price is asked for', async () => {
      const as = await service.cookieOf('visitor')
      const of = (basis: string) =>
        estimate(
          {
            ...LEARNING,
            address: 'Примерск, улица Ленина, 5',
            options: { price_basis: basis },
          },
          as,
        )
      const [deal, ask] = [await of('deal'), await of('ask')]
      assert.ok(deal.value && ask.value && ask.value.market_rub > 1.02 * deal.value.market_rub)
      const asDeal = ask.value.market_rub * (1 + ask.value.bargaining)
      // Fractions have six digits: half of the last one is 3 roubles of such a flat.
      const ofRounding = 10
      assert.ok(Math.abs(asDeal - deal.value.market_rub) <= ofRounding)
      for (const [i, option] of (deal.trade_in?.options ?? []).entries()) {
        for (const figure of ['payout_rub', 'payout_low_rub', 'payout_high_rub'] as const) {
          const rub = ask.trade_in?.options[i]?.[figure] ?? 0
          const apart = Math.abs(rub - option[figure])
          assert.ok(apart <= ofRounding, `${figure} of ${option.kind}`)
        }
      }
    })

    it('are what the reference says, to the last field, and say how well their place is known', async () => {
      for (const [place, precision, doubts] of [
        [{ lat: 61.05, lon: 31.6 }, 'point', []],
        [{ address: 'Примерск, улица Ленина, 5' }, 'house', []],
        [{ address: 'Ленина 5' }, 'house', []],
        [{ address: 'Примерск, улица Лелина, 5' }, 'house', ['address_corrected']],
        [{ address: 'Примерск, улица Ленина, 999' }, 'street', ['address_without_house']],
        [{ address: 'Гдетотамск, проспект Никуда, 1' }, 'none', []],
        [{ lat: 10, lon: 10 }, 'point', []],
      ] as const) {
        const answer = await estimate({ ...LEARNING, ...place, condition: 'euro' })
        assert.ok(isAsDocumented(answer), JSON.stringify(isAsDocumented.errors))
        assert.equal(answer.subject.geo_precision, precision)
        assert.equal(answer.demo, true)
        const reasons = answer.confidence?.reasons ?? []
        assert.deepEqual(
          reasons.filter((reason) => reason.startsWith('address_')),
          doubts,
        )
      }
    })

    it('are refused for an address that may mean one place or another, naming what may be meant', async () => {
      const response = await service.post(
        '/api/v1/estimate',
        { ...LEARNING, address: 'Примерск, проспект Ленина, 5' },
        { cookie: await service.cookieOf('visitor') },
      )
      assert.equal(response.status, 422)
      assert.deepEqual(response.json(), {
        detail: 'поле address: уточните адрес, возможно: г Примерск, улица Ленина, д 5',
      })
    })

    it('say that the address is of a house elsewhere than the coordinates', async () => {
      const address = 'Примерск, улица Ленина, 5'
      const { subject } = await estimate({ ...LEARNING, address })
      const { lat = 0, lon = 0 } = subject
      for (const [offDegrees, given, expected] of [
        [0, address, false],
        [0.004, address, false],
        [0.006, address, true],
        [0.006, 'Примерск, улица Лелина, 5', false],
        [0.006, 'Гдетотамск, проспект Никуда, 1', false],
      ] as const) {
        const place = { address: given, lat: lat + offDegrees, lon }
        const { confidence } = await estimate({ ...LEARNING, ...place })
        assert.equal(confidence?.reasons.includes('address_elsewhere'), expected)
      }
    })

    it('are the same for the same body and the same data', async () => {
      const body = { ...LEARNING, address: 'Примерск, Садовая улица, 6', condition: 'euro' }
      const [first, second] = [await estimate(body), await estimate(body)]
      assert.notEqual(first.id, second.id)
      assert.deepEqual(first.value, second.value)
      assert.deepEqual(first.comparables, second.comparables)
    })

    it('are read back whole by their owner, the owner’s manager and an admin, and by nobody else', async () => {
      const made = await estimate({ ...LEARNING, address: 'Примерск, улица Мира, 3' })
      for (const [username, status] of [
        ['anna', 200],
        ['chief', 200],
        ['root', 200],
        ['boris', 404],
        ['other chief', 404],
      ] as const) {
        const as = await service.cookieOf(username)
        const found = await service.get(`/api/v1/estimate/${made.id}`, as)
        assert.equal(found.status, status, username)
        if (status === 200) assert.deepEqual(found.json(), made)
        const report = await service.get(`/api/v1/estimate/${made.id}/pdf`, as)
        assert.equal(report.status, status, username)
        const listed = (await service.get('/api/v1/estimates', as)).json() as { items: Answer[] }
        assert.equal(
          listed.items.some(({ id }) => id === made.id),
          status === 200,
        )
      }
      const longer = `${made.id}${'0'.repeat(2_000)}`
      for (const unknown of ['nonsense', longer, '00000000-0000-4000-8000-000000000000']) {
        for (const path of [unknown, `${unknown}/pdf`]) {
          const response = await service.get(`/api/v1/estimate/${path}`, cookie)
          assert.equal(response.status, 404)
          assert.deepEqual(response.json(), { detail: 'не найдено' })
        }
      }
    })

    it('are printed for one caller eight at a time, and for others all the same', async () => {
      const { id } = await estimate({ ...LEARNING, address: 'Примерск, улица Ленина, 5' })
      const pdf = (as: string) => service.get(`/api/v1/estimate/${id}/pdf`, as)
      const chief = await service.cookieOf('chief')
      const asked = Array.from({ length: 9 }, () => pdf(cookie))
      const [other, ...own] = await Promise.all([pdf(chief), ...asked])
      // On a busy machine some of those taken wait too long for the thread.
      const refused = own.filter(({ body }) => body.includes(DETAIL.ownWorkUnderWay))
      assert.deepEqual(
        refused.map(({ status }) => status),
        [503],
      )
      assert.ok(!other?.body.includes(DETAIL.ownWorkUnderWay))
    })

    it('are listed newest first, page after page, each once', async () => {
      interface Page {
        items: { id: string; created_at: string }[]
        next: string | null
      }
      const all = (await service.get('/api/v1/estimates?limit=200', cookie)).json() as Page
      const times = all.items.map(({ created_at }) => created_at)
      assert.deepEqual(times, times.toSorted().reverse())
      const seen: Page['items'] = []
      let next: string | null = ''
      while (next !== null) {
        const page: Page = (
          await service.get(`/api/v1/estimates?limit=2${next && `&after=${next}`}`, cookie)
        ).json() as never
        seen.push(...page.items)
        next = page.next
      }
      assert.ok(seen.length > 3)
      assert.deepEqual(seen, all.items)
    })

    it('are listed by what was answered of each, with a value or without', async () => {
      const listed = await service.get('/api/v1/estimates?limit=200', cookie)
      const { items } = listed.json() as { items: EstimateSummary[] }
      for (const item of items) {
        const answer = await service.get(`/api/v1/estimate/${item.id}`, cookie)
        const { subject, value, confidence, ...whole } = answer.json() as EstimateResponse
        assert.deepEqual(item, {
          id: whole.id,
          status: whole.status,
          created_at: whole.created_at,
          valuation_date: whole.valuation_date,
          owner: 'anna',
          address: subject.address,
          area_m2: subject.area_m2,
          rooms: subject.rooms,
          market_rub: value?.market_rub ?? null,
          basis: value?.basis ?? null,
          level: confidence?.level ?? null,
          demo: whole.demo,
        })
      }
      assert.ok(items.some(({ level, address }) => level !== null && address !== null))
      assert.ok(items.some(({ demo }) => demo) && items.some(({ demo }) => !demo))
      assert.ok(items.some(({ market_rub: rub }) => rub === null))
    })

    it('become a PDF report, counted when it is made and only then', async () => {
      const made = await estimate({ ...LEARNING, address: 'Примерск, улица Мира, 3' })
      const before = await service.metric('valuation_reports_exported_total')
      const report = await service.get(`/api/v1/estimate/${made.id}/pdf`, cookie)
      assert.equal(report.headers['content-type'], 'application/pdf')
      assert.equal(
        decodeURIComponent(String(report.headers['content-disposition'])),
        `attachment; filename="estimate-${made.id}.pdf"; filename*=UTF-8''оценка-${made.id}.pdf`,
      )
      assert.ok(report.body.startsWith('%PDF-'))
      assert.equal(await service.metric('valuation_reports_exported_total'), before + 1)
      const url = `/api/v1/estimate/${made.id}/pdf`
      const head = await service.app.inject({ method: 'HEAD', url, headers: { cookie } })
      assert.equal(head.statusCode, 200)
      assert.equal(await service.metric('valuation_reports_exported_total'), before + 1)
      const none = await estimate({ ...LEARNING, lat: 0, lon: 0 })
      assert.equal((await service.get(`/api/v1/estimate/${none.id}/pdf`, cookie)).status, 409)
      assert.equal(await service.metric('valuation_reports_exported_total'), before + 1)
    })

    // A model of its own for that day is the same on either database.
    if (engine === 'postgres') {
      it('use no evidence later than the valuation date', async () => {
        const day = new Date(service.clock.wallMs() - 90 * 86_400_000).toISOString().slice(0, 10)
        const answer = await estimate({
          ...LEARNING,
          address: 'Примерск, улица Мира, 3',
          valuation_date: day,
        })
        assert.equal(answer.status, 'ok')
        for (const { date } of answer.comparables) assert.ok(date <= day)
        assert.ok(answer.market.trend.length > 1)
        for (const { month } of answer.market.trend) assert.ok(month <= day.slice(0, 7))
      })
    }

    it('ignore fields that the interface does not know', async () => {
      const unknown = { id: 'mine', owner: 'boris', subject: { area_m2: 1 }, note: 'x'.repeat(999) }
      const { subject } = await estimate({ ...LEARNING, ...unknown, lat: 0, lon: 0, market: 'new' })
      const { imputed_values: values, ...told } = subject
      assert.deepEqual(Object.keys(values).toSorted(), told.imputed.toSorted())
      assert.deepEqual(told, {
        address: null,
        lat: 0,
        lon: 0,
        geo_precision: 'point',
        ...LEARNING,
        market: 'new',
        imputed: ['condition', 'year_built', 'kitchen_area_m2', 'living_area_m2'],
        set_aside: [],
      })
    })

    it('have no page after a time that there never was', async () => {
      for (const time of [
        '2026-02-30T00:00:00.000Z',
        '2026-99-99T99:99:99.999Z',
        '0000-01-01T00:00:00.000Z',
        'x',
      ]) {
        const after = `${time}_00000000-0000-4000-8000-000000000000`
        assert.equal(
          (await service.get(`/api/v1/estimates?after=${after}`, cookie)).status,
          422,
          time,
        )
      }
    })

    it('name an address that nobody knows as the reason', async () => {
      const answer = await estimate({ ...LEARNING, address: 'Гдетотамск, проспект Никуда, 1' })
      assert.deepEqual(answer.reasons, ['address_not_found'])
    })
  })
}
