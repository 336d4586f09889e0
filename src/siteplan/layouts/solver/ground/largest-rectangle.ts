// The rectangle of free cells that is worth the most, within limits on its sides. What it is for
// and what a place is worth is parking-access.ts's and playgrounds.ts's.
import { wholeDown, wholeUp } from '../../../../numbers/rounding.ts'
import { SAME_WORTH } from '../tolerances.ts'
import type { CellRect, Cells } from './cells.ts'

/** Limits on the sides of a rectangle, whichever way it lies, m. */
export interface SideLimits {
  readonly acrossLeastM: number
  readonly acrossMostM: number
  readonly alongMostM: number
  /** How many times as long as it is wide; as long as `alongMostM` lets it, by default. */
  readonly aspectMost?: number
}

/** Of a place, given how many of its cells are needed: from 0 to that number. */
export type Worth = (place: CellRect, useful: number) => number

/** The limits in cells, and how many cells are needed. */
interface Wanted {
  readonly least: number
  readonly most: number
  readonly longest: number
  readonly aspect: number
  readonly needCells: number
}

/**
 * None larger than needed.
 * @param free 1 = a free cell
 */
export function largestRectangle(
  { columns, rows, cellM }: Cells,
  free: Uint8Array,
  needM2: number,
  sides: SideLimits,
  worthOf: Worth,
): CellRect | undefined {
  const least = wholeUp(sides.acrossLeastM / cellM)
  const most = Math.max(least, wholeDown(sides.acrossMostM / cellM))
  const longest = Math.max(least, wholeDown(sides.alongMostM / cellM))
  const needCells = needM2 / cellM ** 2
  const aspect = sides.aspectMost ?? Infinity
  const best = new BestPlace({ least, most, longest, aspect, needCells }, worthOf)
  /** The highest possible worth of a place. */
  const enough = Math.min(most * longest, needCells) - SAME_WORTH
  /**
   * Free cells of each column from this row's downwards. Not kept up where this row's cell is
   * taken: read only where it is free.
   */
  const heights = new Int32Array(columns)
  // The stack: from which column a height is free, and the height.
  const from = new Int32Array(columns + 1)
  const tall = new Int32Array(columns + 1)
  for (let row = 0; row < rows && best.worth < enough; row += 1) {
    // Finds each maximal rectangle whose top is this row, with a stack of rising heights.
    let depth = 0
    for (let column = 0; column <= columns; column += 1) {
      let at = row * columns + column
      // With an empty stack, on to the next free cell: on a narrow site few are free.
      if (depth === 0) for (; column < columns && !free[at]; column += 1) at += 1
      let height = 0
      if (column < columns && free[at]) {
        height = free[at - columns] ? (heights[column] ?? 0) + 1 : 1
        heights[column] = height
      }
      let start = column
      while (depth > 0 && (tall[depth - 1] ?? 0) >= height) {
        depth -= 1
        start = from[depth] ?? 0
        const high = tall[depth] ?? 0
        if (Math.min(column - start, high) >= least) {
          best.consider(start, row - high + 1, column - start, high)
        }
      }
      if (height > 0) {
        from[depth] = start
        tall[depth] = height
        depth += 1
      }
    }
  }
  return best.place
}

/** The best of the places considered. */
class BestPlace {
  place: CellRect | undefined
  worth = 0
  readonly #wanted: Wanted
  readonly #worthOf: Worth

  constructor(wanted: Wanted, worthOf: Worth) {
    this.#wanted = wanted
    this.#worthOf = worthOf
  }

  /** Tries a place in each corner of a free rectangle and keeps it if it beats the best. */
  consider(column: number, row: number, wide: number, high: number): void {
    const { least, most, longest, aspect, needCells } = this.#wanted
    const lengthwise = wide >= high
    const across = Math.min(lengthwise ? high : wide, most)
    const along = Math.min(
      lengthwise ? wide : high,
      longest,
      wholeDown(across * aspect),
      Math.max(least, wholeUp(needCells / across)),
    )
    const useful = Math.min(across * along, needCells)
    if (useful <= this.worth + SAME_WORTH) return
    const w = lengthwise ? along : across
    const h = lengthwise ? across : along
    for (let corner = 0; corner < 4; corner += 1) {
      const right = corner & 1 ? wide - w : 0
      const up = corner & 2 ? high - h : 0
      // The same place as in a corner before.
      if ((corner & 1 && right === 0) || (corner & 2 && up === 0)) continue
      const place = { column: column + right, row: row + up, wide: w, high: h }
      const worth = this.#worthOf(place, useful)
      if (worth > this.worth + SAME_WORTH) {
        this.worth = worth
        this.place = place
        if (worth >= useful - SAME_WORTH) return
      }
    }
  }
}
