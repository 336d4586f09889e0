import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { largestRectangle } from '../../../../../src/siteplan/layouts/solver/ground/largest-rectangle.ts'
import { metreCells } from './metre-cells.ts'

const COLUMNS = 8
const ROWS = 7
const cells = metreCells(COLUMNS, ROWS)
const ANY_SIDES = { acrossLeastM: 1, acrossMostM: 100, alongMostM: 100 }
const byArea = (_: unknown, useful: number) => useful

/** Tries every rectangle. */
function largestByTrying(free: Uint8Array, leastM: number): number {
  let largest = 0
  for (let bottom = 0; bottom < ROWS; bottom += 1) {
    for (let left = 0; left < COLUMNS; left += 1) {
      for (let top = bottom + leastM; top <= ROWS; top += 1) {
        for (let right = left + leastM; right <= COLUMNS; right += 1) {
          let isFree = true
          for (let row = bottom; row < top; row += 1) {
            for (let column = left; column < right; column += 1) {
              if (!free[row * COLUMNS + column]) isFree = false
            }
          }
          if (isFree) largest = Math.max(largest, (top - bottom) * (right - left))
        }
      }
    }
  }
  return largest
}

describe('the largest rectangle of free cells', () => {
  it('is as large as any that is as wide as asked for, and free', () => {
    const grids = fc.uint8Array({ min: 0, max: 6, minLength: 56, maxLength: 56 })
    fc.assert(
      fc.property(grids, fc.integer({ min: 1, max: 3 }), (drawn, leastM) => {
        const free = drawn.map((value) => Number(value > 0))
        const sides = { ...ANY_SIDES, acrossLeastM: leastM }
        const place = largestRectangle(cells, free, 100, sides, byArea)
        const areaM2 = place ? place.wide * place.high : 0
        assert.equal(areaM2, largestByTrying(free, leastM))
        if (!place) return
        const { column, row, wide, high } = place
        for (let up = row; up < row + high; up += 1) {
          const cellsOfRow = free.subarray(up * COLUMNS + column, up * COLUMNS + column + wide)
          assert.ok(cellsOfRow.every((cell) => cell === 1))
        }
      }),
    )
  })

  it('is no larger than needed, but for its last row of cells', () => {
    const sides = { ...ANY_SIDES, acrossLeastM: 2 }
    for (const needM2 of [1, 5, 12, 20, 23, 31]) {
      const place = largestRectangle(cells, cells.inside, needM2, sides, byArea)
      assert.ok(place)
      const { wide, high } = place
      const spareM2 = wide * high - needM2
      assert.ok(spareM2 >= 0 && spareM2 < Math.max(4, Math.min(wide, high)), `${wide} × ${high}`)
    }
  })

  it('lies in that corner of its ground which is worth the most', () => {
    const sides = { ...ANY_SIDES, acrossMostM: 3, alongMostM: 4 }
    const corners = [
      [0, 0],
      [COLUMNS - 4, 0],
      [0, ROWS - 3],
      [COLUMNS - 4, ROWS - 3],
    ] as const
    for (const [column, row] of corners) {
      const place = largestRectangle(cells, cells.inside, 100, sides, (at, useful) =>
        at.column === column && at.row === row ? useful : useful / 2,
      )
      assert.deepEqual(place, { column, row, wide: 4, high: 3 })
    }
  })

  it('is never longer than its aspect allows, however little is needed of wide ground', () => {
    const needs = fc.integer({ min: 1, max: 24 })
    fc.assert(
      fc.property(needs, fc.constantFrom(2, 3), (needM2, aspectMost) => {
        const sides = { ...ANY_SIDES, aspectMost }
        const place = largestRectangle(cells, cells.inside, needM2, sides, byArea)
        assert.ok(place)
        const [short, long] = [place.wide, place.high].sort((a, b) => a - b)
        assert.ok(short && long && long <= short * aspectMost, `${short} × ${long}`)
        assert.ok(short * long >= needM2, `${short} × ${long}`)
      }),
    )
  })

  it('is none where every place is worth nothing', () => {
    assert.equal(
      largestRectangle(cells, cells.inside, 100, ANY_SIDES, () => 0),
      undefined,
    )
  })
})
