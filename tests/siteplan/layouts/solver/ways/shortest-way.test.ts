// The search for a way, on grids whose pieces are free at random, against a naive one.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  longSide,
  type Rect,
  shortSide,
} from '../../../../../src/siteplan/layouts/solver/frame/rect.ts'
import { WayFinder } from '../../../../../src/siteplan/layouts/solver/ways/shortest-way.ts'
import type { SiteEdge } from '../../../../../src/siteplan/layouts/solver/ways/site-edge.ts'
import type { Grid } from '../../../../../src/siteplan/layouts/solver/ways/way-grid.ts'
import { assertNear } from '../../../../support/near.ts'

const WIDTH_M = 4
const TURN_M = 12

interface Crossing {
  readonly i: number
  readonly j: number
}

const linesOf = (steps: readonly number[]) => {
  let at = 0
  return steps.map((step) => (at += step))
}

const steps = fc.array(fc.integer({ min: 5, max: 30 }), { minLength: 2, maxLength: 6 })

const grids = fc.tuple(steps, steps).chain(([across, up]) => {
  const [xs, ys] = [linesOf(across), linesOf(up)]
  const crossings = xs.length * ys.length
  // Three of four pieces are free.
  const pieces = fc.array(fc.nat(3), { minLength: crossings, maxLength: crossings })
  const crossing = fc.record({ i: fc.nat(xs.length - 1), j: fc.nat(ys.length - 1) })
  return fc.tuple(pieces, pieces, crossing, crossing).map(([right, top, from, to]) => {
    const isFree = (piece: number, isLast: boolean) => (piece > 0 && !isLast ? 1 : 0)
    const grid: Grid = {
      widthM: WIDTH_M,
      edge: {} as SiteEdge,
      keepOut: [],
      xs,
      ys,
      toRight: Uint8Array.from(right, (piece, at) =>
        isFree(piece, at % xs.length === xs.length - 1),
      ),
      toTop: Uint8Array.from(top, (piece, at) => isFree(piece, at >= crossings - xs.length)),
    }
    return { grid, from, to }
  })
})

/** A way no longer than it is wide, with its middle on the crossing. */
const spotAt = ({ xs, ys }: Grid, { i, j }: Crossing): Rect => {
  const [x, y, half] = [xs[i] ?? 0, ys[j] ?? 0, WIDTH_M / 2]
  return { x0: x - half, x1: x + half, y0: y - half, y1: y + half }
}

/** Metres and turns of the cheapest way: every piece is tried until nothing gets cheaper. */
function cheapest({ xs, ys, toRight, toTop }: Grid, from: Crossing, to: Crossing): number {
  const cost = new Map<string, number>()
  const costAt = (i: number, j: number, turned: number) =>
    cost.get(`${i} ${j} ${turned}`) ?? Infinity
  for (const turned of [0, 1]) cost.set(`${from.i} ${from.j} ${turned}`, 0)
  const pieces = xs.flatMap((x, i) =>
    ys.flatMap((y, j) => [
      ...(toRight[j * xs.length + i] ? [[i, j, i + 1, j, 0, (xs[i + 1] ?? 0) - x] as const] : []),
      ...(toTop[j * xs.length + i] ? [[i, j, i, j + 1, 1, (ys[j + 1] ?? 0) - y] as const] : []),
    ]),
  )
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false
    for (const [ai, aj, bi, bj, direction, lengthM] of pieces) {
      for (const [fi, fj, ti, tj] of [
        [ai, aj, bi, bj],
        [bi, bj, ai, aj],
      ] as const) {
        for (const before of [0, 1]) {
          const total = costAt(fi, fj, before) + lengthM + (before === direction ? 0 : TURN_M)
          if (total >= costAt(ti, tj, direction)) continue
          cost.set(`${ti} ${tj} ${direction}`, total)
          hasChanged = true
        }
      }
    }
  }
  return Math.min(costAt(to.i, to.j, 0), costAt(to.i, to.j, 1))
}

/** Whether the way that a run is the middle of crosses free pieces alone. */
function isFree({ xs, ys, toRight, toTop }: Grid, run: Rect): boolean {
  const half = WIDTH_M / 2
  const isBetween = (lines: readonly number[], at: number, from: number, to: number) =>
    (lines[at] ?? 0) >= from && (lines[at + 1] ?? Infinity) <= to
  const column = xs.indexOf(run.x0 + half)
  const row = ys.indexOf(run.y0 + half)
  return run.y1 - run.y0 === WIDTH_M
    ? xs.every((_, i) => {
        return !isBetween(xs, i, run.x0 + half, run.x1 - half) || toRight[row * xs.length + i]
      })
    : ys.every((_, j) => {
        return !isBetween(ys, j, run.y0 + half, run.y1 - half) || toTop[j * xs.length + column]
      })
}

describe('the shortest way', () => {
  it('costs no more metres and turns than any other, over free pieces, and is found if there is one', () => {
    fc.assert(
      fc.property(grids, ({ grid, from, to }) => {
        const finder = new WayFinder(grid)
        finder.addToNet([spotAt(grid, to)])
        const expected = cheapest(grid, from, to)
        const way = finder.shortest(spotAt(grid, from), 'net')
        assert.equal(way !== undefined, expected < Infinity)
        if (!way) return
        const { rects } = way
        assert.ok(rects.every((run) => shortSide(run) === WIDTH_M && isFree(grid, run)))
        const lengthM = rects.reduce((sum, run) => sum + longSide(run) - WIDTH_M, 0)
        assertNear(lengthM + TURN_M * Math.max(0, rects.length - 1), expected, 1e-6)
      }),
      { numRuns: 500 },
    )
  })

  it('is the same whatever was searched for before', () => {
    fc.assert(
      fc.property(grids, ({ grid, from, to }) => {
        const used = new WayFinder(grid)
        const fresh = new WayFinder(grid)
        used.shortest(spotAt(grid, to), 'net')
        for (const finder of [used, fresh]) finder.addToNet([spotAt(grid, to)])
        used.shortest(spotAt(grid, { i: 0, j: 0 }), 'net')
        assert.deepEqual(
          used.shortest(spotAt(grid, from), 'net'),
          fresh.shortest(spotAt(grid, from), 'net'),
        )
      }),
    )
  })
})
