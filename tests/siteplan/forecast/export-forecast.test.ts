import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fastJsonStringify from 'fast-json-stringify'
import { DEMO_SOURCE } from '../../../src/datasets/dataset-store.ts'
import { demoTown } from '../../../src/demo/town.ts'
import { parcelWriter } from '../../../src/parcels/table/parcel-store.ts'
import type { Forecast } from '../../../src/siteplan/forecast/forecast.ts'
import { ForecastSchema } from '../../../src/siteplan/forecast/schema.ts'
import { comparableWriter } from '../../../src/valuation/comparables/comparable-store.ts'
import { untilTakenUp } from '../../support/advancing.ts'
import { ENGINES } from '../../support/databases.ts'
import { newFlats } from '../../support/new-flats.ts'
import { startTestService, type TestService } from '../../support/service.ts'

/** The demonstration town's: a rectangle of 90 × 70 m, and a strip 6 m wide. */
const RECTANGLE = '99:01:0000001:1'
const STRIP = '99:01:0000001:7'

const OFFICE = (kind: string) => `application/vnd.openxmlformats-officedocument.${kind}`

for (const engine of ENGINES) {
  describe(`a forecast on ${engine}`, () => {
    let service: TestService & AsyncDisposable
    let cookie: string

    before(async () => {
      service = await startTestService({
        engine,
        settings: { SITEPLAN_DRAWS: '1000', PUBLIC_URL: 'https://example.org/trade-in/' },
      })
      await service.addUser('anna')
      cookie = await service.cookieOf('anna')
      const { main } = service.stores
      const { parcels } = demoTown('2026-01-15')
      await parcelWriter(main, service.clock).put(parcels)
    })
    after(() => service[Symbol.asyncDispose]())

    const ask = (cn: string, query = 'format=json') =>
      service.get(`/api/v1/parcels/${cn}/forecast/export?${query}`, cookie)
    const forecastOf = async (cn: string, query = 'format=json') => {
      const response = await ask(cn, query)
      assert.equal(response.status, 200, response.body)
      return response.json() as Forecast
    }
    const counted = (format = 'json') =>
      service.metric(`siteplan_reports_exported_total{format="${format}"}`)

    it('is refused with 409 while there is nothing to price flats from', async () => {
      const response = await ask(RECTANGLE)
      assert.equal(response.status, 409)
      assert.deepEqual(response.json(), {
        detail: 'рядом с участком не хватает свежих рыночных данных, прогноз не составляется',
      })
      assert.equal(await counted(), 0)
    })

    it('is made once there are sales of new flats around', async () => {
      const writer = comparableWriter(service.stores.main, service.clock)
      const flats = newFlats('2026-01-15')
      await writer.put(flats.map((comparable) => ({ source: DEMO_SOURCE, comparable })))
      await untilTakenUp(service.clock, async () => (await ask(RECTANGLE)).status === 200)
    })

    it('links a Telegram text to its report where people reach the service', async () => {
      const { body } = await ask(RECTANGLE, 'format=tg')
      assert.match(body, /<a href="https:\/\/example\.org\/trade-in\/api\/v1\/parcels\/99:01/)
    })

    it('marks a Telegram text up as HTML or MarkdownV2, and refuses any other mode', async () => {
      const { body } = await ask(RECTANGLE, 'format=tg&parse_mode=MarkdownV2')
      assert.match(body, /\]\(https:\/\/example\.org\/trade-in\/api\/v1\/parcels\/99:01/)
      assert.doesNotMatch(body, /<\/?[a-z]+/)
      const refused = await ask(RECTANGLE, 'format=tg&parse_mode=Markdown')
      assert.equal(refused.status, 422)
      assert.deepEqual(refused.json(), {
        detail: 'параметр parse_mode: допустимы только HTML, MarkdownV2',
      })
    })

    it('is a file with a name, counted when it is made, and remembered for its reader', async () => {
      const before = await counted()
      const response = await ask(RECTANGLE)
      assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
      const disposition = String(response.headers['content-disposition'])
      assert.ok(disposition.startsWith('attachment; filename="forecast-99-01-0000001-1.json"'))
      assert.ok(
        decodeURIComponent(disposition).endsWith("filename*=UTF-8''прогноз-99-01-0000001-1.json"),
      )
      assert.equal(await counted(), before + 1)
      const withZeros = await ask(RECTANGLE.replace(/1$/u, '0001'))
      assert.equal(withZeros.headers['content-disposition'], disposition)
      const recent = (await service.get('/api/v1/users/me/recent-parcels', cookie)).json() as {
        items: { cadastral_number: string; last_action: string }[]
      }
      assert.deepEqual(
        recent.items.map((item) => [item.cadastral_number, item.last_action]),
        [[RECTANGLE, 'forecast']],
      )
    })

    it('has its keys in the order of the schema', async () => {
      const forecast = await forecastOf(RECTANGLE)
      assert.ok(forecast.comparables.length > 0 && forecast.warnings.length > 0)
      assert.equal(JSON.stringify(forecast), fastJsonStringify(ForecastSchema)(forecast))
    })

    it('says whose parcel, which day and what limits, and that the town is a demonstration', async () => {
      const forecast = await forecastOf(RECTANGLE)
      assert.equal(forecast.parcel.cadastral_number, RECTANGLE)
      assert.equal(forecast.generated_at, '2026-01-15T00:00:00.000Z')
      assert.equal(forecast.is_demo, true)
      assert.ok(forecast.warnings.some(({ code }) => code === 'demo_data'))
      assert.equal(forecast.envelope.binding_rule, 'max_density')
      assert.deepEqual(
        forecast.constraints.filter(({ binding }) => binding).map(({ rule }) => rule),
        ['max_density'],
      )
      assert.ok(forecast.comparables.length > 0)
      assert.ok(
        forecast.price.every(({ low, rub_per_m2, high }) => low < rub_per_m2 && rub_per_m2 < high),
      )
    })

    it('is the same to the byte for the same question, and another for another', async () => {
      const [first, second] = [await ask(RECTANGLE), await ask(RECTANGLE)]
      assert.equal(first.body, second.body)
      const ids = new Set([
        (first.json() as Forecast).report_id,
        (await forecastOf(RECTANGLE, 'format=json&scenario=low')).report_id,
        (await forecastOf(RECTANGLE, 'format=json&horizon_months=24')).report_id,
        (await forecastOf('99:01:0000001:2')).report_id,
      ])
      assert.equal(ids.size, 4)
    })

    // No database has a part in documents, and their thread takes seconds to start.
    if (engine === 'sqlite') {
      it('comes in every format by its own type, counted by its own label', async () => {
        for (const [format, type, start] of [
          ['md', 'text/markdown; charset=utf-8', '> **'],
          ['tg', 'text/plain; charset=utf-8', '<b>'],
          ['docx', OFFICE('wordprocessingml.document'), 'PK'],
          ['pptx', OFFICE('presentationml.presentation'), 'PK'],
          ['pdf', 'application/pdf', '%PDF-'],
        ] as const) {
          const before = await counted(format)
          const response = await ask(RECTANGLE, `format=${format}`)
          assert.equal(response.status, 200, response.body)
          assert.equal(response.headers['content-type'], type)
          assert.ok(response.body.startsWith(start), format)
          assert.equal(await counted(format), before + 1)
        }
      })
    }

    it('is planned for as many months as were asked for, and says what is left unsold', async () => {
      const short = await forecastOf(RECTANGLE, 'format=json&horizon_months=36')
      assert.equal(short.schedule.length, 36)
      assert.equal(short.metrics.sellout_months, null)
      assert.ok(short.warnings.some(({ code }) => code === 'unsold_at_horizon'))
    })

    it('gives no margin, return or payback where the horizon ends before the house stands', async () => {
      const { metrics, warnings } = await forecastOf(RECTANGLE, 'format=json&horizon_months=12')
      assert.deepEqual([metrics.margin, metrics.irr, metrics.payback_months], [null, null, null])
      const codes = warnings.map(({ code }) => code)
      assert.ok(codes.includes('horizon_before_commissioning'))
      assert.ok(!codes.includes('unsold_at_horizon'))
    })

    it('is higher in the high scenario and lower in the low one', async () => {
      const worth = async (scenario: string) =>
        (await forecastOf(RECTANGLE, `format=json&scenario=${scenario}`)).metrics.npv_rub.p50
      const [low, base, high] = [await worth('low'), await worth('base'), await worth('high')]
      assert.ok(low < base && base < high)
    })

    it('is refused with the rule that leaves no room for a single house', async () => {
      const before = await counted()
      const response = await ask(STRIP)
      assert.equal(response.status, 409)
      assert.deepEqual(response.json(), {
        detail:
          'по нормам на участке нельзя построить ни одного дома: мешает отступ от границ участка',
      })
      assert.equal(await counted(), before)
    })

    it('is answered by 404 for an unknown parcel', async () => {
      const response = await ask('99:01:0000001:9999')
      assert.equal(response.status, 404)
      assert.deepEqual(response.json(), { detail: 'не найдено' })
    })

    it('is refused when the question is malformed, naming the part, and nothing is counted', async () => {
      const before = await counted()
      for (const [cn, query, part] of [
        ['38-36-000021-1234', 'format=json', 'cadastral_number'],
        ['99:01:1:1', 'format=json', 'cadastral_number'],
        [RECTANGLE, 'format=xls', 'format'],
        [RECTANGLE, '', 'format'],
        [RECTANGLE, 'format=json&horizon_months=11', 'horizon_months'],
        [RECTANGLE, 'format=json&horizon_months=85', 'horizon_months'],
        [RECTANGLE, 'format=json&horizon_months=1e9', 'horizon_months'],
        [RECTANGLE, 'format=json&scenario=best', 'scenario'],
      ] as const) {
        const response = await ask(cn, query)
        assert.equal(response.status, 422, `${cn} ${query}`)
        assert.match((response.json() as { detail: string }).detail, new RegExp(part))
      }
      assert.equal(await counted(), before)
    })

    it('is answered by 404 or 422, never 500, whatever stands for a cadastral number', async () => {
      const digits = '9'.repeat(26)
      for (const [cn, status] of [
        [`99:01:0000001:${digits}`, 404],
        [`99:01:0000001:${digits.repeat(2)}`, 422],
        [`${RECTANGLE}%00`, 422],
        [`${RECTANGLE}%0A`, 422],
        ['%D0%B9:01:0000001:1', 422],
        ['99%3A01%3A0000001%3A9999', 404],
        ["'%20or%201=1", 422],
      ] as const) {
        assert.equal((await ask(cn)).status, status, cn)
      }
    })

    it('is for those who are signed in', async () => {
      const path = `/api/v1/parcels/${RECTANGLE}/forecast/export?format=json`
      assert.equal((await service.get(path)).status, 401)
    })
  })
}
