import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Database } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import type { PagePosition } from '../../src/db/newest-first.ts'
import { openDatabase } from '../../src/db/open.ts'
import type { MainTables } from '../../src/db/tables.ts'
import { createEstimateStore, type ListedEstimate } from '../../src/valuation/estimate-store.ts'
import { ENGINES, makeDatabase } from '../support/databases.ts'

const NOW = '2024-05-20T10:00:00.000Z'

const LISTED: ListedEstimate = {
  id: '00000000-0000-4000-8000-000000000001',
  owner: 'anna',
  createdAt: NOW,
  status: 'ok',
  valuationDate: '2024-05-19',
  address: 'Примерск, улица Мира, 3',
  areaM2: 54.3,
  rooms: 2,
  marketRub: 9_870_000,
  basis: 'ask',
  level: 6,
  isDemo: false,
}

const NO_VALUE = { marketRub: null, basis: null, level: null } as const

const FIRST_PAGE = { after: undefined, limit: 10 }

for (const engine of ENGINES) {
  describe(`stored estimates on ${engine}`, () => {
    it('are listed without reading the answers that were stored', async () => {
      await withDatabase(async (database) => {
        await migrate(database, 'main', NOW)
        const store = createEstimateStore(database)
        await store.add({ ...LISTED, body: 'no JSON' })
        const none = { ...LISTED, ...NO_VALUE, address: null, isDemo: true }
        const other = { ...none, id: '00000000-0000-4000-8000-000000000000', address: 'a\0b' }
        await store.add({ ...other, body: '{}' })
        const { items } = await store.list('all', FIRST_PAGE)
        assert.deepEqual(items, [LISTED, { ...other, address: 'a\u2400b' }])
        assert.equal((await store.find(LISTED.id, ['anna']))?.body, 'no JSON')
      })
    })

    it('of one moment are listed page after page, each once, to whomever of the team they belong', async () => {
      await withDatabase(async (database) => {
        await migrate(database, 'main', NOW)
        const store = createEstimateStore(database)
        const idOf = (at: number) => `00000000-0000-4000-8000-00000000000${at}`
        const owners = ['anna', 'boris', 'anna', 'clara', 'boris', 'dora', 'anna']
        for (const at of [4, 0, 6, 2, 1, 5, 3]) {
          await store.add({ ...LISTED, id: idOf(at), owner: owners[at] as string, body: '{}' })
        }
        const team = ['anna', 'boris', 'clara', 'anna']
        for (const limit of [1, 2, 3, 7]) {
          const listed: string[] = []
          let after: PagePosition | undefined
          do {
            const { items, next } = await store.list(team, { after, limit })
            assert.ok(items.length <= limit)
            listed.push(...items.map(({ id }) => id))
            after = next
          } while (after)
          assert.deepEqual(listed, [6, 4, 3, 2, 1, 0].map(idOf), `${limit} a page`)
        }
      })
    })

    it('of an older version are listed as they were answered, odd addresses among them', async () => {
      await withDatabase(async (database) => {
        await migrateUpTo(database, '0006')
        const addresses = [LISTED.address, 'a\0b', '\ud800c', '"demo":true', null, '"basis":"deal"']
        const ids = addresses.map((_, i) => `00000000-0000-4000-8000-00000000000${i}`)
        const olderRow = (address: string | null, i: number) => {
          const isValued = address !== null
          const body = JSON.stringify({
            valuation_date: '2024-05-19',
            demo: !isValued,
            subject: { address, area_m2: 54.3, rooms: 2 },
            value: isValued ? { market_rub: 9_870_000, basis: 'ask' } : null,
            confidence: isValued ? { level: 6 } : null,
          })
          const estimate_id = ids[i] as string
          return { estimate_id, owner: 'anna', created_at: NOW, status: 'ok', body }
        }
        await database.query
          .insertInto('estimates')
          .values(addresses.map(olderRow) as never)
          .execute()
        await migrate(database, 'main', NOW)
        const { items } = await createEstimateStore(database).list(['anna'], FIRST_PAGE)
        const expected = addresses.map((address, i) => ({ ...LISTED, id: ids[i], address }))
        Object.assign(expected[1] as object, { address: 'a\u2400b' })
        Object.assign(expected[2] as object, { address: '\ufffdc' })
        Object.assign(expected[4] as object, { ...NO_VALUE, isDemo: true })
        const shown = items.toReversed()
        assert.deepEqual(
          shown.map(({ address, ...rest }) => ({ ...rest, address: wellFormed(address) })),
          expected.map(({ address, ...rest }) => ({ ...rest, address })),
        )
      })
    })

    async function withDatabase(use: (database: Database<MainTables>) => Promise<void>) {
      await using made = await makeDatabase(engine)
      await using database = await openDatabase<MainTables>(made.url, { poolSize: 1 })
      await use(database)
    }

    async function migrateUpTo(database: Database<MainTables>, last: string): Promise<void> {
      const folder = new URL(`../../src/db/migrations/main/${engine}/`, import.meta.url)
      const files = readdirSync(folder).filter((name) => name.slice(0, 4) <= last)
      await database.changeSchema(async ({ script }) => {
        await script(
          'create table schema_migrations (name text primary key, applied_at text not null)',
        )
        for (const file of files.sort()) {
          await script(readFileSync(new URL(file, folder), 'utf8'))
          await script(`insert into schema_migrations values ('${file.slice(0, -4)}', '${NOW}')`)
        }
      })
    }
  })
}

function wellFormed(text: string | null): string | null {
  return text === null ? null : text.replace(/\ufffd+/, '\ufffd')
}
