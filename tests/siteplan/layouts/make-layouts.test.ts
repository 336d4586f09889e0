import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { distanceBetween } from '../../../src/geometry/distance.ts'
import { areaOf, contains, type Point } from '../../../src/geometry/plane.ts'
import { intersection, union } from '../../../src/geometry/region.ts'
import { cornersOf, MANY_CORNERS } from '../../../src/geometry/simplify.ts'
import { stepAt } from '../../../src/norms/rule-look-ups.ts'
import { checkLayouts } from '../../../src/siteplan/layouts/check-layouts.ts'
import { storeysAskedAbout } from '../../../src/siteplan/layouts/export-layouts.ts'
import type { BestLayouts } from '../../../src/siteplan/layouts/layout.ts'
import { makeLayouts } from '../../../src/siteplan/layouts/make-layouts.ts'
import { askedWithout } from '../../../src/siteplan/layouts/solver/asked-without.ts'
import { MAX_PIECES } from '../../../src/siteplan/layouts/solver/pieces.ts'
import {
  DEFAULT_RULES,
  inputFor,
  parcelOf,
  parcelOfRings,
  rectangle,
  rulesWith,
  turned,
} from './sites.ts'

/** Outlines with corners at uneven distances round a middle: convex or not, never crossing. */
const anyOutline = fc
  .record({
    reach: fc.double({ min: 15, max: 130, noNaN: true }),
    corners: fc.array(fc.double({ min: 0.25, max: 1, noNaN: true }), {
      minLength: 3,
      maxLength: 9,
    }),
    stretch: fc.double({ min: 0.35, max: 1, noNaN: true }),
    turn: fc.double({ min: 0, max: 3, noNaN: true }),
  })
  .map(({ reach, corners, stretch, turn }) =>
    turned(
      corners.map((share, i): Point => {
        const angle = (2 * Math.PI * i) / corners.length
        return [reach * share * Math.cos(angle), reach * share * stretch * Math.sin(angle)]
      }),
      turn,
    ),
  )

const anyStoreys = fc.constantFrom(
  { min: 3, max: 9 },
  { min: 3, max: 17 },
  { min: 1, max: 5 },
  { min: 9, max: 25 },
)

/** A ring round a middle, m. */
const box = (widthM: number, depthM: number, x = 0, y = 0): Point[] => [
  [x - widthM / 2, y - depthM / 2],
  [x + widthM / 2, y - depthM / 2],
  [x + widthM / 2, y + depthM / 2],
  [x - widthM / 2, y + depthM / 2],
]

const shareOf = (layouts: BestLayouts) => layouts.options[0]?.indicators.share_of_bound ?? 0

