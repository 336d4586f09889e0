// The checker's hours of sun, worked out by hand on the equator: there the sun of every day rises
// at six and moves by 15° an hour over a wall that looks east, from right before it to right above.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Ring } from '../../../../src/geometry/plane.ts'
import { sunlightOf } from '../../../../src/siteplan/layouts/checker/sunlight.ts'
import type { Building } from '../../../../src/siteplan/layouts/layout.ts'
import { ringBetween } from '../../../geometry/rings.ts'
import { building } from '../sample-layouts.ts'

const standing = (
  name: string,
  typology: Building['typology'],
  footprint: Ring,
  height_m = 27,
): Building => ({ ...building(name, typology, footprint, 9), height_m })

const onEquator = (...buildings: readonly Building[]) => sunlightOf(buildings, 0, '04-22')

/** As many steps of ten minutes. */
const steps = (hours: number | undefined) => Math.round((hours ?? Number.NaN) * 6 * 1e6) / 1e6

/** Its eastern wall is the line x = 0. */
const house = standing('А', 'slab', ringBetween(-15, -50, 0, 50))

/** Far along the wall, so that no ray passes its ends. */
const wallOf = (heightM: number, distanceM: number) =>
  standing('Б', 'slab', ringBetween(distanceM, -900, distanceM + 15, 900), heightM)

const stepsAt = (point: readonly [number, number], ...others: readonly Building[]) => {
  const found = onEquator(house, ...others).hoursAt('А', [...point])
  assert.equal(found?.least, found?.most)
  return steps(found?.least)
}

describe('the sun on a wall', () => {
  it('counts from an hour after sunrise until an hour before sunset', () => {
    // In April the sun is north of the equator all day, at least 10° before a wall that looks
    // there.
    assert.equal(stepsAt([-7, 50]), 60)
    assert.equal(stepsAt([-7, -50]), 0)
  })

  it('counts only where it is before the wall', () => {
    // Thirty positions, from seven in the morning until ten minutes before noon, and as many after.
    assert.equal(stepsAt([0, 0]), 29)
    assert.equal(stepsAt([-15, 0]), 29)
  })

  it('is held up by what stands higher than a window of the first storey sees over', () => {
    // From nine in the morning the sun stands higher than 30 m in a distance of 30 m.
    assert.equal(stepsAt([0, 0], wallOf(31.4, 30)), 17)
    assert.equal(stepsAt([0, 0], wallOf(31.6, 30)), 16)
    assert.equal(stepsAt([0, 0], wallOf(1.4, 0.5)), 29)
  })

  it('is not added up where a shadow interrupts it', () => {
    // A narrow house to the north hides the noon sun, from eleven to one.
    const noon = standing('Б', 'tower', ringBetween(-18.5, 60, 4.5, 84), 1000)
    assert.equal(stepsAt([-7, 50], noon), 24)
  })

  it('is known of points on a wall alone', () => {
    const { hoursAt } = onEquator(house)
    assert.equal(hoursAt('А', [-7, 0]), null)
    assert.equal(hoursAt('А', [0.02, 0]), null)
    assert.notEqual(hoursAt('А', [0.005, 0]), null)
    assert.equal(hoursAt('Б', [0, 0]), null)
  })
})

describe('the sections of a house', () => {
  const sectionsOf = (one: Building) => onEquator(one).sections.map(({ facades }) => facades)

  it('are about 27 m of a slab each, seen from both of its long sides', () => {
    assert.deepEqual(
      [24, 40, 41, 67, 68, 120].map(
        (m) => sectionsOf(standing('А', 'slab', ringBetween(0, 0, m, 15))).length,
      ),
      [1, 1, 2, 2, 3, 4],
    )
    const middle = (sectionsOf(standing('А', 'slab', ringBetween(0, 0, 54, 15)))[0] ?? []).map(
      ([x, y]) => [x, y],
    )
    assert.deepEqual(
      middle.toSorted(([, a = 0], [, b = 0]) => a - b),
      [
        [13.5, 0],
        [13.5, 15],
      ],
    )
  })

  it('have the better of both sides', () => {
    const [first] = onEquator(house).sections
    assert.equal(steps(first?.hours), 29)
    const [shaded] = onEquator(house, wallOf(900, 30)).sections
    assert.equal(steps(shaded?.hours), 29)
    const west = standing('В', 'slab', ringBetween(-60, -900, -45, 900), 900)
    const [dark] = onEquator(house, wallOf(900, 30), west).sections
    assert.ok(steps(dark?.hours) < 5)
  })

  it('are the corners of a tower', () => {
    const tower = sectionsOf(standing('А', 'tower', ringBetween(0, 0, 24, 24)))
    assert.deepEqual(tower.length, 4)
    for (const facades of tower) {
      const [[ax, ay] = [0, 0], [bx, by] = [0, 0]] = facades
      // A quarter of a side from the corner, on either side of it.
      assert.equal(Math.hypot(ax - bx, ay - by), 6 * Math.SQRT2)
    }
  })
})
