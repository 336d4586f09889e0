import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  grown,
  overlap,
  type Rect,
  rectArea,
  rectRing,
} from '../../../../../src/siteplan/layouts/solver/frame/rect.ts'
import { cellsOf } from '../../../../../src/siteplan/layouts/solver/ground/cells.ts'
import { squaresOf } from '../../../../../src/siteplan/layouts/solver/ground/drive-reach.ts'
import { DRIVE_M } from '../../../../../src/siteplan/layouts/solver/ground/drives.ts'
import { parkingOn } from '../../../../../src/siteplan/layouts/solver/ground/parking.ts'
import {
  LEAST_DEMANDING,
  PARKING_PLANS,
} from '../../../../../src/siteplan/layouts/solver/ground/parking-plans.ts'
import { freeOf } from '../../../../../src/siteplan/layouts/solver/ground/pieces.ts'
import { siteEdgeOf } from '../../../../../src/siteplan/layouts/solver/ways/site-edge.ts'

const SPACE_M2 = 25

/** A yard of 18 × 35 m for 25 spaces, with a gap to the lower edge of the site. */
const parkedBehind = (gapM: number, spaces: number, ways: readonly Rect[] = []) => {
  const site = { x0: 0, y0: 0, x1: 60, y1: 45 }
  const kept = [
    { x0: 0, y0: 0, x1: 30 - gapM / 2, y1: 5 },
    { x0: 30 + gapM / 2, y0: 0, x1: 60, y1: 5 },
    { x0: 0, y0: 0, x1: 21, y1: 45 },
    { x0: 39, y0: 0, x1: 60, y1: 45 },
    { x0: 0, y0: 40, x1: 60, y1: 45 },
  ]
  const edge = siteEdgeOf([rectRing(site)])
  const cells = cellsOf(edge.alongX)
  const taken = [...kept, ...ways]
  const ground = {
    edge,
    cells,
    kept,
    walls: kept,
    ways,
    free: freeOf(cells, taken),
    drivable: squaresOf(cells, freeOf(cells, kept), LEAST_DEMANDING.widthM),
  }
  return parkingOn(ground, spaces * SPACE_M2, LEAST_DEMANDING)
}

const spacesOf = (parking: readonly Rect[]) =>
  Math.floor(parking.reduce((sum, rect) => sum + rectArea(rect), 0) / SPACE_M2)

describe('parking with an exit of its own', () => {
  it('leaves the site by two lanes where there is room for them', () => {
    const { parking, drives, isEnough } = parkedBehind(8, 24)
    assert.ok(isEnough)
    assert.equal(spacesOf(parking), 24)
    assert.ok(drives.every(({ x0, x1 }) => x1 - x0 === DRIVE_M))
  })

  it('has no room where two lanes have none', () => {
    const { parking, isEnough } = parkedBehind(4, 20)
    assert.ok(!isEnough)
    assert.deepEqual(parking, [])
  })

  it('has none where a way of the site leads to it', () => {
    const way = { x0: 28, y0: 0, x1: 32, y1: 6 }
    const { drives, isEnough } = parkedBehind(4, 22, [way])
    assert.ok(isEnough)
    assert.ok(drives.every(({ y0 }) => y0 >= way.y1 - 1))
  })
})

describe('parking in several pieces', () => {
  const edge = siteEdgeOf([rectRing({ x0: 0, y0: 0, x1: 120, y1: 90 })])
  const cells = cellsOf(edge.alongX)
  const ways = [{ x0: 40, y0: 0, x1: 44, y1: 20 }]
  const [plan] = PARKING_PLANS
  assert.ok(plan)
  const drivable = squaresOf(cells, freeOf(cells, []), plan.widthM)
  const free = freeOf(cells, ways)
  const ground = { edge, cells, kept: [], walls: [], ways, free, drivable }
  const { parking, drives } = parkingOn(ground, 240 * SPACE_M2, plan)

  it('lies on no drive to a piece placed before, nor is a drive across it', () => {
    assert.ok(parking.length > 2 && drives.length > 0)
    const inside = parking.map((piece) => grown(piece, -1e-6))
    assert.ok(!drives.some((drive) => inside.some((piece) => overlap(piece, drive))))
  })

  it('has 49 spaces in one at most, by the plan that is tried first', () => {
    assert.ok(parking.every((piece) => rectArea(piece) <= 49 * SPACE_M2))
  })
})