describe('best layouts', () => {
  it('never break a rule that the checker knows, on any outline', () => {
    fc.assert(
      fc.property(anyOutline, anyStoreys, fc.nat(1000), (outline, storeys, seed) => {
        const layouts = makeLayouts(inputFor(parcelOfRings([outline]), { storeys, seed }))
        assert.deepEqual(checkLayouts(layouts), [])
      }),
      { numRuns: 40, seed: 1 },
    )
  })

  it('always keep inside the setback, apart, and below coverage and density', () => {
    const { rules } = DEFAULT_RULES
    fc.assert(
      fc.property(anyOutline, anyStoreys, (outline, storeys) => {
        const { site, options } = makeLayouts(inputFor(parcelOfRings([outline]), { storeys }))
        const siteM2 = areaOf(site.boundary)
        for (const { buildings } of options) {
          let ground = 0
          let floors = 0
          for (const [i, a] of buildings.entries()) {
            ground += a.footprint_m2
            floors += a.gfa_m2
            assert.ok(a.footprint.every((corner) => contains(site.boundary, corner)))
            assert.ok(distanceBetween([a.footprint], site.boundary) >= 3 - 0.002)
            for (const b of buildings.slice(i + 1)) {
              assert.ok(areaOf(intersection([a.footprint], [b.footprint])) < 1e-3)
              assert.ok(distanceBetween([a.footprint], [b.footprint]) >= 6 - 0.002)
            }
          }
          for (const { storeys: count } of buildings) {
            assert.ok(ground <= stepAt(rules.max_coverage.value, count) * siteM2 + 0.05)
            assert.ok(floors <= stepAt(rules.max_density.value, count) * siteM2 + 0.05)
          }
        }
      }),
      { numRuns: 25, seed: 2 },
    )
  })

  it('are the same for the same input, byte for byte', () => {
    const input = inputFor(rectangle(90, 140))
    assert.equal(JSON.stringify(makeLayouts(input)), JSON.stringify(makeLayouts(input)))
  })

  it('reach 95 % of the upper bound on plain rectangles', () => {
    for (const [width, depth] of [
      [60, 80],
      [80, 100],
      [100, 150],
      [200, 200],
    ] as const) {
      for (const storeys of [
        { min: 3, max: 9 },
        { min: 3, max: 17 },
      ]) {
        const layouts = makeLayouts(inputFor(rectangle(width, depth), { storeys }))
        assert.ok(shareOf(layouts) >= 0.95, `${width} × ${depth}: ${shareOf(layouts)}`)
        assert.ok(shareOf(layouts) <= 1)
      }
    }
  })

  it('bring as many different options as were asked for where there is room', () => {
    for (const options of [1, 3, 5]) {
      const layouts = makeLayouts(inputFor(rectangle(120, 160), { options }))
      assert.equal(layouts.options.length, options)
      assert.deepEqual(
        layouts.options.map(({ rank }) => rank),
        Array.from({ length: options }, (_, i) => i + 1),
      )
    }
  })

  it('draw few pieces on a square kilometre, in few corners on an outline of thousands', () => {
    const toothed = Array.from({ length: 6000 }, (_, i): Point => {
      const angle = (i / 6000) * 2 * Math.PI
      const r = 75 + (i % 2) * 3
      return [r * Math.cos(angle), r * Math.sin(angle)]
    })
    for (const parcel of [rectangle(1000, 1000), parcelOfRings([toothed])]) {
      const layouts = makeLayouts(inputFor(parcel, { objective: 'balanced' }))
      // Work would take minutes if it grew with ground or corners.
      assert.ok(cornersOf(layouts.site.buildable) <= MANY_CORNERS)
      for (const { parking, playgrounds } of layouts.options) {
        assert.ok(parking.length <= MAX_PIECES && playgrounds.length <= MAX_PIECES)
      }
      assert.ok(shareOf(layouts) > 0.99)
      assert.deepEqual(checkLayouts(layouts), [])
    }
  })

  it('hold where buildings of two heights ask for different ways', () => {
    const ruleSet = rulesWith({
      max_density: [{ up_to: null, value: 3 }],
      max_coverage: [{ up_to: null, value: 0.5 }],
    })
    const request = { options: 5, objective: 'balanced' } as const
    const input = inputFor(rectangle(300, 300), request, { ruleSet })
    assert.deepEqual(checkLayouts(makeLayouts(input)), [])
  })

  it('build only what was asked for', () => {
    for (const typology of ['slab', 'tower', 'perimeter'] as const) {
      const layouts = makeLayouts(
        inputFor(rectangle(150, 150), { typologies: [typology], storeys: { min: 9, max: 12 } }),
      )
      assert.equal(layouts.outcome, 'ok', typology)
      for (const building of layouts.options.flatMap(({ buildings }) => buildings)) {
        assert.equal(building.typology, typology)
        assert.ok(building.storeys >= 9 && building.storeys <= 12)
      }
    }
  })

  it('keep ways 2.5 m off all walls, in the courts of blocks too', () => {
    for (const [widthM, depthM] of [
      [70, 90],
      [90, 110],
      [150, 150],
    ] as const) {
      const asked = { typologies: ['perimeter'] as const, options: 5, storeys: { min: 3, max: 9 } }
      const { options } = makeLayouts(inputFor(rectangle(widthM, depthM), asked))
      assert.ok(options.length > 0)
      for (const { buildings, fire_lanes, drives } of options) {
        const walls = buildings.flatMap(({ footprint, courts }) => [footprint, ...courts])
        const nearM = distanceBetween(walls, [...fire_lanes, ...drives])
        assert.ok(nearM >= 2.4, `${widthM} × ${depthM}: ${nearM} m`)
      }
    }
  })

  it('hold for parcels with holes, with several parts, and with a corner cut out', () => {
    const outline: Point[] = [
      [0, 0],
      [160, 0],
      [160, 60],
      [70, 60],
      [70, 150],
      [0, 150],
    ]
    const hole: Point[] = [
      [30, 30],
      [45, 30],
      [45, 45],
      [30, 45],
    ]
    const far = turned(outline, 0.2).map(([x, y]): Point => [x + 400, y])
    const two = [parcelOfRings([outline, hole]), parcelOfRings([far])]
    const both = parcelOf({
      type: 'MultiPolygon',
      coordinates: two.map(({ geometry }) =>
        geometry.type === 'Polygon' ? geometry.coordinates : [],
      ),
    })
    for (const parcel of [...two, both]) {
      const layouts = makeLayouts(inputFor(parcel))
      assert.equal(layouts.outcome, 'ok')
      assert.deepEqual(checkLayouts(layouts), [])
      assert.ok(shareOf(layouts) > 0.85, `${shareOf(layouts)}`)
    }
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

  it('name density, not the setback, where whole sections end just short of it', () => {
    const asked = { typologies: ['slab'] as const, storeys: { min: 20, max: 25 } }
    const layouts = makeLayouts(inputFor(rectangle(90, 100), asked))
    assert.ok(shareOf(layouts) > 0.9, `${shareOf(layouts)}`)
    assert.equal(layouts.binding_rule, 'max_density')
  })

  it('name green or playgrounds where those leave no room, and not parking', () => {
    const limitOf = (changes: Parameters<typeof rulesWith>[0]) =>
      makeLayouts(inputFor(rectangle(100, 100), {}, { ruleSet: rulesWith(changes) })).binding_rule
    assert.equal(limitOf({ min_green: 1 }), 'min_green')
    assert.equal(limitOf({ playground_m2_per_unit: 50 }), 'playground_m2_per_unit')
  })

  it('name a rule without which more can be built', () => {
    const ruleSet = rulesWith({ max_density: [{ up_to: null, value: 1.2 }] })
    let named = 0
    for (const [widthM, depthM, skewM, parking_ratio] of [
      [46, 44, 12, 0.6],
      [46, 44, 12, 0.8],
      [50, 40, 12, 0.6],
      [50, 40, 12, 0.8],
      [36, 44, 0, 0.8],
    ] as const) {
      const outline: Point[] = [
        [0, 0],
        [widthM, skewM],
        [widthM, depthM],
        [0, depthM - skewM],
      ]
      const asked = { storeys: { min: 3, max: 9 }, parking_ratio }
      const input = inputFor(parcelOfRings([outline]), asked, { ruleSet })
      const gfaOf = (each: typeof input) => makeLayouts(each).options[0]?.indicators.gfa_m2 ?? 0
      const { binding_rule } = makeLayouts(input)
      const relaxed = askedWithout(binding_rule, { rules: ruleSet.rules, request: input.request })
      if (!relaxed) continue
      named += 1
      const { rules, request } = relaxed
      const more = gfaOf({ ...input, request, ruleSet: { ...ruleSet, rules } })
      assert.ok(more > gfaOf(input) * 1.005, `${widthM} × ${depthM}: ${binding_rule}`)
    }
    assert.ok(named >= 4)
  })

  it('build less where parking needs the ground, and say so', () => {
    const few = makeLayouts(inputFor(rectangle(100, 100), { parking_ratio: 0.6 }))
    const many = makeLayouts(inputFor(rectangle(100, 100), { parking_ratio: 2.5 }))
    assert.ok(shareOf(many) < shareOf(few))
    assert.equal(many.binding_rule, 'parking_per_unit')
    assert.equal(few.binding_rule, 'max_density')
  })

  it('build less by and by as more parking is asked for, never much less at once', () => {
    // A wide site, and one with a hole in its middle.
    for (const parcel of [
      rectangle(160, 110),
      parcelOfRings([box(130, 120), box(24, 20, 10, -8)]),
    ]) {
      const gfas = [1.5, 2, 2.5, 3].map((parking_ratio) => {
        const layouts = makeLayouts(inputFor(parcel, { parking_ratio, options: 1 }))
        assert.deepEqual(checkLayouts(layouts), [])
        return layouts.options[0]?.indicators.gfa_m2 ?? 0
      })
      for (const [i, gfaM2] of gfas.entries()) {
        const easierM2 = gfas[i - 1] ?? gfaM2
        assert.ok(gfaM2 <= easierM2 + 1 && gfaM2 >= 0.7 * easierM2, gfas.join(', '))
      }
    }
  })

  it('say what is within reach of the least house beside the bound of the rules', () => {
    const layouts = makeLayouts(inputFor(rectangle(30, 50), { options: 1 }))
    assert.ok(Math.abs(layouts.upper_bound_gfa_m2 - 1800) < 1, 'at ten storeys, of 180 m² each')
    assert.ok(Math.abs(layouts.reachable_gfa_m2 - 1200) < 1, 'at three storeys')
  })

  it('find the layout of a strict density under a looser one too, on sites of a single house', () => {
    for (const [widthM, depthM] of [
      [33, 44],
      [34, 42],
      [36, 40],
    ] as const) {
      const gfaAt = (density: number) => {
        const ruleSet = rulesWith({ max_density: [{ up_to: null, value: density }] })
        const input = inputFor(rectangle(widthM, depthM), { options: 1 }, { ruleSet })
        return makeLayouts(input).options[0]?.indicators.gfa_m2 ?? 0
      }
      const strictM2 = gfaAt(0.8)
      assert.ok(strictM2 > 0)
      for (const density of [1.5, 2.4]) {
        const looseM2 = gfaAt(density)
        assert.ok(looseM2 >= strictM2, `${widthM} × ${depthM} at ${density}: ${looseM2}`)
      }
    }
  })

  it('count money where there are prices, and rank by floor area where there are none', () => {
    const objective = 'revenue'
    const priced = makeLayouts(inputFor(rectangle(80, 100), { objective }))
    const economics = priced.options[0]?.economics
    assert.ok(economics && economics.revenue_rub > 0 && economics.margin < 1)
    const without = makeLayouts(inputFor(rectangle(80, 100), { objective }, { prices: null }))
    assert.equal(without.options[0]?.economics, null)
    assert.equal(without.outcome, 'ok')
  })

  it('price flats at the storeys of the houses drawn, whatever was asked for', () => {
    for (const [storeys, studio] of [
      [3, 200_000],
      [6, 190_000],
      [9, 180_000],
    ] as const) {
      const [option] = makeLayouts(
        inputFor(rectangle(80, 100), { storeys: { min: storeys, max: storeys } }),
      ).options
      assert.equal(option?.economics?.price_rub_per_m2.studio, studio)
    }
    const { options } = makeLayouts(inputFor(rectangle(80, 100), { storeys: { min: 3, max: 9 } }))
    for (const { buildings, economics } of options) {
      const [first] = buildings
      assert.ok(first && economics)
      if (buildings.some(({ storeys }) => storeys !== first.storeys)) continue
      const expected = 200_000 - (20_000 * (first.storeys - 3)) / 6
      assert.equal(economics.price_rub_per_m2.studio, Math.round(expected))
    }
  })

  it('ask for prices at a few numbers of storeys that may be built', () => {
    const { rules } = DEFAULT_RULES
    assert.deepEqual(storeysAskedAbout({ min: 3, max: 17 }, rules), [3, 7, 10, 14, 17])
    assert.deepEqual(storeysAskedAbout({ min: 3, max: 100 }, rules).at(-1), 25)
    assert.deepEqual(storeysAskedAbout({ min: 9, max: 9 }, rules), [9])
    assert.deepEqual(storeysAskedAbout({ min: 4, max: 6 }, rules), [4, 5, 6])
    assert.deepEqual(storeysAskedAbout({ min: 40, max: 50 }, rules), [40])
  })

  for (const objective of ['gfa', 'revenue', 'margin', 'balanced'] as const) {
    it(`are ranked best first by ${objective}`, () => {
      const { options } = makeLayouts(inputFor(rectangle(120, 160), { objective, options: 5 }))
      const scores = options.map(({ score }) => score)
      assert.deepEqual(
        scores,
        [...scores].sort((a, b) => b - a),
      )
    })
  }
})

describe('a site where nothing can be built', () => {
  const outcomeOf = (rings: readonly (readonly Point[])[]) => {
    const layouts = makeLayouts(inputFor(parcelOfRings(rings)))
    assert.equal(layouts.outcome, 'no_feasible_layout')
    assert.deepEqual(layouts.options, [])
    assert.deepEqual(checkLayouts(layouts), [])
    return layouts.binding_rule
  }

  it('says so of a parcel eaten by its setback', () => {
    assert.equal(
      outcomeOf([
        [
          [0, 0],
          [100, 0],
          [100, 6],
          [0, 6],
        ],
      ]),
      'setback_m',
    )
  })

  it('says so of a parcel too small for the smallest house', () => {
    assert.equal(
      outcomeOf([
        [
          [0, 0],
          [27, 0],
          [27, 27],
          [0, 27],
        ],
      ]),
      'max_density',
    )
  })

  it('says so of a parcel too narrow for a fire engine beside the house', () => {
    assert.equal(
      outcomeOf([
        [
          [0, 0],
          [120, 0],
          [120, 21.6],
          [0, 21.6],
        ],
      ]),
      'fire_lane_distance_m',
    )
  })

  it('says so of what encloses nothing, a sliver, and a ring that touches itself', () => {
    outcomeOf([
      [
        [0, 0],
        [10, 0],
        [20, 0],
      ],
    ])
    outcomeOf([
      [
        [0, 0],
        [300, 0.001],
        [300, 0.004],
      ],
    ])
    outcomeOf([
      [
        [0, 0],
        [20, 20],
        [20, 0],
        [0, 20],
      ],
    ])
  })

  it('names storeys or height where the request is above what is allowed', () => {
    const asked = { storeys: { min: 30, max: 40 } }
    assert.equal(makeLayouts(inputFor(rectangle(100, 100), asked)).binding_rule, 'max_storeys')
    const tall = rulesWith({ max_storeys: 100 })
    assert.equal(
      makeLayouts(inputFor(rectangle(100, 100), asked, { ruleSet: tall })).binding_rule,
      'max_height_m',
    )
  })

  it('names the least storeys where all that are asked for are fewer, or only fewer would fit', () => {
    const ruleSet = rulesWith({ min_storeys: 9 })
    const low = inputFor(rectangle(100, 100), { storeys: { min: 3, max: 8 } }, { ruleSet })
    const small = inputFor(rectangle(50, 50), { storeys: { min: 9, max: 17 } }, { ruleSet })
    const asHighAsAllowed = inputFor(
      rectangle(100, 100),
      { storeys: { min: 3, max: 3 } },
      { ruleSet: rulesWith({ min_storeys: 9, storey_height_m: 2.7, max_height_m: 8.1 }) },
    )
    for (const input of [low, small, asHighAsAllowed]) {
      const layouts = makeLayouts(input)
      assert.deepEqual(layouts.options, [])
      assert.equal(layouts.binding_rule, 'min_storeys')
      assert.deepEqual(checkLayouts(layouts), [])
    }
  })

  it('builds no house lower than the norms ask for, and holds each option to them', () => {
    const ruleSet = rulesWith({ min_storeys: 9 })
    const layouts = makeLayouts(
      inputFor(rectangle(100, 100), { storeys: { min: 9, max: 17 } }, { ruleSet }),
    )
    assert.deepEqual(checkLayouts(layouts), [])
    assert.ok(layouts.options.length > 0)
    for (const { buildings, checks } of layouts.options) {
      const fewest = Math.min(...buildings.map(({ storeys }) => storeys))
      assert.ok(fewest >= 9)
      const row = checks.find(({ rule }) => rule === 'min_storeys')
      assert.deepEqual([row?.relation, row?.limit, row?.actual], ['at_least', 9, fewest])
    }
  })

  it('never throws, whatever the rings', () => {
    const anyRing = fc.array(
      fc.tuple(
        fc.double({ min: -80, max: 80, noNaN: true }),
        fc.double({ min: -80, max: 80, noNaN: true }),
      ),
      { minLength: 0, maxLength: 8 },
    )
    fc.assert(
      fc.property(fc.array(anyRing, { minLength: 1, maxLength: 3 }), (rings) => {
        const layouts = makeLayouts(inputFor(parcelOfRings(rings), { storeys: { min: 3, max: 9 } }))
        assert.deepEqual(checkLayouts(layouts), [])
      }),
      { numRuns: 60, seed: 3 },
    )
  })
})
