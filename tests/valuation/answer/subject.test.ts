// How a subject is placed in a market: its building, what it leaves out, and its own advert.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dayOfIso, isoOfDay } from '../../../src/calendar.ts'
import { placeSubject } from '../../../src/valuation/answer/subject.ts'
import type { Comparable } from '../../../src/valuation/comparables/comparable.ts'
import { FLAT } from '../../../src/valuation/market/flat-vector.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import { sale } from '../sale.ts'

const UNTIL = '2024-05-20'
const TODAY = dayOfIso(UNTIL) as number
/** Latitude, of one metre. */
const M = 1 / 111_195

const marketOf = async (...sales: Comparable[]) => {
  const model = await fit(sales, { until: UNTIL })
  const placed = (change: Partial<Comparable> = {}, day = TODAY) =>
    placeSubject(model, sale('subject', 1, { floor: 4, ...change }), day)
  const rowOf = (id: string) => model.comparables.findIndex(({ sourceId }) => sourceId === id)
  return {
    placed,
    rowOf,
    table: model.table,
    cityOf: ({ flat }: ReturnType<typeof placed>) =>
      model.table.words.cities[flat[FLAT.city] as number],
    /** The building of a subject by one of its flats; undefined for none. */
    buildingOf: (change: Partial<Comparable>, day?: number) => {
      const { building } = placed(change, day)
      return model.comparables[model.table.building.indexOf(building)]?.sourceId
    },
  }
}

describe('the building of a subject', async () => {
  const { buildingOf } = await marketOf(
    sale('here', 1e7),
    sale('beside', 1e7, { lat: 56.08 + 18 * M }),
    sale('late', 1e7, { lat: 56.2, date: '2024-05-10' }),
  )

  const at = (lat: number) => ({ lat, address: null })

  it('is the one at its point, or else the nearest within twelve metres', () => {
    assert.equal(buildingOf(at(56.08)), 'here')
    assert.equal(buildingOf(at(56.08 + 8 * M)), 'here')
    assert.equal(buildingOf(at(56.08 + 10 * M)), 'beside')
    assert.equal(buildingOf(at(56.08 - 11 * M)), 'here')
  })

  it('is else the nearest within thirty metres of which nothing that is told differs', () => {
    const aside = at(56.08 - 13 * M)
    assert.equal(buildingOf(aside), 'here')
    assert.equal(buildingOf(at(56.08 - 29 * M)), 'here')
    assert.equal(buildingOf(at(56.08 - 31 * M)), undefined)
    for (const alike of [
      { yearBuilt: 1985 },
      { yearBuilt: null },
      { houseMaterial: null },
      { address: 'Мира ул., д. 1' },
      { address: 'Образцовск' },
    ]) {
      assert.equal(buildingOf({ ...aside, ...alike }), 'here', JSON.stringify(alike))
    }
    for (const other of [
      { floorsTotal: 6 },
      { floorsTotal: null },
      { yearBuilt: 1986 },
      { houseMaterial: 'brick' as const },
      { address: 'Улица Мира, 3' },
    ]) {
      assert.equal(buildingOf({ ...aside, ...other }), undefined, JSON.stringify(other))
    }
  })

  it('is none while no flat of it is known', () => {
    for (const lat of [56.2, 56.2 + 5 * M]) {
      const itsDay = dayOfIso('2024-05-10') as number
      assert.equal(buildingOf(at(lat), itsDay), 'late')
      assert.equal(buildingOf(at(lat), itsDay - 1), undefined)
    }
  })
})

describe('the place of a subject', async () => {
  const { placed, rowOf } = await marketOf(
    sale('here', 1e7, { address: 'ул. Лесная, 5', district: 'Лесной' }),
    sale('there', 1e7, { lat: 56.08 + 100 * M, district: 'Дальний' }),
  )
  const pointOf = ({ flat }: ReturnType<typeof placed>) => [flat[FLAT.lat], flat[FLAT.lon]]

  it('is that of its building’s flats, and its own where no building is known', () => {
    for (const lat of [56.08, 56.08 + 1e-9, 56.08 - 11 * M]) {
      assert.deepEqual(pointOf(placed({ lat, address: null })), [56.08, 60.73])
    }
    const atAddress = placed({ lat: 56.08 + 60 * M, address: 'Лесная улица, д. 5', district: null })
    const inBuilding = placed({ address: null, district: null })
    assert.deepEqual(atAddress.flat, inBuilding.flat)
    const lat = 56.08 - 31 * M
    assert.deepEqual(pointOf(placed({ lat, address: null })), [lat, 60.73])
  })

  it('leaves distances those from the request’s point', () => {
    const { kmTo } = placed({ lat: 56.08 + 10 * M, address: null })
    assert.equal(Math.round(kmTo(rowOf('here')) * 1000), 10)
    assert.equal(Math.round(kmTo(rowOf('there')) * 1000), 90)
  })
})

