import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Comparable } from '../../../src/valuation/comparables/comparable.ts'
import { clean } from '../../../src/valuation/market/cleaning.ts'
import { sale } from '../sale.ts'

const idsOf = (rows: readonly Comparable[]) =>
  clean(rows).map(({ comparable }) => comparable.sourceId)
const advert = (id: string, priceRub: number, change: Partial<Comparable> = {}) =>
  sale(id, priceRub, { kind: 'listing', ...change })

describe('one flat advertised by several agents', () => {
  it('counts once, by the latest, whoever rounds its area and asks a little more', () => {
    const adverts = [
      advert('first', 10_000_000, { date: '2024-04-01', areaM2: 50.4 }),
      advert('latest', 10_300_000, { date: '2024-05-01', areaM2: 50 }),
      advert('third', 10_100_000, { date: '2024-04-20', areaM2: 49.5, rooms: 2 }),
    ]
    assert.deepEqual(idsOf(adverts), ['latest'])
    assert.deepEqual(idsOf(adverts.toReversed()), ['latest'])
  })

  it('may be called a studio by one and a flat of one room by another, its floor known', () => {
    const called = [0, 1].map((rooms) => advert(`${rooms}`, 10_000_000, { rooms }))
    assert.equal(idsOf(called).length, 1)
    const unplaced = [50, 50.3].map((areaM2) =>
      advert(`${areaM2}`, 10_000_000, { areaM2, floor: null }),
    )
    assert.equal(idsOf(unplaced).length, 2)
  })

  it('is held against those kept alone: a chain of steps is no one flat', () => {
    const chain = [50, 50.5, 51].map((areaM2, i) =>
      advert(`${areaM2}`, 10_000_000, { areaM2, date: `2024-05-0${3 - i}` }),
    )
    assert.deepEqual(idsOf(chain).toSorted(), ['50', '51'])
  })

  it('is, of one day, any of them: neither always the smallest nor the largest', () => {
    const rows = Array.from({ length: 60 }, (_, house) =>
      [50, 50.2, 50.4].map((areaM2) =>
        advert(`${house}/${areaM2}`, 10_000_000, {
          areaM2,
          lat: 56 + house / 1000,
          kitchenAreaM2: null,
          floorsTotal: 5 + (house % 7),
        }),
      ),
    ).flat()
    const kept = idsOf(rows)
    assert.equal(kept.length, 60)
    const smallest = kept.filter((id) => id.endsWith('/50')).length
    assert.ok(smallest > 3 && smallest < 45, `${smallest} of 60`)
  })

  it('is none where prices are more than a twentieth apart, or buildings others', () => {
    const dearer = [advert('a', 10_000_000), advert('b', 10_510_000, { areaM2: 50.3 })]
    assert.deepEqual(idsOf(dearer).toSorted(), ['a', 'b'])
    const keptOf = (earlier: number, later: number) =>
      idsOf([
        advert('a', earlier, { date: '2024-04-01' }),
        advert('b', later, { areaM2: 50.3 }),
      ]).toSorted()
    for (const [dear, kept] of [
      [10_510_000, ['a', 'b']],
      [10_500_000, ['b']],
    ] as const) {
      assert.deepEqual(keptOf(dear, 10_000_000), kept)
      assert.deepEqual(keptOf(10_000_000, dear), kept)
    }
    const elsewhere = [advert('a', 10_000_000), advert('b', 10_000_000, { lat: 56.09 })]
    assert.deepEqual(idsOf(elsewhere).toSorted(), ['a', 'b'])
  })

  it('is told from deals, and from the flats of a developer, which are alike', () => {
    const sold = [50, 50.3].map((areaM2) => sale(`${areaM2}`, 10_000_000, { areaM2 }))
    assert.equal(idsOf(sold).length, 2)
    const built = [50, 50.3].map((areaM2) =>
      advert(`${areaM2}`, 10_000_000, { areaM2, market: 'new' }),
    )
    assert.equal(idsOf(built).length, 2)
  })
})
