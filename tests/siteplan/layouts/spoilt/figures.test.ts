// What the checker finds of figures that the drawing does not give: score, limiting rule,
// indicators, the table of checks, money.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkLayouts } from '../../../../src/siteplan/layouts/check-layouts.ts'
import { economicsOf } from '../../../../src/siteplan/layouts/economics.ts'
import { makeLayouts } from '../../../../src/siteplan/layouts/make-layouts.ts'
import { UNIT_TYPES } from '../../../../src/siteplan/unit-types.ts'
import { inputFor, rectangularParcel } from '../sites.ts'
import {
  brokenIn,
  first,
  firstAlone,
  good,
  withCheck,
  withIndicators,
  withOption,
} from './spoilt-layouts.ts'

describe('the checker of figures', () => {
  for (const objective of ['gfa', 'revenue', 'margin', 'balanced'] as const) {
    it(`finds a score that the figures do not give, by ${objective}`, () => {
      const layouts = makeLayouts(inputFor(rectangularParcel(100, 120), { objective }))
      assert.deepEqual(checkLayouts(layouts), [])
      const even = { ...layouts, options: layouts.options.map((each) => ({ ...each, score: 0.5 })) }
      assert.ok(brokenIn(even).has('options'))
    })
  }

  it('finds a rule named as the limiting one that does not limit', () => {
    assert.equal(good.binding_rule, 'max_density')
    assert.ok(brokenIn({ ...good, binding_rule: 'min_green' }).has('options'))
    const far = makeLayouts(inputFor(rectangularParcel(100, 100), { parking_ratio: 2.5 }))
    assert.deepEqual(checkLayouts(far), [])
    assert.ok(brokenIn({ ...far, binding_rule: 'max_density' }).has('options'))
  })

  it('finds every wrong indicator', () => {
    const honest = first().indicators
    for (const [key, value] of Object.entries(honest)) {
      const lie = typeof value === 'number' ? value * 1.05 + 1 : { ...value, '2': value['2'] + 1 }
      assert.ok(brokenIn(withIndicators({ [key]: lie })).has('indicators'), key)
    }
  })

  it('lets areas be off by the hundredths of a square metre that printing them makes', () => {
    const { buildings, indicators } = first()
    assert.deepEqual(
      buildings.map(({ storeys }) => storeys),
      [5, 5, 5, 5],
    )
    const isTold = (name: 'site_m2' | 'footprint_m2' | 'gfa_m2', byM2: number) =>
      brokenIn(withIndicators({ [name]: indicators[name] + byM2 })).has('indicators')
    assert.deepEqual(
      [0.01, 0.04].map((byM2) => isTold('site_m2', byM2)),
      [false, true],
    )
    // Each area of a floor by 0.02: of four houses with five floors each by 0.40.
    for (const name of ['footprint_m2', 'gfa_m2'] as const) {
      assert.deepEqual(
        [0.3, 0.5].map((byM2) => isTold(name, byM2)),
        [false, true],
        name,
      )
    }
  })

  it('finds a figure that is missing', () => {
    for (const key of ['gfa_m2', 'green_m2', 'parking_given'] as const) {
      for (const none of [Number.NaN, undefined as unknown as number]) {
        assert.ok(brokenIn(withIndicators({ [key]: none })).has('indicators'), `${key} ${none}`)
      }
    }
    for (const { rule } of first().checks) {
      assert.ok(brokenIn(withCheck(rule, { actual: Number.NaN })).has('checks'), rule)
    }
  })

  it('finds an upper bound that the rules do not give, and one that no house reaches', () => {
    for (const key of ['upper_bound_gfa_m2', 'reachable_gfa_m2'] as const) {
      assert.ok(brokenIn({ ...good, [key]: good[key] + 1 }).has('indicators'), key)
      assert.ok(brokenIn({ ...good, [key]: 0 }).has('indicators'), key)
    }
    // At ten storeys density allows half as much again, in houses smaller than any.
    const small = makeLayouts(inputFor(rectangularParcel(50, 50), { storeys: { min: 5, max: 10 } }))
    assert.deepEqual(checkLayouts(small), [])
    assert.ok(small.reachable_gfa_m2 < small.upper_bound_gfa_m2 - 100)
    const boasting = { ...small, reachable_gfa_m2: small.upper_bound_gfa_m2 }
    assert.ok(brokenIn(boasting).has('indicators'))
  })

  it('finds every wrong figure in the table of checks', () => {
    for (const { rule, limit, actual, unit } of first().checks) {
      const name = rule.startsWith('fire_lane') ? null : rule
      assert.ok(brokenIn(withCheck(rule, { limit: limit * 1.1 + 1 })).has('checks'), rule)
      if (name) assert.ok(brokenIn(withCheck(name, { actual: actual + 3 })).has('checks'), rule)
      assert.ok(brokenIn(withCheck(rule, { ok: false })).has('checks'), rule)
      const other = unit === 'm' ? 'count' : 'm'
      assert.ok(brokenIn(withCheck(rule, { unit: other })).has('checks'), `${rule}: its unit`)
      const isNorm = rule !== 'inside_buildable' && rule !== 'no_overlap'
      const unsourced = withCheck(rule, { source: 'ПЗЗ другого города' })
      assert.equal(brokenIn(unsourced).has('checks'), isNorm, `${rule}: its source`)
    }
    const shorter = withOption((option) => ({ ...option, checks: option.checks.slice(1) }))
    assert.ok(brokenIn(shorter).has('checks'))
    const [row] = first().checks
    assert.ok(row)
    const twice = withOption((option) => ({ ...option, checks: [...option.checks, row] }))
    assert.ok(brokenIn(twice).has('checks'))
  })

  it('finds every figure of money that does not add up', () => {
    const { economics } = first()
    assert.ok(economics)
    const { price_rub_per_m2: prices, revenue_rub, cost_rub, margin } = economics
    for (const wrong of [
      { revenue_rub: revenue_rub + 1000 },
      { cost_rub: cost_rub - 1000 },
      { margin: margin + 0.001 },
      ...UNIT_TYPES.map((type) => ({ price_rub_per_m2: { ...prices, [type]: prices[type] + 2 } })),
    ]) {
      const rich = withOption((option) => ({ ...option, economics: { ...economics, ...wrong } }))
      assert.ok(brokenIn(rich).has('economics'), JSON.stringify(wrong))
    }
  })

  it('finds money where no prices are named, and prices without money', () => {
    const unpriced = { ...good.assumptions, price_rub_per_m2: null }
    assert.ok(brokenIn({ ...good, assumptions: unpriced }).has('economics'))
    const silent = withOption((option) => ({ ...option, economics: null }))
    assert.ok(brokenIn(silent).has('economics'))
    const options = good.options.map((option) => ({ ...option, economics: null }))
    assert.ok(!brokenIn({ ...good, assumptions: unpriced, options }).has('economics'))
  })

  it('finds prices of other storeys than those drawn', () => {
    const { assumptions } = good
    const [low] = assumptions.price_rub_per_m2 ?? []
    assert.ok(low)
    const cheaper = { ...assumptions, price_rub_per_m2: [{ ...low, storeys: 100 }] }
    assert.ok(brokenIn({ ...good, assumptions: cheaper }).has('economics'))
  })

  it('holds prices to the line between the nearest storeys known, and to the nearest beyond', () => {
    const own = first().economics?.price_rub_per_m2
    assert.ok(own && first().buildings.every(({ storeys }) => storeys === 5))
    const isRight = (...known: readonly (readonly [storeys: number, share: number])[]) => {
      const price_rub_per_m2 = known.map(([storeys, share]) => ({
        storeys,
        rub_per_m2: {
          studio: own.studio * share,
          '1': own['1'] * share,
          '2': own['2'] * share,
          '3': own['3'] * share,
        },
      }))
      const assumptions = { ...good.assumptions, price_rub_per_m2 }
      return !brokenIn(firstAlone({ ...good, assumptions })).has('economics')
    }
    assert.ok(isRight([3, 0.5], [7, 1.5]))
    assert.ok(isRight([2, 2], [3, 0.5], [7, 1.5], [9, 3]))
    assert.ok(isRight([3, 0.5], [4, 0.7], [5, 1]))
    assert.ok(isRight([9, 1], [25, 0.5]))
    assert.ok(!isRight([3, 1], [7, 1.5]))
  })

  it('holds prices to the mean of houses of several heights, by their floor area', () => {
    const [house, ...others] = first().buildings
    assert.ok(house && others.length > 0)
    const buildings = [{ ...house, storeys: 9, gfa_m2: 9 * house.footprint_m2 }, ...others]
    const pricedAs = (priced: readonly { readonly storeys: number; readonly gfa_m2: number }[]) =>
      brokenIn(
        withOption((option) => ({
          ...option,
          buildings,
          economics: economicsOf(option.indicators.units, priced, good.assumptions),
        })),
      )
    assert.ok(!pricedAs(buildings).has('economics'))
    assert.ok(pricedAs(buildings.map(({ storeys }) => ({ storeys, gfa_m2: 1 }))).has('economics'))
  })
})
