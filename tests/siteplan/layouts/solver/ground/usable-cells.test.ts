import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { usableCells } from '../../../../../src/siteplan/layouts/solver/ground/usable-cells.ts'
import { metreCells } from './metre-cells.ts'

const COLUMNS = 7
const ROWS = 6

const cells = metreCells(COLUMNS, ROWS)

/** Tries every square. */
function usableByTrying(free: Uint8Array, side: number): Uint8Array {
  const usable = new Uint8Array(free.length)
  for (let row = 0; row + side <= ROWS; row += 1) {
    for (let column = 0; column + side <= COLUMNS; column += 1) {
      const square = Array.from(
        { length: side * side },
        (_, i) => (row + Math.floor(i / side)) * COLUMNS + column + (i % side),
      )
      if (square.every((at) => free[at] === 1)) for (const at of square) usable[at] = 1
    }
  }
  return usable
}

describe('a free cell', () => {
  it('is usable exactly where a free square of the least side covers it', () => {
    // Mostly free, so that there are squares.
    const grids = fc.uint8Array({ min: 0, max: 9, minLength: 42, maxLength: 42 })
    fc.assert(
      fc.property(grids, fc.integer({ min: 1, max: 4 }), (drawn, side) => {
        const free = drawn.map((value) => Number(value > 0))
        assert.deepEqual(usableCells(cells, free, side), usableByTrying(free, side))
      }),
    )
  })
})
