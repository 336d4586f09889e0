import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv } from 'ajv'
import { RULE_FROM_REQUEST } from '../../../src/norms/requested-rules.ts'
import { readLayoutRequest } from '../../../src/siteplan/layouts/read-request.ts'
import { LayoutsRequest } from '../../../src/siteplan/layouts/request-body.ts'
import { withinNorms } from '../../../src/siteplan/layouts/within-norms.ts'
import { DEFAULT_RULES } from '../../norms/rules.ts'

const set = DEFAULT_RULES
const usualMix = { studio: 0.25, '1': 0.35, '2': 0.28, '3': 0.12 }
const read = (wishes: LayoutsRequest) => readLayoutRequest(wishes, set, usualMix)

function requestOf(wishes: LayoutsRequest) {
  const outcome = read(wishes)
  assert.ok(outcome.kind === 'request', JSON.stringify(outcome))
  return outcome
}

function fieldOf(wishes: LayoutsRequest): string {
  const outcome = read(wishes)
  assert.ok(outcome.kind === 'invalid')
  return outcome.field
}

describe('a request for layouts', () => {
  it('means the usual where it says nothing', () => {
    const { request, ruleSet } = requestOf({})
    assert.deepEqual(request, {
      typologies: ['slab', 'tower', 'perimeter'],
      storeys: { min: 3, max: 17 },
      unit_mix: usualMix,
      parking_ratio: set.rules.parking_per_unit.value,
      objective: 'balanced',
      options: 3,
      seed: 1,
    })
    assert.deepEqual(ruleSet, set)
  })

  it('moves a default bound where the given one would pass it', () => {
    assert.deepEqual(requestOf({ storeys: { min: 20 } }).request.storeys, { min: 20, max: 20 })
    assert.deepEqual(requestOf({ storeys: { max: 3 } }).request.storeys, { min: 3, max: 3 })
    assert.deepEqual(requestOf({ storeys: { max: 2 } }).request.storeys, { min: 2, max: 2 })
  })

  it('is built by no other storeys than the norms allow, unless they allow none of those asked for', () => {
    const of = (storeys: { min?: number; max?: number }, rules: LayoutsRequest['rules'] = {}) => {
      const read = requestOf({ storeys, rules: { min_storeys: 9, ...rules } })
      return withinNorms(read.request, read.ruleSet.rules).storeys
    }
    assert.deepEqual(of({}), { min: 9, max: 17 })
    assert.deepEqual(of({ min: 5, max: 12 }), { min: 9, max: 12 })
    assert.deepEqual(of({ min: 11 }), { min: 11, max: 17 })
    assert.deepEqual(of({ max: 8 }), { min: 3, max: 8 })
    assert.deepEqual(of({}, { max_storeys: 11 }), { min: 9, max: 11 })
    assert.deepEqual(of({}, { max_height_m: 40 }), { min: 9, max: 13 })
    assert.deepEqual(of({ min: 12, max: 14 }, { max_storeys: 11 }), { min: 12, max: 14 })
  })

  it('stays as it was asked, whatever the norms', () => {
    const asked = { storeys: { min: 3, max: 9 }, parking_ratio: 0.5 }
    const { request } = requestOf({ ...asked, rules: { min_storeys: 9, max_storeys: 12 } })
    assert.deepEqual(request.storeys, asked.storeys)
    assert.equal(request.parking_ratio, asked.parking_ratio)
  })

  it('is refused with fewer storeys at most than at least', () => {
    assert.equal(fieldOf({ storeys: { min: 9, max: 5 } }), 'storeys')
    assert.equal(fieldOf({ rules: { min_storeys: 9, max_storeys: 5 } }), 'rules')
  })

  it('is held against norms that allow no house where it replaces but one of them', () => {
    const most = set.rules.max_storeys.value
    const { ruleSet } = requestOf({ rules: { min_storeys: most + 1 } })
    assert.equal(ruleSet.rules.max_storeys.value, most)
    assert.equal(requestOf({ rules: { min_storeys: 5, max_storeys: 5 } }).kind, 'request')
  })

  it('takes a mix that sums to 1 but for rounding, and no other', () => {
    assert.equal(
      requestOf({ unit_mix: { studio: 0.1, '1': 0.2, '2': 0.7 } }).request.unit_mix['3'],
      0,
    )
    assert.equal(read({ unit_mix: { '1': 0.5, '2': 0.4999995 } }).kind, 'request')
    for (const mix of [{}, { '1': 0.9 }, { '1': 1, '2': 0.1 }, { '1': 0.5, '2': 0.49999 }]) {
      assert.equal(fieldOf({ unit_mix: mix }), 'unit_mix')
    }
  })

  it('replaces single norms, and says whose they are', () => {
    const { ruleSet } = requestOf({ rules: { setback_m: 5, max_storeys: 9 } })
    assert.deepEqual(ruleSet.rules.setback_m, { value: 5, source: RULE_FROM_REQUEST })
    assert.deepEqual(ruleSet.rules.max_storeys, { value: 9, source: RULE_FROM_REQUEST })
    assert.deepEqual(ruleSet.rules.fire_gap_m, set.rules.fire_gap_m)
    assert.equal(set.rules.setback_m.value, 3)
  })

  it('takes a day of the year for insolation, and nothing else', () => {
    const accepts = new Ajv({ strict: false }).compile(LayoutsRequest)
    const on = (value: string) => ({ rules: { insolation_day: [{ up_to: null, value }] } })
    for (const day of ['01-31', '02-28', '04-22', '12-01']) assert.ok(accepts(on(day)), day)
    for (const day of ['02-29', '02-30', '04-31', '13-45', '00-10', '05-00']) {
      assert.ok(!accepts(on(day)), day)
    }
  })

  it('parks by the norm it gives, unless it asks for more', () => {
    const ratioOf = (wishes: LayoutsRequest) => {
      const { request, ruleSet } = requestOf(wishes)
      return withinNorms(request, ruleSet.rules).parking_ratio
    }
    assert.equal(requestOf({ rules: { parking_per_unit: 0.4 } }).request.parking_ratio, 0.4)
    assert.equal(ratioOf({ parking_ratio: 0.1 }), 0.6)
    assert.equal(ratioOf({ rules: { parking_per_unit: 1 } }), 1)
    assert.equal(ratioOf({ rules: { parking_per_unit: 1 }, parking_ratio: 1.5 }), 1.5)
  })

  it('refuses a table with a gap at its end, a step that shrinks or a span turned round', () => {
    const tables = [
      [{ up_to: 9, value: 0.8 }],
      [
        { up_to: 9, value: 0.8 },
        { up_to: 5, value: 1 },
        { up_to: null, value: 2 },
      ],
      [
        { up_to: null, value: 0.8 },
        { up_to: null, value: 1 },
      ],
    ]
    for (const max_density of tables) {
      assert.equal(fieldOf({ rules: { max_density } }), 'rules.max_density')
    }
    const turned = [{ up_to: null, value: { least: 9, most: 5 } }]
    assert.equal(fieldOf({ rules: { fire_lane_distance_m: turned } }), 'rules.fire_lane_distance_m')
  })
})
