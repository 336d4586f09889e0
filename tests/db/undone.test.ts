import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DatabaseUnavailable } from '../../src/db/faults.ts'
import { openDatabase } from '../../src/db/open.ts'
import { undone } from '../../src/db/undone.ts'
import { ENGINES, makeDatabase } from '../support/databases.ts'
import { ask } from '../support/foreign-tables.ts'

interface Tables {
  things: { key: Uint8Array; size: number }
}

const CREATE = {
  sqlite: 'create table things (key blob primary key, size integer not null check (size > 0))',
  postgres: 'create table things (key bytea primary key, size integer not null check (size > 0))',
} as const

const KEY = Uint8Array.of(1, 2, 3)

for (const engine of ENGINES) {
  describe(`what is undone, on ${engine}`, () => {
    it('is seen within, and leaves nothing behind, by either kind of statement', async () => {
      await using files = await makeDatabase(engine)
      await ask(files, CREATE[engine])
      await using database = await openDatabase<Tables>(files.url, { poolSize: 2 })
      const seen = await undone(database, async ({ query, prepare, prepareLookup }) => {
        const insert = prepare<Tables['things'], unknown>((q, argument) =>
          q.insertInto('things').values({ key: argument('key'), size: argument('size') }),
        )
        await insert({ key: KEY, size: 7 })
        await query
          .insertInto('things')
          .values({ key: Uint8Array.of(4), size: 8 })
          .execute()
        const lookUp = prepareLookup<{ size: number }>('things.key', (q, isKey) =>
          q.selectFrom('things').select('size').where(isKey),
        )
        return [await lookUp(KEY), await query.selectFrom('things').select('size').execute()]
      })
      assert.deepEqual(
        seen.map((rows) => rows.map(({ size }) => size)),
        [[7], [7, 8]],
      )
      assert.deepEqual(await ask(files, 'select * from things'), [])
    })

    it('goes on after a prepared statement that failed', async () => {
      await using files = await makeDatabase(engine)
      await ask(files, CREATE[engine])
      await using database = await openDatabase<Tables>(files.url, { poolSize: 2 })
      await undone(database, async ({ query, prepare }) => {
        const insert = prepare<Tables['things'], unknown>((q, argument) =>
          q.insertInto('things').values({ key: argument('key'), size: argument('size') }),
        )
        await assert.rejects(insert({ key: KEY, size: 0 }), /check/i)
        await insert({ key: KEY, size: 1 })
        assert.equal((await query.selectFrom('things').select('size').execute()).length, 1)
      })
    })

    it('passes on what is thrown, and leaves nothing then either', async () => {
      await using files = await makeDatabase(engine)
      await ask(files, CREATE[engine])
      await using database = await openDatabase<Tables>(files.url, { poolSize: 2 })
      const failing = undone(database, async ({ query }) => {
        await query.insertInto('things').values({ key: KEY, size: 1 }).execute()
        throw new RangeError('the work’s own')
      })
      await assert.rejects(failing, RangeError)
      assert.deepEqual(await ask(files, 'select * from things'), [])
    })

    it('is never begun where the database is closed, and throws what says so', async () => {
      await using files = await makeDatabase(engine)
      const database = await openDatabase<Tables>(files.url, { poolSize: 2 })
      await database.close()
      const never = () => assert.fail('begun')
      await assert.rejects(undone(database, never), DatabaseUnavailable)
    })
  })
}
