// Which rows the table of checks must have, and with which of several houses' figures.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RULE_NAMES } from '../../../../src/norms/rule-set.ts'
import { checkTable, type Truth } from '../../../../src/siteplan/layouts/checker/check-table.ts'
import { openFindings } from '../../../../src/siteplan/layouts/checker/violation.ts'
import type { LayoutOption, RuleCheck } from '../../../../src/siteplan/layouts/layout.ts'
import { sampleLayouts } from '../sample-layouts.ts'

const sample = sampleLayouts()
const norm = <Value>(value: Value) => ({ value, source: 'ПЗЗ' })
const allowed = {
  setback_m: norm(3),
  min_storeys: norm(2),
  max_storeys: norm(9),
  max_height_m: norm(30),
  min_green: norm(0.2),
}

const gap = (rule: Truth['gaps'][number]['rule'], limitM: number, actualM: number) => ({
  rule,
  between: 'А–Б',
  limitM,
  actualM,
})
const lane = (widthM: number, least: number, most: number) => ({
  demand: { widthM, least, most },
  found: null,
})

/** A house of 4 storeys and one of 9, drawn with these figures. */
const TRUTH: Truth = {
  coverage: 0.2,
  coverageLimit: 0.25,
  density: 0.7,
  densityLimit: 0.8,
  mostStoreys: 9,
  fewestStoreys: 4,
  heightM: 27,
  houses: 2,
  outsideM2: 0,
  overlapM2: 0,
  setbackM: 4,
  gaps: [
    gap('daylight_gap_long_m', 20, 22),
    gap('daylight_gap_long_m', 30, 31),
    gap('daylight_gap_long_m', 30, 40),
    gap('fire_gap_m', 6, 22),
  ],
  lanes: [lane(3.5, 5, 9), lane(4.2, 6, 8), lane(4.2, 5, 8)],
  sunH: 3,
  demandedH: 2,
  parkingNeeded: 10,
  parkingGiven: 12,
  playgroundM2: 100,
  playgroundNeededM2: 90,
  greenShare: 0.4,
}

type Row = readonly [
  rule: RuleCheck['rule'],
  relation: RuleCheck['relation'],
  limit: number,
  actual: number,
  unit: RuleCheck['unit'],
]

const ROWS: readonly Row[] = [
  ['inside_buildable', 'at_most', 0, 0, 'm2'],
  ['no_overlap', 'at_most', 0, 0, 'm2'],
  ['setback_m', 'at_least', 3, 4, 'm'],
  ['max_coverage', 'at_most', 0.25, 0.2, 'share'],
  ['max_density', 'at_most', 0.8, 0.7, 'ratio'],
  ['min_storeys', 'at_least', 2, 4, 'count'],
  ['max_storeys', 'at_most', 9, 9, 'count'],
  ['max_height_m', 'at_most', 30, 27, 'm'],
  // The one with the least to spare, though another is narrower.
  ['daylight_gap_long_m', 'at_least', 30, 31, 'm'],
  ['fire_gap_m', 'at_least', 6, 22, 'm'],
  // The strictest demand of any house.
  ['fire_lane_width_m', 'at_least', 4.2, 4.2, 'm'],
  ['fire_lane_distance_m', 'at_least', 6, 6, 'm'],
  ['fire_lane_distance_m', 'at_most', 8, 6, 'm'],
  ['insolation_h', 'at_least', 2, 3, 'h'],
  ['parking_per_unit', 'at_least', 10, 12, 'count'],
  ['playground_m2_per_unit', 'at_least', 90, 100, 'm2'],
  ['min_green', 'at_least', 0.2, 0.4, 'share'],
]

/** What is found of a table with these rows. */
function told(
  rows: readonly Row[],
  truth: Partial<Truth> = {},
  { minStoreys = 2, ok = true } = {},
): string[] {
  const named = { ...allowed, min_storeys: norm(minStoreys) }
  const rules = { ...sample.rule_set.rules, ...named }
  const checks = rows.map(([rule, relation, limit, actual, unit]): RuleCheck => {
    const isNorm = rule !== 'inside_buildable' && rule !== 'no_overlap'
    const source = isNorm ? rules[rule].source : ''
    return { rule, relation, limit, actual, unit, ok, source }
  })
  const layouts = { ...sample, rule_set: { ...sample.rule_set, rules } }
  const findings = openFindings()
  checkTable(layouts, { checks } as unknown as LayoutOption, { ...TRUTH, ...truth }, findings)
  return findings.list.map(({ broken, detail }) => `${broken} ${detail}`)
}

const without = (name: RuleCheck['rule']) => ROWS.filter(([rule]) => rule !== name)

