// Where a way for fire engines counts as lying along a house, and how near to a wall it may run.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Point, Region, Ring } from '../../../../src/geometry/plane.ts'
import {
  laneDemand,
  lanesBeside,
  wayTooNearM,
} from '../../../../src/siteplan/layouts/checker/check-lanes.ts'
import type { Building } from '../../../../src/siteplan/layouts/layout.ts'
import { ringBetween } from '../../../geometry/rings.ts'
import { building, sampleLayouts } from '../sample-layouts.ts'

const houseOf = (footprint: Ring, typology: Building['typology'] = 'slab') =>
  building('', typology, footprint, 9)

const WIDE = { widthM: 4, least: 5, most: 8 }

const slab = houseOf(ringBetween(0, 0, 40, 15))

/** How far from each side that needs one a way is found; null = none is. */
const foundAt = (house: Building, lanes: Region, demand = WIDE) =>
  lanesBeside(house, lanes, demand).map((found) => found?.distanceM ?? null)

describe('a way along a slab', () => {
  it('lies before either long side, from the least distance to the most', () => {
    for (const [y, distanceM] of [
      [20, 5],
      [21.5, 6.5],
      [23, 8],
      [-9, 5],
      [-12, 8],
    ] as const) {
      assert.deepEqual(foundAt(slab, [ringBetween(0, y, 40, y + 4)]), [distanceM], `${y}`)
    }
    for (const y of [19.9, 23.1, 23.375, 23.5, -8.9, -12.1, -12.375]) {
      assert.deepEqual(foundAt(slab, [ringBetween(0, y, 40, y + 4)]), [null], `${y}`)
    }
  })

  it('is as wide as demanded and as long as the side, but for what drawing rounds', () => {
    assert.deepEqual(foundAt(slab, [ringBetween(0, 20, 40, 23.995)]), [5])
    assert.deepEqual(foundAt(slab, [ringBetween(0, 20, 40, 23.99)]), [null])
    assert.deepEqual(foundAt(slab, [ringBetween(0.005, 20, 39.995, 24)]), [5])
    assert.deepEqual(foundAt(slab, [ringBetween(0.03, 20, 40, 24)]), [null])
    assert.deepEqual(foundAt(slab, [ringBetween(0, 20, 39.97, 24)]), [null])
    // As near as may be, of a way that is wider.
    assert.deepEqual(foundAt(slab, [ringBetween(-5, 15, 45, 40)]), [5])
  })

  it('never lies before its ends', () => {
    assert.deepEqual(foundAt(slab, [ringBetween(45, -10, 49, 30), ringBetween(-9, -10, -5, 30)]), [
      null,
    ])
  })

  it('is wider and farther along a higher house, as the rules for its height say', () => {
    const { rules } = sampleLayouts().rule_set
    const demands = [13, 13.1, 28, 28.1, 46, 46.1].map((height_m) =>
      Object.values(laneDemand({ ...slab, height_m }, rules)),
    )
    assert.deepEqual(demands, [
      [3.5, 5, 8],
      [4.2, 5, 8],
      [4.2, 5, 8],
      [4.2, 8, 10],
      [4.2, 8, 10],
      [6, 8, 10],
    ])
  })
})

describe('the ways along a block', () => {
  /**
   * Open to one side: wings of 15 m to the south, east and west of a court that is open to the
   * north.
   */
  const corners: readonly Point[] = [
    [0, 0],
    [60, 0],
    [60, 60],
    [45, 60],
    [45, 15],
    [15, 15],
    [15, 60],
    [0, 60],
  ]
  const block = houseOf([...corners], 'perimeter')
  // The court's walls stand across: a way ends 2.5 m before them.
  const east = ringBetween(36, 17.5, 40, 60)
  const west = ringBetween(20, 17.5, 24, 60)
  const south = ringBetween(17.5, 20, 42.5, 24)

  it('lie before each wing, or behind it in the court', () => {
    assert.deepEqual(foundAt(block, []), [null, null, null])
    assert.deepEqual(foundAt(block, [ringBetween(-9, -9, 69, -5)]), [5, null, null])
    assert.deepEqual(foundAt(block, [ringBetween(65, -9, 69, 69)]), [null, 5, null])
    assert.deepEqual(foundAt(block, [ringBetween(-9, -9, -5, 69)]), [null, null, 5])
    assert.deepEqual(foundAt(block, [south]), [5, null, null])
    assert.deepEqual(foundAt(block, [east]), [null, 5, null])
    assert.deepEqual(foundAt(block, [west]), [null, null, 5])
  })

  it('lie in no court that is closed, where no engine comes', () => {
    const closed = {
      ...houseOf(ringBetween(0, 0, 70, 70), 'perimeter'),
      courts: [ringBetween(15, 15, 55, 55)],
    }
    assert.deepEqual(foundAt(closed, [ringBetween(15, 15, 55, 55)]), [null, null, null, null])
    assert.deepEqual(foundAt(closed, [ringBetween(-9, -9, 79, -5)]), [5, null, null, null])
  })

  it('end in a court no farther before the wall across than a way keeps off any', () => {
    for (const [shorter, least] of [
      [ringBetween(36, 17.6, 40, 60), 5],
      [ringBetween(36, 17.5, 40, 59.9), 5],
      [ringBetween(20, 17.6, 24, 60), 5],
      [ringBetween(20, 17.5, 24, 59.9), 5],
      [ringBetween(17.6, 20, 42.5, 24), 5],
      [ringBetween(17.5, 20, 42.4, 24), 5],
      // Where a way may lie at 1 m from a wall, it ends at 1 m.
      [ringBetween(40, 16.1, 44, 60), 1],
    ] as const) {
      const demand = { ...WIDE, least, most: least }
      assert.deepEqual(foundAt(block, [shorter], demand), [null, null, null])
    }
    const near = { ...WIDE, least: 1, most: 1 }
    assert.deepEqual(foundAt(block, [ringBetween(40, 16, 44, 60)], near), [null, 1, null])
  })
})

describe('a way that runs against a wall', () => {
  const nearest = (y: number, ...least: readonly number[]) =>
    wayTooNearM(
      [slab],
      [ringBetween(10, y, 20, y + 4)],
      least.map((one) => ({ ...WIDE, least: one })),
    )

  it('is one nearer than 2.5 m, or than a way along a house may lie, but for a decimetre', () => {
    assert.equal(nearest(17.41, 5), undefined)
    assert.equal(nearest(17.39, 5)?.toFixed(2), '2.39')
    assert.equal(nearest(17.39), 17.39 - 15)
    assert.equal(nearest(15.91, 5, 1), undefined)
    assert.equal(nearest(15.89, 5, 1)?.toFixed(2), '0.89')
  })
})
