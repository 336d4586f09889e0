// What a floor area brings with it, and what is left of the ground: figures worked out by hand.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Region, Ring } from '../../../../src/geometry/plane.ts'
import { checkFlats } from '../../../../src/siteplan/layouts/checker/check-flats.ts'
import { checkGreen, checkUses } from '../../../../src/siteplan/layouts/checker/check-uses.ts'
import { openFindings } from '../../../../src/siteplan/layouts/checker/violation.ts'
import type { BestLayouts, LayoutOption } from '../../../../src/siteplan/layouts/layout.ts'
import { assertNear } from '../../../support/near.ts'
import { building, sampleLayouts } from '../sample-layouts.ts'

const box = (x0: number, y0: number, x1: number, y1: number): Ring => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
]
const norm = (value: number) => ({ value, source: 'ПЗЗ' })

/** A slab of 500 m² on two storeys, 50 m × 50 m around it: 700 m² of it are 14 flats. */
const sample = sampleLayouts()
const layouts: BestLayouts = {
  ...sample,
  request: {
    ...sample.request,
    parking_ratio: 0.5,
    unit_mix: { studio: 0, '1': 0.5, '2': 0, '3': 0.5 },
  },
  rule_set: {
    ...sample.rule_set,
    rules: {
      ...sample.rule_set.rules,
      parking_per_unit: norm(0.6),
      parking_space_m2: norm(25),
      playground_m2_per_unit: norm(0.7),
      min_green: norm(0.5),
    },
  },
  site: { ...sample.site, boundary: [box(0, 0, 50, 50)] },
  assumptions: {
    ...sample.assumptions,
    saleable_share: 0.7,
    unit_area_m2: { studio: 20, '1': 40, '2': 50, '3': 60 },
  },
}

type Grounds = Pick<LayoutOption, 'fire_lanes' | 'drives' | 'parking' | 'playgrounds'>

/** 8.4 spaces are nine of 25 m²; 14 flats ask for 9.8 m² of playgrounds. */
const GROUNDS: Grounds = {
  fire_lanes: [box(0, 20, 50, 24)],
  drives: [box(0, 24, 5, 30)],
  parking: [box(5, 30, 30, 39)],
  playgrounds: [box(40, 40, 49.8, 41)],
}

const optionOf = (grounds: Partial<Grounds>, indicators: Partial<LayoutOption['indicators']>) => {
  const [drawn] = sample.options
  assert.ok(drawn)
  return {
    ...drawn,
    ...GROUNDS,
    buildings: [building('А', 'slab', box(0, 0, 50, 10), 2)],
    ...grounds,
    indicators: {
      ...drawn.indicators,
      saleable_m2: 700,
      units: { studio: 0, '1': 7, '2': 0, '3': 7 },
      units_total: 14,
      parking_needed: 9,
      parking_given: 9,
      playground_m2: 9.8,
      green_m2: 1535.2,
      green_share: 0.6141,
      ...indicators,
    },
  }
}

const flats = (
  indicators: Partial<LayoutOption['indicators']> = {},
  grounds: Partial<Grounds> = {},
  asked: Partial<BestLayouts['request']> = {},
) => {
  const findings = openFindings()
  const request = { ...layouts.request, ...asked }
  const needs = checkFlats({ ...layouts, request }, optionOf(grounds, indicators), findings)
  return { needs, broken: findings.list.map(({ broken }) => broken) }
}

describe('the flats of an option', () => {
  it('ask for parking and playgrounds by their number', () => {
    const { needs, broken } = flats()
    assert.deepEqual(broken, [])
    assert.deepEqual(needs.units, { studio: 0, '1': 7, '2': 0, '3': 7 })
    assert.deepEqual([needs.parkingNeeded, needs.parkingGiven], [9, 9])
    assert.equal(needs.playgroundNeededM2.toFixed(6), '9.800000')
    assert.equal(needs.playgroundM2.toFixed(6), '9.800000')
  })

  it('ask for the greater of the request’s parking and the rule’s', () => {
    const more = flats({ parking_needed: 14 }, {}, { parking_ratio: 1 })
    assert.deepEqual([more.needs.parkingNeeded, more.broken], [14, ['parking_per_unit']])
    assert.deepEqual(flats({}, {}, { parking_ratio: 0.1 }).broken, [])
  })

  it('have no space less than demanded, nor any that is not whole', () => {
    const short = flats({ parking_given: 8 }, { parking: [box(5, 30, 30, 38.9)] })
    assert.deepEqual([short.needs.parkingGiven, short.broken], [8, ['parking_per_unit']])
    // But for rounding: 224.99999 m².
    assert.deepEqual(flats({}, { parking: [box(5, 30, 30, 38.9999996)] }).broken, [])
  })

  it('have no smaller playground than demanded, but for two hundredths of a square metre', () => {
    const playgroundOf = (m2: number) =>
      flats({ playground_m2: m2 }, { playgrounds: [box(40, 40, 40 + m2, 41)] }).broken
    assert.deepEqual(playgroundOf(9.79), [])
    assert.deepEqual(playgroundOf(9.77), ['playground_m2_per_unit'])
  })

  for (const wrong of [
    { units: { studio: 0, '1': 8, '2': 0, '3': 6 } },
    { units_total: 15 },
    { parking_needed: 8 },
    { parking_given: 10 },
    { playground_m2: 9.83 },
    { saleable_m2: 700.03 },
  ]) {
    it(`are refused where a figure of theirs is wrong: ${Object.keys(wrong)}`, () => {
      assert.ok(flats(wrong).broken.includes('indicators'))
    })
  }
})

