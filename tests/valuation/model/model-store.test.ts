// The stored model in tables that other processes write to as well.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openDatabase } from '../../../src/db/open.ts'
import type { IsoTime, MainTables } from '../../../src/db/tables.ts'
import { createModelStore } from '../../../src/valuation/model/model-store.ts'
import { makeDatabase } from '../../support/databases.ts'
import { lockWaits } from '../../support/lock-waits.ts'
import { until } from '../../support/waiting.ts'

const model = (version: string) => ({
  version,
  dataVersion: 1,
  fittedAt: '2026-01-15T09:30:00.000Z' as IsoTime,
  bytes: Buffer.from(`of ${version}`),
})

describe('processes that save at once, on postgres', () => {
  for (const [what, versions] of [
    ['the same model', ['new', 'new']],
    ['different models', ['one', 'other']],
  ] as const) {
    it(`keep one of them, and none fails: ${what}`, async () => {
      await using files = await makeDatabase('postgres', { mayBeMigrated: true })
      await using closing = new AsyncDisposableStack()
      const open = async () => {
        const database = await openDatabase<MainTables>(files.url, { poolSize: 3 })
        closing.defer(() => database.close())
        return database
      }
      const [first, second] = [await open(), await open()]
      await createModelStore(first).save(model('old'))
      const saves: Promise<void>[] = []
      await first.query.transaction().execute(async (holder) => {
        await holder.selectFrom('models').select('version').forUpdate().execute()
        for (const [at, database] of [first, second].entries()) {
          saves.push(createModelStore(database).save(model(versions[at] ?? '')))
        }
        await until(async () => (await lockWaits(first.query)) === 2, 'both wait')
      })
      await Promise.all(saves)
      const kept = await first.query.selectFrom('models').select('version').execute()
      assert.equal(kept.length, 1)
      const newest = await createModelStore(second).loadNewest()
      assert.equal(String(newest?.bytes), `of ${kept[0]?.version}`)
    })
  }
})
