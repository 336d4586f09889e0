// What parking, playgrounds, green and ways take of a site, worked out by hand.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  groundLeftM2,
  hasGround,
  largestNeed,
  maxGfaOnGroundM2,
  outdoorNeedsOf,
} from '../../src/norms/outdoor-ground.ts'
import type { Rules } from '../../src/norms/rule-set.ts'
import { DEFAULT_RULES } from './rules.ts'

const norm = (value: number) => ({ value, source: 'ПЗЗ' })
const rules: Rules = {
  ...DEFAULT_RULES.rules,
  min_green: norm(0.25),
  parking_per_unit: norm(0.5),
  parking_space_m2: norm(30),
  playground_m2_per_unit: norm(2),
  storey_height_m: norm(3),
}

describe('the ground beside houses', () => {
  it('holds their parking and playgrounds, by spaces and by flats', () => {
    assert.deepEqual(outdoorNeedsOf(100, 50, rules), { parkingM2: 1500, playgroundM2: 200 })
  })

  it('is what houses, parking, playgrounds and green leave of the site', () => {
    const needs = { parkingM2: 1500, playgroundM2: 200 }
    assert.equal(groundLeftM2(10_000, 2000, needs, rules), 10_000 - 2500 - 2000 - 1500 - 200)
  })

  it('bounds the floor area by what each flat takes of it', () => {
    // A flat of 68 m² of floor asks for 15 m² of parking and 2 m² of playground, a quarter of its
    // floor, and for a fifth of it where it stands on five storeys.
    const ofFlat = outdoorNeedsOf(1, 0.5, rules)
    const onSite = { siteM2: 6000, floorM2: 68, needs: ofFlat }
    const gfaM2 = maxGfaOnGroundM2(5, onSite, rules)
    assert.equal(gfaM2, 4500 / (0.2 + 0.25))
    const flats = gfaM2 / 68
    const needs = outdoorNeedsOf(flats, flats * 0.5, rules)
    assert.ok(Math.abs(groundLeftM2(6000, gfaM2 / 5, needs, rules)) < 1e-9)
  })

  it('is asked for most by the largest of parking, playgrounds and green', () => {
    const most = (parkingM2: number, playgroundM2: number) =>
      largestNeed(4000, { parkingM2, playgroundM2 }, rules)
    assert.equal(most(1001, 900), 'parking_per_unit')
    assert.equal(most(900, 1001), 'playground_m2_per_unit')
    assert.equal(most(999, 999), 'min_green')
  })

  it('is enough inside the setback for houses and their ways, and on the site for green too', () => {
    // Nine storeys, 27 m: 900 m² of houses 15 m deep are 60 m long; the way is 4.2 m wide, 5 m off.
    // So houses, way and the strip between take 900 + 252 + 300, parking and playgrounds 500 more.
    const house = { storeys: 9, maxGfaM2: 8100 }
    const needs = { parkingM2: 400, playgroundM2: 100 }
    const has = (siteM2: number, insideSetbackM2: number) =>
      hasGround({ siteM2, insideSetbackM2 }, house, needs, rules)
    assert.ok(has(9000, 1952))
    assert.ok(!has(9000, 1951.9))
    // On the site the strip may be green: (900 + 252 + 500) of three quarters.
    const leastM2 = 1652 / 0.75
    assert.ok(has(leastM2 + 0.1, 1952))
    assert.ok(!has(leastM2 - 0.1, 1952))
    // One storey more, of 30 m: the way lies 8 m off.
    const higher = { storeys: 10, maxGfaM2: 9000 }
    const stands = (insideSetbackM2: number) =>
      hasGround({ siteM2: 9000, insideSetbackM2 }, higher, needs, rules)
    assert.deepEqual([stands(2131.9), stands(2132)], [false, true])
  })
})
