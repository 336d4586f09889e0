import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  grown,
  overlap,
  type Rect,
  shifted,
} from '../../../../../src/siteplan/layouts/solver/frame/rect.ts'
import {
  block,
  type CellRect,
  rectOf,
} from '../../../../../src/siteplan/layouts/solver/ground/cells.ts'
import {
  blockSquares,
  entryOf,
  reachOf,
  squaresOf,
  stepsTo,
} from '../../../../../src/siteplan/layouts/solver/ground/drive-reach.ts'
import {
  borders,
  driveFrom,
  slidToWay,
} from '../../../../../src/siteplan/layouts/solver/ground/drives.ts'
import { metreCells } from './metre-cells.ts'

const COLUMNS = 40
const ROWS = 30

const cells = metreCells(COLUMNS, ROWS)

/** How far two rectangles lie side by side along an axis; negative where there is a gap. */
const overlapM = (a: Rect, b: Rect, axis: 'x' | 'y') =>
  Math.min(a[`${axis}1`], b[`${axis}1`]) - Math.max(a[`${axis}0`], b[`${axis}0`])

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

describe('a drive, whatever lies in its way', () => {
  const cellRect = (most: number) =>
    fc
      .record({
        column: fc.nat(COLUMNS - 4),
        row: fc.nat(ROWS - 4),
        wide: fc.integer({ min: 4, max: most }),
        high: fc.integer({ min: 4, max: most }),
      })
      .map(
        ({ column, row, wide, high }): CellRect => ({
          column,
          row,
          wide: Math.min(wide, COLUMNS - column),
          high: Math.min(high, ROWS - row),
        }),
      )
  // On large sites a cell is wider than a lane.
  const grids = [
    { cells, widthM: 3.5 },
    { cells, widthM: 6 },
    { cells: { ...cells, cellM: 4 }, widthM: 3.5 },
  ]
  const cases = fc
    .tuple(fc.array(cellRect(12), { maxLength: 8 }), cellRect(16), cellRect(12))
    .filter(([walls, way, place]) => {
      const [wayRect, placeRect] = [rectOf(cells, way), rectOf(cells, place)]
      const blocks = walls.map((wall) => rectOf(cells, wall))
      if (overlap(wayRect, placeRect) || borders(wayRect, placeRect)) return false
      return !blocks.some((wall) => overlap(wall, wayRect) || overlap(wall, placeRect))
    })

  it('leads from its way to the parking over free ground alone, each part into the next', () => {
    let found = 0
    fc.assert(
      fc.property(cases, fc.constantFrom(...grids), ([walls, way, place], grid) => {
        const [wayRect, parking] = [rectOf(grid.cells, way), rectOf(grid.cells, place)]
        const blocks = walls.map((wall) => rectOf(grid.cells, wall))
        const free = cells.inside.slice()
        for (const wall of blocks) block(grid.cells, free, wall)
        const reach = reachOf(grid.cells, squaresOf(grid.cells, free, grid.widthM), [wayRect])
        const entry = entryOf(reach, place)
        if (!entry) return
        found += 1
        const drives = driveFrom(reach, place, entry)
        const [first] = drives
        assert.ok(first)
        // Or beside a way that touches it as well, for less than a lane: both together are one.
        const isAtBoth = overlap(grown(wayRect, 1e-6), parking) && overlap(first, wayRect)
        assert.ok(borders(first, parking) || (isAtBoth && overlap(grown(first, 1e-6), parking)))
        for (const [i, drive] of drives.entries()) {
          const next = drives[i + 1]
          // Turning off a way a car crosses 2.5 m of its edge aslant.
          const [dx, dy] = [overlapM(drive, wayRect, 'x'), overlapM(drive, wayRect, 'y')]
          assert.ok(
            next ? borders(drive, next) : borders(drive, wayRect) || Math.min(dx, dy) >= 2.5,
          )
          const inside = grown(drive, -1e-6)
          assert.ok(!blocks.some((wall) => overlap(wall, inside)))
          assert.ok(inside.x0 >= 0 && inside.x1 <= COLUMNS * grid.cells.cellM)
        }
      }),
      { numRuns: 2_000, seed: 1 },
    )
    assert.ok(found > 200, `${found}`)
  })

  it('enters where it is shortest, which no estimate undercuts', () => {
    fc.assert(
      fc.property(cases, ([walls, way, place]) => {
        const free = cells.inside.slice()
        for (const wall of walls) block(cells, free, rectOf(cells, wall))
        const reach = reachOf(cells, squaresOf(cells, free, 6), [rectOf(cells, way)])
        // Every square that lies along a side, over all of its own width or of the side's.
        const parking = rectOf(cells, place)
        const nearest = [...reach.steps.entries()].flatMap(([at, steps]) => {
          const [column, row] = [at % COLUMNS, Math.floor(at / COLUMNS)]
          const square = rectOf(cells, { column, row, wide: 6, high: 6 })
          const [dx, dy] = [overlapM(square, parking, 'x'), overlapM(square, parking, 'y')]
          const touches = Math.min(dx, dy) === 0
          const along = dx === 0 ? Math.min(6, place.high) : Math.min(6, place.wide)
          return steps >= 0 && touches && Math.max(dx, dy) === along ? [steps] : []
        })
        const expected = nearest.length > 0 ? Math.min(...nearest) : undefined
        // Beside a side shorter than the drive one place alone is looked at.
        if (place.wide >= 6 && place.high >= 6) {
          assert.equal(entryOf(reach, place)?.steps, expected)
          const estimate = stepsTo(reach, place)
          assert.ok(estimate < 0 || estimate >= (expected ?? Infinity))
          // Four places are looked at along a side: on free ground one is a sixth of it off at most.
          const sideM = Math.max(place.wide, place.high) - 6
          if (walls.length === 0 && expected !== undefined) {
            assert.ok(estimate >= 0 && estimate <= expected + sideM / 6 + 1)
          }
        }
      }),
      { numRuns: 300, seed: 1 },
    )
  })
})

