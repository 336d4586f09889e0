import type { Cells } from '../../../../../src/siteplan/layouts/solver/ground/cells.ts'

/** Cells of a metre, all of them inside the site. */
export function metreCells(columns: number, rows: number): Cells {
  return { x: 0, y: 0, cellM: 1, columns, rows, inside: new Uint8Array(columns * rows).fill(1) }
}
