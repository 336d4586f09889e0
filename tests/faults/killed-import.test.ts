// kill -9 in the middle of an import: the table has whole batches, and the import simply run again
// brings the rest.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { systemClock } from '../../src/clock.ts'
import { createDatasetStore } from '../../src/datasets/dataset-store.ts'
import { openDatabase } from '../../src/db/open.ts'
import type { MainTables } from '../../src/db/tables.ts'
import { comparableSources } from '../../src/valuation/comparables/comparable-store.ts'
import { filesIn, HEADER, sale } from '../cli/sale-files.ts'
import { runCommand } from '../support/commands.ts'
import { ENGINES, makeDatabase } from '../support/databases.ts'
import { runCli } from '../support/process.ts'
import { until } from '../support/waiting.ts'

/** Takes a second and more: the first batch is seen long before the last. */
const ROWS = 30_000
const BATCH = 1_000

const folder = mkdtempSync(join(tmpdir(), 'killed-import-'))
after(() => rmSync(folder, { recursive: true }))

describe('an import that is killed', () => {
  for (const engine of ENGINES) {
    it(`leaves its whole batches, and is made good by another run, on ${engine}`, async () => {
      const lines = Array.from({ length: ROWS }, (_, row) => sale(`s${row}`, 1_000_000 + row))
      const file = filesIn(folder)(`${engine}.csv`, [HEADER, ...lines])
      const database = await makeDatabase(engine)
      const environment = { DATABASE_URL: database.variable }
      const words = ['import', 'comparables', file, '--source', 'crm']
      const migrated = await runCommand(['migrate'], environment)
      assert.equal(migrated.code, 0, migrated.err)
      const opened = await openDatabase<MainTables>(database.url, { poolSize: 1 })
      after(async () => {
        await opened.close()
        await database.remove()
      })
      const datasets = createDatasetStore(opened)
      const version = async () => (await datasets.current('comparables')).version
      const imported = () => comparableSources(opened, systemClock).count({ source: 'crm' })

      const kill = new AbortController()
      const finished = runCli(words, environment, { killed: kill.signal })
      await until(async () => (await imported()) > 0, 'a batch is in the table', 40_000)
      kill.abort()
      assert.equal((await finished).signal, 'SIGKILL')
      const left = await imported()
      assert.ok(left < ROWS, `${left} rows`)
      assert.equal(left % BATCH, 0)
      // Each batch is made known together with its rows.
      assert.equal(await version(), left / BATCH)

      const again = await runCommand([...words, '--json'], environment)
      assert.equal(again.code, 0, again.err)
      assert.deepEqual([JSON.parse(again.out).accepted, await imported()], [ROWS, ROWS])
    })
  }
})
