import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoOfDay } from '../../../src/calendar.ts'
import { estimate } from '../../../src/valuation/answer/estimate.ts'
import type { Comparable } from '../../../src/valuation/comparables/comparable.ts'
import { FLAT } from '../../../src/valuation/market/flat-vector.ts'
import { untoldAttributes } from '../../../src/valuation/market/untold-attributes.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import { ok } from '../ok-estimate.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'

/** Flats of a city, so many of which state an attribute. */
const flats = (city: number, count: number, tell: number, position: number = FLAT.floor) =>
  Array.from({ length: count }, (_, i) => {
    const flat = new Float64Array(FLAT.size).fill(Number.NaN)
    flat[FLAT.city] = city
    if (i < tell) flat[position] = 3
    return [...flat]
  }).flat()
const attributesOf = (...cities: readonly number[][]) =>
  untoldAttributes(Float64Array.from(cities.flat()), cities.length)
const untold = (...cities: readonly number[][]) => attributesOf(...cities).untold

describe('attributes that a city’s flats do not state', () => {
  it('are those of fewer than one flat in twenty, where another city states them', () => {
    assert.deepEqual(untold(flats(0, 40, 40), flats(1, 40, 1), flats(2, 40, 2)), [
      [],
      [FLAT.floor],
      [],
    ])
  })

  it('are none where no city states them', () => {
    assert.deepEqual(untold(flats(0, 40, 0), flats(1, 40, 1)), [[], []])
  })

  it('are none of a city of a few flats, as of a suburb', () => {
    assert.deepEqual(untold(flats(0, 40, 40), flats(1, 9, 0), flats(2, 10, 0)), [
      [],
      [],
      [FLAT.floor],
    ])
  })

  it('are studios where fewer than one small flat in a hundred is one, by city if it has thirty', () => {
    const small = (city: number, count: number, studios: number) =>
      Array.from({ length: count }, (_, i) => {
        const flat = new Float64Array(FLAT.size)
        flat[FLAT.city] = city
        flat[FLAT.rooms] = i < studios ? 0 : 1
        return [...flat]
      }).flat()
    const told = (...cities: readonly number[][]) => attributesOf(...cities).tellsStudios
    assert.deepEqual(told(small(0, 200, 4), small(1, 200, 1), small(2, 30, 0), small(3, 29, 0)), [
      true,
      false,
      false,
      true,
    ])
    assert.deepEqual(told(small(0, 29, 0), small(1, 200, 1)), [false, false])
    // Where no flat is small, none is a studio.
    assert.deepEqual(told([]), [false])
  })

  const valuationDate = isoOfDay(TOWN_DAY)

  it('are studios, which are then valued as flats of one room', async () => {
    const flats = town({ rows: 400 })
    const small = flats.find(({ rooms }) => rooms === 1)
    assert.ok(small)
    const valueIn = async (market: readonly Comparable[], rooms: number) => {
      const model = await fit(market, { until: valuationDate, ...QUICK_FIT })
      const subject = { ...small, address: null, lat: small.lat + 0.001, rooms }
      return ok(estimate(model, subject, { valuationDate })).value.market_rub
    }
    assert.equal(await valueIn(flats, 0), await valueIn(flats, 1))
    const withStudios = flats.map((one, i) =>
      one.rooms === 1 && i % 2 === 0
        ? { ...one, rooms: 0, priceRub: Math.round(one.priceRub * 1.2) }
        : one,
    )
    assert.notEqual(await valueIn(withStudios, 0), await valueIn(withStudios, 1))
  })

  const city = town({ rows: 400 }).map(
    (one): Comparable => ({ ...one, ceilingHeightM: 2.7, buildingClass: 'комфорт' }),
  )
  const villageOf = (rows: number) =>
    town({ rows, seed: 2 }).map(
      (one): Comparable => ({
        ...one,
        sourceId: `v${one.sourceId}`,
        city: 'Деревнино',
        lat: one.lat + 1,
        priceRub: Math.round(one.priceRub / 4),
        floor: null,
        floorsTotal: null,
        yearBuilt: null,
        houseMaterial: null,
        condition: null,
        market: null,
        ceilingHeightM: null,
        buildingClass: null,
      }),
    )

  it('are not compared there, so that a request that has them is answered', async () => {
    const village = villageOf(150)
    const model = await fit([...city, ...village], { until: valuationDate, ...QUICK_FIT })
    const [flat] = village
    assert.ok(flat)
    const told = { ...flat, floor: 3, floorsTotal: 5, yearBuilt: 1980, condition: 'euro' } as const
    const answer = estimate(model, { ...told, market: 'secondary' }, { valuationDate })
    assert.equal(answer.status, 'ok')
    const untoldAnswer = estimate(model, flat, { valuationDate })
    assert.equal(answer.value?.market_rub, untoldAnswer.value?.market_rub)
  })

  it('are named where a request has them, and only then', async () => {
    const village = villageOf(150)
    const model = await fit([...city, ...village], { until: valuationDate, ...QUICK_FIT })
    const [there, here] = [village[0], city[0]]
    assert.ok(there && here)
    const setAside = (flat: Comparable) => estimate(model, flat, { valuationDate }).set_aside
    assert.deepEqual(setAside({ ...there, condition: 'euro' }), ['condition'])
    assert.deepEqual(setAside(there), [])
    assert.deepEqual(setAside(here), [])
    const { lat, lon, city: name } = there
    assert.deepEqual(setAside({ ...here, lat, lon, city: name, condition: 'euro' }), [
      'floor',
      'floors_total',
      'year_built',
      'ceiling_height_m',
      'house_material',
      'condition',
      'market',
      'building_class',
    ])
  })

  it('are a building class that no flat has, also where the building has another', async () => {
    const [here] = city
    assert.ok(here)
    const model = await fit(city, { until: valuationDate, ...QUICK_FIT })
    const answerOf = (buildingClass: string | null) =>
      estimate(model, { ...here, buildingClass }, { valuationDate })
    const unknown = answerOf('комфорт++')
    assert.deepEqual(unknown.set_aside, ['building_class'])
    assert.ok(!unknown.imputed.includes('building_class'))
    const bare = answerOf(null)
    assert.deepEqual(bare.set_aside, [])
    assert.ok(bare.imputed.includes('building_class'))
    assert.deepEqual(unknown.value, bare.value)
  })

  it('are not taken from the one flat of a building that states them either', async () => {
    const [first, ...others] = villageOf(400)
    assert.ok(first)
    const beside = others.find(({ address }) => address === first.address)
    assert.ok(beside)
    const brick: Comparable = { ...first, houseMaterial: 'brick' }
    const model = await fit([...city, brick, ...others], { until: valuationDate, ...QUICK_FIT })
    assert.ok(!estimate(model, beside, { valuationDate }).imputed.includes('house_material'))
  })
})

