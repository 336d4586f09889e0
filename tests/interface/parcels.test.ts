import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { ParcelProperties } from '../../src/parcels/parcel-schema.ts'
import { createRecentParcels } from '../../src/parcels/recent-parcels.ts'
import { parcelWriter } from '../../src/parcels/table/parcel-store.ts'
import { importedSquare } from '../parcels/land.ts'
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

interface Detail {
  readonly properties: ParcelProperties & {
    readonly rule_set: { readonly id: string; readonly title: string }
    readonly constraints: readonly {
      readonly rule: string
      readonly value: number
      readonly binding: boolean
    }[]
  }
}

interface RecentItem {
  readonly cadastral_number: string
  readonly last_action: string
  readonly centroid: readonly number[]
}

const AROUND = '104.24,52.36,104.27,52.38'

for (const engine of ENGINES) {
  describe(`parcels on ${engine}`, () => {
    let service: TestService & AsyncDisposable
    let rules: string
    let anna: string
    let boris: string

    before(async () => {
      rules = mkdtempSync(join(tmpdir(), 'tradein-rules-'))
      writeFileSync(
        join(rules, 'karluk.json'),
        JSON.stringify({
          id: 'karluk',
          title: 'ПЗЗ Карлука',
          territory: { cadastral_prefixes: ['38:06:111215'] },
          rules: { setback_m: { value: 40, source: 'ПЗЗ Карлука, ст. 3' } },
        }),
      )
      service = await startTestService({ engine, settings: { RULE_SETS_DIR: rules } })
      await service.addUser('anna')
      await service.addUser('boris')
      anna = await service.cookieOf('anna')
      boris = await service.cookieOf('boris')
    })
    after(async () => {
      await service[Symbol.asyncDispose]()
      rmSync(rules, { recursive: true })
    })

    const byBox = (query: string, headers: Record<string, string> = {}) =>
      service.get(`/api/v1/parcels/by-bbox?${query}`, anna, headers)
    const collection = async (query: string) => {
      const response = await byBox(query)
      assert.equal(response.status, 200, response.body)
      return response.json() as Collection
    }
    const recent = async (cookie: string, query = '') => {
      const response = await service.get(`/api/v1/users/me/recent-parcels${query}`, cookie)
      assert.equal(response.status, 200, response.body)
      return (response.json() as { items: RecentItem[] }).items
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
      const other = await byBox(`bbox=${AROUND}`, { 'if-none-match': etag })
      assert.equal(other.status, 200)
      await parcelWriter(service.stores.main, service.clock).put([
        importedSquare('38:06:111215:4', 700, 0, 50),
      ])
      await untilCount(4)
      const changed = await byBox(`bbox=${AROUND}&simplify_m=2`, { 'if-none-match': etag })
      assert.equal(changed.status, 200)
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
      ['', 'параметр bbox: обязательно'],
      ['bbox=1,2,3', /^параметр bbox: ожидаются четыре числа/],
      ['bbox=1,2,3,x', /^параметр bbox: ожидаются четыре числа/],
      ['bbox=1,2,3,4e', /^параметр bbox: ожидаются четыре числа/],
      ['bbox=1,2,1.1,2.1,3', /^параметр bbox: ожидаются четыре числа/],
      ['bbox=1,2,1,2.1', 'параметр bbox: минимум должен быть меньше максимума'],
      ['bbox=1.1,2,1,2.1', 'параметр bbox: минимум должен быть меньше максимума'],
      ['bbox=179.9,2,180.1,2.1', 'параметр bbox: долгота от -180 до 180'],
      ['bbox=1,89.9,1.1,90.1', 'параметр bbox: широта от -90 до 90'],
      ['bbox=1,2,1.21,2.1', 'параметр bbox: не больше 0.2° по каждой стороне'],
      ['bbox=1,2,1.1,2.1&limit=0', 'параметр limit: не меньше 1'],
      ['bbox=1,2,1.1,2.1&limit=1001', 'параметр limit: не больше 1000'],
      ['bbox=1,2,1.1,2.1&limit=5&limit=6', 'параметр limit: допустимо только одно значение'],
      ['bbox=1,2,1.1,2.1&bbox=3,4,3.1,4.1', 'параметр bbox: допустимо только одно значение'],
      ['bbox=1,2,1.1,2.1&limit=0x10', 'параметр limit: должно быть целым числом'],
      ['bbox=1,2,1.1,2.1&simplify_m=%2B1', 'параметр simplify_m: должно быть числом'],
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

    it('are told one by one, with the rule set of their place and the rule that binds', async () => {
      const detailOf = async (cadastralNumber: string) => {
        const response = await service.get(`/api/v1/parcels/${cadastralNumber}`, boris)
        assert.equal(response.status, 200, response.body)
        return (response.json() as Detail).properties
      }
      const here = await detailOf('38:06:111215:1')
      assert.deepEqual(here.rule_set, { id: 'karluk', title: 'ПЗЗ Карлука' })
      assert.equal(here.constraints.find(({ rule }) => rule === 'setback_m')?.value, 40)
      assert.equal(here.constraints.filter(({ binding }) => binding).length, 1)
      const elsewhere = await detailOf('38:37:111215:3')
      assert.equal(elsewhere.rule_set.id, 'ru-default')
      const narrow = await detailOf('38:06:111215:2')
      assert.equal(narrow.constraints.find(({ binding }) => binding)?.rule, 'setback_m')
    })

    it('are told with their norms, however intricate their shape', async () => {
      const { main } = service.stores
      const ring = Array.from({ length: 601 }, (_, at): readonly [number, number] => {
        const angle = ((at % 600) * Math.PI) / 300
        return [104.3 + 0.002 * Math.cos(angle), 52.4 + 0.0012 * Math.sin(angle)]
      })
      const intricate = importedSquare('38:37:111215:600', 0, 0, 50)
      await parcelWriter(main, service.clock).put([
        {
          ...intricate,
          centroid: [104.3, 52.4],
          geometry: { type: 'Polygon', coordinates: [ring] },
        },
      ])
      const response = await service.get('/api/v1/parcels/38:37:111215:600', boris)
      assert.equal(response.status, 200, response.body)
      const { constraints } = (response.json() as Detail).properties
      assert.equal(constraints.find(({ binding }) => binding)?.rule, 'max_density')
    })

    it('answer 404 where unknown and 422 where malformed', async () => {
      for (const [cadastralNumber, status] of [
        ['38:06:111215:999', 404],
        ['38:06:11121:1', 422],
        ['91216000AB0037', 422],
        [`38:06:111215:${'1'.repeat(60)}`, 422],
        ['38%3A06%3A111215%3A1', 200],
        ['38:06:111215:0001', 200],
        ['38:06:111215:10', 404],
      ] as const) {
        const response = await service.get(`/api/v1/parcels/${cadastralNumber}`, anna)
        assert.equal(response.status, status, cadastralNumber)
      }
    })

    it('are found and remembered by the register’s number, asked for with the zeros of old papers', async () => {
      const response = await service.get('/api/v1/parcels/38:06:111215:0001', anna)
      assert.equal((response.json() as Detail).properties.cadastral_number, '38:06:111215:1')
      assert.equal((await recent(anna))[0]?.cadastral_number, '38:06:111215:1')
    })

    it('are found by a number without the zeros that the table has, each by its own number first', async () => {
      // Anna's and Boris's recent parcels are counted below.
      await service.addUser('vera')
      const vera = await service.cookieOf('vera')
      const asked = async (cadastralNumber: string) => {
        const response = await service.get(`/api/v1/parcels/${cadastralNumber}`, vera)
        const found = response.status === 200
        return found ? (response.json() as Detail).properties.cadastral_number : response.status
      }
      const { main } = service.stores
      const put = async (cadastralNumber: string) =>
        parcelWriter(main, service.clock).put([importedSquare(cadastralNumber, 9_000, 0, 50)])
      await put('38:06:111216:0070')
      for (const number of ['38:06:111216:70', '38:06:111216:0070', '38:06:111216:000000070']) {
        assert.equal(await asked(number), '38:06:111216:0070')
      }
      assert.deepEqual(
        await Promise.all(['38:06:111216:7', '38:06:111216:700'].map(asked)),
        [404, 404],
      )
      await put('38:06:111216:70')
      for (const number of ['38:06:111216:70', '38:06:111216:0070']) {
        assert.equal(await asked(number), number)
      }
      assert.equal(await asked('38:06:111216:070'), '38:06:111216:70')
    })

    it('are shown to nobody who is not signed in', async () => {
      for (const path of [
        `parcels/by-bbox?bbox=${AROUND}`,
        'parcels/38:06:111215:1',
        'users/me/recent-parcels',
      ]) {
        assert.equal((await service.get(`/api/v1/${path}`)).status, 401)
      }
    })

    it('looked at come back newest first, each once, to the one who looked', async () => {
      const look = async (cadastralNumber: string) => {
        service.clock.advance(60)
        assert.equal((await service.get(`/api/v1/parcels/${cadastralNumber}`, anna)).status, 200)
      }
      await look('38:06:111215:2')
      await look('38:06:111215:1')
      await look('38:06:111215:2')
      await service.get('/api/v1/parcels/38:06:111215:999', anna)
      service.clock.advance(60)
      const url = '/api/v1/parcels/38:06:111215:1'
      const head = await service.app.inject({ method: 'HEAD', url, headers: { cookie: anna } })
      assert.equal(head.statusCode, 200)
      const items = await recent(anna)
      assert.deepEqual(
        items.map((item) => [item.cadastral_number, item.last_action]),
        [
          ['38:06:111215:2', 'view'],
          ['38:06:111215:1', 'view'],
        ],
      )
      assert.equal(items[0]?.centroid.length, 2)
      assert.equal((await recent(anna, '?limit=1')).length, 1)
      assert.ok((await recent(boris)).length > 0)
      assert.equal(
        (await service.get('/api/v1/users/me/recent-parcels?limit=51', anna)).status,
        422,
      )
    })

    it('looked at are kept 50 a user, with what was done last', async () => {
      const { main } = service.stores
      const parts = [main, service.clock, service.logged.log] as const
      const numbers = Array.from({ length: 60 }, (_, at) => `38:06:333333:${at + 1}`)
      await parcelWriter(main, service.clock).put(
        numbers.map((number, at) => importedSquare(number, at * 60, 500, 50)),
      )
      const store = createRecentParcels(...parts)
      for (const number of numbers) {
        service.clock.advance(1)
        await store.recordAction('anna', number, 'layouts')
      }
      const kept = await store.list('anna', 100)
      assert.equal(kept.length, 50)
      assert.deepEqual(
        [kept[0]?.cadastralNumber, kept[0]?.lastAction, kept.at(-1)?.cadastralNumber],
        ['38:06:333333:60', 'layouts', '38:06:333333:11'],
      )
      assert.ok((await store.list('boris', 100)).length > 0)
    })

    it('are answered even where the look cannot be recorded', async () => {
      const { main } = service.stores
      await sql`alter table recent_parcels rename to recent_parcels_away`.execute(main.query)
      const response = await service.get('/api/v1/parcels/38:06:111215:1', anna)
      await sql`alter table recent_parcels_away rename to recent_parcels`.execute(main.query)
      assert.equal(response.status, 200)
      assert.match(service.logged.text(), /was not recorded/)
    })
  })
}

describe('the demonstration town’s parcels', () => {
  it('are there at first start and name their source', async () => {
    await using service = await startTestService({ settings: { DEMO_DATA: 'on' } })
    await service.addUser('anna')
    const cookie = await service.cookieOf('anna')
    const response = await service.get('/api/v1/parcels/99:01:0000001:5', cookie)
    assert.equal(response.status, 200)
    assert.equal((response.json() as Detail).properties.source, 'demo')
  })
})
