// POST …/best-layouts and …/best-layouts/pdf: what may be asked, what is answered, what is counted.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DEMO_SOURCE } from '../../src/datasets/dataset-store.ts'
import { demoTown } from '../../src/demo/town.ts'
import { DETAIL } from '../../src/errors.ts'
import { RULE_FROM_REQUEST } from '../../src/norms/requested-rules.ts'
import { parcelWriter } from '../../src/parcels/table/parcel-store.ts'
import { checkLayouts } from '../../src/siteplan/layouts/check-layouts.ts'
import type { BestLayouts } from '../../src/siteplan/layouts/layout.ts'
import { comparableWriter } from '../../src/valuation/comparables/comparable-store.ts'
import { untilTakenUp } from '../support/advancing.ts'
import { ENGINES } from '../support/databases.ts'
import { newFlats } from '../support/new-flats.ts'
import { textOfPages } from '../support/pdf-text.ts'
import { startTestService, type TestService } from '../support/service.ts'

/** The demonstration town's: a rectangle of 90 × 70 m, and a strip 6 m wide. */
const RECTANGLE = '99:01:0000001:1'
const STRIP = '99:01:0000001:7'
const UNKNOWN = '99:01:0000009:99999'

/** A few layouts of one kind: what is tested here is the interface. */
const QUICK = { typologies: ['slab'], options: 1 }

