// Where a flat is, and what is doubted about it, by what an address resolves to.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Resolution } from '../../src/addresses/table/address.ts'
import { TaskRefused } from '../../src/threads/task-refused.ts'
import { type FlatPlace, placeFlat } from '../../src/valuation/flat-place.ts'
import { ADDRESS, FOUND, foundAs } from './found-address.ts'

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

describe('placing a flat by what its address resolves to', () => {
  const placedBy = async (
    resolution: Resolution,
    request: Parameters<typeof placeFlat>[0] = { address: ADDRESS },
  ): Promise<FlatPlace> => {
    const placed = await placeFlat(request, async () => resolution)
    assert.ok(placed.kind === 'place')
    return placed.place
  }

  it('takes the point of a house or street, spelt as it is found, with what is doubted of it', async () => {
    const told = async (resolution: Resolution) => {
      const { address, lat, lon, city, precision, doubts } = await placedBy(resolution)
      assert.deepEqual([address, lat, lon, city], [FOUND, 61, 31, 'Примерск'])
      return [precision, await doubts]
    }
    assert.deepEqual(await told(foundAs('house')), ['house', []])
    assert.deepEqual(await told(foundAs('house', false)), ['house', ['address_corrected']])
    assert.deepEqual(await told(foundAs('street')), ['street', ['address_without_house']])
  })

  it('takes no point from a city’s middle nor from nothing, and prints the address as typed', async () => {
    for (const nowhere of [foundAs('city'), { outcome: 'not_found' } as const]) {
      const { address, lat, lon, city, precision, doubts } = await placedBy(nowhere)
      assert.deepEqual([address, lat, lon, city, precision], [ADDRESS, null, null, null, 'none'])
      assert.deepEqual(await doubts, [])
    }
  })

  it('names candidates, and of those that have one text the coordinates too', async () => {
    const { match } = foundAs('house')
    const elsewhere = { ...match, lat: 61.2, lon: 31.4 }
    const other = { ...match, value: 'г Примерск, улица Лесная, д 5' }
    const ambiguous: Resolution = { outcome: 'ambiguous', candidates: [match, other, elsewhere] }
    assert.deepEqual(await placeFlat({ address: ADDRESS }, async () => ambiguous), {
      kind: 'ambiguous',
      candidates: [`${FOUND} (lat 61, lon 31)`, other.value, `${FOUND} (lat 61.2, lon 31.4)`],
    })
  })

  it('doubts coordinates away from the house of the address, or far from its street', async () => {
    const doubtsAt = async (kmNorth: number, resolution: Resolution) => {
      const lat = 61 + kmNorth / 111.195
      return (await placedBy(resolution, { address: ADDRESS, lat, lon: 31 })).doubts
    }
    assert.deepEqual(await doubtsAt(0.51, foundAs('house')), ['address_elsewhere'])
    assert.deepEqual(await doubtsAt(0.49, foundAs('house')), [])
    assert.deepEqual(await doubtsAt(50.5, foundAs('street')), ['address_elsewhere'])
    assert.deepEqual(await doubtsAt(49.5, foundAs('street')), [])
    for (const other of [
      foundAs('city'),
      foundAs('house', false),
      foundAs('street', false),
      { outcome: 'not_found' } as const,
    ]) {
      assert.deepEqual(await doubtsAt(200, other), [], JSON.stringify(other))
    }
  })

  it('doubts a point that is the street’s own, and none beside it', async () => {
    const doubtsAt = async (lat: number, precision: 'house' | 'street' | 'city') =>
      (await placedBy(foundAs(precision), { address: ADDRESS, lat, lon: 31 })).doubts
    assert.deepEqual(await doubtsAt(61.00005, 'street'), ['address_without_house'])
    assert.deepEqual(await doubtsAt(61.00012, 'street'), [])
    for (const other of ['house', 'city'] as const) assert.deepEqual(await doubtsAt(61, other), [])
  })
})