const uses = (
  grounds: Partial<Grounds> = {},
  indicators: Partial<LayoutOption['indicators']> = {},
  minGreen = 0.5,
) => {
  const findings = openFindings()
  const option = optionOf(grounds, indicators)
  const rules = { ...layouts.rule_set.rules, min_green: norm(minGreen) }
  const { usedM2 } = checkUses(layouts, option, findings)
  checkGreen({ ...layouts, rule_set: { ...layouts.rule_set, rules } }, option, usedM2, findings)
  return { usedM2, found: findings.list.map(({ broken, detail }) => `${broken} ${detail}`) }
}

describe('the ground of an option', () => {
  it('is green where it is used for nothing', () => {
    // 500 of houses, 200 and 30 of ways, 225 of parking, 9.8 of playgrounds: 964.8 of 2,500.
    const { usedM2, found } = uses()
    assertNear(usedM2, 964.8, 1e-9)
    assert.deepEqual(found, [])
  })

  it('is as green as it is said to be', () => {
    assert.match(uses({}, { green_m2: 1535.8 }).found.join(), /^indicators green_m2/)
    assert.match(uses({}, { green_share: 0.6153 }).found.join(), /^indicators green_share/)
    assert.deepEqual(uses({}, { green_m2: 1535.6, green_share: 0.6149 }).found, [])
  })

  it('is as green as the rule demands', () => {
    assert.deepEqual(uses({}, {}, 0.6141).found, [])
    assert.match(uses({}, {}, 0.6143).found.join(), /^min_green/)
  })

  const moved = (region: Region, dx: number, dy: number): Region =>
    region.map((ring) => ring.map(([x, y]) => [x + dx, y + dy] as const))
  const { fire_lanes, drives, parking, playgrounds } = GROUNDS

  it('has nothing past its edge, but for half a square metre', () => {
    const off = (m: number) => uses({ playgrounds: moved(playgrounds, 0.2 + m, 0) }).found
    assert.deepEqual(off(0.49), [])
    assert.match(off(0.51).join(), /^site playgrounds: 0\.5\d+ m² off the site$/)
  })

  for (const [change, pair] of [
    [{ fire_lanes: moved(fire_lanes, 0, -11) }, 'buildings and fire_lanes'],
    [{ drives: moved(drives, 0, -15) }, 'buildings and drives'],
    [{ parking: moved(parking, 0, -29) }, 'buildings and parking'],
    [{ playgrounds: moved(playgrounds, 0, -35) }, 'buildings and playgrounds'],
    [{ drives: moved(drives, 0, -1) }, 'fire_lanes and drives'],
    [{ parking: moved(parking, 0, -7) }, 'fire_lanes and parking'],
    [{ playgrounds: moved(playgrounds, 0, -18) }, 'fire_lanes and playgrounds'],
    [{ parking: moved(parking, -1, -1) }, 'drives and parking'],
    [{ playgrounds: [box(0, 28, 5, 29.96)] }, 'drives and playgrounds'],
    [{ playgrounds: moved(playgrounds, -12, -6) }, 'parking and playgrounds'],
  ] as const) {
    it(`is never used for two things: ${pair}`, () => {
      const [first] = uses(change).found
      assert.match(first ?? '', new RegExp(`^no_overlap ${pair}: `))
    })
  }

  it('is used for two things by no more than drawing rounds: half a square metre', () => {
    const over = (m: number) => uses({ drives: moved(drives, 0, -m) }).found.length
    assert.deepEqual([over(0.09), over(0.11)], [0, 1])
  })
})
