// GET /api/v1/parcels/by-bbox: what a map is given, what it is asked for, and what is refused.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ParcelProperties } from '../../src/parcels/parcel-schema.ts'
import { parcelWriter } from '../../src/parcels/table/parcel-store.ts'
import { importedSquare, squareRing } from '../parcels/land.ts'
import { untilTakenUp } from '../support/advancing.ts'
import { ENGINES } from '../support/databases.ts'
import { startTestService, type TestService } from '../support/service.ts'

interface Collection {
  readonly type: string
  readonly truncated: boolean
  readonly count: number
  readonly features: readonly {
    readonly geometry: { readonly type: string; readonly coordinates: readonly number[][][] }
    readonly properties: ParcelProperties
  }[]
}

const AROUND = '104.24,52.36,104.27,52.38'

for (const engine of ENGINES) {
  describe(`parcels in a box on ${engine}`, () => {
    let service: TestService & AsyncDisposable
    let anna: string

    before(async () => {
      service = await startTestService({ engine })
      await service.addUser('anna')
      anna = await service.cookieOf('anna')
    })
    after(() => service[Symbol.asyncDispose]())

    const byBox = (query: string, headers: Record<string, string> = {}) =>
      service.get(`/api/v1/parcels/by-bbox?${query}`, anna, headers)
    const collection = async (query: string) => {
      const response = await byBox(query)
      assert.equal(response.status, 200, response.body)
      return response.json() as Collection
    }
    const untilCount = (expected: number) =>
      untilTakenUp(service.clock, async () => {
        const response = await byBox(`bbox=${AROUND}&limit=1000`)
        return response.status === 200 && (response.json() as Collection).count === expected
      })

    it('are none before anything is imported', async () => {
      await untilCount(0)
    })

    it('are taken up without a restart, and answered as GeoJSON, the most central first', async () => {
      await parcelWriter(service.stores.main, service.clock).put([
        importedSquare('38:06:111215:1', 0, 0, 100),
        {
          ...importedSquare('38:06:111215:2', 150, 0, 50),
          declaredAreaM2: 2_000,
          cadastralValueRub: 5_000_000,
          address: 'д. Карлук, "Заречный" квартал',
        },
        importedSquare('38:37:111215:3', 400, 0, 50),
      ])
      await untilCount(3)
      const response = await byBox('bbox=104.249,52.3695,104.2511,52.3712')
      assert.equal(response.headers['content-type'], 'application/geo+json; charset=utf-8')
      const found = response.json() as Collection
      assert.equal(found.type, 'FeatureCollection')
      assert.deepEqual([found.count, found.truncated], [1, false])
      assert.equal(found.features[0]?.geometry.type, 'Polygon')

      const near = await collection('bbox=104.2520,52.3695,104.2530,52.3706&limit=1')
      assert.deepEqual([near.count, near.truncated], [1, false])
      const [first] = near.features
      assert.ok(first)
      const { updated_at, ...properties } = first.properties
      assert.match(updated_at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
      assert.deepEqual(properties, {
        cadastral_number: '38:06:111215:2',
        area_m2: 2_500,
        declared_area_m2: 2_000,
        address: 'д. Карлук, "Заречный" квартал',
        category: null,
        permitted_use: null,
        status: null,
        ownership: null,
        cadastral_value_rub: 5_000_000,
        value_per_m2_rub: 2_500,
        source: 'test',
      })
    })

    it('are cut to the limit, and the answer says so', async () => {
      const cut = await collection(`bbox=${AROUND}&limit=2`)
      assert.deepEqual([cut.count, cut.truncated, cut.features.length], [2, true, 2])
    })

    it('are not answered again to a client that has the answer, until the data changes', async () => {
      const first = await byBox(`bbox=${AROUND}&simplify_m=2`)
      const etag = String(first.headers.etag)
      const again = await byBox(`bbox=${AROUND}&simplify_m=2`, { 'if-none-match': `W/${etag}` })
      assert.deepEqual([again.status, again.body], [304, ''])
      assert.deepEqual([again.headers.etag, again.headers['cache-control']], [etag, 'no-store'])
      const isKnown = async (query: string, tag: string) =>
        (await byBox(query, { 'if-none-match': tag })).status === 304
      const same = `bbox=${AROUND}&simplify_m=2`
      for (const tag of ['*', `"x", ${etag}`, `${etag},"x"`]) assert.ok(await isKnown(same, tag))
      assert.ok(!(await isKnown(same, '"x"')))
      const [minLon = 0, ...sides] = AROUND.split(',').map(Number)
      for (const other of [
        `bbox=${AROUND}`,
        `${same}&limit=7`,
        `bbox=${[minLon + 1e-6, ...sides]}&simplify_m=2`,
      ]) {
        assert.ok(!(await isKnown(other, etag)), other)
      }
      await parcelWriter(service.stores.main, service.clock).put([
        importedSquare('38:06:111215:4', 700, 0, 50),
      ])
      await untilCount(4)
      const changed = await byBox(`bbox=${AROUND}&simplify_m=2`, { 'if-none-match': etag })
      assert.equal(changed.status, 200)
    })

    it('have the shape and the facts of one import, also where simpler shapes are asked for', async () => {
      await parcelWriter(service.stores.main, service.clock).put([
        importedSquare('38:06:111215:4', 700, 0, 30),
      ])
      // The clock stands still, so the index is still of the larger square.
      for (const simplifyM of [0, 2]) {
        const { features } = await collection(`bbox=${AROUND}&simplify_m=${simplifyM}`)
        const changed = features.find(
          ({ properties }) => properties.cadastral_number === '38:06:111215:4',
        )
        assert.equal(changed?.properties.area_m2, 900)
        assert.deepEqual(changed.geometry.coordinates, [squareRing(700, 0, 30)])
      }
    })

    it('are not mistaken for a refusal that a client has kept', async () => {
      const { query } = service.stores.main
      await query.schema.alterTable('parcels').renameTo('parcels_away').execute()
      try {
        const refused = await byBox(`bbox=${AROUND}`)
        assert.equal(refused.status, 500)
        assert.equal(refused.headers.etag, undefined)
        assert.equal(refused.headers['cache-control'], 'no-store')
      } finally {
        await query.schema.alterTable('parcels_away').renameTo('parcels').execute()
      }
      assert.equal((await byBox(`bbox=${AROUND}`)).headers['cache-control'], 'no-store')
    })

    for (const [query, detail] of [
      ['', 'параметр bbox: нужно указать'],
      ['bbox=1,2,3', /^параметр bbox: ожидаются четыре числа/],
      ['bbox=1,2,3,x', /^параметр bbox: ожидаются четыре числа/],
      ['bbox=1,2,3,4e', /^параметр bbox: ожидаются четыре числа/],
      ['bbox=1,2,1.1,2.1,3', /^параметр bbox: ожидаются четыре числа/],
      ['bbox=1,2,1,2.1', 'параметр bbox: minLon должна быть меньше maxLon, minLat — меньше maxLat'],
      [
        'bbox=1.1,2,1,2.1',
        'параметр bbox: minLon должна быть меньше maxLon, minLat — меньше maxLat',
      ],
      ['bbox=179.9,2,180.1,2.1', 'параметр bbox: долгота от −180° до 180°'],
      ['bbox=-180.1,2,-180,2.1', 'параметр bbox: долгота от −180° до 180°'],
      ['bbox=1,-90.1,1.1,-90', 'параметр bbox: широта от −90° до 90°'],
      ['bbox=1,89.9,1.1,90.1', 'параметр bbox: широта от −90° до 90°'],
      ['bbox=1,2,1.21,2.1', 'параметр bbox: не больше 0,2° по каждой стороне'],
      ['bbox=1,2,1.1,2.21', 'параметр bbox: не больше 0,2° по каждой стороне'],
      ['bbox=1,2,1.20001,2.1', 'параметр bbox: не больше 0,2° по каждой стороне'],
      ['bbox=1,2,1.1,2', 'параметр bbox: minLon должна быть меньше maxLon, minLat — меньше maxLat'],
      ['bbox=1,2,1.1,2.1&limit=0', 'параметр limit: не меньше 1'],
      ['bbox=1,2,1.1,2.1&limit=1001', 'параметр limit: не больше 1000'],
      ['bbox=1,2,1.1,2.1&limit=5&limit=6', 'параметр limit: допустимо только одно значение'],
      ['bbox=1,2,1.1,2.1&bbox=3,4,3.1,4.1', 'параметр bbox: допустимо только одно значение'],
      ['bbox=1,2,1.1,2.1&limit=0x10', 'параметр limit: ожидается целое число'],
      ['bbox=1,2,1.1,2.1&simplify_m=%2B1', 'параметр simplify_m: ожидается число'],
      ['bbox=1,2,1.1,2.1&simplify_m=5.1', 'параметр simplify_m: не больше 5'],
    ] as const) {
      it(`are refused for "${query}", naming the parameter`, async () => {
        const response = await byBox(query)
        assert.equal(response.status, 422, response.body)
        const told = (response.json() as { detail: string }).detail
        if (typeof detail === 'string') assert.equal(told, detail)
        else assert.match(told, detail)
      })
    }

    it('may be asked for by a box of exactly 0.2 degrees', async () => {
      assert.equal((await collection('bbox=104.2,52.3,104.4,52.5')).count, 4)
    })

    it('may be asked for by numbers as a program writes them, with every digit', async () => {
      for (const minLon of [1.1 + 2.2, 0.1 + 0.2, -5e-7, 1.25e-6 / 3]) {
        assert.equal((await collection(`bbox=${minLon},48.8,${minLon + 0.01},48.81`)).count, 0)
      }
    })
  })
}
