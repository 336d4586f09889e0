import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Region, Ring } from '../../../../../src/geometry/plane.ts'
import {
  freeIntervals,
  type Interval,
  rectInside,
  stripsOf,
} from '../../../../../src/siteplan/layouts/solver/frame/strips.ts'
import { assertNear } from '../../../../support/near.ts'

/** A star round a place: its corners in order of direction, so that no edges cross. */
const star = (x: number, y: number, radiiM: readonly number[]): Ring =>
  radiiM.map((radiusM, i) => {
    const turn = (2 * Math.PI * i) / radiiM.length
    return [x + radiusM * Math.cos(turn), y + radiusM * Math.sin(turn)]
  })

/** Some have a hole, some a part beside, many a strip with dozens of edges in it. */
const region = fc
  .record({
    outer: fc.array(fc.integer({ min: 30, max: 60 }), {
      minLength: 3,
      maxLength: 160,
      size: 'max',
    }),
    hole: fc.option(fc.array(fc.integer({ min: 5, max: 14 }), { minLength: 3, maxLength: 9 })),
    beside: fc.option(fc.array(fc.integer({ min: 5, max: 40 }), { minLength: 3, maxLength: 9 })),
  })
  .map(
    ({ outer, hole, beside }): Region => [
      star(0, 0, outer),
      ...(hole ? [star(0, 0, hole)] : []),
      ...(beside ? [star(120, 10, beside)] : []),
    ],
  )

const strip = fc
  .tuple(
    fc.double({ min: -60, max: 60, noNaN: true }),
    fc.double({ min: 0.5, max: 30, noNaN: true }),
  )
  .map(([y0, heightM]) => [y0, y0 + heightM] as const)

/** By the rule itself: between where edges pass through the strip, by the middle of each gap. */
function naively(area: Region, [y0, y1]: readonly [number, number]): Interval[] {
  const edges = area.flatMap((ring) =>
    ring.map((to, i) => [ring.at(i - 1) as typeof to, to] as const),
  )
  const passes = edges.flatMap(([from, to]): Interval[] => {
    const [low, high] = from[1] < to[1] ? [from, to] : [to, from]
    if (high[1] <= y0 || low[1] >= y1) return []
    const xAt = (y: number) => low[0] + ((y - low[1]) / (high[1] - low[1])) * (high[0] - low[0])
    const ends =
      low[1] === high[1]
        ? [low[0], high[0]]
        : [xAt(Math.max(low[1], y0)), xAt(Math.min(high[1], y1))]
    return [[Math.min(...ends), Math.max(...ends)]]
  })
  const bounds = passes.flat().sort((a, b) => a - b)
  const middleY = (y0 + y1) / 2
  return bounds.flatMap((from, i): Interval[] => {
    const to = bounds[i + 1] ?? from
    const x = (from + to) / 2
    if (to - from < NEAR_M || passes.some(([left, right]) => left < x && x < right)) return []
    const isInside = edges.reduce((isIn, [a, b]) => {
      const isCrossed = a[1] > middleY !== b[1] > middleY
      const crossedAt = a[0] + ((middleY - a[1]) / (b[1] - a[1])) * (b[0] - a[0])
      return isCrossed && crossedAt < x ? !isIn : isIn
    }, false)
    return isInside ? [[from, to]] : []
  })
}

const NEAR_M = 1e-6

/** With an edge along x, half-way up the strip. */
const withLevelEdge: [Region, readonly [number, number]] = [
  [
    [
      [-30, -30],
      [30, -30],
      [30, 30],
      [-30, 30],
    ],
    [
      [-5, -5],
      [-5, 5],
      [5, 5],
      [5, -5],
    ],
  ],
  [0, 10],
]

describe('strips of a region', () => {
  it('are free where no edge passes through them and their middle is inside', () => {
    fc.assert(
      fc.property(region, strip, (area, [y0, y1]) => {
        const found = freeIntervals(stripsOf(area), y0, y1).filter(
          ([from, to]) => to - from >= NEAR_M,
        )
        const expected = naively(area, [y0, y1])
        assert.equal(found.length, expected.length)
        for (const [i, [from, to]] of found.entries()) {
          assertNear(from, expected[i]?.[0] ?? Number.NaN, NEAR_M)
          assertNear(to, expected[i]?.[1] ?? Number.NaN, NEAR_M)
        }
      }),
      { numRuns: 500, examples: [withLevelEdge] },
    )
  })

  it('hold a rectangle if one of their free stretches does, whatever was asked before', () => {
    const across = fc.tuple(
      fc.double({ min: -70, max: 160, noNaN: true }),
      fc.double({ min: 0.5, max: 60, noNaN: true }),
    )
    fc.assert(
      fc.property(region, fc.array(fc.tuple(strip, across), { maxLength: 20 }), (area, asked) => {
        const strips = stripsOf(area)
        for (const [[y0, y1], [x0, lengthM]] of asked) {
          const x1 = x0 + lengthM
          const free = freeIntervals(stripsOf(area), y0, y1)
          const isFree = free.some(([from, to]) => from <= x0 && x1 <= to)
          assert.equal(rectInside(strips, { x0, y0, x1, y1 }), isFree)
          const [widest] = free.toSorted((a, b) => b[1] - b[0] - (a[1] - a[0]))
          if (widest) assert.ok(rectInside(strips, { x0: widest[0], y0, x1: widest[1], y1 }))
        }
      }),
      { numRuns: 200 },
    )
  })
})
