// The rules that one field of a request for an estimate sets another, and its valuation date.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ENGINES } from '../support/databases.ts'
import { startTestService, type TestService } from '../support/service.ts'

const FLAT = { area_m2: 54.3, rooms: 2, floor: 4, floors_total: 9 }

for (const engine of ENGINES) {
  describe(`a request for an estimate on ${engine}`, () => {
    let service: TestService & AsyncDisposable
    let cookie: string
    before(async () => {
      service = await startTestService({ engine })
      await service.addUser('anna')
      cookie = await service.cookieOf('anna')
    })
    after(() => service[Symbol.asyncDispose]())

    const post = (body: object) => service.post('/api/v1/estimate', body, { cookie })

    it('that breaks a rule is refused by its field and rule, without the value', async () => {
      const place = { lat: 61.05, lon: 31.6 }
      for (const [body, detail] of [
        [{ ...FLAT }, 'поле address: нужно указать, если нет lat и lon'],
        [{ ...FLAT, lat: 61 }, 'поле lon: нужно указать вместе со второй координатой'],
        [{ ...FLAT, ...place, floor: 10 }, 'поле floor: не больше floors_total'],
        [{ ...FLAT, ...place, kitchen_area_m2: 55 }, 'поле kitchen_area_m2: не больше area_m2'],
        [{ ...FLAT, ...place, living_area_m2: 55 }, 'поле living_area_m2: не больше area_m2'],
        [
          { ...FLAT, ...place, kitchen_area_m2: 20, living_area_m2: 34.4 },
          'поле kitchen_area_m2: вместе с living_area_m2 не больше area_m2',
        ],
        [
          { ...FLAT, ...place, year_built: 2030 },
          'поле year_built: не позже чем через 3 года после даты оценки',
        ],
        [
          { ...FLAT, ...place, year_built: 2026, valuation_date: '2022-12-31' },
          'поле year_built: не позже чем через 3 года после даты оценки',
        ],
        [{ ...FLAT, ...place, area_m2: 7.9 }, 'поле area_m2: не меньше 8'],
        [{ ...FLAT, ...place, area_m2: '54' }, 'поле area_m2: ожидается число'],
        [{ ...FLAT, ...place, rooms: 11 }, 'поле rooms: не больше 10'],
        [
          { ...FLAT, ...place, valuation_date: '15.10.2021' },
          'поле valuation_date: ожидается дата вида ГГГГ-ММ-ДД',
        ],
        [
          { ...FLAT, ...place, valuation_date: '2026-02-30' },
          'поле valuation_date: такого дня нет в календаре',
        ],
        [
          { ...FLAT, ...place, valuation_date: '2999-01-01' },
          'поле valuation_date: не позже сегодняшнего дня (по UTC)',
        ],
        [
          { ...FLAT, ...place, valuation_date: '2026-01-16' },
          'поле valuation_date: не позже сегодняшнего дня (по UTC)',
        ],
      ] as const) {
        const response = await post(body)
        assert.equal(response.status, 422)
        assert.deepEqual(response.json(), { detail })
      }
      const unknown = await post({ ...FLAT, ...place, condition: 'роскошь' })
      assert.equal(unknown.status, 422)
      assert.match(unknown.body, /поле condition/)
      assert.ok(!unknown.body.includes('роскошь'))
    })

    it('may name an address where no addresses are imported, which is then not found', async () => {
      const response = await post({ ...FLAT, address: 'Тверь, Лесная улица, 5' })
      assert.equal(response.status, 200)
      const { status, subject } = response.json() as { status: string; subject: { lat: unknown } }
      assert.deepEqual([status, subject.lat], ['insufficient_data', null])
    })

    it('may have parts that make up the whole, and a house of three years from now', async () => {
      const whole = { kitchen_area_m2: 18.1, living_area_m2: 36.2, year_built: 2029 }
      assert.equal((await post({ ...FLAT, lat: 0, lon: 0, ...whole })).status, 200)
    })

    it('is of today by UTC, though it is tomorrow in the east', async () => {
      const evening = new Date('2026-01-15T23:30:00Z').valueOf() - service.clock.wallMs()
      service.clock.advance(evening / 1000)
      const body = { ...FLAT, lat: 0, lon: 0 }
      const answer = (await post(body)).json() as { valuation_date: string; created_at: string }
      assert.equal(answer.valuation_date, '2026-01-15')
      assert.equal(answer.created_at.slice(0, 10), answer.valuation_date)
      assert.equal((await post({ ...body, valuation_date: '2026-01-15' })).status, 200)
      assert.equal((await post({ ...body, valuation_date: '2026-01-16' })).status, 422)
    })
  })
}
