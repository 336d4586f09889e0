import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { numberOf } from '../../../src/parcels/index/parcel-index.ts'
import { centralParcels, type LonLatBox } from '../../../src/parcels/index/parcel-search.ts'
import type { ParcelGeometry } from '../../../src/parcels/table/parcel.ts'
import { parcelShapeOf } from '../../../src/parcels/table/parcel-shape.ts'
import {
  anyBox,
  anyShape,
  boxOf,
  indexOf,
  isInLand,
  place,
  ring,
  shapeAt,
  sidesOf,
  square,
  type Whole,
  whole,
} from './grid.ts'

type Side = readonly [Whole, Whole]

/**
 * By definition: a corner of the box in the land, a corner of the land in the box, or two sides
 * that meet.
 */
function meets(geometry: ParcelGeometry, box: LonLatBox): boolean {
  const [minX, minY] = whole([box.minLon, box.minLat])
  const [maxX, maxY] = whole([box.maxLon, box.maxLat])
  const corners: Whole[] = [
    [minX, minY],
    [maxX, minY],
    [maxX, maxY],
    [minX, maxY],
  ]
  const edges = sidesOf(geometry)
  const turn = (a: Whole, b: Whole, c: Whole) =>
    Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
  const within = (a: Whole, b: Whole, c: Whole) =>
    Math.min(a[0], b[0]) <= c[0] &&
    c[0] <= Math.max(a[0], b[0]) &&
    Math.min(a[1], b[1]) <= c[1] &&
    c[1] <= Math.max(a[1], b[1])
  const sidesMeet = ([a, b]: Side, [c, d]: Side) => {
    const turns = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)] as const
    if (turns[0] !== turns[1] && turns[2] !== turns[3]) return true
    return (
      (turns[0] === 0 && within(a, b, c)) ||
      (turns[1] === 0 && within(a, b, d)) ||
      (turns[2] === 0 && within(c, d, a)) ||
      (turns[3] === 0 && within(c, d, b))
    )
  }
  const sides = corners.map((corner, at): Side => [corner, corners[(at + 1) % 4] as Whole])
  return (
    edges.some(([[x, y]]) => minX <= x && x <= maxX && minY <= y && y <= maxY) ||
    corners.some((corner) => isInLand(edges, corner)) ||
    edges.some((edge) => sides.some((side) => sidesMeet(edge, side)))
  )
}

