import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  grown,
  overlap,
  type Rect,
  rectArea,
  rectDistance,
  rectRing,
} from '../../../../../src/siteplan/layouts/solver/frame/rect.ts'
import { rectInside } from '../../../../../src/siteplan/layouts/solver/frame/strips.ts'
import { cellsOf } from '../../../../../src/siteplan/layouts/solver/ground/cells.ts'
import { squaresOf } from '../../../../../src/siteplan/layouts/solver/ground/drive-reach.ts'
import { DRIVE_M } from '../../../../../src/siteplan/layouts/solver/ground/drives.ts'
import { parkingOn } from '../../../../../src/siteplan/layouts/solver/ground/parking.ts'
import {
  LEAST_DEMANDING,
  PARKING_PLANS,
  type ParkingPlan,
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

  it('leaves 3 m of green between them, less only where one was moved up to a way', () => {
    for (const [i, piece] of parking.entries()) {
      for (const other of parking.slice(i + 1)) {
        assert.ok(rectDistance(piece, other) >= plan.shape.apartM - cells.cellM)
      }
    }
  })

  it('has 49 spaces in one at most, by the plan that is tried first', () => {
    assert.ok(parking.every((piece) => rectArea(piece) <= 49 * SPACE_M2))
  })
})

/** Parking on a site of 90 × 60 m of which only the yards are free. */
const parkedIn = (
  yards: readonly Rect[],
  {
    ways,
    needM2,
    plan = LEAST_DEMANDING,
  }: {
    readonly ways: readonly Rect[]
    readonly needM2: number
    readonly plan?: ParkingPlan
  },
) => {
  const site = { x0: 0, y0: 0, x1: 90, y1: 60 }
  const edge = siteEdgeOf([rectRing(site)])
  const cells = cellsOf(edge.alongX)
  const open = new Uint8Array(cells.inside.length)
  for (const yard of [...yards, ...ways]) {
    for (let row = yard.y0; row < yard.y1; row += 1) {
      open.fill(1, row * cells.columns + yard.x0, row * cells.columns + yard.x1)
    }
  }
  const drivable = squaresOf(cells, open, plan.widthM)
  const free = freeOf(cells, ways, open)
  return parkingOn({ edge, cells, kept: [], walls: [], ways, free, drivable }, needM2, plan)
}

describe('where parking is reached', () => {
  // Along the lower edge; above it a yard that a second one lies behind, beside its upper end.
  const way: Rect = { x0: 20, y0: 10, x1: 40, y1: 14 }
  const front: Rect = { x0: 20, y0: 14, x1: 38, y1: 34 }
  const behind: Rect = { x0: 30, y0: 34, x1: 60, y1: 42 }
  const bothM2 = rectArea(front) + rectArea(behind)

  it('is across other parking by the last plan alone', () => {
    const parked = (plan: ParkingPlan) =>
      parkedIn([front, behind], { ways: [way], needM2: bothM2, plan }).isEnough
    assert.ok(parked(LEAST_DEMANDING))
    assert.ok(!parked({ ...LEAST_DEMANDING, through: false }))
  })

  it('is by a drive however long, if there is no nearer ground', () => {
    // A lane of 40 m to six spaces takes more ground than they do.
    const yard: Rect = { x0: 60, y0: 40, x1: 75, y1: 50 }
    const lane = [
      { x0: 40, y0: 10, x1: 75, y1: 14 },
      { x0: 71, y0: 14, x1: 75, y1: 40 },
    ]
    const plan = { ...LEAST_DEMANDING, through: false }
    const { isEnough, drives } = parkedIn([yard, ...lane], { ways: [way], needM2: 150, plan })
    assert.ok(isEnough && drives.length > 0)
  })

  it('is never ground that no car gets to, though it is larger', () => {
    const cutOff: Rect = { x0: 50, y0: 14, x1: 85, y1: 50 }
    const { parking, isEnough } = parkedIn([front, cutOff], { ways: [way], needM2: 350 })
    assert.ok(isEnough)
    assert.ok(parking.every((piece) => overlap(piece, front)))
  })
})

