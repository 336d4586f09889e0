// Which score follows from an option's figures, worked out by hand, and which rule may be the
// limiting one.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { areaOf, type Region } from '../../../../src/geometry/plane.ts'
import type { Rules } from '../../../../src/norms/rule-set.ts'
import { checkBinding, checkBound } from '../../../../src/siteplan/layouts/checker/check-bound.ts'
import { checkScore } from '../../../../src/siteplan/layouts/checker/check-score.ts'
import { openFindings } from '../../../../src/siteplan/layouts/checker/violation.ts'
import type { BestLayouts, LayoutOption } from '../../../../src/siteplan/layouts/layout.ts'
import { boxRing } from '../../../geometry/rings.ts'
import { sampleLayouts } from '../sample-layouts.ts'

const square = (sideM: number): Region => [boxRing(0, 0, sideM)]

const source = 'ПЗЗ'
const always = <Value>(value: Value) => ({ value: [{ up_to: null, value }], source })
const pricesOf = (storeys: number, rub: number) => ({
  storeys,
  rub_per_m2: { studio: 1, '1': 1, '2': rub, '3': 1 },
})

interface Case {
  readonly request?: Partial<BestLayouts['request']>
  readonly rules?: Partial<Rules>
  readonly assumptions?: Partial<BestLayouts['assumptions']>
  readonly indicators?: Partial<LayoutOption['indicators']>
  readonly economics?: Partial<LayoutOption['economics']> | null
  readonly binding_rule?: BestLayouts['binding_rule']
}

/**
 * A hectare on which a fifth may be built over and a floor area of a hectare is allowed: 2,000 m² a
 * storey, so that five storeys reach it. Of that floor area 7,000 m² are 140 flats of 50 m².
 */
function caseOf(change: Case): { readonly layouts: BestLayouts; readonly option: LayoutOption } {
  const sample = sampleLayouts()
  const [drawn] = sample.options
  assert.ok(drawn?.economics)
  const option: LayoutOption = {
    ...drawn,
    indicators: {
      ...drawn.indicators,
      gfa_m2: 8000,
      green_share: 0.25,
      max_storeys: 5,
      ...change.indicators,
    },
    economics: change.economics === null ? null : { ...drawn.economics, ...change.economics },
  }
  const rules: Rules = {
    ...sample.rule_set.rules,
    max_density: always(1),
    max_coverage: always(0.2),
    // By latitude; the site lies at 52°.
    insolation_h: {
      value: [
        { up_to: 60, value: 2 },
        { up_to: null, value: 9 },
      ],
      source,
    },
    ...change.rules,
  }
  const layouts: BestLayouts = {
    ...sample,
    request: {
      ...sample.request,
      objective: 'balanced',
      storeys: { min: 1, max: 10 },
      unit_mix: { studio: 0, '1': 0, '2': 1, '3': 0 },
      ...change.request,
    },
    rule_set: { ...sample.rule_set, rules },
    site: { ...sample.site, boundary: square(100), buildable: square(90) },
    assumptions: {
      ...sample.assumptions,
      saleable_share: 0.7,
      unit_area_m2: { studio: 20, '1': 30, '2': 50, '3': 70 },
      price_rub_per_m2: [pricesOf(3, 100_000), pricesOf(7, 200_000)],
      ...change.assumptions,
    },
    upper_bound_gfa_m2: 10_000,
    binding_rule: change.binding_rule ?? 'max_density',
    options: [option],
  }
  assert.equal(areaOf(layouts.site.boundary), 10_000)
  return { layouts, option }
}

const saysOf = (score: number, sunH: number, change: Case) => {
  const { layouts, option } = caseOf(change)
  const findings = openFindings()
  checkScore(layouts, { ...option, score }, sunH, findings)
  return findings.list.map(({ broken }) => broken)
}

/** That just this score is right, to its last place but for what the sun may be counted off by. */
const assertScore = (score: number, sunH: number, change: Case, slack = 0.001) => {
  assert.deepEqual(saysOf(score, sunH, change), [])
  for (const off of [-1, 1]) {
    assert.deepEqual(saysOf(score + off * (slack - 1e-6), sunH, change), [], `${off} within`)
    assert.deepEqual(saysOf(score + off * (slack + 1e-6), sunH, change), ['options'], `${off} past`)
  }
}

/** Of the weight of sun, a third, what one of six positions in an hour is of twice two hours. */
const SUN_STEP = 1 / 6 / 2 / 2 / 3

