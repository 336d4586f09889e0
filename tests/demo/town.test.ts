import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { demoTown } from '../../src/demo/town.ts'

const { addresses, comparables, parcels } = demoTown('2026-01-15')

describe('the rows of the demonstration town', () => {
  it('are the same whenever they are made for the same day', () => {
    assert.deepEqual(demoTown('2026-01-15'), { addresses, comparables, parcels })
  })

  it('are dated up to two years before the day, and no later', () => {
    const dates = comparables.map(({ date }) => date).sort()
    const [first = '', last = ''] = [dates[0], dates.at(-1)]
    assert.ok(first > '2024-01-15' && first < '2024-02-01', first)
    assert.ok(last > '2026-01-01' && last <= '2026-01-15', last)
  })

  it('are of flats that houses have: on one of their floors, none built in the future', () => {
    for (const { floor, floorsTotal, yearBuilt, areaM2, sourceId } of comparables) {
      assert.ok(floor !== null && floorsTotal !== null && yearBuilt !== null)
      assert.ok(floor >= 1 && floor <= floorsTotal, sourceId)
      assert.ok(yearBuilt >= 1955 && yearBuilt <= 2026, sourceId)
      assert.ok(areaM2 > 10, sourceId)
    }
    assert.equal(new Set(comparables.map(({ sourceId }) => sourceId)).size, comparables.length)
  })

  it('have the town itself among their addresses, and the address of each flat', () => {
    const known = new Set(addresses.map(({ street, house }) => `${street}, ${house}`))
    assert.equal(known.size, addresses.length)
    for (const { address } of comparables) assert.ok(known.has(address ?? ''), address ?? '')
    assert.deepEqual(
      addresses.flatMap(({ city, street, population }) =>
        street === '' ? [city, population] : [],
      ),
      ['Примерск', 61_000],
    )
  })
})
