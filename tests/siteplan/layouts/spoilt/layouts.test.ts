// What the checker finds of houses and the rules they are held to. Options side by side and their
// site are in site.test.ts.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { distanceBetween } from '../../../../src/geometry/distance.ts'
import { areaOf, type Point, type Ring } from '../../../../src/geometry/plane.ts'
import { difference, grow } from '../../../../src/geometry/region.ts'
import type { RuleName, Rules } from '../../../../src/norms/rule-set.ts'
import { checkLayouts } from '../../../../src/siteplan/layouts/check-layouts.ts'
import { measuredGaps } from '../../../../src/siteplan/layouts/checker/check-gaps.ts'
import type { BestLayouts, Building } from '../../../../src/siteplan/layouts/layout.ts'
import { makeLayouts } from '../../../../src/siteplan/layouts/make-layouts.ts'
import { rulesWith } from '../../../norms/rules.ts'
import { inputFor, rectangularParcel } from '../sites.ts'
import {
  brokenIn,
  centre,
  first,
  firstAlone,
  good,
  shifted,
  towards,
  withBuilding,
  withOption,
  withRule,
} from './spoilt-layouts.ts'

describe('the checker', () => {
  it('finds nothing in what the solver brings', () => {
    assert.equal(good.outcome, 'ok')
    assert.ok(first().buildings.length > 1)
    assert.deepEqual(checkLayouts(good), [])
    assert.deepEqual(checkLayouts(JSON.parse(JSON.stringify(good)) as BestLayouts), [])
  })

  it('finds an option without a building', () => {
    const empty = withOption((option) => ({ ...option, buildings: [] }))
    assert.ok(brokenIn(empty).has('building'))
  })

  it('finds a building off the site', () => {
    const broken = brokenIn(withBuilding((building) => shifted(building, 1000, 0)))
    assert.ok(broken.has('inside_buildable'))
  })

  it('finds a building with nothing but a corner off the site, and one over a hole in it', () => {
    const { footprint } = first().buildings[0] as Building
    const without = (ground: Ring) => {
      const boundary = difference(good.site.boundary, [ground])
      return brokenIn({ ...good, site: { ...good.site, boundary } })
    }
    const around = ([x, y]: Point, m: number): Ring => [
      [x - m, y - m],
      [x + m, y - m],
      [x + m, y + m],
      [x - m, y + m],
    ]
    assert.ok(without(around(footprint[0] as Point, 0.05)).has('inside_buildable'))
    const pit = around(centre(first().buildings[0] as Building), 1)
    const buildable = difference(good.site.buildable, grow([pit], 3))
    const { boundary } = good.site
    const site = { ...good.site, boundary: difference(boundary, [pit]), buildable }
    const broken = brokenIn({ ...good, site })
    assert.ok(broken.has('inside_buildable'))
    // All its walls are far enough from the hole.
    assert.ok(!broken.has('setback_m'))
  })

  it('finds two buildings of one name', () => {
    const [, second] = first().buildings
    assert.ok(second)
    const namesakes = withBuilding((each) => ({ ...each, name: second.name }))
    assert.ok(brokenIn(namesakes).has('building'))
  })

  it('holds all buildings to what the highest of them allows', () => {
    const { storeys } = first().buildings[0] as Building
    const steps = (most: number) => [
      { up_to: storeys, value: most },
      { up_to: null, value: 0.01 },
    ]
    const oneHigher = withBuilding((each) => ({ ...each, storeys: storeys + 1 }))
    for (const [rule, most] of [
      ['max_coverage', 1],
      ['max_density', 20],
    ] as const) {
      const { rule_set } = withRule(rule, steps(most))
      assert.ok(!brokenIn(firstAlone({ ...good, rule_set })).has(rule))
      assert.ok(brokenIn(firstAlone({ ...oneHigher, rule_set })).has(rule))
    }
  })

  it('finds ground under a house that may not be built on, from a twentieth of a square metre', () => {
    const [x, y] = centre(first().buildings[0] as Building)
    const isTold = (sideM: number) => {
      const hole = [
        [x, y],
        [x + sideM, y],
        [x + sideM, y + sideM],
        [x, y + sideM],
      ] as const
      const buildable = difference(good.site.buildable, [hole])
      return checkLayouts({ ...good, site: { ...good.site, buildable } }).some(
        ({ broken }) => broken === 'inside_buildable',
      )
    }
    assert.deepEqual([0.2, 0.3, 1].map(isTold), [false, true, true])
  })

  it('finds a table that does not count ground of all houses that may not be built on', () => {
    const isTold = (...sidesM: readonly number[]) => {
      const holes = sidesM.map((sideM, i): Ring => {
        const [x, y] = centre(first().buildings[i] as Building)
        return [
          [x, y],
          [x + sideM, y],
          [x + sideM, y + sideM],
          [x, y + sideM],
        ]
      })
      const buildable = difference(good.site.buildable, holes)
      const told = checkLayouts({ ...good, site: { ...good.site, buildable } })
      return told.some(({ detail }) => detail.startsWith('inside_buildable: actual is'))
    }
    assert.deepEqual([isTold(0.25), isTold(0.35)], [false, true])
    // Less than a tenth of a square metre under either.
    assert.ok(isTold(0.25, 0.25))
  })

  it('finds a building in the setback', () => {
    // Outwards from the middle of the site, until a wall is past the setback.
    const found = [2, 6, 10, 20, 40, 80].some((distance) => {
      const [x, y] = centre(first().buildings[0] as Building)
      const far = Math.hypot(x, y)
      const out = withBuilding((each) => shifted(each, (x / far) * distance, (y / far) * distance))
      return brokenIn(out).has('setback_m')
    })
    assert.ok(found)
  })

  it('lets a wall be half a centimetre past the setback, as drawing rounds, and no more', () => {
    const nearM = distanceBetween(
      first().buildings.map(({ footprint }) => footprint),
      good.site.boundary,
    )
    const isTold = (m: number) =>
      brokenIn(firstAlone(withRule('setback_m', nearM + m))).has('setback_m')
    assert.deepEqual([0, 0.004, 0.006].map(isTold), [false, false, true])
  })

  it('lets houses use up coverage and density to a hundredth of a square metre, and no more', () => {
    const siteM2 = areaOf(good.site.boundary)
    const footprintsM2 = first().buildings.map(({ footprint }) => areaOf([footprint]))
    const footprintM2 = footprintsM2.reduce((sum, m2) => sum + m2, 0)
    const gfaM2 = footprintM2 * first().indicators.max_storeys
    for (const [rule, usedM2] of [
      ['max_coverage', footprintM2],
      ['max_density', gfaM2],
    ] as const) {
      const isTold = (lessM2: number) => {
        const steps = [{ up_to: null, value: (usedM2 - lessM2) / siteM2 }]
        return brokenIn(firstAlone(withRule(rule, steps))).has(rule)
      }
      assert.deepEqual([0, 0.009, 0.011].map(isTold), [false, false, true], rule)
    }
  })

  it('finds two buildings on one ground', () => {
    const broken = brokenIn(withBuilding(() => towards(0.98)))
    assert.ok(broken.has('no_overlap'))
  })

  it('lets buildings touch, and finds an overlap of two millimetres', () => {
    const [house] = first().buildings
    assert.ok(house)
    const [[x0, y0], [x1, y1]] = house.footprint as [Point, Point]
    const lengthM = Math.hypot(x1 - x0, y1 - y0)
    const isTold = (overlapM: number) => {
      const share = 1 - overlapM / lengthM
      const beside = shifted(house, (x1 - x0) * share, (y1 - y0) * share)
      return brokenIn(withBuilding((each) => ({ ...beside, name: each.name }), 1)).has('no_overlap')
    }
    assert.deepEqual([0, 0.002].map(isTold), [false, true])
  })

  it('finds a gap that is too small', () => {
    // Nearer step by step, each shorter than the gap.
    const rules = Array.from({ length: 40 }, (_, step) => [
      ...brokenIn(withBuilding(() => towards((step + 1) / 40))),
    ]).flat()
    assert.ok(rules.some((rule) => rule === 'daylight_gap_long_m' || rule === 'daylight_gap_end_m'))
    assert.ok(rules.includes('fire_gap_m'))
  })

  it('lets a gap be half a centimetre less than demanded, as drawing rounds, and no more', () => {
    const fireGapsM = measuredGaps(first().buildings, good.rule_set.rules)
      .filter(({ rule }) => rule === 'fire_gap_m')
      .map(({ actualM }) => actualM)
    const leastM = Math.min(...fireGapsM)
    const isTold = (m: number) =>
      brokenIn(firstAlone(withRule('fire_gap_m', leastM + m))).has('fire_gap_m')
    assert.deepEqual([0, 0.004, 0.006].map(isTold), [false, false, true])
  })

  it('finds storeys added to a building', () => {
    const higher = withBuilding((building) => ({ ...building, storeys: building.storeys + 1 }))
    assert.ok(brokenIn(higher).has('building'))
    const consistent = withBuilding((building) => {
      const storeys = building.storeys + 3
      return {
        ...building,
        storeys,
        height_m: storeys * 3,
        gfa_m2: building.footprint_m2 * storeys,
      }
    })
    assert.ok(brokenIn(consistent).has('max_density'))
    assert.ok(brokenIn(consistent).has('indicators'))
  })

  it('finds a building whose area or height is not the drawn one', () => {
    const told = (change: (building: Building) => Partial<Building>) =>
      brokenIn(withBuilding((each) => ({ ...each, ...change(each) }))).has('building')
    assert.ok(told(({ gfa_m2 }) => ({ gfa_m2: gfa_m2 + 0.05 })))
    assert.ok(told(({ height_m }) => ({ height_m: height_m - 0.1 })))
    // Both areas agree with each other, but not with the drawing.
    assert.ok(
      told(({ footprint_m2, storeys }) => ({
        footprint_m2: footprint_m2 + 1,
        gfa_m2: (footprint_m2 + 1) * storeys,
      })),
    )
  })

  it('finds figures that are not of the highest or the lowest house', () => {
    const uneven = withBuilding((each) => ({ ...each, storeys: 6, height_m: 18 }))
    const [option] = uneven.options
    assert.ok(option)
    assert.deepEqual(new Set(option.buildings.map(({ storeys }) => storeys)), new Set([5, 6]))
    const { rule_set } = withRule('min_storeys', 2)
    const { source } = rule_set.rules.min_storeys
    const counted = { limit: 2, actual: 6, unit: 'count', ok: true, source } as const
    const lowest = { rule: 'min_storeys', relation: 'at_least', ...counted } as const
    const options = [{ ...option, checks: [...option.checks, lowest] }]
    const told = checkLayouts({ ...uneven, rule_set, options }).map(({ detail }) => detail)
    for (const found of [
      'max_storeys is said to be 5, found 6',
      'max_storeys: actual is said to be 5, found 6',
      'max_height_m: actual is said to be 15, found 18',
      'min_storeys: actual is said to be 6, found 5',
    ]) {
      assert.ok(told.includes(found), found)
    }
  })

  it('finds a building of a kind or of storeys that were not asked for', () => {
    const asked = (change: Partial<BestLayouts['request']>) =>
      brokenIn(firstAlone({ ...good, request: { ...good.request, ...change } })).has('building')
    const { storeys } = first().buildings[0] as Building
    assert.ok(asked({ typologies: ['tower'] }))
    assert.ok(asked({ storeys: { min: storeys + 1, max: storeys + 1 } }))
    assert.ok(asked({ storeys: { min: storeys - 1, max: storeys - 1 } }))
    assert.ok(!asked({ storeys: { min: storeys, max: storeys } }))
    assert.ok(!asked({ typologies: ['tower', 'slab'] }))
  })

  it('lets houses be just as low and as high as the norms allow', () => {
    const { storeys, height_m } = first().buildings[0] as Building
    const isTold = (rule: 'min_storeys' | 'max_storeys' | 'max_height_m', value: number) =>
      brokenIn(firstAlone(withRule(rule, value))).has(rule)
    assert.deepEqual(
      [storeys, storeys + 1].map((least) => isTold('min_storeys', least)),
      [false, true],
    )
    assert.deepEqual(
      [storeys, storeys - 1].map((most) => isTold('max_storeys', most)),
      [false, true],
    )
    assert.deepEqual(
      [height_m, height_m - 0.004, height_m - 0.006].map((most) => isTold('max_height_m', most)),
      [false, false, true],
    )
  })

  it('finds a building without the shape of its typology, and one with half a storey', () => {
    const { typologies } = good.request
    assert.deepEqual(typologies, ['slab'])
    const request = { ...good.request, typologies: ['slab', 'tower', 'perimeter'] as const }
    const called = (typology: Building['typology']) =>
      brokenIn({ ...withBuilding((each) => ({ ...each, typology })), request }).has('building')
    assert.ok(!called('slab'))
    assert.ok(called('tower'))
    assert.ok(called('perimeter'))
    const half = withBuilding((each) => ({
      ...each,
      storeys: 5.5,
      height_m: 16.5,
      gfa_m2: each.footprint_m2 * 5.5,
    }))
    assert.ok(brokenIn(half).has('building'))
  })

  it('finds a building above what is allowed', () => {
    const tower = withBuilding((building) => ({ ...building, storeys: 40, height_m: 120 }))
    const broken = brokenIn(tower)
    assert.ok(broken.has('max_storeys'))
    assert.ok(broken.has('max_height_m'))
  })

  /** Measures that other rules go by, and ways for fire engines, which ways.test.ts spoils. */
  type TriedElsewhere =
    | 'storey_height_m'
    | 'daylight_gap_end_m'
    | 'fire_lane_width_m'
    | 'fire_lane_distance_m'
    | 'insolation_day'
    | 'parking_space_m2'

  const forAll = <Value>(value: Value) => [{ up_to: null, value }]
  /** By rule, a value that the good options break, and one that leaves little room. */
  const stricter: {
    [Name in Exclude<RuleName, TriedElsewhere>]: Record<'broken' | 'tight', Rules[Name]['value']>
  } = {
    max_coverage: {
      broken: forAll(first().indicators.coverage * 0.95),
      tight: forAll(0.06),
    },
    max_density: {
      broken: forAll(first().indicators.density * 0.95),
      tight: forAll(0.4),
    },
    min_storeys: { broken: 20, tight: 12 },
    max_storeys: { broken: 4, tight: 4 },
    max_height_m: { broken: 10, tight: 10 },
    setback_m: { broken: 70, tight: 25 },
    daylight_gap_long_m: { broken: forAll(400), tight: forAll(70) },
    fire_gap_m: { broken: 400, tight: 60 },
    insolation_h: { broken: forAll(12), tight: forAll(9) },
    parking_per_unit: { broken: 5, tight: 1.2 },
    playground_m2_per_unit: { broken: 50, tight: 8 },
    min_green: { broken: 0.99, tight: 0.6 },
  }
  for (const [name, { broken, tight }] of Object.entries(stricter)) {
    const rule = name as keyof typeof stricter
    it(`finds options that a stricter rule forbids, and none are sought under it: ${rule}`, () => {
      assert.ok(!brokenIn(good).has(rule))
      assert.ok(brokenIn(withRule(rule, broken)).has(rule))
      const ruleSet = rulesWith({ [rule]: tight })
      const kept = makeLayouts(inputFor(rectangularParcel(110, 160), { options: 3 }, { ruleSet }))
      assert.equal(kept.outcome, 'ok')
      assert.deepEqual(checkLayouts(kept), [])
    })
  }

  it('holds the gap between long sides to the storeys of the higher house', () => {
    const { storeys } = first().buildings[0] as Building
    const steps = [
      { up_to: storeys, value: 1 },
      { up_to: null, value: 400 },
    ]
    const tall = withBuilding((building) => ({ ...building, storeys: storeys + 1 }))
    assert.ok(first().buildings.every((each) => each.storeys <= storeys))
    const { rule_set } = withRule('daylight_gap_long_m', steps)
    assert.ok(!brokenIn(firstAlone({ ...good, rule_set })).has('daylight_gap_long_m'))
    assert.ok(brokenIn(firstAlone({ ...tall, rule_set })).has('daylight_gap_long_m'))
  })

  it('finds too few playgrounds', () => {
    assert.ok(
      brokenIn(withOption((o) => ({ ...o, playgrounds: [] }))).has('playground_m2_per_unit'),
    )
  })
})
