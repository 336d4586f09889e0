// The city of a comparable that names none, or one that hardly any other names.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoOfDay } from '../../../src/calendar.ts'
import { estimate } from '../../../src/valuation/answer/estimate.ts'
import type { Comparable } from '../../../src/valuation/comparables/comparable.ts'
import { nameCities } from '../../../src/valuation/market/name-cities.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import { ok } from '../ok-estimate.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'

const TODAY = isoOfDay(TOWN_DAY)

describe('the city of comparables that name none', async () => {
  // Two towns, one four times as dear; a few rows of the dear one leave the city out.
  const near = town({ rows: 500, seed: 3 })
  const dear = town({ rows: 500, seed: 4 }).map((one, i) => ({
    ...one,
    sourceId: `dear-${i}`,
    lat: one.lat + 1,
    priceRub: one.priceRub * 4,
    city: i % 20 === 0 ? null : 'Дорогинск',
    district: null,
  }))
  const both = await fit([...near, ...dear], { until: TODAY, ...QUICK_FIT })

  it('is that of the nearest that names one, so no flat is of a city without a name', () => {
    assert.deepEqual(both.table.words.cities.toSorted(), ['дорогинск', 'образцовск'])
  })
  it('is the same in any order of the rows, and told by no later row', async () => {
    const mixed = [...near.slice(0, 60), ...dear.slice(0, 60)]
    // As near to one town's row as to the other's: the first by name counts.
    const [one] = near
    assert.ok(one)
    const between = { ...one, sourceId: 'between', city: null, lat: 57, lon: 60 }
    const beside = (city: string, lon: number) =>
      Array.from({ length: 5 }, (_, i) => ({
        ...one,
        sourceId: `${city}-${i}`,
        areaM2: 50 + i,
        city,
        lat: 57,
        lon: 60 + lon,
      }))
    const cityOf = (all: readonly Comparable[]) =>
      nameCities(all).find(({ sourceId }) => sourceId === 'between')?.city
    for (const east of [0.01, -0.01]) {
      const sides = [...beside('Ближний', east), ...beside('Дальний', -east)]
      assert.equal(cityOf([...mixed, between, ...sides]), 'Ближний')
      assert.equal(cityOf([...sides.toReversed(), between, ...mixed]), 'Ближний')
    }
    const date = isoOfDay(TOWN_DAY + 1)
    const later = beside('Завтрашний', 0).map((each) => ({ ...each, date }))
    const replayed = await fit([...mixed, between, ...later], { until: TODAY, ...QUICK_FIT })
    assert.ok(!replayed.table.words.cities.includes('завтрашний'))
    assert.equal(
      replayed.comparables.find(({ sourceId }) => sourceId === 'between')?.city ?? null,
      null,
    )
  })
  it('is the place, for rows far from all that name one and from each other', () => {
    const five = near.slice(0, 5)
    const [one] = five
    assert.ok(one)
    const rowAt = (sourceId: string, lat: number) => ({ ...one, sourceId, city: null, lat })
    const [first, beside, second] = [rowAt('a', 57), rowAt('b', 57.01), rowAt('c', 58)]
    const citiesOf = (...rows: Comparable[]) => nameCities(rows).map(({ city }) => city)
    const [a, named, b, c] = citiesOf(first, one, beside, second, ...five.slice(1))
    assert.equal(named, one.city)
    assert.ok(a && c && a !== c && a === b)
    assert.deepEqual(citiesOf(first, beside, ...five).slice(0, 3), [null, null, one.city])
  })
  it('is that of the nearest that names one, or the place, where fewer than five name theirs', () => {
    const [one] = near
    assert.ok(one)
    // Adverts of one flat are one, however many there are.
    const names = ['Обазцовск', 'Обазцовск', ...new Array<string>(6).fill('Образцовскк')]
    const misspelt = names.map((city, i) => ({ ...one, sourceId: `m${i}`, city }))
    const villages = [57, 57, 57, 57, 58].map((lat, i) => ({
      ...one,
      sourceId: `v${i}`,
      areaM2: 50 + i,
      city: `Хутор ${lat}`,
      lat,
    }))
    const cities = nameCities([...misspelt, ...villages, ...near]).map(({ city }) => city)
    assert.deepEqual(new Set(cities.slice(0, 8)), new Set([one.city]))
    assert.equal(new Set(cities.slice(8, 12)).size, 1)
    assert.ok(!cities.includes('Хутор 57'))
    assert.equal(new Set(cities).size, 3)
  })
  it('is one of the 400 that most rows name, however many are named', () => {
    const [one] = near
    assert.ok(one)
    const towns = Array.from({ length: 450 }, (_, town) =>
      Array.from({ length: town < 50 ? 5 : 6 }, (_, i) => ({
        ...one,
        sourceId: `${town}-${i}`,
        areaM2: 50 + i,
        city: `Город ${town}`,
        lat: 40 + town / 20,
      })),
    ).flat()
    const cities = nameCities(towns).map(({ city }) => city)
    assert.equal(new Set(cities).size, 401)
    assert.deepEqual(
      cities.slice(250),
      towns.slice(250).map(({ city }) => city),
    )
    assert.deepEqual(
      nameCities(towns.toReversed()).map(({ city }) => city),
      cities.toReversed(),
    )
  })
  it('is unknown for a subject without one, who is then of the town around', () => {
    const subject = near[7] as Comparable
    const options = { valuationDate: TODAY } as const
    const named = estimate(both, subject, options)
    const unnamed = estimate(both, { ...subject, city: null }, options)
    assert.equal(ok(unnamed).value.market_rub, ok(named).value.market_rub)
  })
  it('does not matter where no row names one', async () => {
    const bare = near.map((one) => ({ ...one, city: null }))
    const alone = await fit(bare, { until: TODAY, ...QUICK_FIT })
    assert.deepEqual(alone.table.words.cities, [''])
    ok(estimate(alone, bare[7] as Comparable, { valuationDate: TODAY }))
  })
})
