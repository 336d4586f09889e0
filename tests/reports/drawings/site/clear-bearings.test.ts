import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  CLEAR_DEG,
  clearBearingsDeg,
} from '../../../../src/reports/drawings/site/clear-bearings.ts'
import { clearestView } from '../../../../src/reports/drawings/site/slanted-view.ts'
import { building, rectangle } from '../../../siteplan/layouts/sample-layouts.ts'
import { siteOf } from './drawn-layouts.ts'

/** A house with its longest side turned clockwise from north. */
const houseAt = (wallDeg: number, lengthM = 40, storeys = 5) =>
  building('А', 'slab', rectangle([0, 0], lengthM, 12, 90 - wallDeg), storeys)

/** Between the line of sight and the nearer normal of a wall and its neighbour, degrees. */
const seenAtDeg = (bearingDeg: number, wallDeg: number) => {
  const turned = (((bearingDeg - wallDeg) % 90) + 90) % 90
  return Math.min(turned, 90 - turned)
}

describe('the bearings of the massing', () => {
  it('show both walls of a house at 25° to 65°, however the house is turned', () => {
    const site = siteOf([rectangle([0, 0], 120, 90)])
    fc.assert(
      fc.property(fc.double({ min: 0, max: 180, noNaN: true }), (wallDeg) => {
        const { bearingDeg } = clearestView(site, [houseAt(wallDeg)], 178)
        assert.ok(seenAtDeg(bearingDeg, wallDeg) > CLEAR_DEG - 1e-3, `${bearingDeg}`)
        assert.ok(Math.abs(bearingDeg) <= 75, 'from the sunny side')
      }),
      { examples: [[30], [120], [60], [0], [45]] },
    )
  })

  it('show houses of two directions as well as one bearing can', () => {
    const walls = [0, 30]
    for (const bearingDeg of clearBearingsDeg(walls.map((wallDeg) => houseAt(wallDeg)))) {
      const least = Math.min(...walls.map((wallDeg) => seenAtDeg(bearingDeg, wallDeg)))
      assert.ok(least > CLEAR_DEG - 1e-3, `${bearingDeg}`)
    }
    const crossed = clearBearingsDeg([houseAt(0), houseAt(45)])
    assert.ok(crossed.every((bearingDeg) => seenAtDeg(bearingDeg, 0) >= 20))
    assert.ok(crossed.every((bearingDeg) => seenAtDeg(bearingDeg, 45) >= 20))
  })

  it('follow the greater part of the floors, not a small house turned otherwise', () => {
    assert.deepEqual(
      clearBearingsDeg([houseAt(0, 60, 9), houseAt(45, 15, 2)]),
      clearBearingsDeg([houseAt(0)]),
    )
  })

  it('come in one order, the usual ones first', () => {
    assert.deepEqual(clearBearingsDeg([]).slice(0, 2), [30, -30])
  })
})
