// GET /api/v1/users/me/recent-parcels: what a user has looked at, and that nobody else sees
// parcels.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Clock } from '../../src/clock.ts'
import { createRecentParcels } from '../../src/parcels/recent-parcels.ts'
import { parcelWriter } from '../../src/parcels/table/parcel-store.ts'
import { importedSquare } from '../parcels/land.ts'
import { createTestClock } from '../support/clock.ts'
import { ENGINES } from '../support/databases.ts'
import { startTestService, type TestService } from '../support/service.ts'

interface RecentItem {
  readonly source: string
  readonly cadastral_number: string
  readonly last_action: string
  readonly centroid: readonly number[]
}

for (const engine of ENGINES) {
  describe(`parcels on ${engine}`, () => {
    let service: TestService & AsyncDisposable
    let anna: string
    let boris: string

    before(async () => {
      service = await startTestService({ engine })
      await service.addUser('anna')
      await service.addUser('boris')
      anna = await service.cookieOf('anna')
      boris = await service.cookieOf('boris')
      await parcelWriter(service.stores.main, service.clock).put([
        importedSquare('38:06:111215:1', 0, 0, 100),
        importedSquare('38:06:111215:2', 150, 0, 50),
      ])
    })
    after(() => service[Symbol.asyncDispose]())

    const recent = async (cookie: string, query = '') => {
      const response = await service.get(`/api/v1/users/me/recent-parcels${query}`, cookie)
      assert.equal(response.status, 200, response.body)
      return (response.json() as { items: RecentItem[] }).items
    }

    it('are shown to nobody who is not signed in', async () => {
      for (const path of [
        `parcels/by-bbox?bbox=104.24,52.36,104.27,52.38`,
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
      await service.get('/api/v1/parcels/38:06:111215:1', boris)
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
      const card = await service.get('/api/v1/parcels/38:06:111215:1', boris)
      const { properties } = card.json() as { properties: { source: string } }
      assert.equal(items[1]?.source, properties.source)
      assert.equal((await recent(anna, '?limit=1')).length, 1)
      assert.equal((await recent(boris)).length, 1)
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
      assert.equal((await store.list('boris', 100)).length, 1)
      // Nor do the sixty newer ones of another push out what is one's own.
      await store.recordAction('boris', '38:06:333333:1', 'view')
      assert.equal((await store.list('boris', 100)).length, 2)
      await store.recordAction('anna', '38:06:333333:11', 'forecast')
      service.clock.advance(1)
      await store.recordAction('anna', '38:06:333333:11', 'view')
      const [newest] = await store.list('anna', 100)
      const now = new Date(service.clock.wallMs()).toISOString()
      assert.deepEqual(
        [newest?.cadastralNumber, newest?.lastAction, newest?.lastAt],
        ['38:06:333333:11', 'view', now],
      )
    })

    it('looked at by another machine’s clock are as new as it says up to a minute ahead', async () => {
      const [clock, ahead] = [createTestClock(), createTestClock()]
      const [here, there] = [clock, ahead].map((by) =>
        createRecentParcels(service.stores.main, by, service.logged.log),
      )
      const lookedAt = async () => {
        await there?.recordAction('dora', '38:06:111215:1', 'view')
        await here?.recordAction('dora', '38:06:111215:2', 'view')
        return (await here?.list('dora', 9))?.map(({ cadastralNumber }) => cadastralNumber.at(-1))
      }
      ahead.advance(60)
      assert.deepEqual(await lookedAt(), ['1', '2'])
      ahead.advance(0.001)
      assert.deepEqual(await lookedAt(), ['2', '1'])
    })

    it('looked at while the clock was ahead go before those looked at since', async () => {
      const { main } = service.stores
      const numbers = Array.from({ length: 51 }, (_, at) => `38:06:444444:${at + 1}`)
      await parcelWriter(main, service.clock).put(
        numbers.map((number, at) => importedSquare(number, at * 60, 900, 50)),
      )
      const ahead = createTestClock()
      ahead.advance(86_400)
      const [last = '', ...before] = numbers
      const storeBy = (clock: Clock) => createRecentParcels(main, clock, service.logged.log)
      for (const number of before) await storeBy(ahead).recordAction('carl', number, 'view')
      const store = storeBy(service.clock)
      await store.recordAction('carl', last, 'view')
      const kept = await store.list('carl', 100)
      assert.equal(kept.length, 50)
      assert.equal(kept[0]?.cadastralNumber, last)
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
