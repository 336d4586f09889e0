import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoOfDay } from '../../../src/calendar.ts'
import { estimate } from '../../../src/valuation/answer/estimate.ts'
import type { Comparable } from '../../../src/valuation/comparables/comparable.ts'
import { namePlaces } from '../../../src/valuation/market/name-places.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import { ok } from '../ok-estimate.ts'
import { sale } from '../sale.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'

const KM_PER_DEGREE = 111.19

/** A row without a city, so many km north and east of 56° N, 60° E. */
function rowAt(northKm: number, eastKm: number, i = 0): Comparable {
  return sale(`s${i}`, 5_000_000, {
    city: null,
    lat: 56 + northKm / KM_PER_DEGREE,
    lon: 60 + eastKm / (KM_PER_DEGREE * Math.cos((56 * Math.PI) / 180)),
  })
}

describe('the places of a market that names no city', () => {
  const citiesOf = (rows: readonly Comparable[]) => namePlaces(rows).map(({ city }) => city)

  it('are one where each is near another, however far the last is from the first', () => {
    const chain = Array.from({ length: 9 }, (_, i) => rowAt(8 * i, 0, i))
    assert.equal(namePlaces(chain), chain)
  })

  it('are one eastwards too, where degrees are half as long', () => {
    const chain = Array.from({ length: 9 }, (_, i) => rowAt(440, 10 * i, i))
    assert.equal(namePlaces(chain), chain)
  })

  it('are called after the middle of their fullest cell, of equally full the first by name', () => {
    const far = rowAt(0, 300, 9)
    const named = (...rows: Comparable[]) => citiesOf([...rows, far])[0]
    const [here, beside] = [rowAt(0, 0, 0), rowAt(6, 0, 1)]
    assert.equal(named(here, beside), '56.00 60.00')
    assert.equal(named(beside, here), '56.00 60.00')
    assert.equal(named(here, beside, rowAt(6, 0, 2)), '56.05 60.00')
  })

  it('are several where they lie apart, in any direction', () => {
    for (const [north, east] of [
      [40, 0],
      [0, 40],
      [-30, 30],
      [11.1, 12.4],
    ] as const) {
      const [first, second, third] = citiesOf([rowAt(0, 0), rowAt(2, 2), rowAt(north, east)])
      assert.equal(first, second)
      assert.notEqual(first, third)
    }
  })

  it('are the same in any order of the rows', () => {
    const rows = [rowAt(0, 0, 0), rowAt(7, 0, 1), rowAt(60, 0, 2), rowAt(66, 0, 3), rowAt(67, 1, 4)]
    const byId = (all: readonly Comparable[]) =>
      Object.fromEntries(namePlaces(all).map(({ sourceId, city }) => [sourceId, city]))
    assert.deepEqual(byId(rows.toReversed()), byId(rows))
    assert.equal(new Set(citiesOf(rows)).size, 2)
  })

  it('are the 400 fullest where there are more', () => {
    const villages = Array.from({ length: 450 }, (_, i) =>
      rowAt(40 * (i % 25), 40 * Math.floor(i / 25), i),
    )
    const towns = villages.slice(200, 430)
    const cities = citiesOf([...villages, ...towns])
    assert.equal(new Set(cities).size, 401)
    assert.equal(cities.filter((city) => city === null).length, 50)
    assert.ok(!cities.slice(450).includes(null))
    assert.deepEqual(
      citiesOf([...towns, ...villages.toReversed()])
        .toReversed()
        .slice(0, 450),
      cities.slice(0, 450),
    )
  })

  it('are valued apart, as named cities are, and a subject is of the place around it', async () => {
    const bare = { city: null, district: null }
    const near = town({ rows: 400, seed: 7 }).map((one) => ({ ...one, ...bare }))
    const dear = town({ rows: 400, seed: 8 }).map((one) => ({
      ...one,
      ...bare,
      sourceId: `dear-${one.sourceId}`,
      lat: one.lat + 1,
      priceRub: one.priceRub * 4,
    }))
    const until = isoOfDay(TOWN_DAY)
    const valueIn = async (rows: readonly Comparable[]) => {
      const model = await fit(rows, { until, ...QUICK_FIT })
      return ok(estimate(model, near[5] as Comparable, { valuationDate: until })).value.market_rub
    }
    const named = (rows: readonly Comparable[], city: string) =>
      rows.map((one) => ({ ...one, city }))
    assert.equal(
      await valueIn([...near, ...dear]),
      await valueIn([...named(near, 'а'), ...named(dear, 'б')]),
    )
  })
})
