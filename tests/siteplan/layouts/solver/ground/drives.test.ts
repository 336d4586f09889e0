import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { block, rectOf } from '../../../../../src/siteplan/layouts/solver/ground/cells.ts'
import {
  blockSquares,
  entryOf,
  reachOf,
  squaresOf,
} from '../../../../../src/siteplan/layouts/solver/ground/drive-reach.ts'
import { driveFrom } from '../../../../../src/siteplan/layouts/solver/ground/drives.ts'
import { metreCells } from './metre-cells.ts'

const COLUMNS = 40
const ROWS = 30

const cells = metreCells(COLUMNS, ROWS)

describe('a drive', () => {
  it('ends where it comes by the parking that it serves, and never goes on behind it', () => {
    const way = { x0: 30, x1: 37, y0: 0, y1: 12 }
    const parking = { column: 10, row: 10, wide: 15, high: 20 }
    const drivable = cells.inside.slice()
    // No room but along the lower edge of the parking, and to its left.
    block(cells, drivable, { x0: 0, x1: 25, y0: 0, y1: 6 })
    block(cells, drivable, { x0: 28, x1: 40, y0: 13, y1: 30 })
    const reach = reachOf(cells, squaresOf(cells, drivable, 6), [way])
    const entry = entryOf(reach, parking)
    assert.ok(entry)
    const drives = driveFrom(reach, parking, entry)
    const { x0 } = rectOf(cells, parking)
    assert.ok(drives.length > 0)
    assert.ok(drives.every((drive) => drive.x0 >= x0))
  })
})

describe('the squares of a drive', () => {
  it('are, once something is placed, those of the ground that it leaves', () => {
    const most = COLUMNS * ROWS
    const ground = fc.uint8Array({ min: 0, max: 15, minLength: most, maxLength: most })
    const at = fc.integer({ min: -4, max: 2 * COLUMNS }).map((halves) => halves / 2)
    const side = fc.constantFrom(0.5, 3, 7.25)
    const rect = fc
      .tuple(at, at, side, side)
      .map(([x0, y0, wide, high]) => ({ x0, y0, x1: x0 + wide, y1: y0 + high }))
    fc.assert(
      fc.property(ground, rect, fc.constantFrom(2.5, 3.5), (marks, placed, widthM) => {
        const free = marks.map((mark) => (mark > 0 ? 1 : 0))
        const squares = squaresOf(cells, free, widthM)
        blockSquares(cells, squares, placed)
        block(cells, free, placed)
        assert.deepEqual(squares, squaresOf(cells, free, widthM))
      }),
    )
  })
})
