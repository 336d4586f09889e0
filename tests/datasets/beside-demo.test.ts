// The demonstration town and an import beside it: never both at once, whatever becomes of the
// import.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addressWriter, readAddresses } from '../../src/addresses/table/address-store.ts'
import { DataFileError } from '../../src/datasets/data-file.ts'
import {
  createDatasetStore,
  type DatasetName,
  DEMO_SOURCE,
} from '../../src/datasets/dataset-store.ts'
import { importRows } from '../../src/datasets/import.ts'
import { demoTown } from '../../src/demo/town.ts'
import { parcelWriter } from '../../src/parcels/table/parcel-store.ts'
import { MADE_UP_HOUSE } from '../addresses/made-up-house.ts'
import { ENGINES } from '../support/databases.ts'
import { openTestStores, type TestStores } from '../support/stores.ts'

const OPTIONS = { rejectsFile: '/nowhere/at/all', dryRun: false, onProgress: () => {} }

const row = (source: string, street: string) => ({
  source,
  address: { ...MADE_UP_HOUSE, street },
})

async function* rowsOf(streets: readonly string[], error?: Error) {
  for (const [at, street] of streets.entries()) yield { line: at + 1, row: row('own', street) }
  if (error) throw error
}

for (const engine of ENGINES) {
  describe(`an import beside the demonstration town on ${engine}`, () => {
    let stores: TestStores
    const writer = () => addressWriter(stores.main, stores.clock)

    before(async () => {
      stores = await openTestStores(engine)
      await writer().put([row(DEMO_SOURCE, 'улица Примера')])
      await parcelWriter(stores.main, stores.clock).put(demoTown('2026-01-15').parcels)
    })
    after(() => stores[Symbol.asyncDispose]())

    const current = (name: DatasetName = 'addresses') =>
      createDatasetStore(stores.main).current(name)
    const streets = async () =>
      (await Array.fromAsync(readAddresses(stores.main))).map(({ street }) => street)
    const importing = (rows: ReturnType<typeof rowsOf>) => importRows(rows, writer(), OPTIONS)

    it('is neither read nor a change while the file has not come to its end', async () => {
      const brokenOff = new DataFileError('The file cannot be read.')
      const result = await importing(rowsOf(['улица Мира', 'улица Ленина'], brokenOff))
      assert.deepEqual(result, {
        read: 2,
        accepted: 2,
        rejected: 0,
        demoRemoved: 0,
        rejectsFile: null,
        firstRejected: null,
        brokenOff,
      })
      assert.deepEqual(await current(), { version: 1, isDemo: true })
      assert.deepEqual(await streets(), ['улица Примера'])
    })

    it('fails where nothing of the file can be read', async () => {
      const unreadable = new DataFileError('The file cannot be read.')
      await assert.rejects(importing(rowsOf([], unreadable)), unreadable)
      assert.deepEqual(await current(), { version: 1, isDemo: true })
    })

    it('leaves the town where no row of the file can be used', async () => {
      assert.equal((await importing(rowsOf([]))).demoRemoved, 0)
      assert.deepEqual(await current(), { version: 1, isDemo: true })
    })

    it('neither adds to the town nor takes it out where the file is only checked', async () => {
      const checked = { ...OPTIONS, dryRun: true }
      const result = await importRows(rowsOf(['улица Проверки']), writer(), checked)
      assert.deepEqual([result.accepted, result.demoRemoved], [1, 0])
      assert.deepEqual(await current(), { version: 1, isDemo: true })
      assert.deepEqual(await streets(), ['улица Примера'])
    })

    it('takes the town’s place at the end of a whole file, as one change', async () => {
      const result = await importing(rowsOf(['улица Мира']))
      assert.equal(result.demoRemoved, 1)
      assert.deepEqual(await current(), { version: 2, isDemo: false })
      // What had come before the break is of the same import.
      assert.deepEqual(await streets(), ['улица Ленина', 'улица Мира'])
    })

    it('leaves the town its parcels, of which nothing was imported', async () => {
      assert.deepEqual(await current('parcels'), { version: 1, isDemo: true })
    })

    it('is read as far as it came where no town is any more', async () => {
      await importing(rowsOf(['улица Новая'], new DataFileError('The file cannot be read.')))
      assert.deepEqual(await current(), { version: 3, isDemo: false })
      assert.equal((await streets()).length, 3)
    })

    it('is one change a batch where no town is any more', async () => {
      assert.equal((await importing(rowsOf(['улица Вторая']))).demoRemoved, 0)
      assert.deepEqual(await current(), { version: 4, isDemo: false })
    })
  })
}
