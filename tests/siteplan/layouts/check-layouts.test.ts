import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Point, Ring } from '../../../src/geometry/plane.ts'
import { difference, grow, inset, intersection, union } from '../../../src/geometry/region.ts'
import type { RuleName, Rules } from '../../../src/norms/rule-set.ts'
import { checkLayouts } from '../../../src/siteplan/layouts/check-layouts.ts'
import { isInCorner, isLongSide, wallsOf } from '../../../src/siteplan/layouts/checker/figures.ts'
import type {
  BestLayouts,
  Building,
  Indicators,
  LayoutOption,
  RuleCheck,
} from '../../../src/siteplan/layouts/layout.ts'
import { makeLayouts } from '../../../src/siteplan/layouts/make-layouts.ts'
import { inputFor, rectangle } from './sites.ts'

/** Several slabs in an option: enough to break every rule between buildings. */
const good = makeLayouts(
  inputFor(rectangle(150, 200), { typologies: ['slab'], storeys: { min: 5, max: 9 }, options: 2 }),
)

const brokenIn = (layouts: BestLayouts) => new Set(checkLayouts(layouts).map((each) => each.broken))

const withOption = (change: (option: LayoutOption) => LayoutOption): BestLayouts => ({
  ...good,
  options: good.options.map((option, i) => (i === 0 ? change(option) : option)),
})

const withBuilding = (change: (building: Building) => Building, which = 0) =>
  withOption((option) => ({
    ...option,
    buildings: option.buildings.map((each, i) => (i === which ? change(each) : each)),
  }))

const withIndicators = (change: Partial<Indicators>) =>
  withOption((option) => ({ ...option, indicators: { ...option.indicators, ...change } }))

const withCheck = (rule: RuleCheck['rule'], change: Partial<RuleCheck>) =>
  withOption((option) => ({
    ...option,
    checks: option.checks.map((check) => (check.rule === rule ? { ...check, ...change } : check)),
  }))

const withRule = <Name extends RuleName>(rule: Name, value: Rules[Name]['value']): BestLayouts => {
  const { rules } = good.rule_set
  return {
    ...good,
    rule_set: { ...good.rule_set, rules: { ...rules, [rule]: { ...rules[rule], value } } },
  }
}

const shifted = (building: Building, dx: number, dy: number): Building => ({
  ...building,
  footprint: building.footprint.map(([x, y]): Point => [x + dx, y + dy]),
})

const first = (): LayoutOption => {
  const [option] = good.options
  assert.ok(option)
  return option
}

const centre = ({ footprint }: Building): Point => {
  const sum = footprint.reduce<Point>(([a, b], [x, y]) => [a + x, b + y], [0, 0])
  return [sum[0] / footprint.length, sum[1] / footprint.length]
}

/** So much of the way from one building towards another. */
const towards = (share: number) => {
  const [a, b] = first().buildings
  assert.ok(a && b)
  const [ax, ay] = centre(a)
  const [bx, by] = centre(b)
  return shifted(a, (bx - ax) * share, (by - ay) * share)
}

