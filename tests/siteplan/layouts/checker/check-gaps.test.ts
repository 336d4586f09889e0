// Which distances between buildings a rule limits, and how they are measured.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Point } from '../../../../src/geometry/plane.ts'
import { measuredGaps } from '../../../../src/siteplan/layouts/checker/check-gaps.ts'
import type { Building } from '../../../../src/siteplan/layouts/layout.ts'
import { DEFAULT_RULES } from '../../../norms/rules.ts'
import { building } from '../sample-layouts.ts'

const { rules } = DEFAULT_RULES

/** A house with its lower left corner there, turned around it. */
const house = (x: number, y: number, width: number, depth: number, turnedDeg = 0) => {
  const [cos, sin] = [Math.cos((turnedDeg * Math.PI) / 180), Math.sin((turnedDeg * Math.PI) / 180)]
  const at = (along: number, up: number): Point => [
    x + along * cos - up * sin,
    y + along * sin + up * cos,
  ]
  const footprint = [at(0, 0), at(width, 0), at(width, depth), at(0, depth)]
  return building('', 'slab', footprint, 9)
}

const gaps = (...houses: readonly Building[]) =>
  measuredGaps(houses, rules).map(({ rule, actualM }) => [rule, Number(actualM.toFixed(3))])

const slab = house(0, 0, 40, 15)

describe('the gaps between two houses', () => {
  it('are daylight between long sides that face each other, and fire', () => {
    assert.deepEqual(gaps(slab, house(0, 45, 40, 15)), [
      ['daylight_gap_long_m', 30],
      ['fire_gap_m', 30],
    ])
  })

  it('are daylight however narrow they are, and however little of the sides faces', () => {
    assert.deepEqual(gaps(slab, house(0, 18, 40, 15)), [
      ['daylight_gap_long_m', 3],
      ['fire_gap_m', 3],
    ])
    assert.deepEqual(gaps(slab, house(39.9, 45, 40, 15))[0], ['daylight_gap_long_m', 30])
    // Less is rounding.
    assert.deepEqual(gaps(slab, house(39.998, 45, 40, 15)), [['fire_gap_m', 30]])
  })

  it('are daylight by the rule for ends where an end stands before a long side', () => {
    const across = house(10, 37, 15, 40)
    assert.deepEqual(gaps(slab, across), [
      ['daylight_gap_end_m', 22],
      ['fire_gap_m', 22],
    ])
    // Whichever house comes first.
    assert.deepEqual(gaps(across, slab), gaps(slab, across))
    const [daylight] = measuredGaps([slab, across], rules)
    assert.equal(daylight?.limitM, rules.daylight_gap_end_m.value)
  })

  it('are daylight from walls of 20 m and more, which are long sides', () => {
    const facing = (widthM: number) => gaps(house(0, 0, widthM, 15), house(0, 45, widthM, 15))
    assert.deepEqual(facing(20)[0], ['daylight_gap_long_m', 30])
    assert.deepEqual(facing(19.9), [['fire_gap_m', 30]])
    assert.deepEqual(gaps(slab, house(0, 45, 20, 15))[0], ['daylight_gap_long_m', 30])
    assert.deepEqual(gaps(slab, house(0, 45, 19.9, 15))[0], ['daylight_gap_end_m', 30])
  })

  it('are fire alone between two ends, and past each other’s corner', () => {
    assert.deepEqual(gaps(slab, house(52, 0, 40, 15)), [['fire_gap_m', 12]])
    assert.deepEqual(gaps(slab, house(43, 19, 40, 15)), [['fire_gap_m', 5]])
  })

  it('are daylight also where a house is turned, up to sixty degrees', () => {
    // To the lowest corner, straight out of the long side; where that lies beside it, to the wall.
    const turned = (deg: number) => gaps(slab, house(20, 35, 40, 40, deg)).map(([rule]) => rule)
    assert.deepEqual(gaps(slab, house(20, 35, 40, 40, 20))[0], ['daylight_gap_long_m', 20])
    const [beside] = gaps(slab, house(-5, 35, 15, 40, 20))
    assert.deepEqual(beside, ['daylight_gap_end_m', 21.82])
    assert.equal(turned(29).filter((rule) => rule === 'daylight_gap_long_m').length, 1)
    assert.equal(turned(31).filter((rule) => rule === 'daylight_gap_long_m').length, 2)
  })
})
