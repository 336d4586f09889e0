// What the checker finds of ways for fire engines, drives and parking.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { areaOf, type Point, type Region, type Ring } from '../../../../src/geometry/plane.ts'
import {
  difference,
  grow,
  inset,
  intersection,
  joined,
  union,
} from '../../../../src/geometry/region.ts'
import { checkLayouts } from '../../../../src/siteplan/layouts/check-layouts.ts'
import { isInCorner, isLongSide, wallsOf } from '../../../../src/siteplan/layouts/checker/walls.ts'
import type { BestLayouts, Building } from '../../../../src/siteplan/layouts/layout.ts'
import { makeLayouts } from '../../../../src/siteplan/layouts/make-layouts.ts'
import { inputFor, rectangularParcel } from '../sites.ts'
import { brokenIn, centre, first, good, withOption, withRule } from './spoilt-layouts.ts'

/** From the middle of the site's first edge: metres along it and into the site. */
const at = (m: number, inM: number): Point => {
  const [[ax, ay] = [0, 0], [bx, by] = [0, 0]] = good.site.boundary[0] ?? []
  const sideM = Math.hypot(bx - ax, by - ay)
  const along: Point = [(bx - ax) / sideM, (by - ay) / sideM]
  return [
    (ax + bx) / 2 + along[0] * m - along[1] * inM,
    (ay + by) / 2 + along[1] * m + along[0] * inM,
  ]
}

/** From one place along that edge to another, so far into the site. */
const strip = (from: number, to: number, nearM: number, farM: number): Ring => [
  at(from, nearM),
  at(to, nearM),
  at(to, farM),
  at(from, farM),
]

const square = (left: number, bottom: number, sideM: number): Ring => [
  [left, bottom],
  [left + sideM, bottom],
  [left + sideM, bottom + sideM],
  [left, bottom + sideM],
]

