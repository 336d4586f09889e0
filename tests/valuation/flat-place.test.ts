// Where a flat is, and what is doubted about it, by what an address resolves to.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { TaskRefused } from '../../src/threads/task-refused.ts'
import { placeFlat } from '../../src/valuation/flat-place.ts'

const ADDRESS = 'Примерск, улица Ленина, 5'

/** No index yet: nobody gets an answer, and it is noted how long each was ready to wait. */
function withoutIndex() {
  const waited: (number | undefined)[] = []
  const resolve = async (_address: string, patienceS?: number) => {
    waited.push(patienceS)
    throw new TaskRefused('the index of addresses is being built')
  }
  return { waited, resolve }
}

describe('placing a flat while there is no index of addresses', () => {
  it('takes the coordinates, and waits for no doubts about the address longer than a second', async () => {
    const { waited, resolve } = withoutIndex()
    const placed = await placeFlat({ address: ADDRESS, lat: 61, lon: 31 }, resolve)
    assert.ok(placed.kind === 'place')
    const { lat, lon, precision, address } = placed.place
    assert.deepEqual([lat, lon, precision, address], [61, 31, 'point', ADDRESS])
    assert.deepEqual(await placed.place.doubts, [])
    assert.deepEqual(waited, [1])
  })

  it('asks for no address that is not given', async () => {
    const { waited, resolve } = withoutIndex()
    const placed = await placeFlat({ lat: 61, lon: 31 }, resolve)
    assert.ok(placed.kind === 'place')
    assert.deepEqual([await placed.place.doubts, waited], [[], []])
  })

  it('is refused by address alone, after as long a wait as for a model', async () => {
    const { waited, resolve } = withoutIndex()
    await assert.rejects(placeFlat({ address: ADDRESS }, resolve), TaskRefused)
    assert.deepEqual(waited, [undefined])
  })
})