describe('the city of a subject that names none', async () => {
  const five = (city: string | null, change: Partial<Comparable>) =>
    [1, 2, 3, 4, 5].map((floor) =>
      sale(`${city} ${floor}`, 1e7, { floor, city, address: null, ...change }),
    )
  const { placed, cityOf } = await marketOf(
    ...five('Ближний', { lat: 56.08 + 300 * M }),
    ...five('Завтрашний', { lat: 56.08 + 100 * M, date: '2024-05-10' }),
    ...five(null, { lat: 58 }),
  )
  const at = (lat: number, day?: number) => cityOf(placed({ lat, city: null, address: null }, day))
  const dayBefore = (dayOfIso('2024-05-10') as number) - 1

  it('is that of the nearest flat known by then, within ten kilometres', () => {
    assert.equal(at(56.08), 'завтрашний')
    assert.equal(at(56.08, dayBefore), 'ближний')
    assert.equal(at(56.08 + 10_200 * M, dayBefore), 'ближний')
    assert.equal(at(56.08 + 10_400 * M, dayBefore), undefined)
  })

  it('is none, though flats far away have none either', () => {
    assert.equal(at(57), undefined)
  })
})

describe('the district of a subject that names none', async () => {
  const five = (district: string, change: Partial<Comparable>) =>
    [1, 2, 3, 4, 5].map((floor) =>
      sale(`${district} ${floor}`, 1e7, { floor, district, address: null, ...change }),
    )
  /** So many days before the valuation. */
  const daysAgo = (days: number) => isoOfDay(TODAY - days)
  const { placed, table } = await marketOf(
    ...five('прежний', { lat: 56.08 + 100 * M, date: daysAgo(181) }),
    ...five('нынешний', { lat: 56.08 + 400 * M, date: daysAgo(180) }),
  )
  const at = (lat: number, day?: number) =>
    table.words.districts[
      placed({ lat, district: null, address: null }, day).flat[FLAT.district] as number
    ]?.split('|')[1]

  it('is that of the nearest flat of the last 180 days, rather than of an earlier one', () => {
    assert.equal(at(56.08), 'нынешний')
    assert.equal(at(56.08, TODAY + 1), 'прежний')
  })

  it('is that of an earlier one where the later are beyond five hundred metres', () => {
    assert.equal(at(56.08 - 99 * M), 'нынешний')
    assert.equal(at(56.08 - 101 * M), 'прежний')
  })
})

describe('the building of a subject with an address', async () => {
  const { buildingOf } = await marketOf(
    sale('its house', 1e7, { address: 'ул. Лесная, д. 5 корп. 2' }),
    sale('next door', 1e7, { lat: 56.08 + 60 * M, address: 'улица Лесная, 7' }),
    sale('late', 1e7, { lat: 56.2, address: 'Лесная, 9', date: '2024-05-10' }),
  )
  const house = 'г Тверь, Лесная улица, д 5к2'

  it('is the one written at it, wherever within two hundred metres each source puts it', () => {
    assert.equal(buildingOf({ lat: 56.08 + 40 * M, address: house }), 'its house')
    assert.equal(buildingOf({ lat: 56.08 + 55 * M, address: house }), 'its house')
    assert.equal(buildingOf({ lat: 56.08 - 199 * M, address: house }), 'its house')
    assert.equal(buildingOf({ lat: 56.08 - 201 * M, address: house }), undefined)
  })

  it('is the one at its point for all that, and none by a street alone or a later flat', () => {
    assert.equal(buildingOf({ lat: 56.08 + 60 * M, address: house }), 'next door')
    assert.equal(buildingOf({ lat: 56.08 + 95 * M, address: 'Лесная улица' }), undefined)
    const late = { lat: 56.2 + 40 * M, address: 'Лесная, 9' }
    assert.equal(buildingOf(late), 'late')
    assert.equal(buildingOf(late, (dayOfIso('2024-05-10') as number) - 1), undefined)
  })
})

