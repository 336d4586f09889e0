import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Point } from '../../../src/geometry/plane.ts'
import { createHttpServer } from '../../../src/http/server.ts'
import { createMetrics } from '../../../src/metrics/metrics.ts'
import { loadRuleSets } from '../../../src/norms/rule-sets.ts'
import { readSettings } from '../../../src/settings.ts'
import { dropRefused } from '../../../src/siteplan/layouts/drop-refused.ts'
import type { BestLayouts, LayoutOption } from '../../../src/siteplan/layouts/layout.ts'
import { makeLayouts } from '../../../src/siteplan/layouts/make-layouts.ts'
import { mountLayouts } from '../../../src/siteplan/layouts/routes.ts'
import { createPlanningTurns } from '../../../src/siteplan/planning-turns.ts'
import { createTestClock } from '../../support/clock.ts'
import { createTestLog } from '../../support/log.ts'
import { inputFor, rectangularParcel } from './sites.ts'

const input = inputFor(rectangularParcel(110, 140), { options: 3 })
const found = makeLayouts(input)

const withoutWays = (option: LayoutOption): LayoutOption => ({ ...option, fire_lanes: [] })

const broken = (ranks: readonly number[]): BestLayouts => ({
  ...found,
  options: found.options.map((each) => (ranks.includes(each.rank) ? withoutWays(each) : each)),
})

describe('layouts held against the checker', () => {
  it('are all shown where it finds nothing', () => {
    assert.deepEqual(dropRefused(found), { layouts: found, refused: [] })
  })

  it('lose the options that it refuses, report them and rank the others anew', () => {
    const { layouts, refused } = dropRefused(broken([1]))
    assert.deepEqual(
      layouts.options.map(({ rank, buildings }) => [rank, buildings]),
      [
        [1, found.options[1]?.buildings],
        [2, found.options[2]?.buildings],
      ],
    )
    assert.equal(layouts.outcome, 'ok')
    assert.ok(refused.every(({ option }) => option === 1))
    assert.ok(refused.some((each) => each.broken === 'fire_lane_distance_m'))
  })

  it('are still an answer where a single one is left', () => {
    const { layouts } = dropRefused(broken([1, 3]))
    assert.deepEqual(layouts.options, [{ ...found.options[1], rank: 1 }])
    assert.equal(layouts.outcome, 'ok')
    assert.equal(layouts.binding_rule, found.binding_rule)
  })

  it('name the rule that was broken where none is left', () => {
    const { layouts } = dropRefused(broken([1, 2, 3]))
    assert.deepEqual(layouts.options, [])
    assert.equal(layouts.outcome, 'no_feasible_layout')
    assert.equal(layouts.binding_rule, 'fire_lane_distance_m')
    assert.notEqual(found.binding_rule, 'fire_lane_distance_m')
  })

  it('name the norm behind what is no norm itself', () => {
    const bindingRuleOf = (change: (option: LayoutOption) => LayoutOption) => {
      const { layouts, refused } = dropRefused({ ...found, options: found.options.map(change) })
      assert.equal(layouts.outcome, 'no_feasible_layout')
      return [refused[0]?.broken, layouts.binding_rule]
    }
    const unlit = bindingRuleOf((o) => ({ ...o, insolation: { ...o.insolation, points: [] } }))
    assert.deepEqual(unlit, ['insolation', 'insolation_h'])
    const overbuilt = bindingRuleOf((o) => ({
      ...o,
      playgrounds: o.buildings.map(({ footprint }) => footprint),
    }))
    assert.deepEqual(overbuilt, ['no_overlap', 'fire_gap_m'])
    const outside = bindingRuleOf((o) => ({
      ...o,
      buildings: o.buildings.map((one) => ({
        ...one,
        footprint: one.footprint.map(([x, y]): Point => [x + 1_000, y]),
      })),
    }))
    assert.deepEqual(outside, ['inside_buildable', 'setback_m'])
    const twice = bindingRuleOf((o) => ({ ...o, fire_lanes: [...o.fire_lanes, ...o.fire_lanes] }))
    assert.deepEqual(twice, ['site', found.binding_rule])
  })

  it('are not answered at all where they are not true as a whole', () => {
    assert.throws(() => dropRefused({ ...found, upper_bound_gfa_m2: 1e9 }), /upper_bound_gfa_m2/)
  })
})

describe('a layout that the checker refuses', () => {
  it('is logged with the rule that it breaks, and counted', async () => {
    const { counters } = createMetrics()
    const counted: string[] = []
    const { log, lines } = createTestLog()
    const app = await createHttpServer(log, createTestClock())
    app.addHook('onRequest', async (request) => {
      request.caller = { id: '1', username: 'anna', role: 'employee', team: null } as never
    })
    const { refused } = dropRefused(broken([1, 3]))
    mountLayouts(app, {
      parcels: { find: async () => rectangularParcel(80, 100) },
      ruleSets: loadRuleSets(undefined),
      clock: createTestClock(),
      recent: { recordAction: async () => {} },
      turns: createPlanningTurns(),
      counters,
      onRefused: (rule) => counted.push(rule),
      engine: { estimates: async () => ({ kind: 'no_data' }) },
      planner: { layoutsFile: async () => ({ file: new TextEncoder().encode('{}'), refused }) },
      settings: readSettings({}),
    })
    const response = await app.inject({
      method: 'POST',
      url: '/api/v1/parcels/99:01:000001:1/best-layouts',
      payload: {},
    })
    assert.equal(response.statusCode, 200, response.body)
    const told = lines.filter(({ msg }) => msg === 'the checker refused a layout')
    assert.deepEqual(
      told.map(({ option }) => option),
      [1, 3],
    )
    assert.match(JSON.stringify(told[0]), /fire_lane_distance_m/)
    assert.deepEqual(counted, ['fire_lane_distance_m', 'fire_lane_distance_m'])
    await app.close()
  })
})