describe('the checker of ways and parking', () => {
  it('finds a way for fire engines that is narrower than demanded', () => {
    const narrow = withOption((o) => ({ ...o, fire_lanes: inset(o.fire_lanes, 0.1) }))
    assert.ok(brokenIn(narrow).has('fire_lane_distance_m'))
  })

  it('finds a way or a drive that runs against a wall', () => {
    const [{ footprint } = { footprint: [] }] = first().buildings
    const beside = (m: number) => difference(grow([footprint], m + 4), grow([footprint], m))
    for (const use of ['fire_lanes', 'drives'] as const) {
      const against = (m: number) => withOption((o) => ({ ...o, [use]: union(o[use], beside(m)) }))
      const told = (m: number) =>
        checkLayouts(against(m)).some(({ detail }) => /to a wall/.test(detail))
      assert.deepEqual([0, 2, 2.5].map(told), [true, true, false], use)
    }
  })

  it('finds a missing way for fire engines', () => {
    assert.ok(brokenIn(withOption((o) => ({ ...o, fire_lanes: [] }))).has('fire_lane_distance_m'))
  })

  it('finds a wing of a block without a way for fire engines', () => {
    const asked = { typologies: ['perimeter'] as const, storeys: { min: 5, max: 9 } }
    const blocks = makeLayouts(inputFor(rectangularParcel(150, 150), { ...asked, options: 1 }))
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

  it('finds parking and playgrounds nearer than three metres to a wall', () => {
    const [{ footprint } = { footprint: [] }] = first().buildings
    const beside = (m: number) => difference(grow([footprint], m + 6), grow([footprint], m))
    for (const use of ['parking', 'playgrounds'] as const) {
      const rule = use === 'parking' ? 'parking_per_unit' : 'playground_m2_per_unit'
      const isTold = (m: number) => {
        const near = withOption((o) => ({ ...o, [use]: union(o[use], beside(m)) }))
        return brokenIn(near).has(rule)
      }
      assert.ok(!isTold(3), use)
      assert.ok(isTold(2.9), use)
    }
  })

  it('finds ground drawn twice, from half a square metre on, and a ring that turns the wrong way', () => {
    const tells = (layouts: BestLayouts) =>
      checkLayouts(layouts).some(({ detail }) => /m² in all cover/.test(detail))
    for (const use of ['parking', 'playgrounds', 'fire_lanes', 'drives'] as const) {
      const [ring] = first()[use].toSorted((a, b) => areaOf([b]) - areaOf([a]))
      assert.ok(ring)
      const [x, y] = centre({ footprint: ring } as Building)
      const isTold = (...more: Region) =>
        tells(withOption((option) => ({ ...option, [use]: [...option[use], ...more] })))
      assert.ok(isTold(ring), use)
      const turned = withOption((o) => ({ ...o, [use]: o[use].map((each) => each.toReversed()) }))
      assert.ok(tells(turned), use)
      if (use === 'parking')
        assert.deepEqual([isTold(square(x, y, 0.7)), isTold(square(x, y, 0.8))], [false, true])
    }
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

  it('lets a way for fire engines beside those that houses need be as wide as any of them', () => {
    const narrow = withRule('fire_lane_width_m', [{ up_to: null, value: 2.5 }])
    const clear = [0, 20, 40, 60].map((m) => [at(m, 0), at(m + 3, 0), at(m + 3, 8), at(m, 8)])
    const { fire_lanes, drives } = first()
    const own = grow(union(fire_lanes, drives), 1)
    const way = clear.find((ring) => areaOf(intersection([ring], own)) === 0)
    assert.ok(way)
    const leaves = (layouts: BestLayouts, use: 'fire_lanes' | 'drives') => {
      const [option, ...others] = layouts.options
      assert.ok(option)
      const more = { ...option, [use]: [...option[use], way] }
      return !brokenIn({ ...layouts, options: [more, ...others] }).has('way_out')
    }
    assert.ok(leaves(narrow, 'fire_lanes'))
    assert.ok(!leaves(good, 'fire_lanes'))
    // What serves cars alone is as wide as a drive is built.
    assert.ok(!leaves(narrow, 'drives'))
  })

  it('finds ways for fire engines that leave the site wide enough for cars alone', () => {
    const edge = difference(good.site.boundary, inset(good.site.boundary, 3))
    const [exit, ...others] = intersection(first().fire_lanes, edge)
    assert.ok(exit?.length === 4 && others.length === 0)
    const [a, b, c, d] = exit as [Point, Point, Point, Point]
    /** With only this share of the exit’s width left. */
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
    // One house that demands so wide a way is enough, however little all others do.
    const steps = [
      { up_to: 15, value: 2.5 },
      { up_to: null, value: 4.2 },
    ]
    const { rule_set } = withRule('fire_lane_width_m', steps)
    const raised = (layouts: BestLayouts, height_m: number) => ({
      ...layouts,
      rule_set,
      options: layouts.options.slice(0, 1).map((option) => ({
        ...option,
        buildings: option.buildings.map((each, i) => (i === 0 ? { ...each, height_m } : each)),
      })),
    })
    assert.ok(!brokenIn(raised(narrowed(3.8 / 4.2), 15)).has('way_out'))
    assert.ok(brokenIn(raised(narrowed(3.8 / 4.2), 16)).has('way_out'))
    // Cars may come over parking beside the way; an engine finds it full.
    const beside = (layouts: BestLayouts) => ({
      ...layouts,
      options: layouts.options.map((o) => ({
        ...o,
        parking: union(o.parking, intersection(grow([exit], 0.5), difference(edge, o.fire_lanes))),
      })),
    })
    assert.ok(brokenIn(beside(narrowed(3.8 / 4.2))).has('way_out'))
  })

  it('finds parking of many spaces with no other way out than one lane', () => {
    /** 25 m² each, ten to a row of 25 × 10 m, behind exits of these widths ten metres apart. */
    const leave = (rows: number, widthsM: readonly number[], elsewhere: readonly Ring[] = []) => {
      const drives = widthsM.map((widthM, i) => strip(i * 10, i * 10 + widthM, 0, 10))
      const parking = [strip(-2, 23, 10, 10 + rows * 10), ...elsewhere]
      if (elsewhere.length > 0) drives.push(strip(50, 56, 0, 10))
      return !brokenIn(withOption((o) => ({ ...o, fire_lanes: [], drives, parking }))).has(
        'way_out',
      )
    }
    assert.ok(leave(2, [3.5]))
    assert.ok(!leave(2.11, [3.5]))
    assert.ok(!leave(3, [3.5]))
    assert.ok(!leave(3, [5.5]))
    assert.ok(leave(3, [6]))
    assert.ok(leave(4, [3.5, 3.5]))
    assert.ok(!leave(5, [3.5, 3.5]))
    assert.ok(leave(5, [3.5, 6]))
    // The exit of other parking, however wide, is no way out of this one.
    assert.ok(leave(2, [3.5], [strip(48, 58, 10, 20)]))
    assert.ok(!leave(3, [3.5], [strip(48, 58, 10, 20)]))
  })

  it('finds a way for fire engines that narrows between the edge of the site and a house', () => {
    // The way to the second row of houses, whose only exit lies before the first.
    const isTold = (leftM: number) => {
      const cut = [strip(-92, -87.5 - leftM, 55, 65)]
      const narrowed = withOption((o) => ({ ...o, fire_lanes: difference(o.fire_lanes, cut) }))
      return brokenIn(narrowed).has('way_out')
    }
    assert.deepEqual([4.1, 3.8, 0.2].map(isTold), [false, true, true])
  })

  it('finds a drive, or parking on the way, that narrows before the parking it leads to', () => {
    const isTold = (drives: Region, parking: Region) =>
      brokenIn(withOption((o) => ({ ...o, fire_lanes: [], drives, parking }))).has('parking_access')
    const drive = (neckM: number) =>
      joined([strip(0, 6, 0, 15), strip(0, neckM, 14, 20), strip(0, 6, 19, 30)])
    const lot = strip(-2, 23, 30, 46)
    const necksM = [6, 3.5, 3, 0.2]
    assert.deepEqual(
      necksM.map((m) => isTold(drive(m), [lot])),
      [false, false, true, true],
    )
    // A car may come another way.
    assert.ok(!isTold([...drive(0.2), strip(15, 18.5, 0, 30)], [lot]))
    const before = (neckM: number) => joined([strip(0, 20, 10, 20), strip(0, neckM, 19, 29.95)])
    assert.deepEqual(
      necksM.map((m) => isTold([strip(0, 6, 0, 10)], [...before(m), lot])),
      [false, false, true, true],
    )
  })

  it('finds ways that lead into a hole of the site and nowhere else', () => {
    const { boundary } = good.site
    const { fire_lanes, drives } = first()
    const exits = difference(union(fire_lanes, drives), inset(boundary, 3))
    // As if the ground before the edge of the site, where the ways leave it, were holes in it.
    const holes = intersection(grow(exits, 1), inset(boundary, 0.5))
    const around = { ...good.site, boundary: difference(boundary, holes) }
    const cut = withOption((option) => ({
      ...option,
      fire_lanes: difference(option.fire_lanes, grow(exits, 1)),
      drives: difference(option.drives, grow(exits, 1)),
    }))
    assert.ok(brokenIn({ ...cut, site: around }).has('way_out'))
    // A hole that a car could stand in.
    const pit: Ring = [at(-15, 40), at(15, 40), at(15, 70), at(-15, 70)]
    const site = { ...good.site, boundary: difference(boundary, [pit]) }
    const way: Ring = [at(0, 20), at(6, 20), at(6, 40), at(0, 40)]
    const only = withOption((o) => ({ ...o, fire_lanes: [way], drives: [], parking: [] }))
    assert.ok(brokenIn({ ...only, site }).has('way_out'))
  })

  it('finds parking that meets its way in a corner alone', () => {
    const ways = { fire_lanes: [square(0, 0, 200)], drives: [] }
    const corner = withOption((o) => ({ ...o, ...ways, parking: [square(-20, -20, 20)] }))
    assert.ok(brokenIn(corner).has('parking_access'))
    const along = (m: number) =>
      withOption((o) => ({ ...o, ...ways, parking: [square(-20, m - 20, 20)] }))
    assert.ok(!brokenIn(along(20)).has('parking_access'))
    assert.ok(!brokenIn(along(2.5)).has('parking_access'))
    assert.ok(brokenIn(along(2.2)).has('parking_access'))
  })

  it('lets a car go across parking to the next that lies against it, and no farther', () => {
    const next = (left: number) => square(left, 0, 20)
    const ways = { fire_lanes: [next(0)], drives: [next(20), next(40), next(60)] }
    const behind = (gapM: number) =>
      withOption((o) => ({ ...o, ...ways, parking: [next(-20), next(-40 - gapM)] }))
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
})
