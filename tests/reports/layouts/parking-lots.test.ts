// Parking as cars stand together, and whether it is far enough from walls.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Point, Region } from '../../../src/geometry/plane.ts'
import { isFarEnough, parkingLots } from '../../../src/reports/layouts/parking-lots.ts'
import { building, rectangle } from '../../siteplan/layouts/sample-layouts.ts'

const SPACE_M2 = 25
const HOUSE = building('А', 'slab', rectangle([0, 0], 40, 20), 5)

const lotsOf = (...parking: Region) => parkingLots({ parking, buildings: [HOUSE] }, SPACE_M2)
/** Eight spaces, this far from the wall above the house and this far along it. */
const lot = (toWallM: number, alongM = 0) => {
  const at: Point = [alongM, 10 + toWallM + 5]
  return rectangle(at, 20, 10)
}

describe('the parking of a layout', () => {
  it('is as far from walls as the sanitary norm wants of so many spaces, to half a centimetre', () => {
    const isFar = (toWallM: number) => lotsOf(lot(toWallM)).map(isFarEnough)
    assert.deepEqual([9.9, 9.99, 9.996, 10].map(isFar), [[false], [false], [true], [true]])
  })

  it('is one where pieces are up to ten centimetres apart', () => {
    const spacesWith = (gapM: number) =>
      lotsOf(lot(10), lot(10, 20 + gapM)).map(({ spaces }) => spaces)
    assert.deepEqual(spacesWith(0.05), [16])
    assert.deepEqual(spacesWith(0.2), [8, 8])
  })

  it('has as many spaces in all lots as on all of its ground', () => {
    // 5.6 and 2.6 spaces: eight in all, and not five and two.
    const found = lotsOf(rectangle([0, 30], 14, 10), rectangle([60, 30], 6.5, 10))
    assert.deepEqual(
      found.map(({ spaces }) => spaces),
      [5, 3],
    )
  })

  it('is told the largest first, of equals the nearer to a wall', () => {
    const found = lotsOf(lot(12, -30), lot(5, 30), rectangle([0, -60], 30, 10))
    assert.deepEqual(
      found.map(({ spaces, toWallsM }) => [spaces, Math.round(toWallsM)]),
      [
        [12, 45],
        [8, 5],
        [8, 12],
      ],
    )
  })
})