describe('the table of checks of houses of several heights', () => {
  it('leaves out no rule but those that only serve others', () => {
    // Ends are not close to long sides here; where they are, that asks for a row too.
    const endGap = gap('daylight_gap_end_m', 10, 12)
    const [asked] = told(ROWS, { gaps: [...TRUTH.gaps, endGap] })
    assert.equal(asked, 'checks no row for daylight_gap_end_m (at_least)')
    const held = new Set([...ROWS.map(([rule]) => rule), 'daylight_gap_end_m'])
    assert.deepEqual(
      RULE_NAMES.filter((name) => !held.has(name)),
      ['storey_height_m', 'insolation_day', 'parking_space_m2'],
    )
  })

  it('has a row for every rule that holds them', () => {
    assert.deepEqual(told(ROWS), [])
    for (const [name] of ROWS) assert.notDeepEqual(told(without(name)), [], name)
  })

  it('shows the figures of the house or the gap with the least to spare', () => {
    for (const wrong of [
      ['min_storeys', 'at_least', 2, 9, 'count'],
      ['max_storeys', 'at_most', 9, 4, 'count'],
      ['max_height_m', 'at_most', 30, 12, 'm'],
      ['daylight_gap_long_m', 'at_least', 20, 22, 'm'],
      ['daylight_gap_long_m', 'at_least', 30, 40, 'm'],
      ['fire_lane_width_m', 'at_least', 3.5, 4.2, 'm'],
      ['fire_lane_distance_m', 'at_least', 5, 6, 'm'],
      ['fire_lane_distance_m', 'at_most', 9, 6, 'm'],
    ] as const satisfies readonly Row[]) {
      const [rule, relation] = wrong
      const rows = ROWS.map((row) => (row[0] === rule && row[1] === relation ? wrong : row))
      assert.match(told(rows).join(), new RegExp(`^checks ${rule}: `), wrong.join(' '))
    }
  })

  it('shows figures that differ from those drawn by no more than drawing and print round', () => {
    const withActual = (name: RuleCheck['rule'], shown: number) =>
      ROWS.map(
        ([rule, relation, limit, actual, unit]): Row => [
          rule,
          relation,
          limit,
          rule === name ? shown : actual,
          unit,
        ],
      )
    for (const [rule, right, wrong] of [
      ['inside_buildable', 0.09, 0.11],
      ['setback_m', 4.009, 4.011],
      ['max_coverage', 0.20019, 0.20021],
      ['max_density', 0.70019, 0.70021],
      ['max_height_m', 27.009, 27.011],
      ['daylight_gap_long_m', 31.009, 31.011],
      ['fire_gap_m', 22.009, 22.011],
      // Any strip of a wide way counts, and any place between the nearest and the farthest.
      ['fire_lane_width_m', 8.39, 8.41],
      ['fire_lane_distance_m', 3.991, 3.989],
      ['fire_lane_distance_m', 10.009, 10.011],
      // One position of the sun more or less.
      ['insolation_h', 3.17, 3.18],
      ['playground_m2_per_unit', 100.019, 100.021],
      ['min_green', 0.4009, 0.4011],
    ] as const) {
      const isTold = (shown: number) =>
        told(withActual(rule, shown)).some((found) => found.startsWith(`checks ${rule}: actual is`))
      assert.deepEqual([right, wrong].map(isTold), [false, true], rule)
    }
  })

  it('has no row where there is nothing to hold it to', () => {
    const lowest = told(ROWS, {}, { minStoreys: 1 })
    assert.match(lowest.join(), /a row for min_storeys \(at_least\), where there is nothing/)
    assert.deepEqual(told(without('min_storeys'), {}, { minStoreys: 1 }), [])
    const alone = told(ROWS, { houses: 1 })
    assert.match(alone.join(), /a row for no_overlap \(at_most\), where there is nothing/)
    assert.deepEqual(told(without('no_overlap'), { houses: 1 }), [])
  })

  it('lets no rule pass that its own row calls broken', () => {
    const high = ROWS.map(
      (row): Row => (row[0] === 'max_storeys' ? ['max_storeys', 'at_most', 9, 10, 'count'] : row),
    )
    const found = told(high, { mostStoreys: 10 }, { ok: false })
    assert.ok(found.includes('max_storeys 10 against 9, as its own row says'), found.join())
  })

  it('calls a rule kept or broken as its own figures say', () => {
    const narrow = ROWS.map(
      (row): Row => (row[0] === 'setback_m' ? ['setback_m', 'at_least', 3, 2.9, 'm'] : row),
    )
    assert.match(
      told(narrow, { setbackM: 2.9 }).join(),
      /^checks setback_m: 2.9 against 3 is called true$/,
    )
    const high = ROWS.map(
      (row): Row => (row[0] === 'max_storeys' ? ['max_storeys', 'at_most', 9, 10, 'count'] : row),
    )
    assert.match(
      told(high, { mostStoreys: 10 }).join(),
      /^checks max_storeys: 10 against 9 is called true$/,
    )
  })
})
