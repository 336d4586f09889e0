// That best layouts keep the rules, and what was asked for. How much they build:
// floor-area.test.ts.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { distanceBetween } from '../../../src/geometry/distance.ts'
import { areaOf, contains, type Point } from '../../../src/geometry/plane.ts'
import { intersection } from '../../../src/geometry/region.ts'
import { TYPOLOGIES, type Typology } from '../../../src/norms/house-sizes.ts'
import { stepAt } from '../../../src/norms/rule-look-ups.ts'
import { checkLayouts } from '../../../src/siteplan/layouts/check-layouts.ts'
import { makeLayouts } from '../../../src/siteplan/layouts/make-layouts.ts'
import { DEFAULT_RULES, rulesWith } from '../../norms/rules.ts'
import { assertNear } from '../../support/near.ts'
import {
  box,
  inputFor,
  PRICES,
  parcelOf,
  parcelOfRings,
  rectangularParcel,
  shareOf,
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

/**
 * Where two slabs share 0.699992 of their ground as drawn, and 0.70007 as joined to a millimetre.
 */
const almostAlike: Point[] = [
  [88.06676524715652, 0],
  [31.301728971192453, 18.975664729999615],
  [-49.06577000103043, 29.744542293995785],
  [-33.03023475373272, 1.4157629943185565e-15],
  [-27.370526690473405, -16.59250000023699],
  [14.469345126064193, -8.771574318707303],
]

describe('best layouts', () => {
  it('never break a rule on any outline, by the checker and by plain geometry', () => {
    const { rules } = DEFAULT_RULES
    let drawn = 0
    fc.assert(
      fc.property(anyOutline, anyStoreys, fc.nat(1000), (outline, storeys, seed) => {
        const layouts = makeLayouts(inputFor(parcelOfRings([outline]), { storeys, seed }))
        assert.deepEqual(checkLayouts(layouts), [])
        // Inside the setback, apart, and below coverage and density.
        const { site, options } = layouts
        const siteM2 = areaOf(site.boundary)
        drawn += options.length
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
      { numRuns: 40, seed: 1, examples: [[almostAlike, { min: 3, max: 9 }, 9]] },
    )
    assert.ok(drawn > 10, `${drawn} options`)
  })

  it('never break a rule that the checker knows, though rings cross, touch or enclose nothing', () => {
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

  it('are the same for the same input, byte for byte', () => {
    const input = inputFor(rectangularParcel(90, 140))
    assert.equal(JSON.stringify(makeLayouts(input)), JSON.stringify(makeLayouts(input)))
  })

  it('put a house flush with the setback where it and its way leave a few centimetres', () => {
    // Setback 3, house 15, 5 to a way of 3.5: 26.5 m. The sides are not quite parallel.
    for (const widthM of [26.53, 26.57, 26.61]) {
      const strip = parcelOfRings([
        [
          [0, 0],
          [75, -0.004],
          [78, widthM],
          [-4, widthM],
        ],
      ])
      const layouts = makeLayouts(inputFor(strip))
      assert.equal(layouts.outcome, 'ok', `${widthM}`)
      assert.deepEqual(checkLayouts(layouts), [])
    }
  })

  it('turn towers off the edges of a site along which their corners get no winter sun', () => {
    const southern = parcelOfRings([turned(box(110, 140), Math.PI / 4)], [39.7, 45])
    const layouts = makeLayouts(inputFor(southern, { typologies: ['tower'] }))
    assert.deepEqual(checkLayouts(layouts), [])
    assert.ok(shareOf(layouts) > 0.95, `${shareOf(layouts)}`)
    // Where the sun of April counts, they follow the edges.
    const [first] = makeLayouts(
      inputFor(parcelOfRings([turned(box(110, 140), Math.PI / 4)]), { typologies: ['tower'] }),
    ).options
    const [[ax, ay] = [0, 0], [bx, by] = [0, 0]] = first?.buildings[0]?.footprint ?? []
    assertNear(Math.abs(bx - ax), Math.abs(by - ay), 0.01)
  })

  it('begin with the same one however many are asked for', () => {
    for (const [width, depth] of [
      [70, 60],
      [110, 90],
      [200, 150],
    ] as const) {
      const firstOf = (options: number) =>
        makeLayouts(inputFor(rectangularParcel(width, depth), { options })).options[0]
      const usual = firstOf(3)
      for (const asked of [1, 2, 4, 5]) assert.deepEqual(firstOf(asked), usual)
    }
  })

  it('are at least as good as those of any typology alone, on a small site', () => {
    // An L of high density: slabs alone are better than what all together come to.
    const corner = parcelOfRings([
      [
        [0, 0],
        [120, 0],
        [120, 45],
        [45, 45],
        [45, 100],
        [0, 100],
      ],
    ])
    const ruleSet = rulesWith({
      max_density: [{ up_to: null, value: 2.5 }],
      max_coverage: [{ up_to: null, value: 0.4 }],
      parking_per_unit: 0.4,
    })
    for (const objective of ['balanced', 'gfa'] as const) {
      const bestOf = (typologies: readonly Typology[]) =>
        makeLayouts(inputFor(corner, { typologies, objective }, { ruleSet })).options[0]?.score ?? 0
      const together = bestOf(TYPOLOGIES)
      for (const typology of TYPOLOGIES) assert.ok(together >= bestOf([typology]), typology)
    }
  })

  it('say which types of flats have prices that rest on little, at any number of storeys', () => {
    const codesOf = (change: { readonly n_comparables?: number; readonly fsd?: number }) => {
      const [low, ...others] = PRICES
      assert.ok(low)
      const prices = low.prices.map((price) =>
        price.type === '2' ? { ...price, ...change } : price,
      )
      const input = { prices: [{ ...low, prices }, ...others] }
      return makeLayouts(inputFor(rectangularParcel(60, 60), {}, input))
        .warnings.filter(({ code }) => code === 'thin_evidence')
        .map(({ text }) => text)
    }
    assert.deepEqual(codesOf({}), [])
    for (const thin of [{ n_comparables: 4 }, { fsd: 0.131 }]) {
      const [text, ...more] = codesOf(thin)
      assert.match(text ?? '', /ненадёжна: 2-комнатные\.$/)
      assert.deepEqual(more, [])
    }
  })

  it('bring as many different options as were asked for where there is room', () => {
    for (const options of [1, 3, 5]) {
      const layouts = makeLayouts(inputFor(rectangularParcel(120, 160), { options }))
      assert.equal(layouts.options.length, options)
      assert.deepEqual(
        layouts.options.map(({ rank }) => rank),
        Array.from({ length: options }, (_, i) => i + 1),
      )
    }
  })

  it('score by one number of flats where a hundredth of a square metre decides on the last', () => {
    const unit_mix = { studio: 1, '1': 0, '2': 0, '3': 0 }
    const request = { unit_mix, objective: 'revenue', options: 1 } as const
    const site = rectangularParcel(60, 40)
    const { upper_bound_gfa_m2, assumptions } = makeLayouts(inputFor(site, request))
    const studioM2 = assumptions.unit_area_m2.studio
    const wholeM2 = Math.floor((upper_bound_gfa_m2 * 0.7) / studioM2) * studioM2
    for (const missingM2 of [0.003, 0.006, -0.003]) {
      const saleableShare = (wholeM2 - missingM2) / upper_bound_gfa_m2
      const layouts = makeLayouts(inputFor(site, request, { saleableShare }))
      assert.equal(layouts.options.length, 1)
      assert.deepEqual(checkLayouts(layouts), [], `${missingM2} m² missing`)
    }
  })

  it('build only what was asked for', () => {
    for (const typology of ['slab', 'tower', 'perimeter'] as const) {
      const layouts = makeLayouts(
        inputFor(rectangularParcel(150, 150), {
          typologies: [typology],
          storeys: { min: 9, max: 12 },
        }),
      )
      assert.equal(layouts.outcome, 'ok', typology)
      for (const building of layouts.options.flatMap(({ buildings }) => buildings)) {
        assert.equal(building.typology, typology)
        assert.ok(building.storeys >= 9 && building.storeys <= 12)
      }
    }
  })

  it('build no house lower than the norms ask for, and hold each option to them', () => {
    const ruleSet = rulesWith({ min_storeys: 9 })
    const layouts = makeLayouts(
      inputFor(rectangularParcel(100, 100), { storeys: { min: 9, max: 17 } }, { ruleSet }),
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

  it('say what was asked for, and build what the norms leave of that', () => {
    // Blocks alone end at twelve storeys, or at the fewest that are asked for and allowed.
    const asked = { typologies: ['perimeter'] as const, options: 1, parking_ratio: 0.1 }
    const ruleSet = rulesWith({ min_storeys: 14 })
    const input = inputFor(rectangularParcel(150, 180), asked, { ruleSet })
    const layouts = makeLayouts(input)
    assert.deepEqual(layouts.request, input.request)
    const storeys = layouts.options.flatMap(({ buildings }) => buildings.map((one) => one.storeys))
    assert.deepEqual([...new Set(storeys)], [14])
    assert.deepEqual(checkLayouts(layouts), [])
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

  for (const objective of ['gfa', 'revenue', 'margin', 'balanced'] as const) {
    it(`are ranked best first by ${objective}`, () => {
      const { options } = makeLayouts(
        inputFor(rectangularParcel(120, 160), { objective, options: 5 }),
      )
      const scores = options.map(({ score }) => score)
      assert.deepEqual(
        scores,
        [...scores].sort((a, b) => b - a),
      )
    })
  }
})
