// `tradein import parcels` as a process, on both engines: what ends up in the table.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createDatasetStore, DEMO_SOURCE } from '../../src/datasets/dataset-store.ts'
import { importRows } from '../../src/datasets/import.ts'
import { isoTime } from '../../src/iso-time.ts'
import { createParcelStore, parcelWriter } from '../../src/parcels/table/parcel-store.ts'
import { readSettings } from '../../src/settings.ts'
import { openStores, type Stores } from '../../src/stores.ts'
import { createTestClock } from '../support/clock.ts'
import { runCommand } from '../support/commands.ts'
import { ENGINES, makeDatabase, type TestDatabase } from '../support/databases.ts'
import { createTestLog } from '../support/log.ts'
import { collection, feature, importedSquare, squareRing } from './land.ts'

for (const engine of ENGINES) {
  describe(`importing parcels on ${engine}`, () => {
    const clock = createTestClock()
    let folder: string
    let database: TestDatabase
    let stores: Stores

    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'parcels-import-'))
      database = await makeDatabase(engine)
      stores = await openStores(readSettings({ DATABASE_URL: database.variable }), {
        clock,
        log: createTestLog().log,
      })
    })
    after(async () => {
      await stores.close()
      await database.remove()
      rmSync(folder, { recursive: true })
    })

    const find = (cadastralNumber: string) => createParcelStore(stores.main).find(cadastralNumber)
    const version = async () => (await createDatasetStore(stores.main).current('parcels')).version
    const count = async () => {
      const row = await stores.main.query
        .selectFrom('parcels')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    }
    const importFile = async (features: readonly object[], ...more: readonly string[]) => {
      const file = join(folder, 'parcels.geojson')
      writeFileSync(file, collection(features))
      const { code, out, err } = await runCommand(['import', 'parcels', file, '--json', ...more], {
        DATABASE_URL: database.variable,
      })
      assert.equal(code, 0, err)
      return JSON.parse(out) as Record<string, unknown>
    }

    it('changes nothing in a dry run', async () => {
      const { accepted, rejected } = await importFile([feature('38:06:111215:1')], '--dry-run')
      assert.deepEqual([accepted, rejected], [1, 0])
      assert.equal(await count(), 0)
      assert.equal(await version(), 0)
    })

    it('takes the demonstration town’s land out, and bad features to a file with their reasons', async () => {
      await parcelWriter(stores.main, clock).put([
        { ...importedSquare('99:01:0000001:1', 0, 0, 40), source: DEMO_SOURCE },
      ])
      // Of a file that broke off: it is there, but not read beside the town.
      const early = importedSquare('38:06:111215:9', 0, 200, 40)
      await parcelWriter(stores.main, clock).put([{ ...early, source: 'registry' }])
      assert.ok(await find('99:01:0000001:1'))
      assert.equal(await find('38:06:111215:9'), undefined)
      const open = squareRing(0, 0, 50).slice(0, -1)
      const result = await importFile(
        [
          feature('38:06:111215:1', undefined, { address: 'д. Карлук', cost_value: 1_500_000 }),
          feature('91216000AB0037'),
          feature('38:06:111215:2', [open]),
        ],
        '--source',
        'registry',
      )
      assert.equal(result.accepted, 2)
      assert.equal(result.demo_removed, 1)
      const rejects = readFileSync(String(result.rejects_file), 'utf8')
      assert.equal(
        rejects,
        'rejected_line,rejected_reason,rejected_text\n2,malformed cadastral number,91216000AB0037\n',
      )
      const parcel = await find('38:06:111215:1')
      assert.equal(parcel?.address, 'д. Карлук')
      assert.equal(parcel?.cadastralValueRub, 1_500_000)
      assert.equal(parcel?.source, 'registry')
      assert.ok(parcel && Math.abs(parcel.areaM2 - 2_500) < 20)
      assert.deepEqual((await find('38:06:111215:2'))?.geometry, parcel.geometry)
      assert.equal(await find('99:01:0000001:1'), undefined)
      assert.ok(await find('38:06:111215:9'))
    })

    it('reads what the command names', async () => {
      const { geometry } = feature(null) as { geometry: object }
      const properties = { 'Кадастровый номер': '38:06:111215:77', Площадь: '0,25 га' }
      const names = ['cadastral_number=Кадастровый номер', 'declared_area_m2=Площадь']
      const { accepted } = await importFile(
        [{ type: 'Feature', properties, geometry }],
        ...names.flatMap((name) => ['--map', name]),
      )
      assert.equal(accepted, 1)
      assert.equal((await find('38:06:111215:77'))?.declaredAreaM2, 2500)
    })

    it('replaces a parcel that comes again, and its time only where something has changed', async () => {
      const writer = parcelWriter(stores.main, clock)
      const [same, other] = [
        importedSquare('38:06:111215:7', 0, 0, 50),
        importedSquare('38:06:111215:8', 60, 0, 50),
      ]
      await writer.put([same, other])
      const before = await version()
      const first = await find('38:06:111215:7')
      clock.advance(3600)
      await writer.put([same, { ...other, status: 'Архивный' }])
      assert.ok((await version()) > before)
      assert.deepEqual(await find('38:06:111215:7'), first)
      const changed = await find('38:06:111215:8')
      assert.equal(changed?.status, 'Архивный')
      assert.ok(changed.updatedAt > (first?.updatedAt ?? ''))
    })

    it('ends where it would have when it is run again after being cut off', async () => {
      const file = join(folder, 'rejects.csv')
      const rows = Array.from({ length: 2_500 }, (_, at) => ({
        line: at + 1,
        row: importedSquare(`38:06:222222:${at + 1}`, at * 60, 0, 50),
      }))
      async function* cutOff() {
        yield* rows.slice(0, 1_700)
        throw new Error('the machine was switched off')
      }
      const writer = parcelWriter(stores.main, clock)
      const options = { rejectsFile: file, dryRun: false, onProgress: () => {} }
      const before = await count()
      await assert.rejects(importRows(cutOff(), writer, options))
      assert.equal(await count(), before + 1_000)
      async function* whole() {
        yield* rows
      }
      await importRows(whole(), writer, options)
      assert.equal(await count(), before + 2_500)
      assert.equal(existsSync(file), false)
    })

    it('keeps every field as it was', async () => {
      const parcel = {
        ...importedSquare('38:06:111215:77', 900, 900, 40),
        declaredAreaM2: 1601,
        address: 'Карлук, Садовая ул., 7',
        category: 'Земли населённых пунктов',
        permittedUse: 'для индивидуальной жилой застройки',
        status: 'Учтённый',
        ownership: 'Частная',
        cadastralValueRub: 1_250_000,
        source: 'own',
      }
      await parcelWriter(stores.main, clock).put([parcel])
      assert.deepEqual(await find('38:06:111215:77'), {
        ...parcel,
        updatedAt: isoTime(clock.wallMs()),
      })
    })
  })
}