describe('attributes that hardly any flat of a market states', () => {
  const WITHOUT_PRIOR = [FLAT.ceilingM, FLAT.material, FLAT.class]
  const WITH_PRIOR = [FLAT.floor, FLAT.floors, FLAT.condition, FLAT.market]

  it('are rare where nothing is known of their worth but what those flats say', () => {
    for (const position of WITHOUT_PRIOR) {
      const isRare = (...cities: readonly number[][]) =>
        attributesOf(...cities).rare.includes(position)
      assert.ok(isRare(flats(0, 40, 0, position), flats(1, 40, 1, position)))
      assert.ok(!isRare(flats(0, 40, 0, position), flats(1, 40, 2, position)))
      // One that a city's flats do state, however small its part of the market.
      assert.ok(!isRare(flats(0, 400, 0, position), flats(1, 10, 1, position)))
      // A suburb of a few flats does not make it usual, a market of nothing else does.
      assert.ok(isRare(flats(0, 400, 1, position), flats(1, 9, 9, position)))
      assert.ok(!isRare(flats(0, 9, 9, position), flats(1, 9, 9, position)))
    }
    for (const position of WITH_PRIOR) {
      assert.ok(!attributesOf(flats(0, 40, 0, position)).rare.includes(position))
    }
  })

  it('are a year, a kitchen and living rooms only where no flat states one', () => {
    for (const position of [FLAT.year, FLAT.kitchenShare, FLAT.livingShare]) {
      assert.ok(attributesOf(flats(0, 400, 0, position)).rare.includes(position))
    }
    assert.ok(!attributesOf(flats(0, 400, 1, FLAT.year)).rare.includes(FLAT.year))
  })

  const valuationDate = isoOfDay(TOWN_DAY)

  it('are named where a request has what no flat states, and change nothing', async () => {
    const market = town({ rows: 400 }).map(
      (one): Comparable => ({ ...one, yearBuilt: null, kitchenAreaM2: null, livingAreaM2: null }),
    )
    const model = await fit(market, { until: valuationDate, ...QUICK_FIT })
    const [flat] = market
    assert.ok(flat)
    const told = { ...flat, yearBuilt: 1980, kitchenAreaM2: 9, livingAreaM2: 20 }
    const [stating, silent] = [told, flat].map((one) => estimate(model, one, { valuationDate }))
    assert.deepEqual(stating?.set_aside, ['year_built', 'kitchen_area_m2', 'living_area_m2'])
    assert.deepEqual(silent?.set_aside, [])
    assert.deepEqual(stating?.value, silent?.value)
  })

  const plain = town({ rows: 400 }).map((one): Comparable => ({ ...one, buildingClass: null }))
  const house = plain[0]?.address
  const inHouse = (one: Comparable) => one.address === house

  it('count for a flat whose building states the same, and for no other', async () => {
    const market = plain.map((one) => {
      const cheap = { buildingClass: 'бизнес', priceRub: Math.round(one.priceRub * 0.7) }
      return inHouse(one) ? { ...one, ...cheap } : one
    })
    const model = await fit(market, { until: valuationDate, ...QUICK_FIT })
    const answersOf = (one: Comparable | undefined) => {
      assert.ok(one)
      return [null, 'бизнес'].map((buildingClass) =>
        estimate(model, { ...one, buildingClass, areaM2: one.areaM2 + 3 }, { valuationDate }),
      ) as [ReturnType<typeof estimate>, ReturnType<typeof estimate>]
    }
    const [unclassed, classed] = answersOf(market.find((one) => !inHouse(one)))
    assert.equal(unclassed.status, 'ok')
    assert.deepEqual(classed.value, unclassed.value)
    assert.deepEqual([unclassed.set_aside, classed.set_aside], [[], ['building_class']])
    const [bare, stated] = answersOf(market.find(inHouse))
    assert.deepEqual(stated.value, bare.value)
    assert.deepEqual([bare.set_aside, stated.set_aside], [[], []])
    assert.ok(bare.imputed.includes('building_class'))
    assert.ok(!stated.imputed.includes('building_class'))
  })
})