describe('the checker', () => {
  it('finds nothing in what the solver brings', () => {
    assert.equal(good.outcome, 'ok')
    assert.ok(first().buildings.length > 1)
    assert.deepEqual(checkLayouts(good), [])
    assert.deepEqual(checkLayouts(JSON.parse(JSON.stringify(good)) as BestLayouts), [])
  })

  it('finds a building off the site', () => {
    const broken = brokenIn(withBuilding((building) => shifted(building, 1000, 0)))
    assert.ok(broken.has('inside_buildable'))
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

  it('finds two buildings on one ground', () => {
    const broken = brokenIn(withBuilding(() => towards(0.98)))
    assert.ok(broken.has('no_overlap'))
  })

  it('finds a gap that is too small', () => {
    const rules = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7].flatMap((share) => [
      ...brokenIn(withBuilding(() => towards(share))),
    ])
    assert.ok(rules.some((rule) => rule === 'daylight_gap_long_m' || rule === 'daylight_gap_end_m'))
    assert.ok(rules.includes('fire_gap_m'))
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

  it('finds a building of a kind or of storeys that were not asked for', () => {
    const asked = (change: Partial<BestLayouts['request']>) =>
      brokenIn({ ...good, request: { ...good.request, ...change } })
    const { storeys } = first().buildings[0] as Building
    assert.ok(asked({ typologies: ['tower'] }).has('building'))
    assert.ok(asked({ storeys: { min: storeys + 1, max: storeys + 1 } }).has('building'))
    assert.ok(!asked({ typologies: ['tower', 'slab'] }).has('building'))
  })

  it('finds a building above what is allowed', () => {
    const tower = withBuilding((building) => ({ ...building, storeys: 40, height_m: 120 }))
    const broken = brokenIn(tower)
    assert.ok(broken.has('max_storeys'))
    assert.ok(broken.has('max_height_m'))
  })

  it('finds a shadow on a neighbour', () => {
    // A wall of a house to the south of all others, 200 m high.
    const south = first().buildings.reduce((a, b) => (centre(b)[1] < centre(a)[1] ? b : a))
    const which = first().buildings.indexOf(south)
    const broken = brokenIn(
      withBuilding((building) => ({ ...building, storeys: 70, height_m: 210 }), which),
    )
    assert.ok(broken.has('insolation_h') || broken.has('insolation'))
  })

  it('finds sun that is not there', () => {
    const dark = withOption((option) => ({
      ...option,
      insolation: {
        ...option.insolation,
        points: option.insolation.points.map((point) => ({ ...point, hours: 11 })),
      },
    }))
    assert.ok(brokenIn(dark).has('insolation'))
  })

  it('finds facades of which nothing is said', () => {
    const silent = withOption((option) => ({
      ...option,
      insolation: { ...option.insolation, points: [] },
    }))
    assert.ok(brokenIn(silent).has('insolation'))
    const [, ...others] = first().insolation.points
    const one = withOption((option) => ({
      ...option,
      insolation: { ...option.insolation, points: others },
    }))
    assert.ok(brokenIn(one).has('insolation'))
  })

  for (const objective of ['gfa', 'revenue', 'margin', 'balanced'] as const) {
    it(`finds a score that the figures do not give, by ${objective}`, () => {
      const layouts = makeLayouts(inputFor(rectangle(100, 120), { objective }))
      assert.deepEqual(checkLayouts(layouts), [])
      const even = { ...layouts, options: layouts.options.map((each) => ({ ...each, score: 0.5 })) }
      assert.ok(brokenIn(even).has('options'))
    })
  }

  it('finds a rule named as the limiting one that does not limit', () => {
    assert.equal(good.binding_rule, 'max_density')
    assert.ok(brokenIn({ ...good, binding_rule: 'min_green' }).has('options'))
    const far = makeLayouts(inputFor(rectangle(100, 100), { parking_ratio: 2.5 }))
    assert.deepEqual(checkLayouts(far), [])
    assert.ok(brokenIn({ ...far, binding_rule: 'max_density' }).has('options'))
  })

  const stricter: readonly (readonly [RuleName, Rules[RuleName]['value']])[] = [
    ['max_coverage', [{ up_to: null, value: first().indicators.coverage * 0.95 }]],
    ['max_density', [{ up_to: null, value: first().indicators.density * 0.95 }]],
    ['min_storeys', 20],
    ['max_storeys', 4],
    ['max_height_m', 10],
    ['setback_m', 70],
    ['daylight_gap_long_m', [{ up_to: null, value: 400 }]],
    ['fire_gap_m', 400],
    ['insolation_h', [{ up_to: null, value: 12 }]],
    ['parking_per_unit', 5],
    ['playground_m2_per_unit', 50],
    ['min_green', 0.99],
  ]
  for (const [rule, value] of stricter) {
    it(`finds options that a stricter rule does not let be: ${rule}`, () => {
      assert.ok(!brokenIn(good).has(rule))
      assert.ok(brokenIn(withRule(rule, value)).has(rule))
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
    assert.ok(!brokenIn({ ...good, rule_set }).has('daylight_gap_long_m'))
    assert.ok(brokenIn({ ...tall, rule_set }).has('daylight_gap_long_m'))
  })

  it('finds a way for fire engines that is narrower than demanded', () => {
    const narrow = withOption((o) => ({ ...o, fire_lanes: inset(o.fire_lanes, 0.1) }))
    assert.ok(brokenIn(narrow).has('fire_lane_distance_m'))
  })

  it('finds a way that runs against a wall', () => {
    const [{ footprint } = { footprint: [] }] = first().buildings
    const beside = (m: number) => difference(grow([footprint], m + 4), grow([footprint], m))
    const against = (m: number) =>
      withOption((o) => ({ ...o, fire_lanes: union(o.fire_lanes, beside(m)) }))
    const told = (m: number) =>
      checkLayouts(against(m)).some(({ detail }) => /to a wall/.test(detail))
    assert.ok(told(0))
    assert.ok(told(2))
    assert.ok(!told(2.5))
  })

  it('finds a missing way for fire engines', () => {
    assert.ok(brokenIn(withOption((o) => ({ ...o, fire_lanes: [] }))).has('fire_lane_distance_m'))
  })

  it('finds a wing of a block without a way for fire engines', () => {
    const asked = { typologies: ['perimeter'] as const, storeys: { min: 5, max: 9 } }
    const blocks = makeLayouts(inputFor(rectangle(150, 150), { ...asked, options: 1 }))
    const [option] = blocks.options
    const [block] = option?.buildings ?? []
    assert.ok(option && block)
    assert.deepEqual(checkLayouts(blocks), [])
    const outer = wallsOf(block).filter(
      (wall) => wall.onOutline && !isInCorner(wall) && isLongSide(wall),
    )
    assert.ok(outer.length >= 3)
    for (const { from, to, out } of outer) {
      // Before the wing and behind it, as far as its ways may lie.
      const off = ([x, y]: Point, m: number): Point => [x + out[0] * m, y + out[1] * m]
      const beside: Ring = [off(to, -30), off(from, -30), off(from, 16), off(to, 16)]
      const fire_lanes = difference(option.fire_lanes, union([beside], []))
      const cut = { ...blocks, options: [{ ...option, fire_lanes }] }
      assert.ok(brokenIn(cut).has('fire_lane_distance_m'))
    }
  })

  it('finds too little parking, and parking on other ground', () => {
    assert.ok(brokenIn(withOption((o) => ({ ...o, parking: [] }))).has('parking_per_unit'))
    const onHouses = withOption((option) => ({
      ...option,
      parking: option.buildings.map(({ footprint }) => footprint),
    }))
    assert.ok(brokenIn(onHouses).has('no_overlap'))
  })

  it('finds parking that no way or drive leads to', () => {
    const island = withOption((option) => ({ ...option, drives: [], fire_lanes: [] }))
    assert.ok(brokenIn(island).has('parking_access'))
    // Drawn in by half a metre all round, every part of it lies in the green.
    const away = withOption((option) => ({ ...option, parking: inset(option.parking, 0.5) }))
    assert.ok(brokenIn(away).has('parking_access'))
  })

  it('finds ways that parking lies on, but that end before the edge of the site', () => {
    const inside = inset(good.site.boundary, 3)
    const cut = withOption((option) => ({
      ...option,
      fire_lanes: intersection(option.fire_lanes, inside),
      drives: intersection(option.drives, inside),
    }))
    assert.ok(brokenIn(cut).has('parking_access'))
    assert.ok(brokenIn(cut).has('way_out'))
  })

  it('finds a way out that is narrower than a car, and one that meets the edge in a corner', () => {
    const [a, b] = good.site.boundary[0] ?? []
    assert.ok(a && b)
    const sideM = Math.hypot(b[0] - a[0], b[1] - a[1])
    const along: Point = [(b[0] - a[0]) / sideM, (b[1] - a[1]) / sideM]
    /** From the middle of the first edge: metres along it and into the site. */
    const at = (m: number, inM: number): Point => [
      (a[0] + b[0]) / 2 + along[0] * m - along[1] * inM,
      (a[1] + b[1]) / 2 + along[1] * m + along[0] * inM,
    ]
    const leaves = (way: Ring) => {
      const only = withOption((o) => ({ ...o, fire_lanes: [way], drives: [], parking: [] }))
      return !brokenIn(only).has('way_out')
    }
    const straight = (widthM: number) => [at(0, 0), at(widthM, 0), at(widthM, 30), at(0, 30)]
    assert.ok(leaves(straight(3.5)))
    assert.ok(!leaves(straight(3)))
    assert.ok(leaves([at(0, 0), at(8, 0), at(38, 30), at(30, 30)]))
    assert.ok(!leaves([at(0, 0), at(8, 8), at(0, 16), at(-8, 8)]))
    assert.ok(!leaves([at(-1, 0), at(1, 0), at(8, 8), at(0, 16), at(-8, 8)]))
  })

  it('finds ways for fire engines that leave the site wide enough for cars alone', () => {
    const edge = difference(good.site.boundary, inset(good.site.boundary, 3))
    const [mouth, ...others] = intersection(first().fire_lanes, edge)
    assert.ok(mouth?.length === 4 && others.length === 0)
    const [a, b, c, d] = mouth as [Point, Point, Point, Point]
    /** With only this share of the mouth’s width left. */
    const narrowed = (left: number) => {
      const between = ([x, y]: Point, [toX, toY]: Point): Point => [
        x + (toX - x) * (1 - left),
        y + (toY - y) * (1 - left),
      ]
      const side = grow([[a, b, between(b, c), between(a, d)]], 0.001)
      return withOption((o) => ({ ...o, fire_lanes: difference(o.fire_lanes, side) }))
    }
    assert.ok(!brokenIn(good).has('way_out'))
    assert.ok(brokenIn(narrowed(3.8 / 4.2)).has('way_out'))
  })

  it('finds parking of many spaces with no other way out than one lane', () => {
    const [a, b] = good.site.boundary[0] ?? []
    assert.ok(a && b)
    const sideM = Math.hypot(b[0] - a[0], b[1] - a[1])
    const along: Point = [(b[0] - a[0]) / sideM, (b[1] - a[1]) / sideM]
    /** From the middle of the first edge: metres along it and into the site. */
    const strip = (from: number, to: number, nearM: number, farM: number): Ring =>
      [
        [from, nearM] as const,
        [to, nearM] as const,
        [to, farM] as const,
        [from, farM] as const,
      ].map(
        ([m, inM]): Point => [
          (a[0] + b[0]) / 2 + along[0] * m - along[1] * inM,
          (a[1] + b[1]) / 2 + along[1] * m + along[0] * inM,
        ],
      )
    /** 25 m² each, ten to a row of 25 × 10 m, behind mouths of these widths ten metres apart. */
    const leave = (rows: number, widthsM: readonly number[]) => {
      const drives = widthsM.map((widthM, i) => strip(i * 10, i * 10 + widthM, 0, 10))
      const parking = [strip(-2, 23, 10, 10 + rows * 10)]
      return !brokenIn(withOption((o) => ({ ...o, fire_lanes: [], drives, parking }))).has(
        'way_out',
      )
    }
    assert.ok(leave(2, [3.5]))
    assert.ok(!leave(3, [3.5]))
    assert.ok(leave(3, [6]))
    assert.ok(leave(4, [3.5, 3.5]))
    assert.ok(!leave(5, [3.5, 3.5]))
    assert.ok(leave(5, [3.5, 6]))
  })

  it('finds ways that lead into a hole of the site and nowhere else', () => {
    const { boundary } = good.site
    const { fire_lanes, drives } = first()
    const mouths = difference(union(fire_lanes, drives), inset(boundary, 3))
    // As if the ground before the edge of the site, where the ways leave it, were holes in it.
    const holes = intersection(grow(mouths, 1), inset(boundary, 0.5))
    const around = { ...good.site, boundary: difference(boundary, holes) }
    const cut = withOption((option) => ({
      ...option,
      fire_lanes: difference(option.fire_lanes, grow(mouths, 1)),
      drives: difference(option.drives, grow(mouths, 1)),
    }))
    assert.ok(brokenIn({ ...cut, site: around }).has('way_out'))
  })

  it('finds parking that meets its way in a corner alone', () => {
    const square = (left: number, bottom: number, sideM: number): Ring => [
      [left, bottom],
      [left + sideM, bottom],
      [left + sideM, bottom + sideM],
      [left, bottom + sideM],
    ]
    const ways = { fire_lanes: [square(0, 0, 200)], drives: [] }
    const corner = withOption((o) => ({ ...o, ...ways, parking: [square(-20, -20, 20)] }))
    const side = withOption((o) => ({ ...o, ...ways, parking: [square(-20, 0, 20)] }))
    assert.ok(brokenIn(corner).has('parking_access'))
    assert.ok(!brokenIn(side).has('parking_access'))
  })

  it('lets a car go across parking to the next that lies against it, and no farther', () => {
    const square = (left: number): Ring => [
      [left, 0],
      [left + 20, 0],
      [left + 20, 20],
      [left, 20],
    ]
    const ways = { fire_lanes: [square(0)], drives: [square(20), square(40), square(60)] }
    const behind = (gapM: number) =>
      withOption((o) => ({ ...o, ...ways, parking: [square(-20), square(-40 - gapM)] }))
    assert.ok(!brokenIn(behind(0.05)).has('parking_access'))
    assert.ok(brokenIn(behind(1)).has('parking_access'))
  })

  it('finds a drive through a house, parking or playgrounds, and one not taken off the green', () => {
    for (const other of ['buildings', 'parking', 'playgrounds'] as const) {
      const over = withOption((option) => ({
        ...option,
        drives: other === 'buildings' ? option.buildings.map((b) => b.footprint) : option[other],
      }))
      assert.ok(brokenIn(over).has('no_overlap'), other)
    }
    const wider = withOption((option) => ({ ...option, drives: grow(option.drives, 2) }))
    const none = withOption((option) => ({ ...option, drives: [] }))
    assert.ok(first().drives.length > 0)
    for (const each of [wider, none]) assert.ok(brokenIn(each).has('indicators'))
  })

  it('finds too few playgrounds', () => {
    assert.ok(
      brokenIn(withOption((o) => ({ ...o, playgrounds: [] }))).has('playground_m2_per_unit'),
    )
  })

  it('finds every lie in the indicators', () => {
    const honest = first().indicators
    for (const [key, value] of Object.entries(honest)) {
      const lie = typeof value === 'number' ? value * 1.05 + 1 : { ...value, '2': value['2'] + 1 }
      assert.ok(brokenIn(withIndicators({ [key]: lie })).has('indicators'), key)
    }
  })

  it('finds every lie in the table of checks', () => {
    for (const { rule, limit, actual } of first().checks) {
      const name = rule.startsWith('fire_lane') ? null : rule
      assert.ok(brokenIn(withCheck(rule, { limit: limit * 1.1 + 1 })).has('checks'), rule)
      if (name) assert.ok(brokenIn(withCheck(name, { actual: actual + 3 })).has('checks'), rule)
      assert.ok(brokenIn(withCheck(rule, { ok: false })).has('checks'), rule)
    }
    const shorter = withOption((option) => ({ ...option, checks: option.checks.slice(1) }))
    assert.ok(brokenIn(shorter).has('checks'))
    const [row] = first().checks
    assert.ok(row)
    const twice = withOption((option) => ({ ...option, checks: [...option.checks, row] }))
    assert.ok(brokenIn(twice).has('checks'))
  })

  it('finds money that does not add up', () => {
    const rich = withOption((option) => ({
      ...option,
      economics: option.economics && {
        ...option.economics,
        revenue_rub: option.economics.revenue_rub + 1000,
      },
    }))
    assert.ok(brokenIn(rich).has('economics'))
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
      return !brokenIn({ ...good, assumptions }).has('economics')
    }
    assert.ok(isRight([3, 0.5], [7, 1.5]))
    assert.ok(isRight([2, 2], [3, 0.5], [7, 1.5], [9, 3]))
    assert.ok(isRight([3, 0.5], [4, 0.7], [5, 1]))
    assert.ok(isRight([9, 1], [25, 0.5]))
    assert.ok(!isRight([3, 1], [7, 1.5]))
  })

  it('finds options that are alike, out of order, or more than asked for', () => {
    const twice = { ...good, options: [first(), { ...first(), rank: 2 }] }
    assert.ok(brokenIn(twice).has('options'))
    const hardlyMoved = {
      ...first(),
      rank: 2,
      buildings: first().buildings.map((each) => shifted(each, 0.5, 0.5)),
    }
    const alike = checkLayouts({ ...good, options: [first(), hardlyMoved] })
    assert.ok(alike.some(({ option, broken }) => option === null && broken === 'options'))
    const swapped = { ...good, options: [...good.options].reverse() }
    assert.ok(brokenIn(swapped).has('options'))
    assert.ok(brokenIn({ ...good, outcome: 'no_feasible_layout' }).has('options'))
  })

  it('finds a site that does not agree with itself', () => {
    const wider = { ...good, site: { ...good.site, buildable: good.site.boundary } }
    assert.ok(brokenIn(wider).has('site'))
    assert.ok(brokenIn({ ...good, upper_bound_gfa_m2: 1e6 }).has('indicators'))
    const parcel = { ...good.parcel, area_m2: good.parcel.area_m2 * 1.2 }
    assert.ok(brokenIn({ ...good, parcel }).has('site'))
  })
})
