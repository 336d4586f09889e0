// A fitted regression is read by hand here: whose effect and whose index a flat has.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  codeEffect,
  type Hedonic,
  marketIndexOf,
} from '../../../src/valuation/attributes/hedonic.ts'
import { FLAT } from '../../../src/valuation/market/flat-vector.ts'

const indexFrom = (firstMonth: number) => ({
  firstMonth,
  effects: Float64Array.of(0.1),
  hasRows: Uint8Array.of(1),
})

/** Of two classes, two districts and two cities, the second of which has an index of its own. */
const HEDONIC: Hedonic = {
  coefficients: Float64Array.of(0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7),
  layout: { classes: 2, districts: 4, cities: 6, size: 8 },
  centres: Float64Array.of(55, 60, 56, 61),
  indexGroupOfCity: Int32Array.of(0, 1),
  indices: [indexFrom(600), indexFrom(601)],
  lnAskOverDeal: 0.05,
}

describe('a fitted regression', () => {
  it('tells the effect of a class from that of a district, and none of what is not stated', () => {
    const effects = [FLAT.class, FLAT.district].map((position) =>
      [0, 1].map((code) => codeEffect(HEDONIC, position, code)),
    )
    assert.deepEqual(effects, [
      [0.2, 0.3],
      [0.4, 0.5],
    ])
    assert.equal(codeEffect(HEDONIC, FLAT.class, Number.NaN), Number.NaN)
  })

  it('has the index of a flat’s city, and that of all small ones for an unknown one', () => {
    const firstMonthIn = (city: number, hedonic = HEDONIC) =>
      marketIndexOf(hedonic, new Float64Array(FLAT.size).with(FLAT.city, city)).firstMonth
    assert.deepEqual([firstMonthIn(0), firstMonthIn(1), firstMonthIn(Number.NaN)], [600, 601, 600])
    assert.equal(firstMonthIn(Number.NaN, { ...HEDONIC, indices: [] }), 0)
  })
})
