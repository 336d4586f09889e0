// What a flat's place decides: its city where none is named, and which adverts are its own.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoOfDay } from '../../../src/calendar.ts'
import { type Estimate, estimate } from '../../../src/valuation/answer/estimate.ts'
import { placeSubject } from '../../../src/valuation/answer/subject.ts'
import type { Comparable } from '../../../src/valuation/comparables/comparable.ts'
import { nameCities } from '../../../src/valuation/market/name-cities.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import { sale } from '../sale.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'

const TODAY = isoOfDay(TOWN_DAY)

/** More streets than one point can have as a building's. */
const NAMES = ['Лесная', 'Садовая', 'Мира', 'Речная', 'Школьная', 'Новая']

const ok = (answer: Estimate): Extract<Estimate, { status: 'ok' }> => {
  assert.equal(answer.status, 'ok')
  return answer as Extract<Estimate, { status: 'ok' }>
}

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
    const named = ok(estimate(both, subject, options))
    const unnamed = ok(estimate(both, { ...subject, city: null }, options))
    assert.equal(unnamed.value.market_rub, named.value.market_rub)
  })
  it('does not matter where no row names one', async () => {
    const bare = near.map((one) => ({ ...one, city: null }))
    const alone = await fit(bare, { until: TODAY, ...QUICK_FIT })
    assert.deepEqual(alone.table.words.cities, [''])
    ok(estimate(alone, bare[7] as Comparable, { valuationDate: TODAY }))
  })
})

describe('the subject’s own advert', () => {
  it('never counts, while past deals of the same flat do', async () => {
    const model = await fit(
      [
        sale('deal', 10_000_000),
        sale('earlier deal', 9_000_000, { date: '2023-05-02' }),
        sale('advert', 11_000_000, { kind: 'listing' }),
        ...[4, 5].map((floor) => sale(`on floor ${floor}`, 10_000_000, { floor })),
      ],
      { until: '2024-05-20' },
    )
    const { comparables } = ok(
      estimate(model, sale('subject', 1), { valuationDate: '2024-05-20', maxComparables: 20 }),
    )
    assert.deepEqual(comparables.map(({ id }) => id).toSorted(), [
      'deal',
      'earlier deal',
      'on floor 4',
      'on floor 5',
    ])
  })

  it('is valued by the trees that did not see it, any other flat by all of them', async () => {
    const market = town({ rows: 600, kind: 'mixed' })
    const model = await fit(market, { until: TODAY, ...QUICK_FIT })
    const { folds } = model.attribute
    assert.equal(folds.length, 2)
    /** With trees of one fold that value every flat 5 % higher. */
    const raised = (fold: number) => ({
      ...model,
      attribute: {
        ...model.attribute,
        folds: folds.map((trees, at) => ({
          ...trees,
          split: trees.split.map((value, node) =>
            at === fold && (trees.feature[node] ?? 0) < 0
              ? value + Math.log(1.05) / trees.roots.length
              : value,
          ),
        })),
      },
    })
    const rises = (subject: Comparable) => {
      const rubIn = (one: typeof model) =>
        ok(estimate(one, subject, { valuationDate: TODAY })).value.market_rub
      return [0, 1].map((fold) => (rubIn(raised(fold)) / rubIn(model)).toFixed(3))
    }
    let tried = 0
    for (const one of market.filter(({ kind }) => kind === 'listing').slice(0, 12)) {
      const { isOwnAdvert } = placeSubject(model, one, TOWN_DAY)
      const own = model.foldOfRow.findIndex((_, row) => isOwnAdvert(row))
      const unseenBy = model.foldOfRow[own]
      if (unseenBy !== 0 && unseenBy !== 1) continue
      tried += 1
      assert.deepEqual(rises(one), unseenBy === 0 ? ['1.050', '1.000'] : ['1.000', '1.050'])
      // √1.05 of the mean of both.
      assert.deepEqual(rises({ ...one, areaM2: one.areaM2 + 7.3 }), ['1.025', '1.025'])
    }
    assert.ok(tried > 5, `${tried}`)
  })

  it('is never used at a point that many addresses share, whether or not an address is given', async () => {
    const shared = town({ rows: 300, kind: 'listing', spanDays: 60 }).map((one, i) => ({
      ...one,
      lat: 55.01,
      lon: 60.01,
      address: `Улица ${i % 9}, ${i % 9}`,
    }))
    const atPoint = await fit([...town({ rows: 900, kind: 'mixed' }), ...shared], {
      until: TODAY,
      ...QUICK_FIT,
    })
    let compared = 0
    for (const own of shared.slice(0, 40)) {
      for (const address of [own.address, null]) {
        const answer = estimate(
          atPoint,
          { ...own, address },
          { valuationDate: TODAY, maxComparables: 20 },
        )
        compared += answer.comparables.length
        assert.ok(!answer.comparables.some(({ id }) => id === own.sourceId))
      }
    }
    assert.ok(compared > 100)
  })

  it('is never used where its address is written or placed otherwise', async () => {
    const shared = town({ rows: 300, kind: 'listing', spanDays: 60 }).map((one, i) => ({
      ...one,
      lat: 55.01,
      lon: 60.01,
      address: `улица ${NAMES[i % NAMES.length]}, ${(i % 9) + 1}`,
    }))
    const atPoint = await fit([...town({ rows: 900, kind: 'mixed' }), ...shared], {
      until: TODAY,
      ...QUICK_FIT,
    })
    const NEAR = 0.00003
    let compared = 0
    for (const own of shared.slice(0, 20)) {
      const [street, house] = (own.address ?? '').split(', ')
      const written = `г Образцовск, ${street}, д ${house}`
      for (const place of [{}, { lat: own.lat + NEAR }, { lat: own.lat + NEAR, address: null }]) {
        const answer = estimate(
          atPoint,
          { ...own, address: written, ...place },
          { valuationDate: TODAY, maxComparables: 20 },
        )
        compared += answer.comparables.length
        assert.ok(!answer.comparables.some(({ id }) => id === own.sourceId))
      }
    }
    assert.ok(compared > 100)
  })
})

