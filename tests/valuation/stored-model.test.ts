// A stored model is loaded at the next start; one that this version cannot read is fitted anew.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { deserialize, serialize } from 'node:v8'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { createDatasetStore } from '../../src/datasets/dataset-store.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import type { MainTables } from '../../src/db/tables.ts'
import { comparableWriter } from '../../src/valuation/comparable-store.ts'
import { createValuationEngine } from '../../src/valuation/engine.ts'
import { createModelStore, type StoredModel } from '../../src/valuation/model-store.ts'
import { createTestClock } from '../support/clock.ts'
import { makeDatabase, type TestDatabase } from '../support/databases.ts'
import { createTestLog } from '../support/log.ts'
import { town } from './synthetic-market.ts'

describe('a stored model', () => {
  const clock = createTestClock()
  let files: TestDatabase
  let database: Database<MainTables>

  before(async () => {
    files = await makeDatabase('sqlite')
    database = await openDatabase(files.url, { poolSize: 1 })
    await migrate(database, 'main', '2026-01-15T00:00:00.000Z')
    const rows = town({ rows: 400, spanDays: 300 })
    await comparableWriter(database, clock).put(
      rows.map((comparable) => ({ source: 'test', comparable })),
    )
  })
  after(async () => {
    await database.close()
    await files.remove()
  })

  /** One start: the model it ends up with, what it logged, and whether it answers. */
  const start = async () => {
    const { log, lines } = createTestLog()
    const models = createModelStore(database)
    const engine = createValuationEngine({
      settings: { valuationWorkers: 1 },
      database: files.url,
      datasets: createDatasetStore(database),
      models,
      clock,
      log,
    })
    await engine.look()
    const [flat] = town({ rows: 1 })
    assert.ok(flat)
    const answer = await engine.estimate(flat, { valuationDate: '2026-01-15' })
    await engine.close()
    assert.equal(answer.kind, 'estimate')
    const stored = await models.loadNewest()
    assert.ok(stored)
    return { stored, told: lines.map(({ msg }) => msg) }
  }

  it('answers after a restart without being fitted again', async () => {
    const first = await start()
    assert.deepEqual(first.told, ['valuation model fitted'])
    const second = await start()
    assert.deepEqual(second.told, ['valuation model loaded'])
    assert.equal(second.stored.version, first.stored.version)
  })

  const fittedByAnotherMethod = (bytes: Buffer): Buffer =>
    zstdCompressSync(serialize({ ...deserialize(zstdDecompressSync(bytes)), method: 0 }))

  for (const [why, spoil] of [
    ['it cannot be read', () => Buffer.from('of another version')],
    ['another method has fitted it', fittedByAnotherMethod],
  ] as const) {
    it(`is fitted anew, with a line in the log, when ${why}`, async () => {
      const { stored } = await start()
      const spoilt: StoredModel = { ...stored, bytes: spoil(Buffer.from(stored.bytes)) }
      await createModelStore(database).save(spoilt)
      const { told, stored: renewed } = await start()
      assert.deepEqual(told, [
        'stored valuation model is not read, fitting anew',
        'valuation model fitted',
      ])
      assert.notDeepEqual(renewed.bytes, spoilt.bytes)
      assert.deepEqual((await start()).told, ['valuation model loaded'])
    })
  }
})
