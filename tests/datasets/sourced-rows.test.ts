import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { demoTown } from '../../src/demo/town.ts'
import { parcelSources, parcelWriter } from '../../src/parcels/table/parcel-store.ts'
import { openTestStores } from '../support/stores.ts'

describe('the rows of a source', () => {
  it('are never those of all cities where one is named of a table that has none', async () => {
    await using stores = await openTestStores('sqlite')
    const { parcels } = demoTown('2026-01-15')
    await parcelWriter(stores.main, stores.clock).put(parcels)
    const rows = parcelSources(stores.main, stores.clock)
    const [{ source } = assert.fail()] = parcels
    const one = { source, city: 'Примерск' }
    await assert.rejects(rows.count(one), /have no city/)
    await assert.rejects(
      rows.remove(one, () => {}),
      /have no city/,
    )
    assert.equal(await rows.count({ source }), parcels.length)
  })
})
