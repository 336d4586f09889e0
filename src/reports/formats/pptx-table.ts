// A table on a slide, with as many rows as its box has room for. Where it stands is
// pptx-parts.ts's.
import { sum, sumOf } from '../../numbers/sum.ts'
import type { SlideTable } from '../slides.ts'
import { INKS } from './palette.ts'
import type { Border, Canvas, CellOptions } from './pptx-library.ts'
import { type SlideBox, SMALL, SMALL_STRONG, textLook } from './pptx-text.ts'
import {
  cutToLines,
  howManyFit,
  leftOut,
  lineHeightIn,
  linesOf,
  type TypeSize,
  wordWidthIn,
} from './slide-fit.ts'

/** Room around the text of a cell, inches. */
const CELL = { side: 0.06, above: 0.045 }

/** Height of the whole table, inches. */
export function tableHeight(table: SlideTable, widthIn: number): number {
  const rows = [headerRow(table), ...table.rows]
  return sumOf(rows, (row) => rowHeight(table, row, widthIn))
}

type Row = SlideTable['rows'][number]

function headerRow({ columns }: SlideTable): Row {
  return { cells: columns.map(({ head }) => head) }
}

/**
 * By the columns' shares, unless a number would be broken: its half would read as another number.
 * Its column then takes what it needs from those that have room to spare.
 */
function columnWidths(table: SlideTable, widthIn: number): number[] {
  const whole = sumOf(table.columns, ({ share }) => share)
  const shared = table.columns.map(({ share }) => (widthIn * share) / whole)
  const least = table.columns.map((_, index) => numberWidth(table, index))
  const missing = sum(shared.map((width, index) => Math.max(0, (least[index] ?? 0) - width)))
  const spare = shared.map((width, index) => Math.max(0, width - (least[index] ?? 0)))
  if (missing === 0 || missing > sum(spare)) return shared
  const given = missing / sum(spare)
  return shared.map((width, index) =>
    Math.max(width - given * (spare[index] ?? 0), least[index] ?? 0),
  )
}

/** Of the longest number of a column with its unit, inches; 0 where it has none. */
function numberWidth({ rows }: SlideTable, index: number): number {
  const widths = rows.flatMap((row) =>
    (row.cells[index] ?? '')
      .split(' ')
      .filter((word) => /^[+−]?\d/.test(word))
      .map((word) => wordWidthIn(word, typeOf(row)) + 2 * CELL.side),
  )
  return Math.max(0, ...widths)
}

const CELL_LINES = 3

const typeOf = ({ strong }: Row): TypeSize => (strong ? SMALL_STRONG : SMALL)

function rowHeight(table: SlideTable, row: Row, widthIn: number): number {
  const widths = columnWidths(table, widthIn)
  const lines = row.cells.map((text, index) =>
    Math.min(CELL_LINES, linesOf(text, (widths[index] ?? 0) - 2 * CELL.side, typeOf(row))),
  )
  return Math.max(1, ...lines) * lineHeightIn(SMALL) + 2 * CELL.above
}

interface CellLook {
  readonly color: string
  readonly strong?: boolean
}

export function placeTable(canvas: Canvas, table: SlideTable, box: SlideBox): void {
  const widths = columnWidths(table, box.w)
  const headerH = rowHeight(table, headerRow(table), box.w)
  const countH = lineHeightIn(SMALL) + 2 * CELL.above
  const heights = table.rows.map((row) => rowHeight(table, row, box.w))
  const count = howManyFit(heights, box.h - headerH, countH)
  const shown = table.rows.slice(0, count)
  const shownH = [headerH, ...heights.slice(0, count)]

  const border: Border = { type: 'solid', pt: 0.75, color: INKS.rule }
  const none: Border = { type: 'none' }
  const look = (index: number, { color, strong = false }: CellLook): CellOptions => ({
    ...textLook(strong ? SMALL_STRONG : SMALL),
    align: table.columns[index]?.align ?? 'left',
    valign: 'middle',
    color,
    border: [none, none, border, none],
    margin: [CELL.above, CELL.side, CELL.above, CELL.side],
  })
  const cut = (text: string, index: number, type: TypeSize) =>
    cutToLines(text, (widths[index] ?? 0) - 2 * CELL.side, type, CELL_LINES)
  const header = headerRow(table).cells.map((head, index) => ({
    text: cut(head, index, SMALL),
    options: { ...look(index, { color: INKS.quiet }), fill: { color: INKS.wash } },
  }))
  const rows = shown.map(({ cells, strong = false }) =>
    cells.map((text, index) => ({
      text: cut(text, index, typeOf({ cells, strong })),
      options: look(index, { color: strong ? INKS.accent : INKS.text, strong }),
    })),
  )
  if (count < table.rows.length) {
    const options = { ...look(0, { color: INKS.quiet }), colspan: table.columns.length }
    rows.push([{ text: leftOut(table.rows.length - count), options }])
    shownH.push(countH)
  }
  const { x, y, w } = box
  const h = sum(shownH)
  canvas.addTable([header, ...rows], { x, y, w, h, colW: widths, rowH: shownH, autoPage: false })
}
