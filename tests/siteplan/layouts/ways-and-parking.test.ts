import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { distanceBetween } from '../../../src/geometry/distance.ts'
import type { Point } from '../../../src/geometry/plane.ts'
import { intersection, union } from '../../../src/geometry/region.ts'
import { checkLayouts } from '../../../src/siteplan/layouts/check-layouts.ts'
import { makeLayouts } from '../../../src/siteplan/layouts/make-layouts.ts'
import { rulesWith } from '../../norms/rules.ts'
import { box, inputFor, parcelOfRings, rectangularParcel, shareOf } from './sites.ts'

describe('best layouts: ways and parking', () => {
  it('keep ways 2.5 m off all walls, in the courts of blocks too', () => {
    for (const [widthM, depthM] of [
      [70, 90],
      [90, 110],
      [150, 150],
    ] as const) {
      const asked = { typologies: ['perimeter'] as const, options: 5, storeys: { min: 3, max: 9 } }
      const { options } = makeLayouts(inputFor(rectangularParcel(widthM, depthM), asked))
      assert.ok(options.length > 0)
      for (const { buildings, fire_lanes, drives } of options) {
        const walls = buildings.flatMap(({ footprint, courts }) => [footprint, ...courts])
        const nearM = distanceBetween(walls, [...fire_lanes, ...drives])
        assert.ok(nearM >= 2.4, `${widthM} × ${depthM}: ${nearM} m`)
      }
    }
  })

  it('join the ways round a block where the norms let them lie right at its walls', () => {
    const ruleSet = rulesWith({
      fire_lane_distance_m: [{ up_to: null, value: { least: 0, most: 8 } }],
    })
    const asked = { typologies: ['perimeter'] as const, storeys: { min: 3, max: 9 } }
    const layouts = makeLayouts(inputFor(rectangularParcel(100, 90), asked, { ruleSet }))
    assert.ok(layouts.options.length > 0)
    assert.deepEqual(checkLayouts(layouts), [])
  })

  it('lead their ways to the edge of the site, on outlines a little askew', () => {
    const offM = fc.double({ min: -0.6, max: 0.6, noNaN: true })
    fc.assert(
      fc.property(
        fc.array(offM, { minLength: 8, maxLength: 8 }),
        fc.constantFrom([30, 50], [37, 55], [60, 80]),
        (off, [widthM = 0, lengthM = 0]) => {
          const corners: Point[] = [
            [0, 0],
            [widthM, 0],
            [widthM, lengthM],
            [0, lengthM],
          ]
          const outline = corners.map(
            ([x, y], i): Point => [x + (off[2 * i] ?? 0), y + (off[2 * i + 1] ?? 0)],
          )
          const { options, site } = makeLayouts(inputFor(parcelOfRings([outline])))
          for (const { fire_lanes, rank } of options) {
            const shortM = distanceBetween(fire_lanes, site.boundary)
            assert.ok(shortM < 0.01, `option ${rank} ends ${shortM} m short`)
          }
        },
      ),
      { numRuns: 25, seed: 3 },
    )
  })

  it('lead out over an edge that lies aslant to all ways, and never into a hole', () => {
    const aslant: Point[] = [
      [0, 0],
      [88, 0],
      [60, 42],
      [-18, 20],
    ]
    const outline: Point[] = [
      [0, 0],
      [70, 0],
      [90, 70],
      [10, 90],
    ]
    const yard: Point[] = [
      [44, 30],
      [44, 52],
      [62, 52],
      [62, 30],
    ]
    for (const rings of [[aslant], [outline, yard]]) {
      for (const options of [1, 5]) {
        const layouts = makeLayouts(inputFor(parcelOfRings(rings), { options, parking_ratio: 1 }))
        assert.equal(layouts.outcome, 'ok')
        assert.deepEqual(checkLayouts(layouts), [])
      }
    }
  })

  it('go on to the true edge of a site whose teeth were cut off for the search', () => {
    // 110 × 90 m; every second corner lies up to 90 cm farther out, every 20 or 30 cm.
    for (const [stepM, teethM] of [
      [0.2, 0.9],
      [0.3, 0.6],
    ] as const) {
      const side = ([x0, y0]: Point, [x1, y1]: Point, [outX, outY]: Point) => {
        const count = Math.round(Math.hypot(x1 - x0, y1 - y0) / stepM)
        return Array.from({ length: count }, (_, i): Point => {
          const [share, offM] = [i / count, (i % 2) * teethM]
          return [x0 + (x1 - x0) * share + outX * offM, y0 + (y1 - y0) * share + outY * offM]
        })
      }
      const toothed = [
        ...side([0, 0], [110, 0], [0, -1]),
        ...side([110, 0], [110, 90], [1, 0]),
        ...side([110, 90], [0, 90], [0, 1]),
        ...side([0, 90], [0, 0], [-1, 0]),
      ]
      const layouts = makeLayouts(inputFor(parcelOfRings([toothed]), { options: 1 }))
      assert.deepEqual(checkLayouts(layouts), [])
      for (const { fire_lanes } of layouts.options) {
        assert.equal(distanceBetween(fire_lanes, layouts.site.boundary), 0)
      }
      assert.equal(layouts.options.length, 1)
    }
  })

  it('put no house on land in a hole of the site, from which no way leads out', () => {
    const rings = [box(300, 300), box(200, 200).toReversed(), box(150, 150)]
    const asked = { typologies: ['tower'] as const, storeys: { min: 5, max: 9 }, options: 1 }
    const layouts = makeLayouts(inputFor(parcelOfRings(rings), asked))
    assert.ok(shareOf(layouts) > 0.95, `${shareOf(layouts)}`)
    const inHole = layouts.options.flatMap(({ buildings }) =>
      buildings.flatMap(({ footprint }) => intersection([footprint], [box(200, 200)])),
    )
    assert.deepEqual(inHole, [])
  })

  it('bring a car to every parking, whatever the outline', () => {
    const offM = fc.double({ min: -18, max: 18, noNaN: true })
    fc.assert(
      fc.property(fc.array(offM, { minLength: 8, maxLength: 8 }), (off) => {
        const corners: Point[] = [
          [0, 0],
          [90, 0],
          [90, 120],
          [0, 120],
        ]
        const outline = corners.map(
          ([x, y], i): Point => [x + (off[2 * i] ?? 0), y + (off[2 * i + 1] ?? 0)],
        )
        const { options, site } = makeLayouts(inputFor(parcelOfRings([outline])))
        assert.ok(options.length > 0)
        for (const { fire_lanes, drives, parking } of options) {
          const ways = union(fire_lanes, drives)
          assert.ok(distanceBetween(ways, site.boundary) < 0.1)
          for (const lot of parking) {
            const others = parking.filter((other) => other !== lot)
            assert.ok(distanceBetween([lot], [...ways, ...others]) < 0.1)
          }
        }
      }),
      { numRuns: 15, seed: 3 },
    )
  })
})
