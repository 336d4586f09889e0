// What the checker finds of the options side by side, and of the site that they are on.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { areaOf, type Point, type Region } from '../../../../src/geometry/plane.ts'
import { inset } from '../../../../src/geometry/region.ts'
import { checkLayouts } from '../../../../src/siteplan/layouts/check-layouts.ts'
import { brokenIn, first, good, shifted } from './spoilt-layouts.ts'

describe('the checker of options and their site', () => {
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
    const worstFirst = good.options.map((option, i) => ({ ...option, score: 0.1 + i / 10 }))
    const details = checkLayouts({ ...good, options: worstFirst }).map(({ detail }) => detail)
    assert.ok(details.includes('not best first'))
    const misnumbered = good.options.map((option) => ({ ...option, rank: 3 - option.rank }))
    const told = checkLayouts({ ...good, options: misnumbered }).map(({ detail }) => detail)
    assert.deepEqual(told, ['rank 2 at place 1', 'rank 1 at place 2'])
    assert.equal(good.options.length, 2)
    assert.ok(brokenIn({ ...good, request: { ...good.request, options: 1 } }).has('options'))
    assert.ok(brokenIn({ ...good, outcome: 'no_feasible_layout' }).has('options'))
  })

  it('finds buildable ground off a site of very many corners, or too near to its edge', () => {
    const boundary = good.site.boundary.map((ring) =>
      ring.flatMap((from, i) => {
        const to = ring[(i + 1) % ring.length] ?? from
        return Array.from({ length: 100 }, (_, k): Point => {
          return [from[0] + ((to[0] - from[0]) * k) / 100, from[1] + ((to[1] - from[1]) * k) / 100]
        })
      }),
    )
    assert.ok(boundary.flat().length > 300)
    const isFound = (buildable: Region) => {
      const site = { ...good.site, boundary, buildable, buildable_area_m2: areaOf(buildable) }
      return brokenIn({ ...good, site }).has('site')
    }
    assert.ok(!isFound(good.site.buildable))
    assert.ok(isFound(inset(good.site.boundary, 2.9)))
    assert.ok(
      isFound(good.site.buildable.map((ring) => ring.map(([x, y]): Point => [x + 1000, y]))),
    )
    assert.ok(
      isFound([
        ...good.site.buildable,
        [
          [1000, 0],
          [1009, 0],
          [1009, 9],
        ],
      ]),
    )
  })

  it('finds a site that does not agree with itself', () => {
    const wider = { ...good, site: { ...good.site, buildable: good.site.boundary } }
    assert.ok(brokenIn(wider).has('site'))
    // Whose area is told as it is, but not the setback’s.
    const isTold = (offM: number) => {
      const buildable = inset(good.site.boundary, offM)
      const site = { ...good.site, buildable, buildable_area_m2: areaOf(buildable) }
      return brokenIn({ ...good, site }).has('site')
    }
    assert.deepEqual([2.9, 3, 3.1].map(isTold), [true, false, true])
    const larger = { ...good.site, buildable_area_m2: good.site.buildable_area_m2 + 0.1 }
    assert.ok(brokenIn({ ...good, site: larger }).has('site'))
    assert.ok(brokenIn({ ...good, upper_bound_gfa_m2: 1e6 }).has('indicators'))
    // The parcel's area is measured on another plane.
    const { boundary } = good.site
    const isOther = (share: number) => {
      const parcel = { ...good.parcel, area_m2: areaOf(boundary) * share }
      return brokenIn({ ...good, parcel }).has('site')
    }
    assert.deepEqual([0.98, 0.99, 1.01, 1.02].map(isOther), [true, false, false, true])
  })
})
