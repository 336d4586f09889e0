import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Comparable } from '../../../src/valuation/comparables/comparable.ts'
import { clean } from '../../../src/valuation/market/cleaning.ts'
import { sale } from '../sale.ts'
import { town } from '../synthetic-market.ts'

const idsOf = (rows: readonly Comparable[]) =>
  clean(rows).map(({ comparable }) => comparable.sourceId)

describe('one flat told several times', () => {
  const advert = (id: string, date: string, priceRub: number) =>
    sale(id, priceRub, { kind: 'listing', date })

  it('counts once as an advert: by the latest day, and the cheapest of it', () => {
    const adverts = [
      advert('older', '2024-04-01', 9_000_000),
      advert('dearer', '2024-05-01', 11_000_000),
      advert('kept', '2024-05-01', 10_000_000),
    ]
    assert.deepEqual(idsOf(adverts), ['kept'])
    assert.deepEqual(idsOf(adverts.toReversed()), ['kept'])
  })

  it('is not told where a floor, an area or a number of rooms is another', () => {
    const others = [{}, { floor: 4 }, { areaM2: 51 }, { rooms: 1 }]
    const rows = others.map((change, i) => sale(`${i}`, 10_000_000, { kind: 'listing', ...change }))
    assert.deepEqual(idsOf(rows).toSorted(), ['0', '1', '2', '3'])
  })

  it('counts as often as it was sold, whether or not it is advertised', () => {
    const sold = (id: string, date: string, priceRub: number) => sale(id, priceRub, { date })
    const rows = [
      sold('once', '2023-05-01', 8_000_000),
      sold('again', '2024-05-01', 10_000_000),
      sold('at another price', '2024-05-01', 10_500_000),
      sold('the same', '2024-05-01', 10_000_000),
      advert('advert', '2024-05-01', 10_000_000),
    ]
    assert.deepEqual(idsOf(rows), ['once', 'again', 'at another price', 'advert'])
  })

  it('is the same of two adverts of one day, whatever their ids and their order', () => {
    const [one] = town({ rows: 1, kind: 'listing' })
    assert.ok(one)
    const plain = { ...one, yearBuilt: null }
    const full = { ...one, yearBuilt: 1990 }
    const kept = new Set<number | null>()
    for (const ids of ['az', 'za']) {
      for (const twins of [
        [plain, full],
        [full, plain],
      ]) {
        const named = twins.map((twin, i) => ({ ...twin, sourceId: ids.charAt(i) }))
        const evidence = clean(named)
        assert.equal(evidence.length, 1)
        kept.add(evidence[0]?.comparable.yearBuilt ?? null)
      }
    }
    assert.equal(kept.size, 1)
  })
})

describe('a price that cannot be', () => {
  /** Flats of 50 m² of a city at these thousands of roubles per m². */
  const priced = (city: string, thousands: readonly number[]) =>
    thousands.map((thousand, i) =>
      sale(`${city} ${thousand}`, thousand * 50_000, { city, lat: 56 + i * 1e-4 }),
    )
  const droppedOf = (...rows: readonly Comparable[]) => {
    const kept = new Set(idsOf(rows))
    return rows.map(({ sourceId }) => sourceId).filter((id) => !kept.has(id))
  }

  it('is one beyond 99.6 in a hundred of its city', () => {
    const rows = priced(
      'А',
      Array.from({ length: 1000 }, (_, i) => 100 + i),
    )
    assert.deepEqual(droppedOf(...rows), ['А 100', 'А 101', 'А 1098', 'А 1099'])
  })

  it('is beyond those percentiles from five hundred rows on', () => {
    const rowsOf = (count: number) =>
      priced(
        'А',
        Array.from({ length: count }, (_, i) => 100 + i),
      )
    assert.deepEqual(droppedOf(...rowsOf(499)), [])
    assert.deepEqual(droppedOf(...rowsOf(500)), ['А 100', 'А 599'])
  })

  it('is one tenfold off the median of a city of few rows', () => {
    const usual = Array.from({ length: 400 }, (_, i) => 99.8 + i * 1e-3)
    assert.deepEqual(droppedOf(...priced('А', [9.9, 10.1, ...usual, 999, 1001])), [
      'А 9.9',
      'А 1001',
    ])
  })

  it('is one in thousands of roubles, however many a large city has of them', () => {
    const rows = town({ rows: 1000 }).map((one, i) =>
      i % 50 === 0 ? { ...one, priceRub: Math.round(one.priceRub / 1000) } : one,
    )
    const evidence = clean(rows)
    assert.ok(evidence.length > 970)
    assert.ok(evidence.every(({ comparable }) => comparable.priceRub > 500_000))
  })

  it('is judged by the prices of its own city', () => {
    const dear = priced(
      'Б',
      Array.from({ length: 100 }, (_, i) => 2000 + i),
    )
    const cheap = priced(
      'А',
      Array.from({ length: 400 }, (_, i) => 100 + i / 100),
    )
    assert.deepEqual(droppedOf(...cheap, ...dear), [])
    assert.deepEqual(droppedOf(...cheap, ...priced('А', [2000])), ['А 2000'])
  })
})

