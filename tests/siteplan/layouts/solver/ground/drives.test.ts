import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  block,
  type Cells,
  rectOf,
} from '../../../../../src/siteplan/layouts/solver/ground/cells.ts'
import {
  entryOf,
  reachOf,
  squaresOf,
} from '../../../../../src/siteplan/layouts/solver/ground/drive-reach.ts'
import { driveFrom } from '../../../../../src/siteplan/layouts/solver/ground/drives.ts'

const COLUMNS = 40
const ROWS = 30

/** Cells of a metre, all of them inside. */
const cells: Cells = {
  x: 0,
  y: 0,
  cellM: 1,
  columns: COLUMNS,
  rows: ROWS,
  inside: new Uint8Array(COLUMNS * ROWS).fill(1),
}

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
