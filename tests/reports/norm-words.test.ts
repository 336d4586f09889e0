import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BINDING_RULE } from '../../src/norms/rule-words.ts'
import type { Block, Grid } from '../../src/reports/document.ts'
import { forecastReport } from '../../src/reports/forecast/forecast-report.ts'
import { layoutsReport } from '../../src/reports/layouts/layouts-report.ts'
import {
  checkValue,
  constraintValue,
  normText,
  RULE,
  ruleValue,
} from '../../src/reports/norm-words.ts'
import { sampleLayouts } from '../siteplan/layouts/sample-layouts.ts'
import { sampleForecast } from './forecast/sample-forecast.ts'
import { plainSpaces } from './plain-spaces.ts'

/** Names of norms to what is said of their values. */
function normsIn(blocks: readonly Block[]): Map<string, string> {
  const isOfNorms = (block: Block): block is Grid =>
    block.kind === 'grid' && block.columns.map(({ head }) => head).includes('Значение')
  const grid = blocks.filter(isOfNorms).find(({ columns }) => columns[0]?.head === 'Норма')
  assert.ok(grid)
  return new Map(grid.rows.map(({ cells }) => [cells[0]?.text ?? '', cells[1]?.text ?? '']))
}

describe('the words of norms', () => {
  it('name and round a norm in one way in the forecast and in best layouts', () => {
    const layouts = normsIn(layoutsReport(sampleLayouts()).blocks)
    const forecast = normsIn(forecastReport(sampleForecast()).blocks)
    assert.ok(forecast.size >= 10)
    for (const [name, value] of forecast) assert.ok(layouts.get(name)?.includes(value), name)
  })

  it('give a norm per flat, and what a check counts for the whole site', () => {
    assert.equal(ruleValue('parking_per_unit', 0.6), '0,6 на квартиру')
    assert.equal(checkValue({ unit: 'count' }, 134), '134')
  })

  it('give both bounds of a norm that has two', () => {
    const said = (most: number | null) =>
      plainSpaces(constraintValue({ rule: 'fire_lane_distance_m', value: 8, most }))
    assert.equal(said(10), '8–10 м')
    assert.equal(said(null), '8 м')
  })

  it('call an area that must be nothing by what it is, not by what the norm wants', () => {
    assert.match(RULE.inside_buildable, /^Здания вне /)
    assert.match(RULE.no_overlap, /^Наложение зданий/)
  })

  it('say what limits in the singular, as the verbs before it are', () => {
    for (const words of Object.values(BINDING_RULE)) assert.doesNotMatch(words, /^\S+[иы] /)
  })

  it('set the steps of a norm apart from what it asks there, each step on one line', () => {
    const { rules } = sampleLayouts().rule_set
    const gaps = normText(rules, 'daylight_gap_long_m')
    assert.equal(plainSpaces(gaps), 'до 3 эт. — 15 м; выше — 20 м')
    assert.equal(gaps.split(' ').length, 2)
    assert.equal(
      plainSpaces(normText(rules, 'fire_lane_distance_m')),
      'до 28 м — 5–8 м; выше — 8–10 м',
    )
  })

  it('name no bound at which nothing changes', () => {
    const { rules } = sampleLayouts().rule_set
    assert.equal(
      plainSpaces(normText(rules, 'insolation_day')),
      'до 48° с. ш. — 22 февраля; севернее — 22 апреля',
    )
    const steps = [
      { up_to: 9, value: 0.4 },
      { up_to: null, value: 0.4 },
    ]
    const flat = { ...rules, max_density: { ...rules.max_density, value: steps } }
    assert.equal(normText(flat, 'max_density'), '0,4')
  })

  it('tell a density as a coefficient, a coverage as per cent', () => {
    assert.equal(ruleValue('max_density', 0.8), '0,8')
    assert.equal(checkValue({ unit: 'ratio' }, 0.7684), '0,768')
    assert.equal(plainSpaces(ruleValue('max_coverage', 0.15)), '15,0 %')
  })
})