describe('the search by box', () => {
  it('finds exactly what brute force finds, on 10,000 boxes over shapes that touch, with holes and parts', () => {
    fc.assert(
      fc.property(
        fc.array(anyShape, { minLength: 1, maxLength: 150, size: 'max' }),
        fc.array(anyBox, { minLength: 100, maxLength: 100 }),
        (shapes, boxes) => {
          const index = indexOf(shapes)
          for (const box of boxes) {
            const { parcels, truncated } = centralParcels(index, box, 1_000)
            const expected = [...shapes.keys()].filter((at) =>
              meets(shapes[at] as ParcelGeometry, box),
            )
            assert.equal(truncated, false)
            assert.deepEqual(
              [...parcels].sort((a, b) => a - b),
              expected,
            )
          }
        },
      ),
      { numRuns: 100 },
    )
  })

  it('answers a smaller limit with the beginning of the larger one’s answer, and says so', () => {
    fc.assert(
      fc.property(
        fc.array(anyShape, { minLength: 20, maxLength: 300, size: 'max' }),
        anyBox,
        fc.integer({ min: 1, max: 30 }),
        (shapes, box, limit) => {
          const index = indexOf(shapes)
          const all = centralParcels(index, box, 1_000).parcels
          const few = centralParcels(index, box, limit)
          assert.deepEqual(few.parcels, all.slice(0, limit))
          assert.equal(few.truncated, all.length > limit)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('puts the parcel that covers the centre first, and nearer land before farther', () => {
    const index = indexOf([
      shapeAt(0, 80, 50, 5),
      shapeAt(0, 60, 50, 5),
      shapeAt(0, 0, 45, 55),
      shapeAt(0, 30, 96, 3),
    ])
    const { parcels } = centralParcels(index, boxOf(0, 0, 100, 100), 10)
    assert.deepEqual(
      parcels.map((parcel) => numberOf(index, parcel)),
      ['99:01:0000001:3', '99:01:0000001:2', '99:01:0000001:1', '99:01:0000001:4'],
    )
  })

  it('looks at few parcels besides those that it answers, though none is near the centre', () => {
    const cells = Array.from({ length: 200 * 200 }, (_, at) => [at % 200, Math.trunc(at / 200)])
    const far = cells.filter(([x = 0, y = 0]) => Math.hypot(x - 100, y - 100) > 60)
    const index = indexOf(far.map(([x = 0, y = 0]) => shapeAt(0, 10 * x, 10 * y, 8)))
    const search = index.tree.search.bind(index.tree)
    let looked = 0
    index.tree.search = (minX, minY, maxX, maxY, found) =>
      search(minX, minY, maxX, maxY, (parcel, ...itsBox) => {
        looked += 1
        return found?.(parcel, ...itsBox) ?? true
      })
    const { parcels } = centralParcels(index, boxOf(0, 0, 2_000, 2_000), 50)
    assert.equal(parcels.length, 50)
    assert.ok(looked < far.length / 4, `${looked} of ${far.length}`)
  })

  it('never finds a parcel that only surrounds the box with a hole', () => {
    const around: ParcelGeometry = {
      type: 'Polygon',
      coordinates: [square(0, 0, 50), square(10, 10, 30).toReversed()],
    }
    const index = indexOf([around])
    assert.deepEqual(centralParcels(index, boxOf(15, 15, 10, 10), 10).parcels, [])
    assert.deepEqual(centralParcels(index, boxOf(10, 10, 5, 5), 10).parcels, [0])
  })

  it('finds a parcel across the 180th meridian from both of its sides, and nowhere between', () => {
    const ring = [
      [179.99, 66],
      [-179.98, 66],
      [-179.98, 66.01],
      [179.99, 66.01],
      [179.99, 66],
    ]
    const read = parcelShapeOf({ type: 'Polygon', coordinates: [ring] }, 4326)
    assert.ok('shape' in read)
    const index = indexOf([read.shape.geometry])
    const found = (minLon: number, maxLon: number) =>
      centralParcels(index, { minLon, minLat: 65.95, maxLon, maxLat: 66.05 }, 10).parcels.length
    const boxes = [
      [179.8, 180],
      [-180, -179.8],
      [179.98, 179.99],
      [-179.98, -179.9],
    ] as const
    for (const [west, east] of boxes) assert.equal(found(west, east), 1)
    for (const [west, east] of [
      [0, 0.2],
      [179.9, 179.9899],
      [-179.9799, -179.9],
    ] as const) {
      assert.equal(found(west, east), 0)
    }
  })

  it('answers points up to its bound only, and says that it left some out', () => {
    const coast = (north: number): ParcelGeometry => ({
      type: 'Polygon',
      coordinates: [
        ring(...Array.from({ length: 45_000 }, (_, at) => [at / 10_000, north] as const), [
          0,
          north + 1,
        ]),
      ],
    })
    const index = indexOf([0, 10, 20, 30, 40, 50].map(coast))
    const { parcels, truncated } = centralParcels(index, boxOf(0, 0, 60, 60), 100)
    assert.deepEqual([parcels.length, truncated], [4, true])
  })

  it('answers one parcel however many points it has', () => {
    const outline = Array.from({ length: 210_000 }, (_, at) => place(at / 10_000, 0))
    const closed = [...outline, place(0, 1), place(0, 0)]
    const index = indexOf([{ type: 'Polygon', coordinates: [closed] }])
    const { parcels, truncated } = centralParcels(index, boxOf(0, 0, 60, 60), 100)
    assert.deepEqual([parcels, truncated], [[0], false])
  })

  it('finds nothing where there are no parcels at all', () => {
    assert.deepEqual(centralParcels(indexOf([]), boxOf(0, 0, 5, 5), 10), {
      parcels: [],
      truncated: false,
    })
  })
})
