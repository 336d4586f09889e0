// Two imports of the same rows at once, such as a feed that is fetched twice.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addressWriter, readAddresses } from '../../src/addresses/table/address-store.ts'
import { MADE_UP_HOUSE } from '../addresses/made-up-house.ts'
import { ENGINES } from '../support/databases.ts'
import { openTestStores } from '../support/stores.ts'

const ROWS = 400
const ROUNDS = 15

for (const engine of ENGINES) {
  describe(`two imports at once on ${engine}`, () => {
    it('both end, whatever the order of their rows', async () => {
      await using stores = await openTestStores(engine)
      const rows = (district: string) =>
        Array.from({ length: ROWS }, (_, at) => ({
          source: 'own',
          address: { ...MADE_UP_HOUSE, house: `${at}`, district },
        }))
      const { put } = addressWriter(stores.main, stores.clock)
      for (let round = 0; round < ROUNDS; round += 1) {
        await Promise.all([put(rows(`a ${round}`)), put(rows(`b ${round}`).reverse())])
      }
      const districts = (await Array.fromAsync(readAddresses(stores.main))).map(
        ({ district }) => district,
      )
      assert.equal(districts.length, ROWS)
      assert.equal(new Set(districts).size, 1, 'the last batch stands whole')
    })
  })
}
