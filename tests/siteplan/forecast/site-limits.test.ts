import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Parcel } from '../../../src/parcels/table/parcel.ts'
import { siteLimits } from '../../../src/siteplan/forecast/site-limits.ts'
import { makeLayouts } from '../../../src/siteplan/layouts/make-layouts.ts'
import { readLayoutRequest } from '../../../src/siteplan/layouts/read-request.ts'
import { DEFAULT_RULES, rulesWith } from '../../norms/rules.ts'
import { inputFor, parcelOfRings, REQUEST, rectangularParcel } from '../layouts/sites.ts'

const NORMS = { saleableShare: 0.7, unitMix: REQUEST.unit_mix }

const limitsOf = (parcel: Parcel, ruleSet = DEFAULT_RULES) =>
  siteLimits({ parcel, ruleSet, ...NORMS })

describe('the limits of a site', () => {
  it('refuse a strip that no house fits, naming the setback, as best layouts do', () => {
    for (const parcel of [
      rectangularParcel(6.01, 5000),
      rectangularParcel(19, 400),
      rectangularParcel(27, 27),
    ]) {
      assert.deepEqual(limitsOf(parcel), { kind: 'nothing_fits', bindingRule: 'setback_m' })
      const layouts = makeLayouts(inputFor(parcel, { storeys: { min: 1, max: 25 } }))
      assert.equal(layouts.outcome, 'no_feasible_layout')
      assert.equal(layouts.binding_rule, 'setback_m')
    }
  })

  it('ask for the sun of the latitude', () => {
    const hoursAt = (centroid: Parcel['centroid']) => {
      const limits = limitsOf({ ...rectangularParcel(80, 100), centroid })
      assert.ok(limits.kind === 'fits')
      return limits.constraints.find(({ rule }) => rule === 'insolation_h')?.value
    }
    assert.deepEqual([hoursAt([40, 62]), hoursAt([62, 52]), hoursAt([52, 44])], [2.5, 2, 1.5])
  })

  it('name density where there is room, but no floor may be as large as the least house', () => {
    const ruleSet = rulesWith({ max_density: [{ up_to: null, value: 0.2 }] })
    const parcel = rectangularParcel(40, 40)
    const bindingRule = 'max_density'
    assert.deepEqual(limitsOf(parcel, ruleSet), { kind: 'nothing_fits', bindingRule })
    assert.equal(makeLayouts(inputFor(parcel, {}, { ruleSet })).binding_rule, bindingRule)
  })

  it('doubt a house that has room, but none in the site’s directions or none for fire engines', () => {
    const doubt = (width: number, depth: number) => {
      const limits = limitsOf(rectangularParcel(width, depth))
      return limits.kind === 'fits' ? limits.doubtedBy : limits.kind
    }
    assert.equal(doubt(20.5, 400), 'setback_m')
    assert.equal(doubt(22, 400), 'fire_lane_distance_m')
    assert.equal(doubt(60, 80), null)
  })

  it('call a site thin where its shape keeps layouts below 70 % of the floor area, and no other', () => {
    const corner = (armM: number, lengthM: number) =>
      parcelOfRings([
        [
          [0, 0],
          [lengthM, 0],
          [lengthM, armM],
          [armM, armM],
          [armM, lengthM],
          [0, lengthM],
        ],
      ])
    const thin = [rectangularParcel(30, 150), rectangularParcel(30, 300), corner(30, 200)]
    const others = [
      ...[
        rectangularParcel(30, 60),
        rectangularParcel(34, 300),
        rectangularParcel(40, 150),
        rectangularParcel(60, 60),
      ],
      ...[corner(36, 200), corner(60, 200)],
    ]
    for (const [sites, isThin] of [
      [thin, true],
      [others, false],
    ] as const) {
      for (const parcel of sites) {
        const limits = limitsOf(parcel)
        assert.ok(limits.kind === 'fits')
        const { options } = makeLayouts(inputFor(parcel, { storeys: { min: 1, max: 17 } }))
        const reachedM2 = Math.max(...options.map(({ indicators }) => indicators.gfa_m2))
        assert.equal(limits.isThin, isThin, `${parcel.areaM2} m²`)
        assert.equal(reachedM2 < 0.7 * limits.envelope.max_gfa_m2, isThin, `${parcel.areaM2} m²`)
      }
    }
  })

  it('promise no floor area on a tail that no house can stand in', () => {
    const knot = parcelOfRings([
      [
        [0, 0],
        [46, 0],
        [46, 18],
        [600, 18],
        [600, 30],
        [46, 30],
        [46, 46],
        [0, 46],
      ],
    ])
    const limits = limitsOf(knot)
    assert.ok(limits.kind === 'fits')
    assert.ok(limits.envelope.buildable_area_m2 > 4900)
    assert.ok(limits.envelope.max_footprint_m2 < 1800, `${limits.envelope.max_footprint_m2} m²`)
  })

  it('take of equal floor areas the fewest storeys that leave ground for parking and ways', () => {
    const small = limitsOf(rectangularParcel(50, 50))
    assert.ok(small.kind === 'fits')
    assert.equal(small.envelope.binding_rule, 'max_density')
    assert.equal(small.programme.storeys, 3)
    assert.equal(small.doubtedBy, null)
    const at = (storeys: number) => {
      const [option] = makeLayouts(
        inputFor(rectangularParcel(50, 50), {
          options: 1,
          storeys: { min: storeys, max: storeys },
        }),
      ).options
      return (option?.indicators.gfa_m2 ?? 0) / small.envelope.max_gfa_m2
    }
    assert.ok(at(2) < 0.9 && at(3) > 0.99, `${at(2)}, ${at(3)}`)
    const large = limitsOf(rectangularParcel(90, 90))
    assert.ok(large.kind === 'fits')
    assert.equal(large.programme.storeys, 10)
  })

  it('plan no fewer storeys than the norms ask for, or say that no such house has room', () => {
    const ruleSet = rulesWith({
      min_storeys: 9,
      max_density: [{ up_to: null, value: 0.8 }],
    })
    const storeysOn = (widthM: number, depthM = widthM) => {
      const limits = limitsOf(rectangularParcel(widthM, depthM), ruleSet)
      assert.ok(limits.kind === 'fits')
      const least = limits.constraints.find(({ rule }) => rule === 'min_storeys')?.value
      return [limits.programme.storeys, limits.leastStoreysMissed, least]
    }
    assert.deepEqual(storeysOn(90), [9, null, 9])
    assert.deepEqual(storeysOn(50), [3, 9, 9])
    // Two floors of it would be smaller than any house.
    assert.deepEqual(storeysOn(24, 32), [1, 9, 9])
    const free = limitsOf(rectangularParcel(90, 90))
    assert.ok(free.kind === 'fits' && !free.constraints.some(({ rule }) => rule === 'min_storeys'))
  })

  it('say how much the rules allow in houses smaller than any that is known', () => {
    // 614 m² at the density of two storeys are floors of 307 m²: less than the smallest house has.
    const small = limitsOf(rectangularParcel(24, 32))
    assert.ok(small.kind === 'fits')
    assert.equal(small.envelope.storeys, 1)
    assert.ok(small.envelope.max_gfa_m2 >= 360)
    assert.ok((small.smallerHousesM2 ?? 0) > 1.3 * small.envelope.max_gfa_m2)
    const enough = limitsOf(rectangularParcel(90, 90))
    assert.ok(enough.kind === 'fits')
    assert.equal(enough.smallerHousesM2, null)
  })

  it('plan no lower house than layouts try by default, but where the norms allow none of these', () => {
    const storeysOn = (widthM: number, depthM: number, mostStoreys: number) => {
      const limits = limitsOf(
        rectangularParcel(widthM, depthM),
        rulesWith({ max_storeys: mostStoreys }),
      )
      return limits.kind === 'fits' ? limits.programme.storeys : limits.bindingRule
    }
    const outcome = readLayoutRequest({}, DEFAULT_RULES, REQUEST.unit_mix)
    assert.ok(outcome.kind === 'request')
    assert.equal(storeysOn(75, 80, 8), outcome.request.storeys.min)
    assert.equal(storeysOn(75, 80, 2), 2)
    assert.equal(storeysOn(24, 32, 8), 1)
  })

  it('take fewer storeys where flats ask for less parking, more where they ask for more', () => {
    const storeysAt = (spaces: number) => {
      const limits = limitsOf(
        rectangularParcel(60, 60),
        rulesWith({
          parking_per_unit: spaces,
          max_density: [{ up_to: null, value: 0.8 }],
        }),
      )
      return limits.kind === 'fits' ? [limits.programme.storeys, limits.crowdedBy] : limits
    }
    const byNeed = [0.6, 1.8].map(storeysAt)
    assert.deepEqual(byNeed, [
      [3, null],
      [5, null],
    ])
    assert.deepEqual(storeysAt(5), [3, 'parking_per_unit'])
  })

  it('never plan more flats than there is ground for their parking, playgrounds and green', () => {
    const limits = limitsOf(rectangularParcel(60, 60), rulesWith({ parking_per_unit: 5 }))
    assert.ok(limits.kind === 'fits')
    const { programme, envelope, constraints } = limits
    assert.equal(envelope.binding_rule, 'parking_per_unit')
    assert.deepEqual(
      constraints.filter(({ binding }) => binding).map(({ rule }) => rule),
      ['parking_per_unit'],
    )
    const { playground_m2_per_unit, min_green } = DEFAULT_RULES.rules
    const takenM2 =
      programme.gfa_m2 / programme.storeys +
      programme.parking_spaces * 25 +
      programme.units_total * playground_m2_per_unit.value
    assert.ok(takenM2 <= 3600 * (1 - min_green.value) + 30, `${takenM2} m²`)
  })

  it('warn of a site where best layouts find nothing, and never refuse one where they build', () => {
    for (let widthM = 18; widthM <= 42; widthM += 3) {
      for (const depthM of [30, 52, 110]) {
        const parcel = rectangularParcel(widthM, depthM)
        const { outcome } = makeLayouts(
          inputFor(parcel, { options: 1, storeys: { min: 1, max: 25 } }),
        )
        const limits = limitsOf(parcel)
        const name = `${widthM} × ${depthM} m`
        if (outcome === 'ok') assert.equal(limits.kind, 'fits', name)
        else
          assert.ok(
            limits.kind === 'nothing_fits' ||
              limits.doubtedBy !== null ||
              limits.crowdedBy !== null,
            name,
          )
      }
    }
  })
})
