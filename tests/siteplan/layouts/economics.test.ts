import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  economicsOf,
  layoutAssumptions,
  storeysAskedAbout,
} from '../../../src/siteplan/layouts/economics.ts'
import { makeLayouts } from '../../../src/siteplan/layouts/make-layouts.ts'
import { DEFAULT_RULES } from '../../norms/rules.ts'
import { inputFor, PRICES, rectangularParcel } from './sites.ts'

describe('best layouts: money', () => {
  it('count money where there are prices, and rank by floor area where there are none', () => {
    const objective = 'revenue'
    const priced = makeLayouts(inputFor(rectangularParcel(80, 100), { objective }))
    const economics = priced.options[0]?.economics
    assert.ok(economics && economics.revenue_rub > 0 && economics.margin < 1)
    const without = makeLayouts(
      inputFor(rectangularParcel(80, 100), { objective }, { prices: null }),
    )
    assert.equal(without.options[0]?.economics, null)
    assert.equal(without.outcome, 'ok')
  })

  it('price flats at the storeys of the houses drawn, whatever was asked for', () => {
    for (const [storeys, studio] of [
      [3, 200_000],
      [6, 190_000],
      [9, 180_000],
    ] as const) {
      const [option] = makeLayouts(
        inputFor(rectangularParcel(80, 100), { storeys: { min: storeys, max: storeys } }),
      ).options
      assert.equal(option?.economics?.price_rub_per_m2.studio, studio)
    }
    const { options } = makeLayouts(
      inputFor(rectangularParcel(80, 100), { storeys: { min: 3, max: 9 } }),
    )
    for (const { buildings, economics } of options) {
      const [first] = buildings
      assert.ok(first && economics)
      if (buildings.some(({ storeys }) => storeys !== first.storeys)) continue
      const expected = 200_000 - (20_000 * (first.storeys - 3)) / 6
      assert.equal(economics.price_rub_per_m2.studio, Math.round(expected))
    }
  })

  it('weigh the prices of houses of several heights by their floor area', () => {
    const pricesOf = (rub_per_m2: number) => ({ studio: rub_per_m2, '1': 1, '2': 1, '3': 1 })
    const assumptions = {
      saleable_share: 0.7,
      unit_area_m2: { studio: 28, '1': 40, '2': 58, '3': 80 },
      cost_rub_per_m2: 50_000,
      price_rub_per_m2: [
        { storeys: 3, rub_per_m2: pricesOf(200_000) },
        { storeys: 9, rub_per_m2: pricesOf(180_000) },
      ],
    }
    const houses = [
      { storeys: 3, gfa_m2: 1000 },
      { storeys: 9, gfa_m2: 3000 },
    ]
    const units = { studio: 100, '1': 0, '2': 0, '3': 0 }
    assert.deepEqual(economicsOf(units, houses, assumptions), {
      price_rub_per_m2: pricesOf(185_000),
      revenue_rub: 100 * 28 * 185_000,
      cost_rub: 4000 * 50_000,
      margin: 0.6139,
    })
    // Beyond the storeys asked about, the nearest ones' prices; without flats no margin.
    for (const [storeys, studio] of [
      [1, 200_000],
      [6, 190_000],
      [20, 180_000],
    ] as const) {
      const money = economicsOf(units, [{ storeys, gfa_m2: 1000 }], assumptions)
      assert.equal(money?.price_rub_per_m2.studio, studio)
    }
    const none = { studio: 0, '1': 0, '2': 0, '3': 0 }
    assert.equal(economicsOf(none, houses, assumptions)?.margin, 0)
  })

  it('name their prices by storeys, the fewest first', () => {
    const { price_rub_per_m2 } = layoutAssumptions(0.7, 50_000, PRICES.toReversed())
    assert.deepEqual(
      price_rub_per_m2?.map(({ storeys }) => storeys),
      PRICES.map(({ storeys }) => storeys),
    )
  })

  it('ask for prices at a few numbers of storeys that may be built', () => {
    const { rules } = DEFAULT_RULES
    assert.deepEqual(storeysAskedAbout({ min: 3, max: 17 }, rules), [3, 7, 10, 14, 17])
    assert.deepEqual(storeysAskedAbout({ min: 3, max: 100 }, rules).at(-1), 25)
    assert.deepEqual(storeysAskedAbout({ min: 9, max: 9 }, rules), [9])
    assert.deepEqual(storeysAskedAbout({ min: 4, max: 6 }, rules), [4, 5, 6])
    assert.deepEqual(storeysAskedAbout({ min: 40, max: 50 }, rules), [40])
  })
})
