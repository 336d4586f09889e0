import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Point, Ring } from '../../src/geometry/plane.ts'
import { type Polygon, simplePolygons } from '../../src/geometry/simple-polygons.ts'
import { boxRing } from './rings.ts'
import { faultsOf, isLand, isNear } from './simple-features.ts'

const holeOf = (...sides: Parameters<typeof boxRing>): Point[] => boxRing(...sides).toReversed()

const anyPoint = (most: number, step = 1) =>
  fc
    .tuple(fc.integer({ min: 0, max: most }), fc.integer({ min: 0, max: most }))
    .map(([x, y]): Point => [x * step, y * step])
const anyParts = (point: fc.Arbitrary<Point>) =>
  fc.array(fc.array(fc.array(point, { maxLength: 12 }), { maxLength: 4 }), { maxLength: 3 })

function polygonsOf(...parts: readonly (readonly Ring[])[]): readonly Polygon[] {
  const polygons = simplePolygons(parts)
  assert.ok(polygons)
  return polygons
}

describe('simple polygons of rings on a grid', () => {
  it('are the rings themselves, corner by corner, where these are valid', () => {
    const ring = boxRing(-1_800_000_000, 900_000_000, 700, 900)
    assert.deepEqual(polygonsOf([ring]), [[ring]])
    const [land, hole, island] = [boxRing(0, 0, 9, 9), holeOf(2, 2, 5, 5), boxRing(3, 3, 2, 2)]
    assert.deepEqual(polygonsOf([land, hole], [island]), [[land, hole], [island]])
    assert.deepEqual(
      namesOf(polygonsOf([land.toReversed(), holeOf(20, 20, 1, 1), hole])),
      namesOf([[land, hole]]),
    )
    const [ground, lake] = [boxRing(0, 0, 20, 20), holeOf(2, 2, 16, 16)]
    const [isle, pond] = [boxRing(4, 4, 12, 12), holeOf(6, 6, 8, 8)]
    assert.deepEqual(namesOf(polygonsOf([ground, lake], [isle, pond])), [
      ...namesOf([[ground, lake]]),
      ...namesOf([[isle, pond]]),
    ])
    // Far apart, corners are told from each other all the same.
    for (const wide of [1, 2, 4]) {
      const longest = boxRing(0, 0, wide, 2 ** 24)
      assert.deepEqual(polygonsOf([longest], [boxRing(2 ** 25 - 9, 0, 8, 8)])[0], [longest])
    }
  })

  it('fall apart where a hole reaches from edge to edge, or holes touch all around', () => {
    assert.equal(polygonsOf([boxRing(0, 0, 9, 9), holeOf(0, 3, 9, 3)]).length, 2)
    const around = [holeOf(2, 2, 5, 1), holeOf(2, 6, 5, 1), holeOf(1, 3, 1, 3), holeOf(7, 3, 1, 3)]
    const [land = [], island = []] = polygonsOf([boxRing(0, 0, 9, 9), ...around])
    assert.deepEqual([land.length, island.length], [2, 1])
    assert.deepEqual(new Set(island[0]?.map(String)), new Set(boxRing(2, 3, 5, 3).map(String)))
  })

  it('have no seams, spikes or land that has shrunk to a line', () => {
    const keyhole: Ring = [
      [0, 0],
      [9, 0],
      [9, 9],
      [0, 9],
      [0, 4],
      [3, 4],
      [3, 6],
      [6, 6],
      [6, 3],
      [3, 3],
      [3, 4],
      [0, 4],
    ]
    assert.deepEqual(
      polygonsOf([keyhole]).map((polygon) => polygon.length),
      [2],
    )
    const spiked: Ring = [
      [0, 0],
      [9, 0],
      [9, 9],
      [20, 9],
      [9, 9],
      [0, 9],
    ]
    assert.deepEqual(
      polygonsOf([spiked]).map(([ring]) => ring?.length),
      [4],
    )
    assert.deepEqual(
      polygonsOf([
        [
          [0, 0],
          [9, 9],
          [4, 4],
        ],
        [],
        [[1, 1]],
      ]),
      [],
    )
  })

  it('are valid whatever the rings, on a grid so coarse that each crossing bends edges', () => {
    fc.assert(
      fc.property(anyParts(anyPoint(9)), (parts) => {
        const polygons = polygonsOf(...parts)
        assert.deepEqual(faultsOf(polygons), [])
        assert.deepEqual(namesOf(polygonsOf(...polygons)), namesOf(polygons))
      }),
      { numRuns: 2_000 },
    )
  })

  it('cover what is in any part’s outer ring and none of its holes, but for a hair along edges', () => {
    const step = 1_000
    const spots = Array.from(
      { length: 12 * 12 },
      (_, at): Point => [(Math.floor(at / 12) + 0.437) * step, ((at % 12) + 0.619) * step],
    )
    fc.assert(
      fc.property(anyParts(anyPoint(12, step)), (parts) => {
        const polygons = polygonsOf(...parts)
        assert.deepEqual(faultsOf(polygons), [])
        for (const spot of spots) {
          if (parts.flat().some((ring) => isNear(ring, spot, 3))) continue
          assert.equal(
            polygons.some((polygon) => isLand(polygon, spot)),
            parts.some((part) => isLand(part, spot)),
          )
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('rings that are no land at all', () => {
  it('are given up soon', () => {
    const scribble = Array.from(
      { length: 2_000 },
      (_, at): Point => [(at * 7_919) % 10_007, (at * at * 31) % 10_009],
    )
    assert.equal(simplePolygons([[scribble]]), null)
  })
})

describe('the check for validity', () => {
  it('names each fault of a polygon, and none in a valid one', () => {
    const square = boxRing(0, 0, 9, 9)
    const cases: readonly (readonly [readonly (readonly Ring[])[], RegExp])[] = [
      [[[square, holeOf(0, 3, 9, 3)]], /run on each other/],
      [[[square, holeOf(2, 2, 9, 3)]], /cross/],
      [[[square, boxRing(2, 2, 2, 2)]], /wrong way/],
      [[[square, holeOf(20, 2, 2, 2)]], /outside/],
      [[[square, holeOf(2, 2, 5, 5), holeOf(3, 3, 1, 1)]], /in each other/],
      [
        [
          [
            square,
            [
              [0, 4],
              [4, 9],
              [9, 4],
            ],
          ],
        ],
        /disconnected/,
      ],
      [[[square], [boxRing(3, 3, 2, 2)]], /parts lie/],
      [
        [
          [
            [
              [0, 0],
              [4, 4],
              [8, 0],
              [8, 8],
              [4, 4],
              [0, 8],
            ],
          ],
        ],
        /corner twice/,
      ],
    ]
    for (const [polygons, fault] of cases) assert.match(faultsOf(polygons).join(), fault)
    assert.deepEqual(
      faultsOf([
        [
          square,
          [
            [0, 4],
            [4, 8],
            [8, 4],
          ],
        ],
        [boxRing(9, 9, 2, 2)],
      ]),
      [],
    )
  })
})

/** The same for the same polygons, wherever their rings begin. */
function namesOf(polygons: readonly Polygon[]): readonly string[] {
  const nameOf = (ring: Ring): string => {
    const corners = ring.map(String)
    const first = corners.indexOf(corners.toSorted()[0] as string)
    return [...corners.slice(first), ...corners.slice(0, first)].join(' ')
  }
  return polygons
    .map(([outer = [], ...holes]) => [nameOf(outer), ...holes.map(nameOf).sort()].join(' less '))
    .sort()
}