describe('the way into parking', () => {
  it('is, of equally near ones, in the middle of a side', () => {
    const place: CellRect = { column: 10, row: 14, wide: 16, high: 10 }
    const along = { x0: 0, x1: COLUMNS, y0: 0, y1: 4 }
    const reach = reachOf(cells, squaresOf(cells, cells.inside, 6), [along])
    const entry = entryOf(reach, place)
    assert.ok(entry)
    assert.equal(entry.into, 'n')
    // Six of sixteen cells, five on either side.
    assert.deepEqual([entry.at % COLUMNS, Math.floor(entry.at / COLUMNS)], [15, 8])
  })
})

describe('parking and a way', () => {
  const way: Rect = { x0: 0, y0: 0, x1: 40, y1: 4 }

  it('border where a lane of 3.5 m leads from one to the other', () => {
    const lot: Rect = { x0: 36.5, y0: 4, x1: 60, y1: 20 }
    assert.ok(borders(lot, way) && borders(way, lot))
    assert.ok(borders(shifted(lot, 0, -1), way))
    assert.ok(!borders(shifted(lot, 0.1, 0), way))
    assert.ok(!borders(shifted(lot, 3.5, 0), way))
    assert.ok(!borders(shifted(lot, 0, 0.01), way))
    // From the end of the way, which is 4 m wide.
    const beside: Rect = { x0: 40, y0: 0.5, x1: 60, y1: 20 }
    assert.ok(borders(beside, way))
    assert.ok(!borders(shifted(beside, 0, 0.1), way))
  })

  it('are brought together where less than a cell lies between them, to the nearest way that lets it', () => {
    const left: Rect = { x0: 0, y0: 4, x1: 4, y1: 30 }
    const lot: Rect = { x0: 4.4, y0: 4.7, x1: 15, y1: 20 }
    const slid = (rect: Rect, stands: (moved: Rect) => boolean) =>
      slidToWay(rect, [way, left], 1, stands)
    assert.deepEqual(
      slid(lot, () => true),
      { ...lot, x0: 4, x1: 15 - (4.4 - 4) },
    )
    // Where the ground on the left is taken.
    assert.deepEqual(
      slid(lot, ({ x0 }) => x0 > 4),
      { ...lot, y0: 4, y1: 20 - (4.7 - 4) },
    )
    assert.deepEqual(
      slid(lot, () => false),
      lot,
    )
    const far = shifted(lot, 0.7, 0.4)
    assert.deepEqual(
      slid(far, () => true),
      far,
    )
    // Both ways end before it.
    const past = shifted(lot, 0, 26)
    assert.deepEqual(
      slid(past, () => true),
      past,
    )
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