describe('parking less than a cell from a way', () => {
  const way: Rect = { x0: 2, y0: 2, x1: 20, y1: 9.4 }
  /** 12 m deep and 30 m long, above the way and what lies beside that. */
  const lotBeside = (
    {
      walls = [],
      ways = [],
    }: { readonly walls?: readonly Rect[]; readonly ways?: readonly Rect[] },
    rightBottomM = 0,
  ) => {
    const edge = siteEdgeOf([
      [
        [0, 0],
        [20, 0],
        [20, rightBottomM],
        [60, rightBottomM],
        [60, 40],
        [0, 40],
      ],
    ])
    const cells = cellsOf(edge.alongX)
    const around = [
      { x0: 0, y0: 22, x1: 60, y1: 40 },
      { x0: 32, y0: 0, x1: 60, y1: 40 },
      { x0: 0, y0: 0, x1: 2, y1: 40 },
    ]
    const kept = [...around, ...walls]
    const allWays = [way, ...ways]
    const drivable = squaresOf(cells, freeOf(cells, kept), LEAST_DEMANDING.widthM)
    const free = freeOf(cells, [...kept, ...allWays])
    const ground = { edge, cells, kept, walls: kept, ways: allWays, free, drivable }
    const { parking } = parkingOn(ground, 360, LEAST_DEMANDING)
    return parking[0]
  }

  it('is moved up to it', () => {
    assert.deepEqual(lotBeside({}), { x0: 2, y0: 9.4, x1: 32, y1: 21.4 })
  })

  it('stays where a wall, another way or the edge of the site is nearer', () => {
    const place = { x0: 2, y0: 10, x1: 32, y1: 22 }
    assert.deepEqual(lotBeside({ walls: [{ x0: 25, y0: 0, x1: 32, y1: 9.7 }] }), place)
    assert.deepEqual(lotBeside({ ways: [{ x0: 25, y0: 0, x1: 27, y1: 9.7 }] }), place)
    assert.deepEqual(lotBeside({}, 9.5), place)
  })
})

describe('parking on any ground', () => {
  it('lies inside the site, off walls, ways, drives and other parking', () => {
    const side = fc.double({ min: 3, max: 20, noNaN: true })
    const rect = fc
      .tuple(
        fc.double({ min: 0, max: 70, noNaN: true }),
        fc.double({ min: 0, max: 50, noNaN: true }),
        side,
        side,
      )
      .map(([x0, y0, wide, high]): Rect => ({ x0, y0, x1: x0 + wide, y1: y0 + high }))
    const plans = fc.constantFrom(LEAST_DEMANDING, ...PARKING_PLANS)
    const outline: readonly (readonly [number, number])[] = [
      [0, 0],
      [80.3, 4.2],
      [77.1, 61.7],
      [3.9, 58.4],
    ]
    const edge = siteEdgeOf([outline])
    const cells = cellsOf(edge.alongX)
    let placed = 0
    fc.assert(
      fc.property(fc.array(rect, { maxLength: 5 }), rect, plans, (walls, way, plan) => {
        const ways = rectInside(edge.alongX, way) ? [way] : []
        const free = freeOf(cells, [...walls, ...ways])
        const drivable = squaresOf(cells, freeOf(cells, walls), plan.widthM)
        const ground = { edge, cells, kept: walls, walls, ways, free, drivable }
        const { parking, drives } = parkingOn(ground, 1_500, plan)
        placed += parking.length
        const inside = parking.map((piece) => grown(piece, -1e-5))
        for (const [i, piece] of inside.entries()) {
          assert.ok(rectInside(edge.alongX, piece))
          for (const other of [...walls, ...ways, ...inside.slice(i + 1)]) {
            assert.ok(!overlap(piece, other))
          }
        }
        // A drive may reach into the one piece that it leads to.
        for (const drive of drives) {
          assert.ok(inside.filter((piece) => overlap(piece, drive)).length <= 1)
        }
      }),
      { numRuns: 500, seed: 1 },
    )
    assert.ok(placed > 100, `${placed}`)
  })
})
