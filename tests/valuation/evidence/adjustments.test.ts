// How the adjustment of a comparable is made up of named factors.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoOfDay } from '../../../src/calendar.ts'
import { attributeLn } from '../../../src/valuation/attributes/attribute-model.ts'
import {
  adjustmentsLn,
  type Comparison,
  totalAdjustmentLn,
} from '../../../src/valuation/evidence/adjustments.ts'
import { ATTRIBUTE_FACTORS, FLAT, flatOf } from '../../../src/valuation/market/flat-vector.ts'
import { fit } from '../../../src/valuation/model/fit.ts'
import type { Model } from '../../../src/valuation/model/model.ts'
import { FACTORS, type Factor } from '../../../src/valuation/wire/estimate-codes.ts'
import { QUICK_FIT, TOWN_DAY, town } from '../synthetic-market.ts'
import { compareIn } from './compared-flat.ts'

/** A model of so many sales, and the comparison of one of its flats with them. */
const comparedIn = async (rows: number) => {
  const market = town({ rows, kind: 'mixed' })
  const model = await fit(market, { until: isoOfDay(TOWN_DAY), ...QUICK_FIT })
  const [first] = market
  assert.ok(first)
  const subject = { ...first, areaM2: 61.7, condition: 'euro' } as const
  const comparison = compareIn(model, subject, { radiusKm: 10 })
  return { model, comparison }
}
const { model: treed, comparison: ofTreed } = await comparedIn(600)
/** Of too few sales for trees. */
const { model: treeless, comparison: ofTreeless } = await comparedIn(200)
const MODELS = [
  { model: treed, comparison: ofTreed },
  { model: treeless, comparison: ofTreeless },
]

const rowsOf = ({ table }: Model) => Array.from({ length: table.n }, (_, row) => row)
const sum = (lns: Iterable<number>) => [...lns].reduce((all, ln) => all + ln, 0)
const near = (one: number, other: number, what: string) =>
  assert.ok(Math.abs(one - other) < 1e-9, `${what}: ${one} and ${other}`)
const factorOf = (comparison: Comparison, row: number, factor: Factor) =>
  adjustmentsLn(comparison, row, 'forward')[FACTORS.indexOf(factor)] as number

/** With local slopes of nothing but these, each reaching so far. */
const withSlopes = (comparison: Comparison, slopes: readonly number[], reach: number) => {
  const { value } = comparison
  const all = value.local.slopes.map((_, k) => slopes[k] ?? 0)
  const local = { ...value.local, slopes: all }
  return { ...comparison, value: { ...value, local, reach: value.reach.map(() => reach) } }
}

describe('the adjustment of a comparable', () => {
  it('is the sum of its factors, in either order, on either basis', () => {
    assert.deepEqual(
      [treed, treeless].map(({ attribute }) => attribute.folds.length),
      [2, 0],
    )
    for (const { model, comparison } of MODELS) {
      for (const basis of ['deal', 'ask'] as const) {
        const one = { ...comparison, basis }
        for (const row of rowsOf(model)) {
          const whole = totalAdjustmentLn(one, row)
          for (const order of ['forward', 'backward'] as const) {
            near(sum(adjustmentsLn(one, row, order)), whole, `row ${row} ${order}`)
          }
        }
      }
    }
  })

  it('takes the bargaining off an advert and puts it on a deal, where the basis is the other', () => {
    const { lnAskOverDeal } = treeless.attribute.hedonic
    assert.ok(lnAskOverDeal > 0.03)
    for (const row of rowsOf(treeless)) {
      const isAdvert = treeless.table.listing[row] === 1
      const [deal, ask] = (['deal', 'ask'] as const).map((basis) =>
        factorOf({ ...ofTreeless, basis }, row, 'bargaining'),
      )
      assert.deepEqual([deal, ask], isAdvert ? [-lnAskOverDeal, 0] : [0, lnAskOverDeal])
    }
  })

  it('brings a price to the day by the market’s growth since, 8 % a year here', () => {
    for (const [model, comparison] of [
      [treed, ofTreed],
      [treeless, ofTreeless],
    ] as const) {
      const level = withSlopes(comparison, [], 1)
      const misses = rowsOf(model).map((row) => {
        const years = (TOWN_DAY - (model.table.day[row] as number)) / 365
        return factorOf(level, row, 'date') - 0.08 * years
      })
      assert.ok(Math.max(...misses.map(Math.abs)) < 0.05, `${Math.max(...misses.map(Math.abs))}`)
    }
  })

  it('goes up the local slopes from the comparable to the subject, no further than they reach', () => {
    const lnArea = ofTreed.flat[FLAT.lnArea] as number
    for (const reach of [0.4, 1e9]) {
      const flat = withSlopes(ofTreed, [], reach)
      const sloped = withSlopes(ofTreed, [0.01], reach)
      for (const row of rowsOf(treed)) {
        // By a fifth of area, in logarithms.
        const steps = ((flatOf(treed.table, row)[FLAT.lnArea] as number) - lnArea) / 0.2
        const taken = -0.01 * Math.max(-reach, Math.min(reach, steps))
        near(totalAdjustmentLn(sloped, row) - totalAdjustmentLn(flat, row), taken, `row ${row}`)
        near(factorOf(sloped, row, 'area') - factorOf(flat, row, 'area'), taken, `row ${row}`)
      }
    }
  })

  it('changes one attribute after another, from the first or from the last', () => {
    let isSplitOtherwise = false
    const { value, flat: subject } = ofTreed
    const level = withSlopes(ofTreed, [], 1)
    for (const row of rowsOf(treed)) {
      const fold = treed.foldOfRow[row] as number
      for (const order of ['forward', 'backward'] as const) {
        const found = adjustmentsLn(level, row, order)
        const flat = flatOf(treed.table, row).slice()
        const factors = order === 'forward' ? ATTRIBUTE_FACTORS : ATTRIBUTE_FACTORS.toReversed()
        for (const { factor, positions } of factors) {
          const before = attributeLn(treed.attribute, flat, value.knownDay, fold)
          for (const position of positions) flat[position] = subject[position] as number
          const change = attributeLn(treed.attribute, flat, value.knownDay, fold) - before
          if (factor !== 'location') near(found[FACTORS.indexOf(factor)] as number, change, factor)
        }
      }
      const [one, other] = (['forward', 'backward'] as const).map((order) =>
        adjustmentsLn(level, row, order),
      )
      isSplitOtherwise ||= one?.some((ln, k) => Math.abs(ln - (other?.[k] ?? 0)) > 1e-3) ?? false
    }
    assert.ok(isSplitOtherwise)
  })
})