describe('a price too high for its city', () => {
  const usual = Array.from({ length: 400 }, (_, i) =>
    sale(`usual ${i}`, (100 + i / 100) * 50_000, { lat: 57 + i * 1e-3 }),
  )
  /** Flats of one house at these thousands of roubles per m². */
  const house = (...thousands: readonly number[]) =>
    thousands.map((thousand, floor) =>
      sale(`${thousand}`, thousand * 50_000, { floor, floorsTotal: 9 }),
    )
  const keptOf = (...thousands: readonly number[]) =>
    idsOf([...usual, ...house(...thousands)]).filter((id) => !id.startsWith('usual'))

  it('is believed where three flats of the house, and most of them, agree', () => {
    assert.deepEqual(keptOf(1500, 1600, 1700), ['1500', '1600', '1700'])
    assert.deepEqual(keptOf(1500, 1600), [])
    assert.deepEqual(keptOf(1500, 1600, 3000), [])
    assert.deepEqual(keptOf(110, 120, 1500, 1600, 1700), ['110', '120'])
    // The median house is usual; one of its flats is not.
    assert.deepEqual(keptOf(101, 102, 103, 1600), ['101', '102', '103'])
  })

  it('is believed up to 1.6 times the median of the house, and where seven in ten agree', () => {
    assert.deepEqual(keptOf(1100, 1600, 2559), ['1100', '1600', '2559'])
    assert.deepEqual(keptOf(1100, 1600, 2561), [])
    const agreed = [1500, 1501, 1502, 1503, 1504, 1505, 1506]
    assert.equal(keptOf(110, 120, 130, ...agreed).length, 10)
    assert.equal(keptOf(110, 120, 130, ...agreed.slice(1)).length, 3)
  })

  it('is believed of a house up to thirty times the median of the city, here 102.01', () => {
    assert.deepEqual(keptOf(3050, 3060, 3070), ['3050', '3060', '3070'])
    assert.deepEqual(keptOf(3050, 3061, 3070), [])
  })

  it('is not believed of one flat sold three times', () => {
    const sold = [1, 2, 3].map((day) =>
      sale(`day ${day}`, 1500 * 50_000, { date: `2024-05-0${day}`, floor: 1 }),
    )
    assert.equal(idsOf([...usual, ...sold]).length, usual.length)
  })

  it('is not believed of a house in kopecks, nor one too low of any', () => {
    assert.deepEqual(keptOf(10_000, 10_100, 10_200), [])
    assert.deepEqual(keptOf(1, 1.1, 1.2), [])
  })
})

describe('a floor above its building', () => {
  it('is no evidence', () => {
    const rows = [
      sale('above', 1e7, { floor: 6, floorsTotal: 5 }),
      sale('last', 1e7, { floor: 5, floorsTotal: 5 }),
      sale('unknown', 1e7, { floor: 7, floorsTotal: null }),
    ]
    assert.deepEqual(idsOf(rows), ['last', 'unknown'])
  })
})