for (const engine of ENGINES) {
  describe(`best layouts on ${engine}`, () => {
    let service: TestService & AsyncDisposable
    let cookie: string

    before(async () => {
      service = await startTestService({ engine })
      await service.addUser('anna')
      cookie = await service.cookieOf('anna')
      const { parcels } = demoTown('2026-01-15')
      await parcelWriter(service.stores.main, service.clock).put(parcels)
    })
    after(() => service[Symbol.asyncDispose]())

    const path = (cn: string) => `/api/v1/parcels/${cn}/best-layouts`
    const ask = (cn: string, body: object = QUICK) => service.post(path(cn), body, { cookie })
    const layoutsOf = async (cn: string, body: object = QUICK) => {
      const response = await ask(cn, body)
      assert.equal(response.status, 200, response.body)
      return response.json() as BestLayouts
    }
    const askPdf = (cn: string, payload: object = QUICK) =>
      service.app.inject({ method: 'POST', url: `${path(cn)}/pdf`, payload, headers: { cookie } })
    const counted = () => service.metric('siteplan_reports_exported_total{format="pdf"}')
    const recent = async () => {
      const { items } = (await service.get('/api/v1/users/me/recent-parcels', cookie)).json() as {
        items: { cadastral_number: string; last_action: string }[]
      }
      return items.map((item) => [item.cadastral_number, item.last_action])
    }

    it('are for callers who are signed in', async () => {
      for (const url of [path(RECTANGLE), `${path(RECTANGLE)}/pdf`]) {
        assert.equal((await service.post(url, QUICK)).status, 401)
      }
    })

    it('are unknown for an unknown parcel, whatever the body asks', async () => {
      for (const response of [
        await ask(UNKNOWN),
        await ask(UNKNOWN, { storeys: { min: 9, max: 1 } }),
      ]) {
        assert.equal(response.status, 404)
        assert.deepEqual(response.json(), { detail: DETAIL.notFound })
      }
      assert.equal((await askPdf(UNKNOWN)).statusCode, 404)
    })

    it('say which field breaks which rule', async () => {
      const wrong: readonly (readonly [body: object, detail: string])[] = [
        [{ typologies: ['castle'] }, 'поле typologies.0: допустимы только slab, tower, perimeter'],
        [{ typologies: [] }, 'поле typologies: не может быть пустым'],
        [{ typologies: ['slab', 'slab'] }, 'поле typologies: повторы не допускаются'],
        [{ storeys: { min: 9, max: 5 } }, 'поле storeys: min должно быть не больше max'],
        [{ storeys: { min: 0 } }, 'поле storeys.min: не меньше 1'],
        [{ storeys: { min: 2.5 } }, 'поле storeys.min: ожидается целое число'],
        [{ unit_mix: { studio: 0.5, '1': 0.4 } }, 'поле unit_mix: сумма долей должна быть равна 1'],
        [{ unit_mix: { '1': -1, '2': 2 } }, 'поле unit_mix.1: не меньше 0'],
        [{ unit_mix: { '4': 1 } }, 'поле unit_mix: есть неизвестное поле 4'],
        [{ unit_mix: { '<b>4</b>': 1 } }, 'поле unit_mix: есть неизвестное поле'],
        [{ unit_mix: { ['x'.repeat(41)]: 1 } }, 'поле unit_mix: есть неизвестное поле'],
        [{ parking_ratio: '1' }, 'поле parking_ratio: ожидается число'],
        [
          { objective: 'beauty' },
          'поле objective: допустимы только gfa, revenue, margin, balanced',
        ],
        [{ options: 6 }, 'поле options: не больше 5'],
        [{ options: 0 }, 'поле options: не меньше 1'],
        [{ seed: -1 }, 'поле seed: не меньше 0'],
        [{ rules: { setback: 3 } }, 'поле rules: есть неизвестное поле setback'],
        [
          { rules: { max_coverage: [{ up_to: null, value: 0.4, note: 'x' }] } },
          'поле rules.max_coverage.0: есть неизвестное поле note',
        ],
        [
          {
            rules: {
              fire_lane_distance_m: [{ up_to: null, value: { least: 5, most: 8, usual: 6 } }],
            },
          },
          'поле rules.fire_lane_distance_m.0.value: есть неизвестное поле usual',
        ],
        [{ rules: { setback_m: -3 } }, 'поле rules.setback_m: не меньше 0'],
        [{ rules: { max_density: 1 } }, 'поле rules.max_density: ожидается список'],
        [
          { rules: { fire_lane_width_m: [{ up_to: null, value: 2 }] } },
          'поле rules.fire_lane_width_m.0.value: не меньше 2,5',
        ],
        [
          { rules: { max_density: [{ up_to: 9, value: 1 }] } },
          'поле rules.max_density: up_to должны возрастать, у последней ступени — null',
        ],
        [
          { rules: { min_storeys: 9, max_storeys: 5 } },
          'поле rules: min_storeys должно быть не больше max_storeys',
        ],
        [[], 'тело запроса: ожидается объект'],
      ]
      for (const [body, detail] of wrong) {
        const [json, pdf] = [await ask(RECTANGLE, body), await askPdf(RECTANGLE, body)]
        assert.equal(json.status, 422, JSON.stringify(body))
        assert.deepEqual(json.json(), { detail })
        assert.equal(pdf.statusCode, 422)
        assert.deepEqual(pdf.json(), { detail })
      }
      for (const cn of ['1', '38:36:000021', '38-36-000021-1', `38:36:000021:${'1'.repeat(50)}`]) {
        assert.equal((await ask(cn)).status, 422, cn)
      }
    })

    it('ask for a body, be it an empty object', async () => {
      const bare = { method: 'POST', url: path(RECTANGLE), headers: { cookie } } as const
      const response = await service.app.inject(bare)
      assert.equal(response.statusCode, 400)
      assert.deepEqual(response.json(), { detail: DETAIL.emptyBody })
    })

    it('count and remember nothing that was refused', async () => {
      assert.equal(await counted(), 0)
      assert.deepEqual(await recent(), [])
    })

    it('hold every rule by the independent checker, from the answer alone', async () => {
      const layouts = await layoutsOf(RECTANGLE, {})
      assert.equal(layouts.outcome, 'ok')
      assert.ok(layouts.options.length >= 1 && layouts.options.length <= 3)
      assert.deepEqual(checkLayouts(layouts), [])
      assert.equal(layouts.is_demo, true)
      assert.equal(layouts.generated_at, '2026-01-15T00:00:00.000Z')
      assert.equal(layouts.request.seed, 1)
      assert.deepEqual(await recent(), [[RECTANGLE, 'layouts']])
      assert.equal(await counted(), 0)
    })

    it('are made without prices where there is no evidence, by floor area', async () => {
      const layouts = await layoutsOf(RECTANGLE, { ...QUICK, objective: 'revenue' })
      assert.equal(layouts.outcome, 'ok')
      for (const { economics } of layouts.options) assert.equal(economics, null)
      assert.equal(layouts.assumptions.price_rub_per_m2, null)
    })

    it('take single norms from the request, and say so', async () => {
      const { rule_set } = await layoutsOf(RECTANGLE, { ...QUICK, rules: { setback_m: 6 } })
      assert.deepEqual(rule_set.rules.setback_m, { value: 6, source: RULE_FROM_REQUEST })
      assert.notEqual(rule_set.rules.fire_gap_m.source, RULE_FROM_REQUEST)
    })

    it('are a file with a name, drawn and counted when it is made', async () => {
      const before = await counted()
      const response = await askPdf(RECTANGLE)
      assert.equal(response.statusCode, 200)
      assert.equal(response.headers['content-type'], 'application/pdf')
      const disposition = String(response.headers['content-disposition'])
      assert.ok(disposition.startsWith('attachment; filename="layouts-99-01-0000001-1.pdf"'))
      assert.ok(
        decodeURIComponent(disposition).endsWith(
          "filename*=UTF-8''варианты-застройки-99-01-0000001-1.pdf",
        ),
      )
      assert.equal(await counted(), before + 1)
      const withZeros = await askPdf(RECTANGLE.replace(/1$/u, '0001'))
      assert.equal(withZeros.headers['content-disposition'], disposition)
      const pages = await textOfPages(new Uint8Array(response.rawPayload))
      for (const said of ['Вариант 1', 'М 1:', 'Проверка норм', 'Инсоляция фасадов', 'Объёмы']) {
        assert.ok(pages.join(' ').includes(said), said)
      }
      for (const page of pages) assert.ok(page.includes('Демонстрационные данные'))
    })

    it('say the same in both forms, and the same bytes for the same question', async () => {
      const [json, again] = [await ask(RECTANGLE), await ask(RECTANGLE)]
      assert.equal(json.body, again.body)
      const [pdf, pdfAgain] = [await askPdf(RECTANGLE), await askPdf(RECTANGLE)]
      assert.deepEqual(pdf.rawPayload, pdfAgain.rawPayload)
      const { report_id, options } = json.json() as BestLayouts
      const text = (await textOfPages(new Uint8Array(pdf.rawPayload))).join(' ')
      assert.ok(text.includes(`Отчёт ${report_id}`))
      const area = String(Math.round(options[0]?.indicators.gfa_m2 ?? 0))
      assert.ok(text.includes(area.replace(/\B(?=(?:\d{3})+$)/g, ' ')))
    })

    it('answer a parcel where nothing can stand with the rule that forbids it', async () => {
      const layouts = await layoutsOf(STRIP)
      assert.equal(layouts.outcome, 'no_feasible_layout')
      assert.deepEqual(layouts.options, [])
      assert.equal(layouts.binding_rule, 'setback_m')
      assert.deepEqual(checkLayouts(layouts), [])
      const before = await counted()
      const pdf = await askPdf(STRIP)
      assert.equal(pdf.statusCode, 200)
      const pages = await textOfPages(new Uint8Array(pdf.rawPayload))
      assert.ok(pages.length <= 2)
      assert.ok(pages.join(' ').includes('Вариантов нет'))
      assert.equal(await counted(), before + 1)
    })

    it('never fail on a parcel of the town, however odd its shape', async () => {
      // The town's shapes repeat, and no layout depends on the database.
      const shapes = engine === 'sqlite' ? 12 : 2
      const parcels = demoTown('2026-01-15').parcels.slice(0, shapes)
      for (const [i, { cadastralNumber }] of parcels.entries()) {
        const layouts = await layoutsOf(cadastralNumber)
        assert.deepEqual(checkLayouts(layouts), [], cadastralNumber)
        // Its layouts are made once more.
        if (i % 3 > 0) continue
        assert.equal((await askPdf(cadastralNumber)).statusCode, 200, cadastralNumber)
      }
    })

    it('give revenue once there are sales of new flats around', async () => {
      const writer = comparableWriter(service.stores.main, service.clock)
      const flats = newFlats('2026-01-15')
      await writer.put(flats.map((comparable) => ({ source: DEMO_SOURCE, comparable })))
      const economicsNow = async () => (await layoutsOf(RECTANGLE)).options[0]?.economics
      await untilTakenUp(service.clock, async () => (await ask(RECTANGLE)).status === 200)
      assert.ok(((await economicsNow())?.revenue_rub ?? 0) > 0)
      const pages = await textOfPages(new Uint8Array((await askPdf(RECTANGLE)).rawPayload))
      assert.ok(pages.join(' ').includes('Выручка, вариант 1'))
    })
  })
}
