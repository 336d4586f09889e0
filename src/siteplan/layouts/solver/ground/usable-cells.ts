// Which free cells a rectangle of some least width can use at all. Never where it is placed
// (largest-rectangle.ts).
import type { Cells } from './cells.ts'
import { squaresOf } from './drive-reach.ts'

/**
 * @param free 1 = a free cell
 * @param leastM the shorter side of any rectangle, m
 * @returns 1 for each free cell that lies in a free square of that side: no other can be of use
 */
export function usableCells(cells: Cells, free: Uint8Array, leastM: number): Uint8Array {
  const { columns, rows } = cells
  const { wide, open } = squaresOf(cells, free, leastM)
  const usable = new Uint8Array(columns * rows)
  /** Of each column, the newest row in which a square over it begins. */
  const beginsIn = new Int32Array(columns).fill(-wide)
  for (let row = 0; row < rows; row += 1) {
    let lastOpen = -wide
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column
      if (open[at]) lastOpen = column
      if (column - lastOpen < wide) beginsIn[column] = row
      if (row - (beginsIn[column] ?? 0) < wide) usable[at] = 1
    }
  }
  return usable
}
