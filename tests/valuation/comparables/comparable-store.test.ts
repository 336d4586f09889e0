import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { migrate } from '../../../src/db/migrate.ts'
import { openDatabase } from '../../../src/db/open.ts'
import type { MainTables } from '../../../src/db/tables.ts'
import {
  comparableSources,
  comparableWriter,
  readComparables,
} from '../../../src/valuation/comparables/comparable-store.ts'
import { createTestClock } from '../../support/clock.ts'
import { ENGINES, makeDatabase } from '../../support/databases.ts'
import { openTestStores } from '../../support/stores.ts'
import { FULLY_STATED, sale } from '../sale.ts'

const DAYS = ['2021-12-31', '2024-02-29', '2024-03-01', '2026-01-15'] as const

/** More than two pages, whose rows of one day are spread over all of them. */
const ROWS = 11_000

for (const engine of ENGINES) {
  describe(`stored comparables on ${engine}`, () => {
    it('are read in the order of their keys, up to a day, and no other leaves the database', async () => {
      await using files = await makeDatabase(engine)
      await using database = await openDatabase<MainTables>(files.url, { poolSize: 1 })
      await migrate(database, 'main', '2026-01-15T00:00:00.000Z')
      const writer = comparableWriter(database, createTestClock())
      const all = Array.from({ length: ROWS }, (_, i) =>
        sale(String(i).padStart(6, '0'), 5_000_000, { date: DAYS[i % 4] as string }),
      )
      for (let at = 0; at < ROWS; at += 1_000) {
        const batch = all.slice(at, at + 1_000)
        await writer.put(batch.map((comparable) => ({ source: 'test', comparable })))
      }
      const read = countingRows(database)
      for (const [until, days] of [
        ['2021-12-30', 0],
        ['2021-12-31', 1],
        ['2024-02-29', 2],
        ['2026-01-14', 3],
        ['9999-12-31', 4],
      ] as const) {
        const ids: string[] = []
        read.rows = 0
        for await (const { sourceId } of readComparables(read.database, until)) ids.push(sourceId)
        const wanted = all.filter(({ date }) => date <= until)
        assert.deepEqual(
          ids,
          wanted.map(({ sourceId }) => `test:${sourceId}`),
          until,
        )
        assert.equal(wanted.length, (ROWS / 4) * days)
        assert.equal(read.rows, wanted.length, until)
      }
    })

    it('are read as they were written, with all that a flat may state and with what is required', async () => {
      await using stores = await openTestStores(engine)
      const { sourceId: _, ...stated } = FULLY_STATED
      const bare = Object.fromEntries(Object.keys(stated).map((field) => [field, null]))
      const { kind, date, priceRub, lat, lon, areaM2, rooms } = FULLY_STATED
      const required = { ...bare, kind, date, priceRub, lat, lon, areaM2, rooms } as typeof stated
      const written = [stated, required].map((one, i) => ({ ...one, sourceId: `${i}` }))
      await comparableWriter(stores.main, stores.clock).put(
        written.map((comparable) => ({ source: 'a', comparable })),
      )
      assert.deepEqual(
        await Array.fromAsync(readComparables(stores.main, '9999-12-31')),
        written.map((one) => ({ ...one, sourceId: `a:${one.sourceId}` })),
      )
    })

    it('are counted and removed by their city, those without one as well', async () => {
      await using stores = await openTestStores(engine)
      const cities = ['Образцовск', null, 'Примерск', null]
      await comparableWriter(stores.main, stores.clock).put(
        cities.map((city, i) => ({ source: 'a', comparable: sale(`${i}`, 5_000_000, { city }) })),
      )
      await comparableWriter(stores.main, stores.clock).put([
        { source: 'b', comparable: sale('0', 5_000_000, { city: null }) },
      ])
      const rows = comparableSources(stores.main, stores.clock)
      assert.equal(await rows.count({ source: 'a', city: 'Примерск' }), 1)
      assert.equal(await rows.count({ source: 'a', city: '' }), 2)
      const told: number[] = []
      assert.equal(await rows.remove({ source: 'a', city: '' }, (gone) => told.push(gone)), 2)
      assert.deepEqual(told, [2])
      assert.deepEqual(await rows.sources(), [
        { source: 'a', rows: 2 },
        { source: 'b', rows: 1 },
      ])
      assert.equal(await rows.remove({ source: 'a', city: 'Нетск' }, () => assert.fail()), 0)
    })
  })
}

/** The database, with a count of the whole rows that its answers hold. */
function countingRows(database: Awaited<ReturnType<typeof openDatabase<MainTables>>>) {
  const counted = {
    rows: 0,
    database: {
      ...database,
      query: database.query.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          counted.rows += result.rows.filter((row) => 'price_rub' in row).length
          return result
        },
      }),
    },
  }
  return counted
}
