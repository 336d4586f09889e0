// GET /api/v1/geocode/suggest: typos, places near, and what is counted.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addressWriter } from '../../src/addresses/table/address-store.ts'
import { DEMO_SOURCE } from '../../src/datasets/dataset-store.ts'
import { demoTown } from '../../src/demo/town.ts'
import { isoDate } from '../../src/iso-time.ts'
import { untilTakenUp } from '../support/advancing.ts'
import { ENGINES } from '../support/databases.ts'
import { startTestService, type TestService } from '../support/service.ts'

for (const engine of ENGINES) {
  describe(`suggested addresses on ${engine}`, () => {
    let service: TestService & AsyncDisposable
    let cookie: string

    const get = (query: Record<string, string>) =>
      service.get(`/api/v1/geocode/suggest?${new URLSearchParams(query)}`, cookie)
    const suggest = async (query: Record<string, string>) => {
      const response = await get(query)
      assert.equal(response.status, 200, response.body)
      const { suggestions } = response.json() as { suggestions: { value: string }[] }
      return suggestions.map(({ value }) => value)
    }

    before(async () => {
      service = await startTestService({ engine })
      await service.addUser('anna')
      cookie = await service.cookieOf('anna')
      const { addresses } = demoTown(isoDate(service.clock.wallMs()))
      const writer = addressWriter(service.stores.main, service.clock)
      await writer.put(addresses.map((address) => ({ source: DEMO_SOURCE, address })))
      await untilTakenUp(service.clock, async () =>
        (await get({ q: 'Ленина' })).body.includes('улица Ленина'),
      )
    })
    after(() => service[Symbol.asyncDispose]())

    it('are found by half an address with a typo, near a place', async () => {
      const [first] = await suggest({ q: 'садавая 7', lat: '61.05', lon: '31.6' })
      assert.match(first ?? '', /Садовая улица, д 7/)
    })

    it('are near a place only where both of its coordinates are given', async () => {
      for (const [given, missing] of [
        ['lat', 'lon'],
        ['lon', 'lat'],
      ] as const) {
        const half = await get({ q: 'x', [given]: '61' })
        assert.equal(half.status, 422)
        const detail = `параметр ${missing}: нужно указать вместе со второй координатой`
        assert.deepEqual(half.json(), { detail })
      }
    })

    it('are counted by whether any was found', async () => {
      const counted = () =>
        Promise.all(
          ['yes', 'no'].map((found) =>
            service.metric(`valuation_address_suggestions_total{found="${found}"}`),
          ),
        )
      const [yes = 0, no = 0] = await counted()
      assert.notDeepEqual(await suggest({ q: 'садовая 7' }), [])
      assert.deepEqual(await counted(), [yes + 1, no])
      assert.deepEqual(await suggest({ q: 'ы' }), [])
      assert.deepEqual(await counted(), [yes + 1, no + 1])
      // HEAD hands over none.
      const url = `/api/v1/geocode/suggest?${new URLSearchParams({ q: 'садовая 7' })}`
      const head = await service.app.inject({ method: 'HEAD', url, headers: { cookie } })
      assert.equal(head.statusCode, 200)
      assert.deepEqual(await counted(), [yes + 1, no + 1])
    })

    it('of the demonstration town say so, until other addresses are imported', async () => {
      const isDemo = async () => {
        const page = (await get({ q: 'садовая 7' })).json() as { demo: boolean }
        return page.demo
      }
      assert.equal(await isDemo(), true)
      const writer = addressWriter(service.stores.main, service.clock)
      await writer.removeDemo()
      const address = { city: 'Тверь', street: 'Садовая улица', house: '7' }
      const unknown = { district: null, postalCode: null, fiasId: null, population: null }
      await writer.put([{ source: 'x', address: { ...address, ...unknown, lat: 56.8, lon: 35.9 } }])
      await untilTakenUp(service.clock, async () =>
        (await get({ q: 'садовая 7' })).body.includes('Тверь'),
      )
      assert.equal(await isDemo(), false)
    })
  })
}