describe('the score of an option', () => {
  it('is floor area to 0.55 and green, sun and lowness to 0.15 each where all shall count', () => {
    // Green 0.25 of 0.5; sun 3 h of twice 2 h; 5 storeys of 10: 1 − 4 / 10.
    // 0.55 · 0.8 + 0.15 · (0.5 + 0.75 + 0.6)
    assertScore(0.7175, 3, {}, 0.001 + 0.45 * SUN_STEP)
  })

  it('is floor area to 0.97 where that alone is asked for', () => {
    // 0.97 · 0.8 + 0.01 · 1.85
    assertScore(0.7945, 3, { request: { objective: 'gfa' } }, 0.001 + 0.03 * SUN_STEP)
  })

  it('counts no green past a half, no sun past twice the hours, and no storeys past the most', () => {
    const indicators = { green_share: 0.6, max_storeys: 12 }
    assertScore(0.55 * 0.8 + 0.15 * 2, 4.5, { indicators }, 0.001 + 0.45 * SUN_STEP)
  })

  it('counts all sun where none is asked for', () => {
    assertScore(0.55 * 0.8 + 0.15 * (0.5 + 1 + 0.6), 0, { rules: { insolation_h: always(0) } })
  })

  it('counts lowness among the storeys that number, height and request allow', () => {
    // 5 storeys of 8: 1 − 4 / 8.
    const of8 = 0.55 * 0.8 + 0.15 * (0.5 + 0.75 + 0.5)
    const slack = 0.001 + 0.45 * SUN_STEP
    assertScore(of8, 3, { rules: { max_storeys: { value: 8, source } } }, slack)
    assertScore(of8, 3, { rules: { max_height_m: { value: 24, source } } }, slack)
    assertScore(of8, 3, { request: { storeys: { min: 1, max: 8 } } }, slack)
  })

  // What the whole bound would sell for: 7,000 m² at five storeys.
  for (const [known, rubPerM2] of [
    [[pricesOf(3, 100_000), pricesOf(7, 200_000)], 150_000],
    [
      [pricesOf(1, 9), pricesOf(2, 9), pricesOf(4, 100_000), pricesOf(8, 200_000), pricesOf(9, 9)],
      125_000,
    ],
    [[pricesOf(3, 9), pricesOf(5, 100_000), pricesOf(7, 9)], 100_000],
    [[pricesOf(9, 100_000), pricesOf(12, 9)], 100_000],
    [[pricesOf(1, 9), pricesOf(2, 9), pricesOf(3, 100_000)], 100_000],
  ] as const) {
    const storeys = known.map((one) => one.storeys).join(', ')
    it(`holds money to the bound at the fewest storeys that reach it, prices of ${storeys}`, () => {
      const change = { assumptions: { price_rub_per_m2: known } }
      const money = 0.6 * 7000 * rubPerM2
      const slack = 0.001 + 0.03 * SUN_STEP
      const score = 0.97 * 0.6 + 0.01 * 1.85
      for (const [objective, revenue_rub] of [
        ['revenue', money],
        ['margin', money + 5e7],
      ] as const) {
        const economics = { revenue_rub, cost_rub: 5e7 }
        assertScore(score, 3, { ...change, request: { objective }, economics }, slack)
      }
    })
  }

  it('goes by floor area where money is asked for and nothing is known of prices', () => {
    const slack = 0.001 + 0.03 * SUN_STEP
    for (const objective of ['revenue', 'margin'] as const) {
      const assumptions = { price_rub_per_m2: null }
      assertScore(0.7945, 3, { request: { objective }, economics: null, assumptions }, slack)
    }
  })
})

describe('the floor area within reach', () => {
  it('may or may not count storeys whose floor is just as large as the least house', () => {
    // Ten storeys of the 360 m² of a slab; to nine storeys a tenth of the site in all, on floors
    // that are larger at one and two.
    const steps = [
      { up_to: 9, value: 0.1 },
      { up_to: null, value: 0.36 },
    ]
    const { layouts } = caseOf({
      request: { typologies: ['slab'] },
      rules: { max_density: { value: steps, source } },
    })
    const isRefused = (reachable_gfa_m2: number) => {
      const findings = openFindings()
      checkBound({ ...layouts, upper_bound_gfa_m2: 3600, reachable_gfa_m2 }, findings)
      return findings.list.length > 0
    }
    assert.deepEqual([3600, 1000].map(isRefused), [false, false])
    assert.deepEqual([3599, 2000, 1001, 0].map(isRefused), [true, true, true, true])
  })
})

describe('the rule said to limit', () => {
  const isRefused = (
    binding_rule: BestLayouts['binding_rule'],
    max_storeys: number,
    gfa_m2: number,
    rules: Partial<Rules> = {},
  ) => {
    const { layouts } = caseOf({ binding_rule, rules, indicators: { max_storeys, gfa_m2 } })
    const findings = openFindings()
    checkBinding(layouts, findings)
    return findings.list.length > 0
  }

  it('is the one of the envelope once an option reaches 97 % of it', () => {
    assert.ok(isRefused('min_green', 6, 9700))
    assert.ok(!isRefused('min_green', 6, 9699))
    assert.ok(!isRefused('max_density', 6, 9700))
    // At four storeys 8,000 m² stand on a fifth of the ground.
    assert.ok(isRefused('max_density', 4, 7999))
    assert.ok(!isRefused('max_coverage', 4, 7999))
    const setback = { max_coverage: always(1), max_density: always(4) }
    assert.ok(!isRefused('setback_m', 4, 8100 * 4, setback))
    assert.ok(isRefused('max_coverage', 4, 8100 * 4, setback))
  })

  it('is none of the envelope while an option is below 90 % of it', () => {
    for (const rule of ['max_density', 'max_coverage'] as const) {
      assert.ok(isRefused(rule, 6, 8999))
      assert.ok(!isRefused(rule, 6, 9000))
    }
    assert.ok(!isRefused('parking_per_unit', 6, 1000))
  })

  it('is not judged without an option, or with one of storeys that are not allowed', () => {
    assert.ok(!isRefused('max_density', 11, 1000))
    const findings = openFindings()
    checkBinding({ ...caseOf({}).layouts, options: [] }, findings)
    assert.deepEqual(findings.list, [])
  })

  it('is any of those that allow the same floor area, give or take a square metre', () => {
    for (const [coverage, isAlike] of [
      [0.2, true],
      [0.20001, true],
      [0.20003, false],
    ] as const) {
      const rules = { max_coverage: always(coverage) }
      assert.ok(!isRefused('max_density', 5, 10_000, rules))
      assert.equal(!isRefused('max_coverage', 5, 10_000, rules), isAlike)
    }
  })
})
