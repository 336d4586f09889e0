import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Typology } from '../../../../src/norms/house-sizes.ts'
import { frameAt } from '../../../../src/siteplan/layouts/solver/frame/frame.ts'
import { solidMass } from '../../../../src/siteplan/layouts/solver/massing/massing.ts'
import { raysIn, sunHoursOf } from '../../../../src/siteplan/layouts/solver/rules/insolation.ts'
import { withTowerAxis } from '../../../../src/siteplan/layouts/solver/tower-axis.ts'
import { sunPath } from '../../../../src/siteplan/layouts/sun.ts'
import { DEFAULT_RULES } from '../../../norms/rules.ts'

const { rules } = DEFAULT_RULES
/** A corner to the north. */
const ASLANT = Math.PI / 4
const winterSun = sunPath(45, '02-22')

const axesWith = (
  axes: readonly number[],
  demandedSunH: number,
  { typologies = ['tower', 'slab'] as readonly Typology[], path = winterSun } = {},
) => withTowerAxis(axes, typologies, { rules, siteM2: 0, sunPath: path, demandedSunH })

/** Of the darkest corner of a tower of 24 m that stands alone, h. */
const hoursAlong = (axis: number) =>
  sunHoursOf(
    [solidMass('tower', { x0: 0, y0: 0, x1: 24, y1: 24 }, 9)],
    raysIn(frameAt(axis), winterSun),
    3,
  ).leastHours

describe('the directions of towers', () => {
  it('are those of the site where one of them gives a tower alone its sun', () => {
    assert.deepEqual(axesWith([ASLANT, 0], 1.5), [ASLANT, 0])
    const aprilSun = sunPath(56, '04-22')
    assert.deepEqual(axesWith([ASLANT], 2, { path: aprilSun }), [ASLANT])
  })

  it('are one more where none does: off the first by as little as leaves a third of the hours to spare', () => {
    assert.ok(hoursAlong(ASLANT) < 1.3)
    const added = (demandedSunH: number) => {
      const [own, more = Number.NaN, ...others] = axesWith([ASLANT], demandedSunH)
      assert.deepEqual([own, others], [ASLANT, []])
      return Math.round(((more - ASLANT) * 180) / Math.PI)
    }
    const lit = (deg: number) => hoursAlong(ASLANT + (deg * Math.PI) / 180)
    assert.ok(lit(-15) < 1.5 * (4 / 3) && lit(20) >= 1.5 * (4 / 3))
    assert.equal(added(1.5), 20)
    assert.ok(lit(15) < 1.3 * (4 / 3) && lit(-15) >= 1.3 * (4 / 3))
    assert.equal(added(1.3), -15)
    // Nothing leaves that much of three hours.
    assert.ok(lit(45) < 3 * (4 / 3) && lit(-30) < 3 && lit(35) >= 3)
    assert.equal(added(3), 35)
  })

  it('are those of the site where no turn is enough', () => {
    assert.deepEqual(axesWith([ASLANT], 4), [ASLANT])
  })

  it('are those of the site where no tower is asked for', () => {
    assert.deepEqual(axesWith([ASLANT], 1.5, { typologies: ['slab', 'perimeter'] }), [ASLANT])
  })
})
