// By hand: a house of four storeys takes 3 m of setback, 15 m, 5 m to its way and 3.5 m of way.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Point } from '../../../../src/geometry/plane.ts'
import { envelopeOf } from '../../../../src/norms/envelope.ts'
import { obstacleToLeastHouse } from '../../../../src/siteplan/layouts/solver/least-house.ts'
import { DEFAULT_RULES } from '../../../norms/rules.ts'

const { rules } = DEFAULT_RULES

const obstacleOn = (outline: readonly Point[], storeys = 4) => {
  const { buildable } = envelopeOf([outline], rules, { min: storeys, max: storeys })
  return obstacleToLeastHouse([outline], buildable, storeys, rules)
}

/** 100 m long; 22 m deep, but 27 m in one place. */
const withBump = (from: number, to: number): readonly Point[] => [
  [0, 0],
  [100, 0],
  [100, 22],
  [to, 22],
  [to, 27],
  [from, 27],
  [from, 22],
  [0, 22],
]

describe('the smallest house of a forecast', () => {
  it('is hindered by the way that its storeys ask for, and by the setback where it has no place', () => {
    const strip = (depthM: number): readonly Point[] => [
      [0, 0],
      [100, 0],
      [100, depthM],
      [0, depthM],
    ]
    assert.equal(obstacleOn(strip(26.6)), 'nothing')
    assert.equal(obstacleOn(strip(26.4)), 'fire_lane_distance_m')
    // Above 46 m of height: 8 m to a way of 6 m.
    assert.equal(obstacleOn(strip(29.9), 17), 'fire_lane_distance_m')
    assert.equal(obstacleOn(strip(32.1), 17), 'nothing')
    assert.equal(obstacleOn(strip(20.9)), 'setback_m')
  })

  it('is tried at both ends and in the middle of the ground', () => {
    assert.equal(obstacleOn(withBump(37, 63)), 'nothing')
    assert.equal(obstacleOn(withBump(0.1, 27.5)), 'nothing')
    assert.equal(obstacleOn(withBump(72.5, 99.9)), 'nothing')
    assert.equal(obstacleOn(withBump(40, 63)), 'fire_lane_distance_m')
  })

  it('is tried along every main direction of the site', () => {
    // A square on its corner that holds it in its own direction alone; a tail of longer edges.
    const half = 30.5 * Math.SQRT1_2
    const square: readonly Point[] = [
      [0, -half],
      [half, 0],
      [0, half],
      [-half, 0],
    ]
    assert.equal(obstacleOn(square), 'nothing')
    const tailed: readonly Point[] = [
      [0, -half],
      [half - 4, -4],
      [250, -4],
      [250, 4],
      [half - 4, 4],
      [0, half],
      [-half, 0],
    ]
    assert.equal(obstacleOn(tailed), 'nothing')
  })
})