describe('the building of a subject at a point that many addresses share', async () => {
  const shared = town({ rows: 200, kind: 'listing', spanDays: 60 }).map((one, i) => ({
    ...one,
    lat: 55.01,
    lon: 60.01,
    address: `улица ${NAMES[i % NAMES.length]}, 8`,
  }))
  const atPoint = await fit([...town({ rows: 900, kind: 'mixed' }), ...shared], {
    until: TODAY,
    ...QUICK_FIT,
  })
  const [some] = shared
  assert.ok(some)
  const buildingOf = (wishes: Partial<Comparable>): string | undefined => {
    const { building } = placeSubject(atPoint, { ...some, ...wishes }, TOWN_DAY)
    return building < 0 ? undefined : atPoint.table.buildings[building]
  }

  it('is the one of its address, however that is written, at the point and beside it', () => {
    const own = buildingOf({ address: 'улица Лесная, 8' })
    assert.match(own ?? '', /лесная/)
    assert.equal(buildingOf({ address: 'г Образцовск, Лесная ул., дом 8, кв 4' }), own)
    assert.equal(buildingOf({ address: 'Лесная 8', lat: 55.01003 }), own)
    assert.notEqual(buildingOf({ address: 'улица Садовая, 8' }), own)
  })
  it('is none where the point is only near it, as the middle of the street is', () => {
    const answer = estimate(
      atPoint,
      { ...some, address: 'улица Лесная' },
      { valuationDate: TODAY, isPointNearby: true },
    )
    assert.ok(answer.comparables.length > 0)
    assert.ok(!answer.comparables.some((one) => one.same_building))
    const unaddressed = { ...some, address: null }
    const { building, isOwnAdvert } = placeSubject(atPoint, unaddressed, TOWN_DAY, true)
    assert.equal(building, -1)
    assert.ok(!atPoint.comparables.some((_, row) => isOwnAdvert(row)))
    // Nor where that point is of one building alone.
    const alone = { ...(atPoint.comparables.find(({ lat }) => lat !== 55.01) as Comparable) }
    assert.ok(placeSubject(atPoint, alone, TOWN_DAY).building >= 0)
    assert.equal(placeSubject(atPoint, alone, TOWN_DAY, true).building, -1)
  })
  it('is none where the address is another or not given', () => {
    for (const lat of [55.01, 55.01003]) {
      assert.equal(buildingOf({ address: 'улица Дальняя, 8', lat }), undefined)
      assert.equal(buildingOf({ address: null, lat }), undefined)
    }
  })
})