describe('what a subject leaves out', async () => {
  const { placed } = await marketOf(
    ...[1, 2, 3].map((floor) => sale(`${floor}`, 1e7, { floor, ceilingHeightM: 2.8 })),
  )
  const silent = { floorsTotal: null, yearBuilt: null, ceilingHeightM: null }

  it('is taken from the building', () => {
    const { flat, imputed, imputedValues } = placed(silent)
    assert.deepEqual(imputed, ['year_built', 'floors_total', 'ceiling_height_m'])
    assert.deepEqual(imputedValues, { year_built: 1980, floors_total: 5, ceiling_height_m: 2.8 })
    assert.deepEqual([flat[FLAT.year], flat[FLAT.floors], flat[FLAT.ceilingM]], [1980, 5, 2.8])
    assert.deepEqual(placed({ ceilingHeightM: 2.7 }).imputed, [])
  })

  it('is told in the units and words of a request', async () => {
    const market = await marketOf(
      ...[1, 2, 3].map((floor) =>
        sale(`${floor}`, 1e7, {
          floor,
          houseMaterial: 'monolith_brick',
          condition: 'euro',
          ceilingHeightM: 2.755,
          kitchenAreaM2: 9,
          livingAreaM2: 30,
        }),
      ),
    )
    const asked = { houseMaterial: null, ceilingHeightM: null, areaM2: 60 }
    const { imputedValues } = market.placed({ ...asked, condition: 'none' })
    assert.deepEqual(imputedValues, {
      house_material: 'monolith_brick',
      ceiling_height_m: 2.76,
      kitchen_area_m2: 10.8,
      living_area_m2: 36,
    })
  })

  it('is never a number of floors below its own', () => {
    assert.ok(placed({ ...silent, floor: 5 }).imputed.includes('floors_total'))
    const above = placed({ ...silent, floor: 6 })
    assert.deepEqual(above.imputed, ['year_built', 'ceiling_height_m'])
    assert.equal(above.flat[FLAT.floors], Number.NaN)
  })
})

describe('what nobody states of a subject', async () => {
  const { placed } = await marketOf(
    ...[1, 2, 3].map((floor) =>
      sale(`${floor}`, 1e7, { floor, kitchenAreaM2: 9, ceilingHeightM: floor === 1 ? 2.8 : null }),
    ),
  )
  const stated = { kitchenAreaM2: 10, livingAreaM2: 30, buildingClass: null }
  const missing = (change: Partial<Comparable>) => placed({ ...stated, ...change }).unstated

  it('is neither what it states itself nor what its building does', () => {
    const always = missing({})
    assert.ok(!always.includes(FLAT.year) && !always.includes(FLAT.ceilingM))
    assert.deepEqual(missing({ yearBuilt: null, houseMaterial: null }), always)
  })

  it('is a condition left out, and a kitchen only as large as is usual', () => {
    const always = missing({})
    assert.deepEqual(new Set(missing({ condition: null })), new Set([...always, FLAT.condition]))
    const usual = placed({ ...stated, kitchenAreaM2: null })
    assert.deepEqual(usual.imputed.includes('kitchen_area_m2'), true)
    assert.deepEqual(Object.keys(usual.imputedValues), usual.imputed)
    assert.deepEqual(new Set(usual.unstated), new Set([...always, FLAT.kitchenShare]))
  })

  it('is all that it leaves out where no building is known', () => {
    const elsewhere = { lat: 57, address: null, yearBuilt: null }
    assert.ok(missing(elsewhere).includes(FLAT.year))
  })
})

describe('a building class', async () => {
  const flatsOf = (buildingClass: string, count: number) =>
    Array.from({ length: count }, (_, i) =>
      sale(`${buildingClass} ${i}`, 1e7 + i, { floor: i, buildingClass }),
    )
  const { placed } = await marketOf(...flatsOf('комфорт', 40), ...flatsOf('редкость', 1))
  const setAside = (buildingClass: string | null) => placed({ buildingClass }).setAside

  it('that no flat of the market has, or hardly any, is set aside by its name in a request', () => {
    assert.deepEqual(setAside('дворец'), ['building_class'])
    assert.deepEqual(setAside('редкость'), ['building_class'])
    assert.deepEqual(setAside(' Комфорт'), [])
    assert.deepEqual(setAside(null), [])
  })
})

describe('an advert of the subject’s flat', async () => {
  const listed = (id: string, change: Partial<Comparable>) =>
    sale(id, 1e7, { kind: 'listing', floor: 4, ...change })
  const { placed, rowOf } = await marketOf(
    listed('at its point', {}),
    listed('near it', { lat: 56.08 + 11 * M, address: null }),
    listed('farther', { lat: 56.08 + 13 * M, address: null }),
    listed('at its address', { lat: 56.08 + 300 * M, address: 'ул. Мира, д. 1' }),
    listed('another flat', { areaM2: 61 }),
    listed('measured otherwise', { areaM2: 50.6, priceRub: 2e7 }),
    listed('a developer’s, next door', { areaM2: 50.5, market: 'new' }),
    sale('deal', 1e7, { floor: 4 }),
  )

  it('is its own in its building, within twelve metres or at its address, and no deal is', () => {
    const { isOwnAdvert } = placed()
    const own = ['at its point', 'near it', 'farther', 'at its address', 'another flat', 'deal']
    assert.deepEqual(
      own.filter((id) => isOwnAdvert(rowOf(id))),
      ['at its point', 'near it', 'at its address'],
    )
  })

  it('is its own where agents measured it otherwise, but no flat of a developer is', () => {
    const { isOwnAdvert } = placed({ areaM2: 50.2 })
    assert.ok(isOwnAdvert(rowOf('measured otherwise')))
    assert.ok(!isOwnAdvert(rowOf('a developer’s, next door')))
  })
})
