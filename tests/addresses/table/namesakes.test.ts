// Houses of one address in several places: told apart within a file, one and the same across files.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addressWriter, readAddresses } from '../../../src/addresses/table/address-store.ts'
import { numberNamesakes } from '../../../src/addresses/table/namesakes.ts'
import { ENGINES } from '../../support/databases.ts'
import { openTestStores } from '../../support/stores.ts'
import { MADE_UP_HOUSE } from '../made-up-house.ts'

const LAT = 56.8
/** Some 1.1 km. */
const FAR_DEGREES = 0.01
/** Some 0.9 km. */
const NEAR_DEGREES = 0.008

const houseAt = (lat: number | null, house = '50') => ({ ...MADE_UP_HOUSE, house, lat })

describe('houses of one address in a file', () => {
  it('are numbered by place, in the order in which the places come', () => {
    const namesakeOf = numberNamesakes()
    const numbers = [0, FAR_DEGREES, NEAR_DEGREES / 8, 5 * FAR_DEGREES, FAR_DEGREES, 0].map((by) =>
      namesakeOf(houseAt(LAT + by)),
    )
    assert.deepEqual(numbers, ['', '2', '', '3', '2', ''])
  })

  it('are one place up to a kilometre', () => {
    const namesakeOf = numberNamesakes()
    const numbers = [0, NEAR_DEGREES, -NEAR_DEGREES].map((by) => namesakeOf(houseAt(LAT + by)))
    assert.deepEqual(numbers, ['', '', ''])
  })

  it('are measured to some ten metres', () => {
    const namesakeOf = numberNamesakes()
    // 0.96 km: in hundreds of metres the first would lie 55 m farther off.
    const numbers = [56.80049, 56.80909].map((lat) => namesakeOf(houseAt(lat)))
    assert.deepEqual(numbers, ['', ''])
  })

  it('are the first place where they have no coordinates, and where nothing but a street is named', () => {
    const namesakeOf = numberNamesakes()
    assert.equal(namesakeOf(houseAt(null)), '')
    assert.equal(namesakeOf(houseAt(LAT)), '')
    assert.equal(namesakeOf(houseAt(null)), '')
    assert.deepEqual(
      [LAT, LAT + FAR_DEGREES].map((at) => namesakeOf(houseAt(at, ''))),
      ['', ''],
    )
  })

  it('are told apart on every street and in every city for itself', () => {
    const namesakeOf = numberNamesakes()
    const far = houseAt(LAT + FAR_DEGREES)
    assert.equal(namesakeOf(houseAt(LAT)), '')
    for (const other of [
      { ...far, city: 'Клин' },
      { ...far, street: 'Лесная улица' },
      { ...far, house: '5' },
    ]) {
      assert.equal(namesakeOf(other), '')
    }
    assert.equal(namesakeOf(far), '2')
  })

  it('are told apart in a hundred places, and no further', () => {
    const namesakeOf = numberNamesakes()
    const numbers = Array.from({ length: 120 }, (_, at) => namesakeOf(houseAt(at / 2)))
    assert.deepEqual(numbers.slice(97), ['98', '99', ...Array(21).fill('100')])
  })
})

for (const engine of ENGINES) {
  describe(`houses of one address, imported, on ${engine}`, () => {
    it('all stay, are the same when they come again, and move with a later file', async () => {
      await using stores = await openTestStores(engine)
      const imported = async (...lats: readonly number[]) => {
        const writer = addressWriter(stores.main, stores.clock)
        // Each in a batch of its own, as rows far apart in a file are.
        for (const each of lats) await writer.put([{ source: 'own', address: houseAt(each) }])
        return (await Array.fromAsync(readAddresses(stores.main))).map((address) => address.lat)
      }
      const two = [LAT, LAT + FAR_DEGREES]
      assert.deepEqual(await imported(...two), two)
      assert.deepEqual(await imported(...two), two)
      assert.deepEqual(await imported(LAT + 3), [LAT + 3, LAT + FAR_DEGREES])
    })

    it('keep the later row of each place where one batch has several', async () => {
      await using stores = await openTestStores(engine)
      const rows = [0, FAR_DEGREES, 0, FAR_DEGREES].map((by, at) => ({
        source: 'own',
        address: { ...houseAt(LAT + by), district: `${at}` },
      }))
      await addressWriter(stores.main, stores.clock).put(rows)
      const kept = await Array.fromAsync(readAddresses(stores.main))
      assert.deepEqual(
        kept.map(({ district }) => district),
        ['2', '3'],
      )
    })
  })
}
